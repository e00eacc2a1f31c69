import EventLog
import Ledger
import Support
import Testing

/// Tasks that wait for moments and for each other. The first commit behind the ledger begins at 4.
@Suite("Tasks that wait")
struct TodoLinkTests {
    private static func task(_ title: String) -> Event {
        .taskAdded(TaskAdded(facts: TodoFacts(title: title)))
    }

    private static func link(
        _ task: UInt64, after previous: UInt64? = nil, waitsFor other: UInt64, ends: Bool = false
    ) -> Event {
        .taskLinked(
            TaskLinked(
                target: .position(task), previous: .position(previous ?? task),
                prerequisite: .position(other), ends: ends))
    }

    /// Tasks 4, 5 and 6.
    private static let three = Given.ledger + ["A", "B", "C"].map(task)

    private func changes(_ change: (inout TodoChanges) -> Void) -> TodoChanges {
        var changes = TodoChanges()
        change(&changes)
        return changes
    }

    @Test("an edit says only what changes, each in an event") func edits() throws {
        let day = Deadline.day(Given.day(9))
        let changes = changes {
            $0.moments = [.wait: .set(day), .until: .clear]
            $0.addedPrerequisites = [6, 5, 6]
        }
        try expect(
            given: Self.three, when: .editTask(4, changes),
            then: [
                .taskTimed(
                    TaskTimed(
                        target: .position(4), previous: .position(4), moment: .wait, time: day)),
                .taskLinked(
                    TaskLinked(
                        target: .position(4), previous: .inThisCommit(0),
                        prerequisite: .position(5))),
                .taskLinked(
                    TaskLinked(
                        target: .position(4), previous: .inThisCommit(1),
                        prerequisite: .position(6))),
            ])
        expect(
            given: Self.three + [Self.link(4, waitsFor: 5)],
            when: .editTask(4, self.changes { $0.addedPrerequisites = [5] }),
            refused: .nothingChanged)
    }

    @Test("no task waits for itself, over whichever others") func rings() throws {
        let chain = Self.three + [Self.link(4, waitsFor: 5), Self.link(5, waitsFor: 6)]
        expect(
            given: chain, when: .editTask(6, changes { $0.addedPrerequisites = [4] }),
            refused: .taskRing(6, [4, 5, 6]))
        expect(
            given: Self.three, when: .editTask(4, changes { $0.addedPrerequisites = [4] }),
            refused: .taskRing(4, [4]))
        // A task that is done may be taken up again.
        let done =
            chain + [
                .taskCompleted(TaskChange(target: .position(5), previous: .position(8)))
            ]
        expect(
            given: done, when: .editTask(6, changes { $0.addedPrerequisites = [4] }),
            refused: .taskRing(6, [4, 5, 6]))
        let free = chain + [Self.link(5, after: 8, waitsFor: 6, ends: true)]
        try expect(
            given: free, when: .editTask(6, changes { $0.addedPrerequisites = [4] }),
            then: [Self.link(6, waitsFor: 4)])
        expect(
            given: Self.three + [.lineAdded(Given.line(1))],
            when: .editTask(4, changes { $0.addedPrerequisites = [7] }), refused: .notATask(7))
    }

    @Test("an undo that would close a ring is refused, and so is a redo") func undone() throws {
        let given = try Undoing([
            [Self.task("A")], [Self.task("B")],  // 4, 5
            [Self.link(4, waitsFor: 5)], [Self.link(4, after: 6, waitsFor: 5, ends: true)],  // 6, 7
            [Self.link(5, waitsFor: 4)],  // 8
        ])
        #expect(try given.events(.newest) == [Self.link(5, after: 8, waitsFor: 4, ends: true)])
        #expect(throws: DecisionError.taskRing(4, [5, 4])) { try given.check(.events([7])) }
        try given.check(.events([8]))
        try given.check(.events([7, 8]))
    }

    @Test("what was started and then completed is started again by an undo") func started() throws {
        let start = TaskChange(target: .position(4), previous: .position(4))
        let done = TaskChange(target: .position(4), previous: .position(5))
        let given = try Undoing([[Self.task("A")], [.taskStarted(start)], [.taskCompleted(done)]])
        #expect(
            try given.events(.newest) == [
                .taskReopened(TaskChange(target: .position(4), previous: .position(6))),
                .taskStarted(TaskChange(target: .position(4), previous: .inThisCommit(1))),
            ])
    }

    @Test("time is spent from start to stop, and to completion") func spent() throws {
        let program = try RandomProgram(seed: 1, on: .memory)
        func change(_ previous: UInt64) -> TaskChange {
            TaskChange(target: .position(4), previous: .position(previous))
        }
        // Each commit is a second times its position later than the first.
        try program.append([Self.task("A")])
        try program.append([.taskStarted(change(4))])  // 5
        try program.append([.lineAdded(Given.line(1))])
        try program.append([.taskStopped(change(5))])  // 7
        try program.append([.taskStarted(change(7))])  // 8
        try program.append([.taskCompleted(change(8))])  // 9
        let entry = try #require(try program.snapshot.todos().entry(4))
        #expect(entry.spent == 3_000)
        #expect(entry.startedAt == nil && !entry.state.isStarted)
    }

    @Test("random links, undone and redone in any order, never make a ring", arguments: [1, 2, 3])
    func laws(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory)
        for _ in 0..<6 { try program.append([Self.task("Task")]) }
        for step in 0..<300 {
            let snapshot = try program.snapshot
            let id = UInt64(4 + program.number(below: 6))
            let other = UInt64(4 + program.number(below: 6))
            switch program.number(below: 4) {
            case 0, 1:
                var changes = TodoChanges()
                if program.number(below: 3) == 0 {
                    changes.removedPrerequisites = [other]
                } else {
                    changes.addedPrerequisites = [other]
                }
                let command = Command.editTask(id, changes)
                do {
                    try program.append(try decide(command, snapshot.state(for: command)).events)
                } catch is DecisionError {}
            default:
                let position = UInt64(program.number(below: Int(snapshot.count)))
                do { _ = try program.undo(.events([position])) } catch is UndoError {}
            }
            let links = try program.snapshot.todoLinks()
            let state = try program.snapshot.state(for: Array(4...9))
            for id in UInt64(4)...9 {
                #expect(links[id] == state.todos[id]?.prerequisites, "step \(step)")
                var reached: Set<UInt64> = []
                var open = links[id]
                while let next = open.popLast() {
                    if reached.insert(next).inserted { open += links[next] }
                }
                #expect(!reached.contains(id), "seed \(seed), step \(step)")
            }
        }
    }
}
