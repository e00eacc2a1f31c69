internal import EventLog
package import Ledger

/// Records a task.
package enum AddTask: KeyedEndpoint {
    /// The task.
    package struct Input: Codable, Hashable, Sendable {
        /// What it says.
        package var task: TaskInput

        /// A request.
        package init(_ task: TaskInput) {
            self.task = task
        }
    }

    /// What was written; the id is that of the task.
    package typealias Output = WriteReceipt

    package static let path = "task/add"
    package static let summary = "record a task"
    package static let needs: Set<Permission> = [.create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let task = input.task
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            var reader = try TaskReader(env, snapshot)
            let facts = try reader.facts(task)
            return reader.completed(try snapshot.decision(.addTask(facts)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}

extension TaskReader {
    /// The facts of a new task.
    mutating func facts(_ task: TaskInput) throws(ApplicationError) -> TodoFacts {
        var facts = TodoFacts(title: task.title ?? "")
        facts.note = task.note ?? ""
        if let due = task.due, !TaskReader.isNone(due) { facts.deadline = try deadline(due) }
        if let type = task.type { facts.urgency = try TaskReader.urgency(type) }
        if let colour = task.colour { facts.colour = try TaskReader.colour(colour) }
        if let text = task.priority, !text.isEmpty {
            facts.priority = try TaskReader.priority(text)
        }
        if let text = task.project, !text.isEmpty { facts.project = try project(text) }
        facts.tags = task.tags ?? []
        if let name = task.assignee, !name.isEmpty { facts.assignee = try assignee(name) }
        return facts
    }
}

/// A task as it is typed; what is left out is not said.
package struct TaskInput: Codable, Hashable, Sendable {
    /// What is to be done; needed where a task is added.
    package var title: String?
    /// Note.
    package var note: String?
    /// A deadline in the words of ``DeadlinePhrase``; `none` for none.
    package var due: String?
    /// `basic`, `urgent` or `important`; basic when left out.
    package var type: String?
    /// `green`, `teal`, `pink`, `gray` or `blue`; green when left out.
    package var colour: String?
    /// `1` (highest) … `9`, or `H`, `M` and `L` for 1, 5 and 9.
    package var priority: String?
    /// Segments joined by `:`.
    package var project: String?
    /// Tags; when a task is edited all of them.
    package var tags: [String]?
    /// The name of the person who is to do it, or `me`; one who is not known is added.
    package var assignee: String?

    /// A task of which nothing is said yet.
    package init() {}
}

/// Changes a task; what it was stays in its history.
package enum EditTask: KeyedEndpoint {
    /// What is left out stays; an empty text clears what may be missing.
    package struct Input: Codable, Hashable, Sendable {
        /// Which task: `77`, `#77`, `.3` or a word of its title.
        package var id: String
        /// What it says from now on.
        package var task: TaskInput
        /// The version that is to change, as `version` of a list says: when it is another one by
        /// now, nothing is written.
        package var version: UInt64?

        /// A request.
        package init(
            id: String, _ task: TaskInput, version: UInt64? = nil
        ) {
            self.version = version
            self.id = id
            self.task = task
        }
    }

    /// What was written; the id is that of the task.
    package typealias Output = WriteReceipt

    package static let path = "task/edit"
    package static let summary = "change a task, keeping what it was"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            var reader = try TaskReader(env, snapshot)
            id = try env.id(input.id, in: snapshot, type: "task", live: true)
            try check(input.version, of: id, in: snapshot)
            let changes = try changes(input.task, &reader)
            return reader.completed(try snapshot.decision(.editTask(id, changes)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }

    private static func check(
        _ expected: UInt64?, of id: UInt64, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        guard let expected else { return }
        let state = try mappingError(
            ApplicationError.store, snapshot.state(for: [id], withCategories: false))
        guard let version = state.todos[id]?.version, version != expected else { return }
        throw .changedSince(id, version: version, expected: expected)
    }

    private static func changes(
        _ task: TaskInput, _ reader: inout TaskReader
    ) throws(ApplicationError) -> TodoChanges {
        var changes = TodoChanges()
        changes.title = task.title
        changes.note = task.note
        changes.tags = task.tags
        if let type = task.type { changes.urgency = try TaskReader.urgency(type) }
        if let colour = task.colour { changes.colour = try TaskReader.colour(colour) }
        if let due = task.due {
            changes.deadline = TaskReader.isNone(due) ? .clear : .set(try reader.deadline(due))
        }
        if let text = task.priority {
            changes.priority = text.isEmpty ? .clear : .set(try TaskReader.priority(text))
        }
        if let text = task.project {
            changes.project = text.isEmpty ? .clear : .set(try reader.project(text))
        }
        if let name = task.assignee {
            changes.assignee = name.isEmpty ? .clear : .set(try reader.assignee(name))
        }
        return changes
    }
}

/// Gives a task another deadline, or none.
package enum RescheduleTask: KeyedEndpoint {
    /// Which task, and until when.
    package struct Input: Codable, Hashable, Sendable {
        /// Which task: `77`, `#77`, `.3` or a word of its title.
        package var id: String
        /// A deadline in the words of ``DeadlinePhrase``; `none` for none.
        package var due: String

        /// A request.
        package init(id: String, due: String) {
            self.id = id
            self.due = due
        }
    }

    /// What was written; the id is that of the task.
    package typealias Output = WriteReceipt

    package static let path = "task/reschedule"
    package static let summary = "give a task another deadline, or none"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            var reader = try TaskReader(env, snapshot)
            id = try env.id(input.id, in: snapshot, type: "task", live: true)
            let deadline = TaskReader.isNone(input.due) ? nil : try reader.deadline(input.due)
            return reader.completed(try snapshot.decision(.rescheduleTask(id, deadline)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }
}
