internal import EventLog
internal import Ledger
internal import ReadModels

extension Environment {
    /// The read models of the ledger; those of a draft are kept in memory.
    func models() throws(ApplicationError) -> ModelDatabase {
        ModelDatabase(
            folder: home.folder, store: try store(), now: now, uptime: uptime,
            secret: home.deviceSecret ?? randomBytes(DeviceHash.secretBytes),
            progress: { [expect, progress] done, total in
                expect(total)
                progress(done)
            })
    }

    /// Removes the tables beside the log; what was asked for is made anew when somebody asks again.
    func removeModels() throws(ApplicationError) {
        let models = try models()
        try mappingError(ApplicationError.tables, models.remove())
    }
}

extension Environment {
    /// Removes what is beside the log and does not follow from it: tables from before the last
    /// erasure, and caches of keys that do not fit.
    ///
    /// - Returns: The names of the files that were removed, below the ledger's folder.
    func removeOutlived(of store: any EventStore) throws(ApplicationError) -> [String] {
        guard let folder = home.folder, Places.isWritable(folder) else { return [] }
        var names: [String] = []
        if let file = store as? FileEventStore {
            names = try mappingError(ApplicationError.store, file.dropFalseKeys()).map {
                "log/\($0)"
            }
        }
        let models = try models()
        if try mappingError(ApplicationError.tables, models.removeOutlived()) {
            names.append(ModelDatabase.fileName)
        }
        return names
    }
}
