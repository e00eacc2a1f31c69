internal import EventLog
internal import Ledger

extension TodoModel {
    /// The rows of what tasks wait for, and of what they have of attributes.
    struct PartRows {
        private let version: SQLStatement
        private let linking: SQLStatement
        private let unlinking: SQLStatement
        private let valuing: SQLStatement
        private let unvaluing: SQLStatement

        init(_ writer: ModelWriter) throws {
            version = try writer.statement("UPDATE @task SET version = ? WHERE position = ?")
            linking = try writer.insertion(tables[1])
            unlinking = try writer.statement(
                "DELETE FROM @task_link WHERE task = ? AND prerequisite = ?")
            valuing = try writer.insertion(tables[2])
            unvaluing = try writer.statement(
                "DELETE FROM @task_value WHERE task = ? AND attribute = ?")
        }

        func take(_ change: TaskLinked, at position: SQLValue) throws {
            let link = [id(of: change.target), id(of: change.prerequisite)]
            try (change.ends ? unlinking : linking).run(link)
            try version.run([position, id(of: change.target)])
        }

        func take(_ change: TaskValued, at position: SQLValue) throws {
            let key = [id(of: change.target), .text(change.attribute)]
            try unvaluing.run(key)
            if let value = change.value {
                let number = value.number.map { SQLValue.integer($0) } ?? .null
                try valuing.run(key + [.text(value.kind.name), .text(value.description), number])
            }
            try version.run([position, id(of: change.target)])
        }
    }

    static func id(of reference: Reference) -> SQLValue {
        reference.position.map { .integer(Int64(clamping: $0)) } ?? .null
    }
}

extension TodoValue {
    /// Millionths, minor units or seconds; `nil` for texts and dates.
    fileprivate var number: Int64? {
        switch self {
        case .number(let number), .duration(let number): number
        case .money(let money): money.minor
        case .text, .date: nil
        }
    }
}
