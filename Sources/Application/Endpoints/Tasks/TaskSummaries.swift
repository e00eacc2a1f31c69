internal import EventLog
internal import Interchange
internal import Ledger

/// Lists the projects of tasks, and how far each is.
package enum ListProjects: Endpoint {
    package typealias Input = NoInput

    /// A project with everything below it.
    package struct Row: Codable, Hashable, Sendable {
        /// Segments joined by `:`; empty for tasks without a project.
        package let project: String
        /// Tasks that are to be done.
        package fileprivate(set) var open = 0
        /// Of them those that are late.
        package fileprivate(set) var late = 0
        /// Tasks that were done.
        package fileprivate(set) var done = 0
        /// Days since its oldest open task was recorded, here or where it came from; 0 without one.
        package fileprivate(set) var age = 0

        fileprivate init(_ project: String) { self.project = project }

        /// Per cent that are done, rounded down.
        package var percent: Int { open + done == 0 ? 0 : 100 * done / (open + done) }
    }

    /// The projects, ascending.
    package struct Output: Codable, Hashable, Sendable {
        /// One row for each project and each level above.
        package let rows: [Row]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    /// The most levels of a project that have rows; what is deeper counts in those above.
    package static let levelsMax = 50

    package static let path = "task/projects"
    package static let summary = "list projects of tasks and how far each is"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        var rows: [[String]: Row] = [:]
        for entry in try env.everyTask(snapshot) where entry.state.status != .dropped {
            let facts = entry.state.facts
            let segments = Array(facts.project?.segments.prefix(levelsMax) ?? [])
            let days = entry.state.status == .completed ? 0 : age(of: entry, clock)
            for depth in min(1, segments.count)...segments.count {
                let key = Array(segments.prefix(depth))
                var row = rows[key] ?? Row(key.joined(separator: ":"))
                if entry.state.status == .completed {
                    row.done += 1
                } else {
                    row.open += 1
                    if clock.tab(.open, facts.deadline) == .failed { row.late += 1 }
                    row.age = max(row.age, days)
                }
                rows[key] = row
            }
        }
        let head = try env.head(of: snapshot)
        let keys = rows.keys.sorted { $0.lexicographicallyPrecedes($1, by: NameOrder.isBefore) }
        return Output(
            rows: keys.compactMap { rows[$0] }, position: max(1, snapshot.count) - 1,
            root: head)
    }

    /// Days since a task was recorded.
    private static func age(of entry: TodoTable.Entry, _ clock: TaskClock) -> Int {
        let note = entry.state.facts.note
        let said = note.isEmpty ? nil : TaskNote(note).entered(in: clock.zone)
        let age = clock.now.millisecondsSince1970
            .subtractingReportingOverflow((said ?? entry.addedAt).millisecondsSince1970)
        return age.overflow ? 0 : Int(max(0, age.partialValue) / 86_400_000)
    }
}

/// Lists the time that was spent on tasks.
package enum TaskTime: Endpoint {
    package typealias Input = NoInput

    /// A task on which time was spent.
    package struct Row: Codable, Hashable, Sendable {
        /// The task's id.
        package let id: UInt64
        /// What is to be done.
        package let title: String
        /// Segments joined by `:`; empty for none.
        package let project: String
        /// Seconds, those since it was started included.
        package let spent: Int64
        /// Whether it is being worked on.
        package let started: Bool
    }

    /// The tasks, ascending by id, with the sum.
    package struct Output: Codable, Hashable, Sendable {
        /// Tasks on which time was spent.
        package let rows: [Row]
        /// Seconds in all.
        package let spent: Int64
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/time"
    package static let summary = "list the time that was spent on tasks"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        let rows = try env.everyTask(snapshot).compactMap { entry -> Row? in
            let spent = entry.spent(by: clock.now)
            if spent == 0, entry.startedAt == nil { return nil }
            return Row(
                id: entry.state.id, title: entry.state.facts.title,
                project: entry.state.facts.project?.text ?? "", spent: spent,
                started: entry.startedAt != nil)
        }
        return Output(
            rows: rows, spent: rows.reduce(0) { $0 &+ $1.spent },
            position: max(1, snapshot.count) - 1, root: try env.head(of: snapshot))
    }
}

extension Environment {
    /// All tasks, ascending by id.
    func everyTask(
        _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [TodoTable.Entry] {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.todos().entries
        }
    }

    /// The root over all events of a ledger, lower-case hex.
    func head(of snapshot: LedgerSnapshot) throws(ApplicationError) -> String {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.head().root.hex
        }
    }
}
