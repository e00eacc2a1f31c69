/// Finds the events behind rows that change.
struct EvidenceFinder {
    let table: ModelTable
    /// The columns by which rows are known.
    let key: [String]
    let database: SQLConnection
    /// Questions for positions and the columns of the key.
    let sides: [String]

    /// A question as it is asked of rows in a place; tables of projections that were not built
    /// there are those that are read.
    static func side(_ sql: String, at place: ModelPlace, _ built: Set<String>) -> String {
        let hasLines = place == .live || built.contains(LineModel.name)
        return sql.replacing("@", with: (hasLines ? place : .live).rawValue)
    }

    /// Changes with the events behind them.
    func found(_ changes: [RowChange]) throws -> [ModelChange] {
        var events = changes.map(\.events)
        if !changes.isEmpty, !sides.isEmpty {
            let columns = key.map { "\"\($0)\"" }.joined(separator: ", ")
            try database.execute(
                """
                CREATE TEMP TABLE changed (number INTEGER, \(columns));
                """)
            defer { try? database.execute("DROP TABLE temp.changed") }
            let marks = key.map { _ in ", ?" }.joined()
            let addition = try SQLStatement(
                database, "INSERT INTO temp.changed VALUES (?\(marks))")
            for (number, change) in changes.enumerated() {
                try addition.run([.integer(Int64(number))] + change.key)
            }
            try database.execute("CREATE INDEX temp.changed_key ON changed (\(columns))")
            let matches = key.map { "c.\"\($0)\" = e.\"\($0)\"" }.joined(separator: " AND ")
            for side in sides {
                try SQLStatement(
                    database,
                    "SELECT c.number, e.position FROM (\(side)) e "
                        + "CROSS JOIN temp.changed c ON \(matches)"
                ).forEachRow { row in
                    if let number = row[0].integer.flatMap(Int.init(exactly:)),
                        let position = row[1].integer, events.indices.contains(number)
                    {
                        events[number].insert(UInt64(clamping: position))
                    }
                    return true
                }
            }
        }
        return zip(changes, events).map { change, events in
            ModelChange(
                table: table.name, key: change.key.map(\.text).joined(separator: " "),
                old: change.old, new: change.new, events: events.sorted())
        }
    }
}

/// A row that is another one in two places.
struct RowChange {
    let key: [SQLValue]
    /// Values and the names of their columns; `nil` where there is no such row.
    let old: String?
    let new: String?
    /// What the row itself says of the events behind it.
    let events: Set<UInt64>

    init(
        _ key: [SQLValue], _ old: [SQLValue]?, _ new: [SQLValue]?, _ columns: [String],
        _ keyColumns: [String]
    ) {
        self.key = key
        func text(_ row: [SQLValue]?, _ other: [SQLValue]?) -> String? {
            guard let row else { return nil }
            return columns.indices.filter { index in
                !keyColumns.contains(columns[index]) && row[index] != other?[index]
            }.map { "\(columns[$0]) \(row[$0].text)" }.joined(separator: ", ")
        }
        self.old = text(old, new)
        self.new = text(new, old)
        var events: Set<UInt64> = []
        for (index, column) in columns.enumerated() where ["position", "version"].contains(column) {
            for row in [old, new] {
                if let event = row?[index].integer { events.insert(UInt64(clamping: event)) }
            }
        }
        self.events = events
    }
}
