internal import Ledger
internal import ReadModels

extension Environment {
    /// The read models of the ledger; those of a draft are kept in memory.
    func models() throws(ApplicationError) -> ModelDatabase {
        ModelDatabase(
            folder: home.folder, store: try store(), now: now, uptime: uptime,
            progress: { [expect, progress] done, total in
                expect(total)
                progress(done)
            })
    }

    /// Removes the tables beside the log; what was asked for is made anew when somebody asks again.
    func removeModels() throws(ApplicationError) {
        let models = try models()
        try liftModels { () throws(ModelError) in try models.remove() }
    }
}

/// Runs something of the read models.
func liftModels<Result>(
    _ body: () throws(ModelError) -> Result
) throws(ApplicationError) -> Result {
    do throws(ModelError) { return try body() } catch {
        if case .store(let error) = error { throw .store(error) }
        throw .models(error)
    }
}
