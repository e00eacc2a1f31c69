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
