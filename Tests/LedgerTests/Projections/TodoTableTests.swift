import EventLog
import Ledger
import Support
import Testing

@Suite("All tasks, folded from the log")
struct TodoTableTests {
    private static func change(_ target: UInt64, _ previous: UInt64) -> TaskChange {
        TaskChange(target: .position(target), previous: .position(previous))
    }

    private static func added(_ title: String, _ deadline: Deadline? = nil) -> Event {
        .taskAdded(TaskAdded(facts: TodoFacts(title: title, deadline: deadline)))
    }

    /// One commit a second from 2026-01-01T00:00:00Z on. The tasks 5, 6 and 9, with expenses in
    /// between.
    private static let commits: [[Event]] = [
        Given.ledger,  // 0 … 3
        [.lineAdded(Given.line(100, "Tea"))],  // 4
        [added("Call", .day(Given.day(2))), added("Write")],  // 5, 6
        [.taskCompleted(change(5, 5))],  // 7
        [.lineAdded(Given.line(200, "Soap"))],  // 8
        [added("Sing")],  // 9
        [.taskReopened(change(5, 7)), .taskDropped(change(6, 6))],  // 10, 11
        [
            .taskRescheduled(
                TaskRescheduled(
                    target: .position(5), previous: .position(10), deadline: .day(Given.day(9))))
        ],  // 12
        [.taskCompleted(change(5, 12))],  // 13
        [
            .taskEdited(
                TaskEdited(
                    target: .position(9), previous: .position(9),
                    facts: TodoFacts(title: "Sing loudly", priority: 1)))
        ],  // 14
    ]

    private static func second(_ count: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: 1_767_225_600_000 + count * 1_000)
    }

    @Test func knowsWhatBecameOfEach() throws {
        let table = try LedgerSnapshot(store: Given.store(TodoTableTests.commits)).todos()
        #expect(table.entries.map(\.state.id) == [5, 6, 9])
        let call = try #require(table.entry(5))
        #expect(call.state.status == .completed)
        #expect(call.state.version == 13)
        #expect(call.state.facts.deadline == .day(Given.day(9)))
        #expect(call.addedAt == TodoTableTests.second(2))
        #expect(call.closedAt == TodoTableTests.second(8))
        #expect(call.closedBy == 13)
        let write = try #require(table.entry(6))
        #expect(write.state.status == .dropped)
        #expect(write.closedAt == TodoTableTests.second(6))
        let sing = try #require(table.entry(9))
        #expect(sing.state.facts == TodoFacts(title: "Sing loudly", priority: 1))
        #expect(sing.closedAt == nil)
        #expect(table.entry(4) == nil)
    }

    @Test func forgetsTheCompletionOfWhatIsTakenUpAgain() throws {
        let store = try Given.store(TodoTableTests.commits)
        let then = try LedgerSnapshot(store: store, upTo: 11).todos()
        #expect(then.entry(5)?.state.status == .open)
        #expect(then.entry(5)?.closedAt == nil)
        #expect(then.entry(6)?.state.status == .open)
    }

    /// The law of projections: at whatever positions the log is cut.
    @Test(arguments: StoreKind.allCases) func mergesAtEveryCut(kind: StoreKind) throws {
        let store = try kind.makeStore()
        for (index, events) in TodoTableTests.commits.enumerated() {
            let commit = NewCommit(
                id: CommitID(high: 1, low: UInt64(index)),
                recordedAt: TodoTableTests.second(Int64(index)),
                actor: index > 0 ? .position(1) : nil, events: events)
            _ = try store.append(commit, expecting: nil)
        }
        let all: TodoTable = try store.project(0..<15)
        #expect(all == (try LedgerSnapshot(store: store).todos()))
        for one in 0...UInt64(15) {
            for two in one...15 {
                var left: TodoTable = try store.project(0..<one)
                let middle: TodoTable = try store.project(one..<two)
                var right = middle
                right.merge(try store.project(two..<15))
                left.merge(right)
                #expect(left == all, "cut at \(one) and \(two)")
                var other: TodoTable = try store.project(0..<one)
                other.merge(middle)
                other.merge(try store.project(two..<15))
                #expect(other == all, "cut at \(one) and \(two)")
            }
        }
    }

    @Test func passesOverFramesWithoutTasks() throws {
        let store = SpyEventStore(over: try Given.store(TodoTableTests.commits))
        let snapshot = try LedgerSnapshot(store: store)
        store.forget()
        #expect(try snapshot.todos().entries.count == 3)
        let tasks = TypeSet((Array(12...17) + Array(45...50)).map { UInt16($0) })
        let asked = store.calls.compactMap { call in
            if case .read(_, let types) = call { types } else { nil }
        }
        #expect(asked.first == tasks)
        // Everything else that is read are the frames that were found.
        #expect(asked.count <= 2)
    }
}
