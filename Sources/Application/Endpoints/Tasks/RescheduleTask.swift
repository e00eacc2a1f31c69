internal import EventLog
package import Ledger

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
