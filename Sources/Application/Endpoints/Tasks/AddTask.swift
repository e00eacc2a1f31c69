internal import EventLog
package import Ledger

/// Records a task.
package enum AddTask: KeyedEndpoint {
    /// The task.
    package struct Input: Codable, Hashable, Sendable {
        /// What it says.
        package var task: TaskInput
        /// When it was done, as deadlines are typed, or `now`; left out for a task that is to be
        /// done.
        package var done: String?

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
            var plan = try reader.plan(task)
            reader.noteUntil(plan.moments, facts.deadline)
            if let done = input.done {
                plan.finishedAt =
                    done == "now" ? reader.clock.now : try reader.past(done)
            }
            return reader.completed(try snapshot.decision(.addTask(facts, plan)))
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
        facts.tags = task.tags?.distinctTags ?? []
        if let name = task.assignee, !name.isEmpty { facts.assignee = try assignee(name) }
        return facts
    }

    /// When a new task is hidden, to be taken up and of use, and for what it waits.
    mutating func plan(_ task: TaskInput) throws(ApplicationError) -> TodoPlan {
        var plan = TodoPlan()
        for (moment, text) in task.moments where !TaskReader.isNone(text) {
            plan.moments[moment] = try plannedMoment(text)
        }
        for text in task.depends ?? [] {
            plan.prerequisites.append(
                try env.id(text, in: snapshot, type: "task", live: true))
        }
        return plan
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
    /// Until when it is hidden, as ``due`` is typed.
    package var wait: String?
    /// When it is to be taken up, as ``due`` is typed.
    package var scheduled: String?
    /// Until when it is of use, as ``due`` is typed.
    package var until: String?
    /// Tasks that have to be done before, by id or a word of the title; when a task is edited those
    /// to add, and with a `-` before it one to take away, `none` for all.
    package var depends: [String]?

    /// A task of which nothing is said yet.
    package init() {}

    /// The moments that are said, as they are typed.
    fileprivate var moments: [(moment: TodoMoment, text: String)] {
        let texts: [(TodoMoment, String?)] = [
            (.wait, wait), (.scheduled, scheduled), (.until, until),
        ]
        return texts.compactMap { moment, text in text.map { (moment, $0) } }
    }
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
        /// Tags to add to those that it has.
        package var addTags: [String]?
        /// Tags to take away, in any case.
        package var removeTags: [String]?

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
            var changes = try changes(input.task, &reader)
            if changes.moments[.until] != nil {
                let known = try todo(id, in: snapshot)
                var moments = known.moments
                for (moment, change) in changes.moments {
                    moments[moment] = value(change, known.moments[moment])
                }
                reader.noteUntil(moments, value(changes.deadline, known.facts.deadline))
            }
            if input.addTags != nil || input.removeTags != nil {
                let known = try todo(id, in: snapshot).facts.tags
                changes.tags = tags(changes.tags ?? known, input)
            }
            try depend(input.task.depends ?? [], id, reader, &changes)
            return reader.completed(try snapshot.decision(.editTask(id, changes)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }

    /// What a moment becomes.
    private static func value(_ change: Change<Deadline>, _ known: Deadline?) -> Deadline? {
        switch change {
        case .keep: known
        case .clear: nil
        case .set(let value): value
        }
    }

    /// Some tags without those to take away and with those to add.
    private static func tags(_ tags: [String], _ input: Input) -> [String] {
        let gone = (input.removeTags ?? []).map { $0.lowercased() }
        var tags = tags.filter { !gone.contains($0.lowercased()) }
        for tag in input.addTags ?? []
        where !tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
            tags.append(tag)
        }
        return tags
    }

    /// For what a task waits from now on.
    private static func depend(
        _ texts: [String], _ id: UInt64, _ reader: TaskReader, _ changes: inout TodoChanges
    ) throws(ApplicationError) {
        for text in texts {
            if TaskReader.isNone(text) {
                changes.removedPrerequisites += try todo(id, in: reader.snapshot).prerequisites
                continue
            }
            let isGone = text.hasPrefix("-")
            let task = try reader.env.id(
                isGone ? String(text.dropFirst()) : text, in: reader.snapshot, type: "task",
                live: true)
            if isGone {
                changes.removedPrerequisites.append(task)
            } else {
                changes.addedPrerequisites.append(task)
            }
        }
    }

    /// A task as it is.
    ///
    /// - Throws: Where it is none.
    static func todo(
        _ id: UInt64, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> TodoState {
        let state = try mappingError(
            ApplicationError.store, snapshot.state(for: [id], withCategories: false))
        if let todo = state.todos[id] { return todo }
        throw .decision(state.lines[id] == nil ? .unknownTarget(id) : .notATask(id))
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
        changes.tags = task.tags?.distinctTags
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
        for (moment, text) in task.moments {
            changes.moments[moment] =
                TaskReader.isNone(text) ? .clear : .set(try reader.plannedMoment(text))
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
