import Application
import Ledger
import Support
import Synchronization
import Testing

/// What was recorded for good is told at once, whatever goes wrong later.
@Suite struct RecordedTests {
    private final class Told: Sendable {
        let positions = Mutex<[UInt64]>([])
    }

    @Test func tellsEveryCommitOnce() throws {
        let told = Told()
        let env = try opened().with { env in
            env.recorded = { position in told.positions.withLock { $0.append(position) } }
        }
        #expect(try env.add("1") == 2)
        #expect(try env.add("2", key: "k") == 3)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        // The last event of the undo: the mark of the commit is 4, the void 5.
        #expect(told.positions.withLock { $0 } == [2, 3, 5])
    }

    @Test func tellsNothingOfARehearsalOrARefusal() throws {
        let told = Told()
        let env = try opened().with { env in
            env.recorded = { position in told.positions.withLock { $0.append(position) } }
        }
        try env.dryRun().add("1")
        #expect(throws: ApplicationError.decision(.zeroAmount(line: 0))) { try env.add("0") }
        #expect(told.positions.withLock { $0 } == [])
    }
}
