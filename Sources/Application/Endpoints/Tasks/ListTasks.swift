internal import EventLog
package import Ledger

/// Lists tasks by their deadlines.
package enum ListTasks: Endpoint {
    /// Which tasks; without anything those that are open.
    package struct Input: Codable, Hashable, Sendable {
        /// `today`, `upcoming`, `done`, `failed`; `open` for the three that are open, `all` for all
        /// four; those that were dropped only with ``all``.
        package var tab: String?
        /// Whether all are wanted, those that were dropped too; goes before ``tab``.
        package var all: Bool?
        /// A project with everything below it, in any case.
        package var project: String?
        /// Tags in any case; a task has all of them.
        package var tags: [String]?
        /// `basic`, `urgent` or `important`.
        package var type: String?
        /// `green`, `teal`, `pink`, `gray` or `blue`.
        package var colour: String?
        /// `1` … `9`, `H`, `M` or `L`.
        package var priority: String?
        /// The name of the person who is to do them, or `me`.
        package var assignee: String?
        /// Terms that have to hold as well: words, `project:home`, `due.before:fri`, `+shop`,
        /// `is:blocked`, joined by `or`, `and`, `not` and brackets.
        package var terms: String?
        /// Whether only open tasks are wanted that are hidden until later, or of no use any more;
        /// else they are left out, unless all are wanted.
        package var waiting: Bool?
        /// Whether each task is to come with its small number of the day.
        package var numbers: Bool?
        /// How many tasks, at most; those that press come first.
        package var limit: Int?
        /// How many tasks to pass over first.
        package var skip: Int?

        /// A request.
        package init(tab: String? = nil, all: Bool? = nil) {
            self.tab = tab
            self.all = all
        }
    }

    /// The tasks.
    package typealias Output = TaskList

    package static let path = "task/list"
    package static let summary = "list tasks by their deadlines"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        var filter = TaskFilter()
        filter.withDropped = input.all ?? false
        filter.tabs = filter.withDropped ? Set(TaskTab.allCases) : try tabs(input.tab ?? "open")
        if filter.withDropped { filter.hidden = .with }
        if input.waiting == true { filter.hidden = .only }
        filter.project = try input.project.map { text throws(ApplicationError) in
            try env.tree(of: TaskReader.path(text), in: snapshot)
        }
        filter.tags = input.tags ?? []
        filter.urgency = try input.type.map(TaskReader.urgency)
        filter.colour = try input.colour.map(TaskReader.colour)
        filter.priority = try input.priority.map(TaskReader.priority)
        filter.assignee = try input.assignee.map { name throws(ApplicationError) in
            try env.person(name, in: snapshot)
        }
        if let terms = input.terms, !terms.isEmpty {
            filter.take(try env.taskQuery(terms, in: snapshot))
        }
        let page = try Page(skip: input.skip, limit: input.limit)
        var list = try env.tasks(filter, in: snapshot, page: page.rows)
        list.hints = try env.hints(of: filter, for: list, in: snapshot)
        if input.numbers == true {
            let ids = try env.numberedTasks(in: snapshot)
            let numbers = Dictionary(uniqueKeysWithValues: zip(ids, 1...))
            for index in list.rows.indices {
                list.rows[index].number = numbers[list.rows[index].id]
            }
        }
        return list
    }

    private static func tabs(_ text: String) throws(ApplicationError) -> Set<TaskTab> {
        let name = text.lowercased()
        if let tab = TaskTab(rawValue: name) { return [tab] }
        switch name {
        case "open": return [.failed, .today, .upcoming]
        case "all": return Set(TaskTab.allCases)
        default:
            let allowed = TaskTab.allCases.map(\.rawValue) + ["open", "all"]
            throw .badChoice(field: "tab", text, allowed: allowed)
        }
    }
}

/// Finds tasks by words, closed and dropped ones too.
package enum FindTasks: Endpoint {
    /// What to look for.
    package struct Input: Codable, Hashable, Sendable {
        /// Words that all occur in title, note, tags or project, in any case.
        package var text: String
        /// How many tasks, at most; those that press come first.
        package var limit: Int?
        /// How many tasks to pass over first.
        package var skip: Int?

        /// A request.
        package init(text: String) { self.text = text }
    }

    /// The tasks.
    package typealias Output = TaskList

    package static let path = "task/find"
    package static let summary = "find tasks by words of title, note, tags and project"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var filter = TaskFilter()
        filter.withDropped = true
        filter.hidden = .with
        filter.text = input.text
        let page = try Page(skip: input.skip, limit: input.limit)
        let snapshot = try env.snapshot()
        var list = try env.tasks(filter, in: snapshot, page: page.rows)
        list.hints = try env.hints(of: filter, for: list, in: snapshot)
        return list
    }
}

/// Shows one task, whatever became of it.
package enum ShowTask: Endpoint {
    package typealias Input = EntryInput
    /// One row, what was paid for it, and its files.
    package typealias Output = TaskList

    package static let path = "task/show"
    package static let summary = "show one task"
    package static let needs: Set<Permission> = [.read]

    package static func receipt(_ input: Input) -> String? { input.id }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try env.id(input.id, in: snapshot, type: "task", live: true)
        let clock = try env.taskClock(snapshot)
        var list = try mappingError(ApplicationError.store, snapshot.task(id, clock))
        if !list.rows.isEmpty {
            let paid = try env.payments(for: [id], in: snapshot)
            if !paid.isEmpty { list.paid = paid.map { "\($0.entry): \($0.amount)" } }
            let files = try snapshot.files(of: id).map(\.name)
            if !files.isEmpty { list.files = files }
            return list
        }
        let state = try mappingError(
            ApplicationError.store, snapshot.state(for: [id], withCategories: false))
        throw state.lines[id] == nil ? .unknownID(input.id) : .decision(.notATask(id))
    }
}

/// Lists what is late or due soon: what to be reminded of.
package enum DueTasks: Endpoint {
    /// How soon.
    package struct Input: Codable, Hashable, Sendable {
        /// `2d` for today and the two days after it, `12h` for twelve hours from now; today when
        /// left out.
        package var within: String?
        /// How many tasks, at most; all when left out.
        package var limit: Int?

        /// A request.
        package init(within: String? = nil, limit: Int? = nil) {
            self.within = within
            self.limit = limit
        }
    }

    /// The tasks, late ones first, and what comes again and is expected.
    package typealias Output = TaskList

    package static let path = "due"
    package static let summary = "list what is late or due today: tasks, and what comes again"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        var filter = TaskFilter()
        filter.tabs = [.failed, .today, .upcoming]
        let last: Day
        switch try input.within.map(span) ?? .days(0) {
        case .days(let count):
            last = clock.today.adding(days: count)
            filter.dueBefore = clock.zone.start(of: last.adding(days: 1))
        case .minutes(let count):
            // A deadline at the very end still counts, and so do all of today.
            let end = clock.now.adding(milliseconds: Int64(count) * 60_000)
            last = clock.zone.day(at: end)
            filter.dueBefore = max(
                end.adding(milliseconds: 1), clock.zone.start(of: clock.today.adding(days: 1)))
        }
        let page = try Page(skip: nil, limit: input.limit)
        var list = try env.tasks(filter, in: snapshot, page: page.rows)
        list.expected = try mappingError(
            ApplicationError.store,
            snapshot.expected(
                before: last.adding(days: 1), today: clock.today, withSums: env.hashed == false))
        return list
    }

    private static func span(_ text: String) throws(ApplicationError) -> TimeSpan {
        if let span = TimeSpan(text) { return span }
        throw .badSpan(text)
    }
}

extension Environment {
    /// What may be meant by names that no task has, where none was found; `nil` for nothing, and
    /// for pages, which show none.
    fileprivate func hints(
        of filter: TaskFilter, for list: TaskList, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [NameHint]? {
        if memo != nil || list.count > 0 { return nil }
        let found = try mappingError(ApplicationError.store, snapshot.hints(of: filter))
        return found.isEmpty ? nil : found
    }

    /// Tasks as they are now.
    fileprivate func tasks(
        _ filter: TaskFilter, in snapshot: LedgerSnapshot, page: Range<Int>
    ) throws(ApplicationError) -> TaskList {
        let clock = try taskClock(snapshot)
        return try mappingError(
            ApplicationError.store,
            snapshot.tasks(filter, clock, page: page, withSums: hashed == false))
    }
}
