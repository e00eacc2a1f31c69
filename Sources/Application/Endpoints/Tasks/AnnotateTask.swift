internal import EventLog
internal import Interchange
package import Ledger

/// Adds a line to the note of a task, with the day and the time in the ledger's zone before it.
package enum AnnotateTask: KeyedEndpoint {
    /// Which task, and what to add.
    package struct Input: Codable, Hashable, Sendable {
        /// Which task: `77`, `#77`, `.3` or a word of its title.
        package var id: String
        /// What is added.
        package var text: String

        /// A request.
        package init(id: String, text: String) {
            (self.id, self.text) = (id, text)
        }
    }

    /// What was written; the id is that of the task.
    package typealias Output = WriteReceipt

    package static let path = "task/annotate"
    package static let summary = "add a dated line to the note of a task"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            id = try env.id(input.id, in: snapshot, type: "task", live: true)
            if input.text.trimmed.isEmpty {
                throw .badInput(path: path, field: "text", .badValue)
            }
            let known = TaskNote(try EditTask.todo(id, in: snapshot).facts.note)
            let clock = try env.taskClock(snapshot)
            let line = "\(clock.local(.instant(clock.now)).prefix(16)) \(input.text.trimmed)"
            let text = known.text.isEmpty ? line : "\(known.text)\n\(line)"
            var changes = TodoChanges()
            changes.note = TaskNote(text, known.format, known.attributes).note
            return try snapshot.decision(.editTask(id, changes))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }
}
