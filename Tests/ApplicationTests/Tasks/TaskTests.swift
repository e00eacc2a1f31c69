import Application
import Foundation
import Ledger
import Support
import Testing

/// It is 2026-01-15T12:00:00Z, a Thursday, unless a test says otherwise.
@Suite struct TaskTests {
    @Test func movesFromTabToTabWithoutAnyEvent() throws {
        let env = try opened()
        try env.task("Call", due: "2026-01-16 09:00")
        try env.task("Pay", due: "2026-01-16")
        try env.task("Dream")
        let root = try env.root()
        let seen: [(String, [String])] = [
            ("2026-01-15T23:59:59.999Z", ["upcoming: Call, Pay, Dream"]),
            ("2026-01-16T00:00:00Z", ["today: Call, Pay", "upcoming: Dream"]),
            ("2026-01-16T09:00:00Z", ["today: Call, Pay", "upcoming: Dream"]),
            ("2026-01-16T09:00:00.001Z", ["today: Pay", "upcoming: Dream", "failed: Call"]),
            ("2026-01-16T23:59:59.999Z", ["today: Pay", "upcoming: Dream", "failed: Call"]),
            ("2026-01-17T00:00:00Z", ["upcoming: Dream", "failed: Call, Pay"]),
        ]
        for (now, tabs) in seen { #expect(try env.at(now).tabs() == tabs, "\(now)") }
        #expect(try env.root() == root)
    }

    /// Over a store in memory and one in files.
    @Test(arguments: [false, true]) func livesFromBeginningToEnd(inFiles: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { TestFolder.remove(folder.path) }
        let env = try opened { if inFiles { $0.home = FileHome(folder.path) } }
        let id = try env.task("Call", due: "2026-01-15")
        #expect(id == 2)
        func row() throws -> TaskRow {
            try #require(try ShowTask.run(EntryInput(id: "2"), in: env.at(later)).rows.first)
        }
        let later = "2026-01-17T08:00:00Z"
        #expect(try row().tab == .failed)
        #expect(try row().late)
        let done = try CompleteTasks.run(EntriesInput(ids: ["call"]), in: env.at(later))
        #expect(done.ids == [2])
        #expect(done.position == 3)
        #expect(try row().tab == .done)
        #expect(try row().late)
        #expect(try row().completedAt == Timestamp(later))
        #expect(throws: ApplicationError.decision(.taskClosed(2, .completed))) {
            try CompleteTasks.run(EntriesInput(ids: ["2"]), in: env)
        }
        _ = try ReopenTasks.run(EntriesInput(ids: ["#2"]), in: env)
        #expect(try row().completedAt == nil)
        _ = try RescheduleTask.run(RescheduleTask.Input(id: "2", due: "2026-01-18"), in: env)
        #expect(try row().tab == .upcoming)
        _ = try DropTasks.run(EntriesInput(ids: ["2"], reason: "no"), in: env)
        #expect(try row().tab == nil)
        #expect(try env.tabs(ListTasks.Input(tab: "all")) == [])
        #expect(try ListTasks.run(ListTasks.Input(all: true), in: env).rows.map(\.id) == [2])
        let history = try EntryHistory.run(EntryInput(id: "2"), in: env)
        #expect(
            history.versions.map(\.action) == [
                .added, .completed, .reopened, .rescheduled, .dropped,
            ])
        let then = env.with { $0.asOf = .position(3) }
        #expect(try then.tabs() == ["done: Call"])
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).events == 7)
    }

    @Test func aCompletionIsLateByItsOwnClock() throws {
        let env = try opened()
        for title in ["early", "just", "late"] { try env.task(title, due: "2026-01-15 18:00") }
        let moments = [
            ("2", "2026-01-15T12:00:00Z", false), ("3", "2026-01-15T18:00:00Z", false),
            ("4", "2026-01-15T18:00:00.001Z", true),
        ]
        for (id, now, isLate) in moments {
            _ = try CompleteTasks.run(EntriesInput(ids: [id]), in: env.at(now))
            let row = try ShowTask.run(EntryInput(id: id), in: env).rows.first
            #expect(row?.late == isLate, "\(now)")
        }
    }

    @Test(.enabled(if: !Zone.knownNames.isEmpty)) func aNewZoneMakesNothingLate() throws {
        let env = try opened()
        try env.task("Call", due: "2026-01-15")
        _ = try CompleteTasks.run(EntriesInput(ids: ["2"]), in: env.at("2026-01-15T23:00:00Z"))
        var change = ChangeConfig.Input()
        change.zone = "Asia/Tokyo"
        _ = try ChangeConfig.run(change, in: env.at("2026-01-16T00:00:00Z"))
        let row = try ShowTask.run(EntryInput(id: "2"), in: env).rows.first
        #expect(row?.late == false)
        // Shown is the clock of the new zone, nine hours ahead.
        #expect(row?.completedLocal == "2026-01-16 08:00")
    }

    @Test func equalTitlesAreToldApartById() throws {
        let env = try opened()
        let ids = [try env.task("Call"), try env.task("Call"), try env.task("Call the bank")]
        #expect {
            try CompleteTasks.run(EntriesInput(ids: ["call"]), in: env)
        } throws: { error in
            guard case .ambiguousID("call", let found)? = error as? ApplicationError else {
                return false
            }
            return found.map(\.id) == [4, 3, 2]
        }
        _ = try CompleteTasks.run(EntriesInput(ids: ["3"]), in: env)
        let rows = try ListTasks.run(ListTasks.Input(all: true), in: env).rows
        #expect(ids == [2, 3, 4])
        #expect(rows.filter { $0.status == .completed }.map(\.id) == [3])
        // A word means the open one where only one is.
        _ = try CompleteTasks.run(EntriesInput(ids: ["4"]), in: env)
        #expect(try CompleteTasks.run(EntriesInput(ids: ["call"]), in: env).ids == [2])
    }

    @Test func ordersByTheLastInstantThenById() throws {
        let env = try opened()
        try env.task("none")
        try env.task("day 16", due: "2026-01-16")
        try env.task("16 at 23:59", due: "2026-01-16 23:59:59")
        try env.task("day 15", due: "2026-01-15")
        try env.task("last of 16", due: "2026-01-16T23:59:59.999Z")
        try env.task("17 at 0", due: "2026-01-17 00:00")
        try env.task("day 16 again", due: "2026-01-16")
        try env.task("none again")
        let titles = try ListTasks.run(ListTasks.Input(), in: env).rows.map(\.title)
        #expect(
            titles == [
                "day 15", "16 at 23:59", "day 16", "last of 16", "day 16 again", "17 at 0", "none",
                "none again",
            ])
    }

    @Test func severalAtOnceAreOneCommit() throws {
        let env = try opened().with { $0.lastList = [3, 2] }
        try env.task("Tea")
        try env.task("Soap")
        try env.task("Salt")
        let done = try CompleteTasks.run(EntriesInput(ids: [".1", "#2", "soap"]), in: env)
        #expect(done.ids == [3, 2])
        #expect(try LedgerInfo.run(NoInput(), in: env).commits == 5)
        // One that is done already, and nothing happens to the other.
        #expect(throws: ApplicationError.decision(.taskClosed(2, .completed))) {
            try DropTasks.run(EntriesInput(ids: ["4", "2"]), in: env)
        }
        #expect(try env.tabs() == ["upcoming: Salt", "done: Tea, Soap"])
        #expect(throws: ApplicationError.decision(.nothingGiven)) {
            try DropTasks.run(EntriesInput(ids: []), in: env)
        }
    }

    @Test func takesWordsForEverything() throws {
        let env = try opened()
        var task = TaskInput()
        task.title = "Write"
        (task.type, task.colour, task.priority) = ("Urgent", "GREY", "h")
        (task.project, task.tags, task.assignee) = ("Home : garden", ["one", "two"], "bob")
        (task.note, task.due) = ("a note", "2026-01-10")
        let written = try AddTask.run(AddTask.Input(task), in: env)
        // The person comes first.
        #expect(written.id == 3)
        #expect(written.notes.map(\.kind) == [.deadlinePassed, .personAdded])
        let row = try #require(try ListTasks.run(ListTasks.Input(), in: env).rows.first)
        #expect(row.type == .urgent)
        #expect(row.colour == .gray)
        #expect(row.priority == 1)
        #expect(row.project == "Home:garden")
        #expect(row.assignee == "bob")
        var other = TaskInput()
        (other.project, other.assignee, other.priority, other.due) = ("HOME", "BOB", "", "none")
        let edited = try EditTask.run(EditTask.Input(id: "write", other), in: env)
        #expect(edited.notes == [DecisionNote(.projectSpelling, given: "HOME", used: "Home")])
        let now = try #require(try ListTasks.run(ListTasks.Input(), in: env).rows.first)
        #expect(now.project == "Home")
        #expect(now.priority == nil)
        #expect(now.deadline == "")
        #expect(now.assignee == "bob")
        #expect(now.tags == ["one", "two"])
    }

    @Test func filters() throws {
        let env = try opened()
        var task = TaskInput()
        (task.title, task.project, task.tags, task.priority) = (
            "Tea", "home:kitchen", ["Shop"], "M"
        )
        _ = try AddTask.run(AddTask.Input(task), in: env)
        task = TaskInput()
        (task.title, task.type, task.assignee, task.colour) = ("Call", "urgent", "me", "blue")
        _ = try AddTask.run(AddTask.Input(task), in: env)
        func titles(_ change: (inout ListTasks.Input) -> Void) throws -> [String] {
            var input = ListTasks.Input()
            change(&input)
            return try ListTasks.run(input, in: env).rows.map(\.title)
        }
        #expect(try titles { $0.project = "HOME" } == ["Tea"])
        #expect(try titles { $0.project = "home:kit" } == [])
        #expect(try titles { $0.tags = ["shop"] } == ["Tea"])
        #expect(try titles { $0.tags = ["shop", "other"] } == [])
        #expect(try titles { $0.priority = "5" } == ["Tea"])
        #expect(try titles { $0.type = "urgent" } == ["Call"])
        #expect(try titles { $0.colour = "blue" } == ["Call"])
        #expect(try titles { $0.assignee = "ada" } == ["Call"])
        #expect(try titles { $0.tab = "Upcoming" } == ["Tea", "Call"])
        #expect(try titles { $0.tab = "today" } == [])
        func found(_ text: String) throws -> [String] {
            try FindTasks.run(FindTasks.Input(text: text), in: env).rows.map(\.title)
        }
        #expect(try found("KITCH") == ["Tea"])
        #expect(try found("sho te") == ["Tea"])
        #expect(try found("tea call") == [])
        #expect(throws: ApplicationError.unknownPerson("Adda", suggestions: ["Ada"])) {
            try titles { $0.assignee = "Adda" }
        }
        for change in [
            { $0.tab = "soon" }, { $0.type = "big" }, { $0.priority = "0" }, { $0.colour = "red" },
        ] as [(inout ListTasks.Input) -> Void] {
            #expect {
                try titles(change)
            } throws: { error in
                (error as? ApplicationError)?.code == "badChoice"
            }
        }
    }

    @Test func remindsOfWhatIsDue() throws {
        let env = try opened()
        try env.task("late", due: "2026-01-14")
        try env.task("today", due: "2026-01-15")
        try env.task("two", due: "2026-01-15 14:00")
        try env.task("tomorrow", due: "2026-01-16")
        try env.task("done", due: "2026-01-15")
        try env.task("never")
        _ = try CompleteTasks.run(EntriesInput(ids: ["done"]), in: env)
        func due(_ within: String?) throws -> [String] {
            try DueTasks.run(DueTasks.Input(within: within), in: env).rows.map(\.title)
        }
        #expect(try due(nil) == ["late", "two", "today"])
        #expect(try due("0d") == ["late", "two", "today"])
        #expect(try due("1d") == ["late", "two", "today", "tomorrow"])
        // Never less than what is due today.
        #expect(try due("2h") == ["late", "two", "today"])
        #expect(try due("119 min") == ["late", "two", "today"])
        #expect(throws: ApplicationError.badSpan("soon")) { try due("soon") }
        let first = try DueTasks.run(DueTasks.Input(limit: 2), in: env)
        #expect(first.rows.map(\.title) == ["late", "two"])
        #expect(first.count == 3 && first.more)
    }

    @Test func aKeyRecordsOnce() throws {
        let env = try opened()
        var task = TaskInput()
        (task.title, task.due, task.assignee) = ("Tea", "tomorrow", "Bob")
        let input = AddTask.Input(task)
        let keyed = env.with { $0.key = "k" }
        let first = try AddTask.run(input, in: keyed)
        // Tomorrow is what it was then.
        let second = try AddTask.run(input, in: keyed.at("2026-01-17T00:00:00Z"))
        #expect(second.id == first.id)
        #expect(second.root == first.root)
        #expect(try env.events() == 4)
        let done = EntriesInput(ids: ["tea"])
        let again = env.with { $0.key = "d" }
        #expect(try CompleteTasks.run(done, in: again) == CompleteTasks.run(done, in: again))
        #expect(try env.events() == 5)
        let draft = env.dryRun()
        #expect(try ReopenTasks.run(EntriesInput(ids: ["tea"]), in: draft).dryRun == true)
        #expect(try env.events() == 5)
    }

    @Test func linesAndTasksAreNotMixedUp() throws {
        let env = try opened()
        try env.add("5", "Lunch")
        let task = try env.task("Plan the trip")
        #expect(throws: ApplicationError.decision(.notATask(2))) {
            try CompleteTasks.run(EntriesInput(ids: ["2"]), in: env)
        }
        #expect(throws: ApplicationError.decision(.notATask(2))) {
            try ShowTask.run(EntryInput(id: "2"), in: env)
        }
        #expect(throws: ApplicationError.unknownID("lunch")) {
            try ShowTask.run(EntryInput(id: "lunch"), in: env)
        }
        #expect(throws: ApplicationError.decision(.notALine(task))) {
            try VoidEntry.run(EntriesInput(ids: ["trip"]), in: env)
        }
        #expect(throws: ApplicationError.unknownID("1")) {
            try ShowTask.run(EntryInput(id: "1"), in: env)
        }
    }

    @Test func answersFromOutside() throws {
        let env = try opened()
        let added = try answer(
            "task/add", #"{"task":{"title":"Tea","due":"2026-01-15 18:00"}}"#, in: env)
        #expect(added["id"]?.integer == 2)
        let list = try answer("task/list", "{}", in: env)
        let row = try #require(list["rows"]?[0])
        #expect(row["deadline"]?.string == "2026-01-15T18:00:00Z")
        #expect(row["dueLocal"]?.string == "2026-01-15 18:00")
        #expect(row["tab"]?.string == "today")
        #expect(row["type"]?.string == "basic")
        #expect(row.object?.keys.contains("priority") == true)
        #expect(list["counts"]?["today"]?.integer == 1)
        let reader = env.with { $0.access = .granted([.read]) }
        #expect(throws: ApplicationError.denied(path: "task/done", missing: [.write])) {
            try answer("task/done", #"{"ids":["2"]}"#, in: reader)
        }
        #expect(throws: ApplicationError.denied(path: "task/add", missing: [.create])) {
            try answer("task/add", #"{"task":{"title":"Tea"}}"#, in: reader)
        }
    }

    @Test func refusesABlankTitle() throws {
        let env = try opened()
        for title in ["", " ", "\t\u{2003}"] {
            #expect(throws: ApplicationError.decision(.emptyTitle(line: 0))) { try env.task(title) }
        }
        #expect(try env.events() == 2)
    }
}

extension Environment {
    /// The same at another moment.
    func at(_ now: String) throws -> Environment {
        let now = try #require(Timestamp(now))
        return with { $0.now = { now } }
    }

    /// Records a task and returns its id.
    @discardableResult
    func task(_ title: String, due: String? = nil, project: String? = nil) throws -> UInt64 {
        var task = TaskInput()
        (task.title, task.due, task.project) = (title, due, project)
        return try AddTask.run(AddTask.Input(task), in: self).id
    }

    /// The titles in each tab, in order, such as `today: Tea, Soap`.
    func tabs(_ input: ListTasks.Input = ListTasks.Input(all: true)) throws -> [String] {
        let rows = try ListTasks.run(input, in: self).rows
        return TaskTab.allCases.compactMap { tab in
            let titles = rows.filter { $0.tab == tab }.map(\.title)
            return titles.isEmpty ? nil : "\(tab.rawValue): \(titles.joined(separator: ", "))"
        }
    }
}
