import Application
import Ledger
import Support
import Synchronization
import Testing

/// What was recorded for good is told at once, whatever goes wrong later.
@Suite struct RecordedTests {
    private final class Told: Sendable {
        let positions = Mutex<[UInt64]>([])
        let rehearsed = Mutex<[UInt64]>([])

        func take(_ commit: WrittenCommit) {
            let last = commit.positions.upperBound - 1
            if commit.isDryRun {
                rehearsed.withLock { $0.append(last) }
            } else {
                positions.withLock { $0.append(last) }
            }
        }
    }

    @Test func tellsEveryCommitOnce() throws {
        let told = Told()
        let env = try opened().with { env in
            env.recorded = { told.take($0) }
        }
        #expect(try env.add("1") == 2)
        #expect(try env.add("2", key: "k") == 3)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        // The last event of the undo: the mark of the commit is 4, the void 5.
        #expect(told.positions.withLock { $0 } == [2, 3, 5])
    }

    @Test func tellsARehearsalApartAndNothingOfARefusal() throws {
        let told = Told()
        let env = try opened().with { env in
            env.recorded = { told.take($0) }
        }
        try env.dryRun().add("1")
        #expect(throws: ApplicationError.decision(.zeroAmount(line: 0))) { try env.add("0") }
        #expect(told.positions.withLock { $0 } == [])
        #expect(told.rehearsed.withLock { $0 } == [2])
    }

    /// What is told of a commit is the ledger right behind it, and of a repeat also as it is now.
    @Test func aRepeatIsShownAsItWasAndAsItIs() throws {
        let last = Mutex<WrittenCommit?>(nil)
        let env = try opened().with { env in
            env.recorded = { commit in last.withLock { $0 = commit } }
        }
        let id = try env.add("5", "Lunch", key: "k")
        let first = try #require(try last.withLock { $0 }?.lines())
        #expect(first.then.map(\.amount) == ["5.00"] && first.then == first.now)
        var change = AmendEntry.Input(id: "\(id)")
        change.amount = "6"
        _ = try AmendEntry.run(change, in: env)
        #expect(try env.add("5", "Lunch", key: "k") == id)
        let again = try #require(try last.withLock { $0 }?.lines())
        #expect(again.then.map(\.amount) == ["5.00"] && again.now.map(\.amount) == ["6.00"])
    }
}
