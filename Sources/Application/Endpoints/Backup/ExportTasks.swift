internal import EventLog
internal import Interchange
internal import Ledger

/// Writes tasks in a format of other programs.
package enum ExportTasks: Endpoint {
    /// Which format.
    package struct Input: Codable, Hashable, Sendable {
        /// `taskwarrior`, `todo.txt` or `ics`.
        package var form: String

        /// A request.
        package init(form: String) { self.form = form }
    }

    /// The tasks.
    package struct Output: Codable, Hashable, Sendable {
        /// The text of a file.
        package let text: String
        /// How many events the ledger has.
        package let events: UInt64
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/export"
    package static let summary = "write tasks for Taskwarrior, todo.txt or a calendar"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        guard let format = TaskFormat(rawValue: input.form) else {
            throw .badChoice(
                field: "form", input.form, allowed: TaskFormat.allCases.map(\.rawValue))
        }
        let snapshot = try env.snapshot()
        let zone = try env.zone(of: snapshot)
        let writer = format.writer(zone, [])
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let data = snapshot.referenceData
            // What is taken back may have come a second time, under the same id.
            var tasks = try snapshot.knownTasks()
            if tasks.indices.contains(where: { tasks[$0].isTakenBack }) {
                tasks.removeAll(where: \.isTakenBack)
            }
            let text = writer.text(tasks) { data.personName($0) }
            return Output(
                text: text, events: snapshot.count, position: max(1, snapshot.count) - 1,
                root: try snapshot.head().root.hex)
        }
    }
}
