internal import EventLog
package import Ledger

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
                    moments[moment] = change.applied(to: known.moments[moment])
                }
                let deadline = changes.deadline.applied(to: known.facts.deadline)
                reader.noteUntil(moments, deadline)
            }
            let tags = Tags(add: input.addTags, remove: input.removeTags)
            try complete(&changes, of: id, input.task, tags, reader)
            return reader.completed(try snapshot.decision(.editTask(id, changes)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }

    /// Tags to add to those that there are, and to take away.
    struct Tags {
        let add: [String]?
        let remove: [String]?

        func applied(to tags: [String]) -> [String] {
            let gone = (remove ?? []).map { $0.lowercased() }
            var tags = tags.filter { !gone.contains($0.lowercased()) }
            for tag in add ?? []
            where !tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
                tags.append(tag)
            }
            return tags
        }
    }

    /// Adds to a change what depends on the task: tags, and for what it waits.
    static func complete(
        _ changes: inout TodoChanges, of id: UInt64, _ task: TaskInput, _ tags: Tags,
        _ reader: TaskReader
    ) throws(ApplicationError) {
        if tags.add != nil || tags.remove != nil {
            let known = try todo(id, in: reader.snapshot).facts.tags
            changes.tags = tags.applied(to: changes.tags ?? known)
        }
        if let parent = task.parent {
            // What is no part any more is said of the whole.
            if parent.isEmpty { throw .badInput(path: path, field: "parent", .badValue) }
            changes.parent = try reader.env.id(
                parent, in: reader.snapshot, type: "task", live: true)
        }
        try depend(task.depends ?? [], id, reader, &changes)
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
        throw .changedSince("\(id)", version: version, expected: expected)
    }

    static func changes(
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
            changes.assignee =
                name.isEmpty
                ? .clear : .set(try reader.assignee(name, refusesSlips: task.refusesSlips == true))
        }
        changes.values = try reader.values(task.attributes)
        for (moment, text) in task.moments {
            changes.moments[moment] =
                TaskReader.isNone(text) ? .clear : .set(try reader.plannedMoment(text))
        }
        return changes
    }
}
