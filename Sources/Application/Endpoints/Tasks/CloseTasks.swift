internal import EventLog
internal import Ledger

/// What was written of some tasks.
package struct TasksWritten: Codable, Hashable, Sendable {
    /// The position of the first task that was meant.
    package let id: UInt64
    /// The positions of all tasks that were changed.
    package let ids: [UInt64]
    /// The position of the last event that was written.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// `true` when nothing was kept, so that position and root are what they would have been; else
    /// left out.
    package let dryRun: Bool?
}

/// Completes tasks, late ones too.
package enum CompleteTasks: KeyedEndpoint {
    package typealias Input = EntriesInput
    package typealias Output = TasksWritten

    package static let path = "task/done"
    package static let summary = "complete a task"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record(input, live: true) { id, reason in
            env.isDeciding(input)
                ? .closeOtherwise(id, isDropped: false, reason: reason)
                : .completeTask(id, reason: reason)
        }
    }
}

/// Takes up completed or dropped tasks again.
package enum ReopenTasks: KeyedEndpoint {
    package typealias Input = EntriesInput
    package typealias Output = TasksWritten

    package static let path = "task/reopen"
    package static let summary = "take up a completed or dropped task again"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record(input, live: false) { .reopenTask($0, reason: $1) }
    }
}

/// Drops tasks: they will not be done, and can be reopened.
package enum DropTasks: KeyedEndpoint {
    package typealias Input = EntriesInput
    package typealias Output = TasksWritten

    package static let path = "task/drop"
    package static let summary = "drop a task"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record(input, live: true) { id, reason in
            env.isDeciding(input)
                ? .closeOtherwise(id, isDropped: true, reason: reason)
                : .dropTask(id, reason: reason)
        }
    }
}

/// Begins to work on tasks.
package enum StartTasks: KeyedEndpoint {
    package typealias Input = EntriesInput
    package typealias Output = TasksWritten

    package static let path = "task/start"
    package static let summary = "begin to work on a task"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record(input, live: true) { .startTask($0, reason: $1) }
    }
}

/// Ends to work on tasks for now.
package enum StopTasks: KeyedEndpoint {
    package typealias Input = EntriesInput
    package typealias Output = TasksWritten

    package static let path = "task/stop"
    package static let summary = "end to work on a task for now"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record(input, live: true) { .stopTask($0, reason: $1) }
    }
}

extension Environment {
    /// Whether what is recorded decides about what a merge set aside: one side may have completed
    /// a task that the other one dropped.
    fileprivate func isDeciding(_ input: EntriesInput) -> Bool {
        input.ids.count == 1 && key.flatMap(OwnKey.init(of:)) == .decision
    }

    /// Records the same for some tasks, all in one commit.
    fileprivate func record(
        _ input: EntriesInput, live: Bool, _ command: (UInt64, String) -> Command
    ) throws(ApplicationError) -> TasksWritten {
        var ids: [UInt64] = []
        let recorder = try recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            // What decides may be about a closed task as about an open one.
            ids = try env.taskIDs(
                input.ids, in: snapshot, live: env.isDeciding(input) ? nil : live)
            if ids.isEmpty { throw .decision(.nothingGiven) }
            let state = try mappingError(
                ApplicationError.store, snapshot.state(for: ids, withCategories: false))
            var decision = Decision(events: [])
            for id in ids {
                decision.events += try mappingError(
                    ApplicationError.decision, decide(command(id, input.reason ?? ""), state).events
                )
            }
            return decision
        }
        guard let written = recorded?.written(ids.first) else { throw .decision(.nothingGiven) }
        return TasksWritten(
            id: written.id, ids: ids, position: written.position, root: written.root,
            dryRun: written.dryRun)
    }
}
