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
    /// Keeps what the first events come to, and what full files of the log say, beside the log,
    /// where that is due and can be done: for later commands, which are right without. Called when
    /// the answer was given.
    ///
    /// - Parameters:
    ///   - positions: Of what was recorded: only where a file of the log became full there is more
    ///     to keep. `nil` to look in any case.
    ///   - isAnew: Whether what is there is made anew.
    package func keepSums(after positions: Range<UInt64>? = nil, anew isAnew: Bool = false) {
        guard asOf == nil, hashed == false else { return }
        let store = (try? home.open()) as? FileEventStore
        try? store?.keepSegmentList()
        let step = Limit.segmentEvents
        if let positions, positions.lowerBound / step == positions.upperBound / step { return }
        _ = try? store?.keepSums(anew: isAnew)
    }

    /// Removes what is beside the log and does not follow from it: tables from before the last
    /// erasure, and caches of keys and sums that do not fit.
    ///
    /// - Returns: The names of the files that were removed, below the ledger's folder.
    func removeOutlived(of store: any EventStore) throws(ApplicationError) -> [String] {
        guard let folder = home.folder, Places.isWritable(folder) else { return [] }
        var names: [String] = []
        if let file = store as? FileEventStore {
            names = try mappingError(ApplicationError.store, file.dropFalseKeys()).map {
                "log/\($0)"
            }
            do throws(StoreError) {
                names += try file.dropFalseSums().map { "log/\($0)" }
            } catch .needsNewerVersion {
                // What cannot be added up here is not judged here.
            } catch .undecodable {
            } catch {
                throw .store(error)
            }
        }
        let models = try models()
        if try mappingError(ApplicationError.tables, models.removeOutlived()) {
            names.append(ModelDatabase.fileName)
        }
        return names
    }
}
