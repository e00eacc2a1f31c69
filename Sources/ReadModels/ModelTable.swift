/// A table of the database, as it is made and documented.
public struct ModelTable: Hashable, Sendable {
    /// A column.
    public struct Column: Hashable, Sendable {
        /// What SQL calls it.
        public let name: String
        /// `INTEGER`, `REAL` or `TEXT`.
        public let type: String
        /// Whether it may be NULL.
        public let isOptional: Bool
        /// What it says.
        public let meaning: String
    }

    /// What SQL calls it.
    public let name: String
    /// What its rows are.
    public let meaning: String
    /// The columns, in order.
    public let columns: [Column]
    /// The columns of the primary key.
    public let key: [String]

    /// A table.
    public init(name: String, meaning: String, columns: [Column], key: [String]) {
        self.name = name
        self.meaning = meaning
        self.columns = columns
        self.key = key
    }

    /// The statement that makes it; what it says about itself stays in the schema.
    func creation(at place: ModelPlace) -> String {
        var lines = ["CREATE TABLE \(place.rawValue)\(name) (  -- \(meaning)"]
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
    func insertion(at place: ModelPlace, replacing: Bool = false) -> String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT \(replacing ? "OR REPLACE " : "")INTO \(place.rawValue)\(name) "
            + "VALUES (\(marks))"
    }
}

extension ModelTable.Column {
    /// A column of whole numbers.
    public static func integer(_ name: String, _ meaning: String, isOptional: Bool = false) -> Self
    {
        Self(name: name, type: "INTEGER", isOptional: isOptional, meaning: meaning)
    }

    /// A column of text.
    public static func text(_ name: String, _ meaning: String, isOptional: Bool = false) -> Self {
        Self(name: name, type: "TEXT", isOptional: isOptional, meaning: meaning)
    }

    /// A column of numbers.
    public static func real(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: "REAL", isOptional: false, meaning: meaning)
    }
}

/// A view of the database: a question that is kept.
public struct ModelView: Hashable, Sendable {
    /// What SQL calls it.
    public let name: String
    /// What its rows are.
    public let meaning: String
    /// What it asks.
    let query: String

    /// A view.
    ///
    /// - Parameter query: One statement of SQLite's SQL.
    public init(name: String, meaning: String, query: String) {
        self.name = name
        self.meaning = meaning
        self.query = query
    }

    /// The statement that makes it.
    var creation: String { "CREATE VIEW \(name) AS  -- \(meaning)\n\(query)" }
}
