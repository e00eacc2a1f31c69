internal import EventLog
package import ReadModels

/// Asks the read models something in SQL.
package enum QueryModels: Endpoint {
    /// A statement.
    package struct Input: Codable, Hashable, Sendable {
        /// One statement of SQLite's SQL that changes nothing.
        package var statement: String

        /// A request.
        package init(statement: String) { self.statement = statement }
    }

    /// What it found. In JSON each row is an object.
    package struct Output: Hashable, Sendable {
        /// What the columns are called, each unlike the others: of two `sum` the second is `sum_2`.
        package let columns: [String]
        /// The rows.
        package let rows: [[SQLValue]]
        /// The projections of which all rows were made anew before, or which wait for an upgrade.
        package let rebuilt: [ModelOutcome]
    }

    package static let path = "sql"
    package static let summary = "ask the tables something in SQL"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let models = try env.models()
        let result = try mappingError(ApplicationError.tables, models.query(input.statement))
        return Output(
            columns: unlike(result.columns), rows: result.rows,
            rebuilt: result.outcomes.filter { $0.cause != nil || $0.outdated != nil })
    }

    private static func unlike(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var (unlike, number) = (name, 1)
            while !taken.insert(unlike).inserted {
                number += 1
                unlike = "\(name)_\(number)"
            }
            return unlike
        }
    }
}

extension QueryModels.Output: Codable {
    private enum Key: String, CodingKey {
        case columns, rows, rebuilt
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let columns = try container.decode([String].self, forKey: .columns)
        let rows = try container.decode([[String: SQLValue]].self, forKey: .rows)
        self.columns = columns
        self.rows = rows.map { row in columns.map { row[$0] ?? .null } }
        rebuilt = try container.decode([ModelOutcome].self, forKey: .rebuilt)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(columns, forKey: .columns)
        let rows = rows.map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
        try container.encode(rows, forKey: .rows)
        try container.encode(rebuilt, forKey: .rebuilt)
    }
}
