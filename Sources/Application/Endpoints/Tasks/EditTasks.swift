internal import EventLog
package import Ledger

/// Changes some tasks in the same way, all in one commit.
package enum EditTasks: KeyedEndpoint {
    /// What is left out stays; an empty text clears what may be missing.
    package struct Input: Codable, Hashable, Sendable {
        /// Which tasks: `77`, `#77`, `.3` or a word of a title.
        package var ids: [String]
        /// What they say from now on; a title only of one.
        package var task: TaskInput
        /// Tags to add to those that each has.
        package var addTags: [String]?
        /// Tags to take away, in any case.
        package var removeTags: [String]?

        /// A request.
        package init(
            ids: [String], _ task: TaskInput, addTags: [String]? = nil, removeTags: [String]? = nil
        ) {
            self.ids = ids
            self.task = task
            self.addTags = addTags
            self.removeTags = removeTags
        }
    }

    /// What was written; the ids are those of the tasks that changed.
    package typealias Output = TasksWritten

    package static let path = "task/edit-all"
    package static let summary = "change some tasks in the same way"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var ids: [UInt64] = []
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            var reader = try TaskReader(env, snapshot)
            let meant = try env.taskIDs(input.ids, in: snapshot, live: true)
            if meant.isEmpty { throw .decision(.nothingGiven) }
            if meant.count > 1, input.task.title != nil {
                throw .badInput(path: path, field: "title", .badValue)
            }
            let changes = try EditTask.changes(input.task, &reader)
            var decision = Decision(events: [])
            var newest: [UInt64: Int] = [:]
            ids = []
            for id in meant {
                var own = changes
                let tags = EditTask.Tags(add: input.addTags, remove: input.removeTags)
                try EditTask.complete(&own, of: id, input.task, tags, reader)
                // What says all of it already is left as it is.
                guard let told = try changed(id, own, in: snapshot) else { continue }
                for event in told.map({ $0.moved(by: decision.events.count) }) {
                    // Two parts of one task: the second follows the first.
                    let target = event.taskTarget ?? id
                    decision.events.append(event.following(newest[target]))
                    newest[target] = decision.events.count - 1
                }
                ids.append(id)
            }
            if ids.isEmpty { throw .decision(.nothingChanged) }
            return reader.completed(decision)
        }
        guard let written = recorded?.written(ids.first) else { throw .decision(.nothingGiven) }
        return TasksWritten(
            id: written.id, ids: ids, position: written.position, root: written.root,
            dryRun: written.dryRun)
    }

    /// The events of a change; `nil` where it changes nothing.
    private static func changed(
        _ id: UInt64, _ changes: TodoChanges, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [Event]? {
        do throws(ApplicationError) {
            return try snapshot.decision(.editTask(id, changes)).events
        } catch .decision(.nothingChanged) { return nil }
    }
}

/// Records a task as another one is, but for what is said otherwise.
package enum DuplicateTask: KeyedEndpoint {
    /// Which task, and what is otherwise.
    package struct Input: Codable, Hashable, Sendable {
        /// Which task: `77`, `#77`, `.3` or a word of its title; closed ones, too.
        package var id: String
        /// What is otherwise.
        package var task: TaskInput
        /// Tags to add to those that it has.
        package var addTags: [String]?
        /// Tags to leave out, in any case.
        package var removeTags: [String]?

        /// A request.
        package init(
            id: String, _ task: TaskInput, addTags: [String]? = nil, removeTags: [String]? = nil
        ) {
            self.id = id
            self.task = task
            self.addTags = addTags
            self.removeTags = removeTags
        }
    }

    /// What was written; the id is that of the new task.
    package typealias Output = WriteReceipt

    package static let path = "task/duplicate"
    package static let summary = "record a task like another"
    // What the other one says is in the answer.
    package static let needs: Set<Permission> = [.read, .create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            var reader = try TaskReader(env, snapshot)
            let id = try env.id(input.id, in: snapshot, type: "task", live: true)
            let known = try EditTask.todo(id, in: snapshot)
            var changes = try EditTask.changes(input.task, &reader)
            let tags = EditTask.Tags(add: input.addTags, remove: input.removeTags)
            try EditTask.complete(&changes, of: id, input.task, tags, reader)
            var facts = known.facts
            facts.take(changes)
            var plan = TodoPlan(
                moments: known.moments,
                prerequisites: known.prerequisites.filter {
                    !changes.removedPrerequisites.contains($0)
                } + changes.addedPrerequisites)
            for (moment, change) in changes.moments {
                plan.moments[moment] = change.applied(to: known.moments[moment])
            }
            plan.parent = changes.parent
            // A text that was erased is none.
            plan.values = known.values.filter { $0.value != .text("") }
            for (name, change) in changes.values {
                plan.values[name] = change.applied(to: known.values[name])
            }
            return reader.completed(try snapshot.decision(.addTask(facts, plan)))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}
