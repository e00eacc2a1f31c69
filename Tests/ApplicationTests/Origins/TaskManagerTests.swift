import Application
import EventLog
import Ledger
import Support
import Testing

/// What went wrong in the task list that this one follows: it finished tasks by their titles, lost
/// those due in the last second of a day, and swallowed what its storage said.
@Suite("Origin: a task manager")
struct TaskManagerTests {
    /// The tab of each task, by title, in the order of the list.
    private func tabs(_ env: Environment) throws -> [String: TaskTab] {
        let rows = try ListTasks.run(ListTasks.Input(all: true), in: env).rows
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                row.tab.map { (row.title, $0) }
            })
    }

    @Test("of two tasks with one title the one that was meant is finished")
    func duplicate() throws {
        let env = try opened()
        let first = try env.task("Call")
        let second = try env.task("Call")
        _ = try CompleteTasks.run(EntriesInput(ids: ["\(second)"]), in: env)
        let rows = try ListTasks.run(ListTasks.Input(all: true), in: env).rows
        #expect(rows.first { $0.id == first }?.status == .open)
        #expect(rows.first { $0.id == second }?.status == .completed)
    }

    @Test("a title that two open tasks have finishes neither")
    func ambiguous() throws {
        let env = try opened()
        let ids = [try env.task("Call"), try env.task("Call")]
        let before = try env.root()
        #expect {
            try CompleteTasks.run(EntriesInput(ids: ["call"]), in: env)
        } throws: { error in
            guard case .ambiguousID("call", let found)? = error as? ApplicationError else {
                return false
            }
            return found.map(\.id).sorted() == ids
        }
        #expect(try env.root() == before)
    }

    /// The origin's ends were inclusive and a second early: what was due at 23:59:59 stood nowhere.
    @Test("what is due in the last second of the day is due today")
    func lastSecond() throws {
        let env = try opened()
        let due: [(String, TaskTab)] = [
            ("2026-01-15T11:59:59.999Z", .failed), ("2026-01-15T12:00:00Z", .today),
            ("2026-01-15T23:59:58Z", .today), ("2026-01-15T23:59:59Z", .today),
            ("2026-01-15T23:59:59.999Z", .today), ("2026-01-16T00:00:00Z", .upcoming),
            ("2026-01-16T12:00:00Z", .upcoming),
        ]
        for (moment, _) in due { try env.task(moment, due: moment) }
        #expect(try tabs(env) == Dictionary(uniqueKeysWithValues: due))
    }

    /// 2026-03-29 has 23 hours in Berlin and 2026-10-25 has 25.
    @Test(
        "days on which clocks change begin and end where they do",
        arguments: [
            ("2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z"),
            ("2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999Z"),
        ])
    func changingClocks(first: String, last: String) throws {
        let env = Environment.test
        _ = try InitLedger.run(InitLedger.Input(zone: "Europe/Berlin"), in: env)
        let noon = try env.at(first)
        try noon.task("Last", due: last)
        try noon.task(
            "Next", due: try #require(Timestamp(last)).adding(milliseconds: 1).description)
        #expect(try tabs(noon) == ["Last": .today, "Next": .upcoming])
    }

    @Test("a task that failed can still be finished, and says when and by whom")
    func late() throws {
        let env = try opened()
        let id = try env.task("Tax", due: "2026-01-15 13:00")
        let later = try env.at("2026-01-16T08:00:00Z")
        #expect(try tabs(later) == ["Tax": .failed])
        _ = try CompleteTasks.run(EntriesInput(ids: ["tax"]), in: later)
        let row = try #require(
            try ListTasks.run(ListTasks.Input(tab: "done"), in: later).rows.first)
        #expect(
            (row.id, row.late, row.completedAt?.description) == (id, true, "2026-01-16T08:00:00Z"))
        #expect(try ListLog.run(ListLog.Input(), in: later).rows.first?.actor == "Ada")
    }

    /// The origin kept its list until somebody tapped.
    @Test("a list moves with the clock, without any event")
    func movesOn() throws {
        let env = try opened()
        try env.task("Tea", due: "2026-01-15 13:00")
        #expect(try tabs(env) == ["Tea": .today])
        #expect(try tabs(env.at("2026-01-15T13:00:00.001Z")) == ["Tea": .failed])
    }

    @Test("no deadline is none, not the present moment")
    func noDeadline() throws {
        let env = try opened()
        try env.task("Dream")
        let row = try #require(try ListTasks.run(ListTasks.Input(), in: env).rows.first)
        #expect((row.deadline, row.tab) == ("", .upcoming))
    }

    @Test("a title of blanks is refused, in words")
    func blankTitle() throws {
        let env = try opened()
        #expect(throws: ApplicationError.decision(.emptyTitle(line: 0))) { try env.task("  ") }
        #expect(try env.events() == 2)
    }

    /// The origin's fetch never called back, its save printed, and its finish ended the program.
    @Test("what the storage says is heard")
    func storage() throws {
        let faulty = FaultyEventStore()
        let env = try opened { $0.home = MemoryHome(faulty) }
        let id = try env.task("Call")
        let failure = ApplicationError.store(FaultyEventStore.full)
        faulty.fail(.head)
        #expect(throws: failure) { try ListTasks.run(ListTasks.Input(), in: env) }
        faulty.fail(.read)
        #expect(throws: failure) { try ListTasks.run(ListTasks.Input(), in: env) }
        faulty.fail(.append)
        #expect(throws: failure) { try env.task("Lost") }
        faulty.fail(.append)
        #expect(throws: failure) {
            try CompleteTasks.run(EntriesInput(ids: ["\(id)"]), in: env)
        }
        faulty.heal()
        #expect(try tabs(env) == ["Call": .upcoming])
        #expect(throws: ApplicationError.unknownID("99")) {
            try CompleteTasks.run(EntriesInput(ids: ["99"]), in: env)
        }
    }
}
