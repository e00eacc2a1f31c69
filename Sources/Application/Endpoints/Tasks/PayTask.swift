internal import EventLog
package import Ledger

/// Records what a task cost, and completes it, in one commit.
package enum PayTask: KeyedEndpoint {
    /// Which task, and what was paid.
    package struct Input: Codable, Hashable, Sendable {
        /// Which task: `77`, `#77`, `.3` or a word of its title.
        package var id: String
        /// The expense; without a title and a payee it is called as the task. An empty amount is
        /// what was planned.
        package var line: LineInput

        /// A request.
        package init(id: String, _ line: LineInput) {
            self.id = id
            self.line = line
        }
    }

    /// What was written; the id is that of the expense.
    package typealias Output = WriteReceipt

    package static let path = "task/pay"
    package static let summary = "record what a task cost, and complete it"
    package static let needs: Set<Permission> = [.create, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            let id = try env.id(input.id, in: snapshot, type: "task", live: true)
            let task = try EditTask.todo(id, in: snapshot)
            var line = input.line
            guard line.kind ?? .expense == .expense else {
                throw .badInput(path: path, field: "kind", .badValue)
            }
            if line.title == nil, line.payee == nil { line.title = task.facts.title }
            if line.amount.isEmpty {
                guard case .money(let planned) = task.values[TaskAttributeDeclared.planned.name]
                else { throw .badAmount("", .empty) }
                line.amount = planned.description
                line.currency = line.currency ?? planned.currency.code
            }
            var decision = try AddEntry.decision(
                AddEntry.Input(lines: [line]), in: snapshot, env)
            decision.events += try snapshot.decision(.completeTask(id, reason: "")).events
            return decision
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}
