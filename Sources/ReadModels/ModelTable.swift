/// A table of the database, as it is made and documented.
package struct ModelTable: Hashable, Sendable {
    /// A column.
    package struct Column: Hashable, Sendable {
        /// What SQL calls it.
        package let name: String
        /// `INTEGER`, `REAL` or `TEXT`.
        package let type: String
        /// Whether it may be NULL.
        package let isOptional: Bool
        /// What it says.
        package let meaning: String
    }

    /// What SQL calls it.
    package let name: String
    /// What its rows are.
    package let meaning: String
    /// The columns, in order.
    package let columns: [Column]
    /// The columns of the primary key.
    package let key: [String]

    /// The statement that makes it; what it says about itself stays in the schema.
    func creation(in schema: String) -> String {
        var lines = ["CREATE TABLE \(schema).\(name) (  -- \(meaning)"]
        for column in columns {
            let optional = column.isOptional ? "" : " NOT NULL"
            lines.append("  \(column.name) \(column.type)\(optional),  -- \(column.meaning)")
        }
        lines.append("  PRIMARY KEY (\(key.joined(separator: ", ")))")
        return lines.joined(separator: "\n") + "\n) STRICT\(isByRow ? "" : ", WITHOUT ROWID")"
    }

    /// Whether rows are found by one integer.
    private var isByRow: Bool {
        key.count == 1 && columns.contains { $0.name == key[0] && $0.type == "INTEGER" }
    }

    /// The columns of the key and `?` for each, for a condition.
    var keyCondition: String { key.map { "\($0) = ?" }.joined(separator: " AND ") }

    /// The statement that adds a row.
    func insertion(in schema: String, replacing: Bool = false) -> String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT \(replacing ? "OR REPLACE " : "")INTO \(schema).\(name) VALUES (\(marks))"
    }
}

extension ModelTable.Column {
    /// A column of whole numbers.
    static func integer(_ name: String, _ meaning: String, isOptional: Bool = false) -> Self {
        Self(name: name, type: "INTEGER", isOptional: isOptional, meaning: meaning)
    }

    /// A column of text.
    static func text(_ name: String, _ meaning: String, isOptional: Bool = false) -> Self {
        Self(name: name, type: "TEXT", isOptional: isOptional, meaning: meaning)
    }

    /// A column of numbers.
    static func real(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: "REAL", isOptional: false, meaning: meaning)
    }
}

/// A view of the database: a question that is kept.
package struct ModelView: Hashable, Sendable {
    /// What SQL calls it.
    package let name: String
    /// What its rows are.
    package let meaning: String
    /// What it asks.
    let query: String

    /// The statement that makes it.
    var creation: String { "CREATE VIEW \(name) AS  -- \(meaning)\n\(query)" }
}
