internal import EventLog
internal import Interchange
package import Ledger

/// An open task with how much it presses.
package struct PressingTask: Codable, Hashable, Sendable {
    /// The task's id.
    package let id: UInt64
    /// What is to be done.
    package let title: String
    /// How much it presses, to a thousandth, such as `8.98`.
    package let urgency: String
    /// The deadline as clocks of the ledger's zone show it; empty for none.
    package let dueLocal: String
    /// Whether it is late.
    package let late: Bool
    /// 1 (highest) … 9; left out for none.
    package let priority: UInt8?
    /// Segments joined by `:`; empty for none.
    package let project: String
    /// Tags.
    package let tags: [String]
    /// Whether it waits for another open task.
    package let blocked: Bool
    /// Whether it is being worked on.
    package let started: Bool
}

/// Lists what to do next: open tasks by how much they press.
package enum NextTasks: Endpoint {
    /// Which tasks.
    package struct Input: Codable, Hashable, Sendable {
        /// A project with everything below it, in any case.
        package var project: String?
        /// Tags in any case; a task has all of them.
        package var tags: [String]?
        /// Terms that have to hold as well, as lists take them.
        package var terms: String?
        /// How many tasks, at most.
        package var limit: Int?

        /// A request.
        package init() {}
    }

    /// The tasks, the most pressing first.
    package struct Output: Codable, Hashable, Sendable {
        /// The tasks.
        package let rows: [PressingTask]
        /// How many there are in all.
        package let count: Int
        /// The moment for which the order holds.
        package let now: Timestamp
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/next"
    package static let summary = "list open tasks by how much they press"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let clock = try env.taskClock(snapshot)
        var filter = TaskFilter()
        filter.project = try input.project.map { text throws(ApplicationError) in
            try env.tree(of: TaskReader.path(text), in: snapshot)
        }
        filter.tags = input.tags ?? []
        let query = try input.terms.map { terms throws(ApplicationError) in
            try env.taskQuery(terms, in: snapshot)
        }
        let board = try PressureBoard(snapshot, clock, env)
        let links = TaskLinks(board.open)
        // Entries are large: their indexes are sorted.
        var found: [(sum: Int64, index: Int)] = []
        for (index, entry) in board.open.enumerated() {
            let facts = entry.state.facts
            guard filter.wants(facts), !clock.isHidden(entry.state) else { continue }
            if let query, !query.admits(entry, clock, links) { continue }
            found.append((board.pressure(entry).sum, index))
        }
        found.sort { ($1.sum, $0.index) < ($0.sum, $1.index) }
        let shown = found.prefix(max(0, input.limit ?? found.count))
        let head = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.head()
        }
        return Output(
            rows: shown.map { board.row(board.open[$0.index], $0.sum) }, count: found.count,
            now: clock.now,
            position: max(1, snapshot.count) - 1, root: head.root.hex)
    }
}

/// Says why a task presses as it does.
package enum ExplainTask: Endpoint {
    package typealias Input = EntryInput

    /// A term of the sum.
    package struct Term: Codable, Hashable, Sendable {
        /// Why: `due`, `priority`, `tag shop` and so on.
        package let term: String
        /// By what the factor counts, such as `12.0`.
        package let coefficient: String
        /// How far it holds, 0 to 1.
        package let factor: String
        /// Their product.
        package let product: String
    }

    /// The sum and its terms.
    package struct Output: Codable, Hashable, Sendable {
        /// The task's id.
        package let id: UInt64
        /// What is to be done.
        package let title: String
        /// The sum.
        package let urgency: String
        /// The terms that are not zero; none of a task that is not open.
        package let rows: [Term]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/explain"
    package static let summary = "say why a task presses as it does"
    package static let needs: Set<Permission> = [.read]

    package static func receipt(_ input: Input) -> String? { input.id }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try env.id(input.id, in: snapshot, type: "task", live: true)
        let todo = try EditTask.todo(id, in: snapshot)
        let board = try PressureBoard(snapshot, try env.taskClock(snapshot), env)
        let pressure = board.open.first { $0.state.id == id }.map(board.pressure)
        let head = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.head()
        }
        let rows = (pressure?.terms ?? []).map { term in
            Term(
                term: term.name, coefficient: TodoPressure.text(term.coefficient),
                factor: TodoPressure.text(term.factor), product: TodoPressure.text(term.product))
        }
        return Output(
            id: id, title: todo.facts.title, urgency: TodoPressure.text(pressure?.sum ?? 0),
            rows: rows, position: max(1, snapshot.count) - 1, root: head.root.hex)
    }
}

/// The open tasks of a ledger, and what presses around each.
private struct PressureBoard {
    let open: [TodoTable.Entry]
    private let openIDs: Set<UInt64>
    private var blocking: Set<UInt64> = []
    private let clock: TaskClock
    private let weights: PressureWeights

    init(
        _ snapshot: LedgerSnapshot, _ clock: TaskClock, _ env: Environment
    ) throws(ApplicationError) {
        self.clock = clock
        weights = env.weights
        open = try mappingError(
            ApplicationError.store, snapshot.openTasks(withSums: env.hashed == false))
        openIDs = Set(open.map(\.state.id))
        for entry in open { blocking.formUnion(entry.state.prerequisites) }
    }

    private func isBlocked(_ todo: TodoState) -> Bool {
        todo.prerequisites.contains(where: openIDs.contains)
    }

    func pressure(_ entry: TodoTable.Entry) -> TodoPressure {
        let note = TaskNote(entry.state.facts.note)
        var around = TodoPressure.Surroundings(
            addedAt: note.entered(in: clock.zone) ?? entry.addedAt)
        around.isBlocked = isBlocked(entry.state)
        around.isBlocking = blocking.contains(entry.state.id)
        around.annotations = note.annotationCount
        return TodoPressure(entry.state, around, clock, weights)
    }

    func row(_ entry: TodoTable.Entry, _ sum: Int64) -> PressingTask {
        let facts = entry.state.facts
        return PressingTask(
            id: entry.state.id, title: facts.title, urgency: TodoPressure.text(sum),
            dueLocal: facts.deadline.map(clock.local) ?? "",
            late: clock.tab(.open, facts.deadline) == .failed, priority: facts.priority,
            project: facts.project?.text ?? "", tags: facts.tags,
            blocked: isBlocked(entry.state), started: entry.state.isStarted)
    }
}
