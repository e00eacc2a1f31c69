import Application
import EventLog
import Ledger
import Support
import Synchronization
import Testing

/// Whoever closes the books while another one records is not overrun.
@Suite("Closing the books while others record")
struct ClosingRaceTests {
    /// An environment in which the books are closed between reading and the first append.
    private func overtaken(_ env: Environment) -> Environment {
        let isDone = Mutex(false)
        return env.with { copy in
            copy.newCommitID = {
                let isFirst = isDone.withLock { done in
                    defer { done = true }
                    return !done
                }
                if isFirst {
                    _ = try? CloseBooksEndpoint.run(
                        CloseBooksEndpoint.Input(period: "2026-01-01"), in: env)
                }
                return env.newCommitID()
            }
        }
    }

    private func refused(_ body: () throws -> Void) -> Bool {
        do { try body() } catch ApplicationError.decision(.closedPeriod(_, _, _)) {
            return true
        } catch {
            return false
        }
        return false
    }

    @Test("by an entry, an import and an undo") func races() throws {
        let env = try opened()
        let reopening = ReopenBooksEndpoint.Input(period: "2026-01-01", reason: "late")
        let late = overtaken(env)
        #expect(refused { try late.add("5", day: "2026-01-01") })
        #expect(try env.sums() == [])
        _ = try ReopenBooksEndpoint.run(reopening, in: env)

        let file = ImportCSV.Input(
            file: FileBytes(bytes("date,amount,title\n2026-01-01,5,Tea\n")), fileName: "a.csv")
        let importing = overtaken(env)
        #expect(refused { _ = try ImportCSV.run(file, in: importing) })
        _ = try ReopenBooksEndpoint.run(reopening, in: env)

        let id = try env.add("7", day: "2026-01-01")
        // The newest commit would be the closing itself.
        let undo = UndoCommits.Input(ids: ["\(id)"])
        let undoing = overtaken(env)
        #expect(refused { _ = try UndoCommits.run(undo, in: undoing) })
        #expect(try env.sums() == ["expense 7.00 EUR 1"])
        let correcting = env.with { $0.correction = "typed twice" }
        _ = try UndoCommits.run(undo, in: correcting)
        #expect(try env.sums() == [])
    }
}
