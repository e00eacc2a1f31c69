/// The rows of a table that differ between two sets of tables.
struct TableComparison {
    let table: ModelTable
    let left: ModelPlace
    let right: ModelPlace
    /// The columns that are compared: those that both have.
    var columns: [String]
    /// Whether rows of the same key are distinguished: both have the same key.
    var hasSameKey: Bool

    /// Of two tables that were made by the same statement.
    init(table: ModelTable, left: ModelPlace, right: ModelPlace) {
        self.table = table
        self.left = left
        self.right = right
        columns = table.columns.map(\.name)
        hasSameKey = true
    }

    /// Of a table and one that another version of the program may have made.
    ///
    /// - Returns: `nil` where they have no column in common, or the old one is not there.
    init?(table: ModelTable, old: ModelPlace, new: ModelPlace, in database: SQLConnection) throws {
        self.init(table: table, left: old, right: new)
        var known: [String] = []
        var key: [(number: Int64, name: String)] = []
        let sql = "SELECT name, pk FROM pragma_table_info(?)"
        try SQLStatement(database, sql).forEachRow([.text(old.mark + table.name)]) { row in
            known.append(row[0].text)
            if let number = row[1].integer, number > 0 { key.append((number, row[0].text)) }
            return true
        }
        columns = columns.filter(known.contains)
        hasSameKey = key.sorted { $0.number < $1.number }.map(\.name) == table.key
        if columns.isEmpty { return nil }
    }

    /// The columns of the key that are compared.
    var key: [String] { table.key.filter(columns.contains) }

    /// Hands over what differs by key, as it is on the left and on the right; `nil` for a row
    /// that is not there.
    func forEachDifference(
        in database: SQLConnection, _ body: ([SQLValue], [SQLValue]?, [SQLValue]?) throws -> Void
    ) throws {
        let indexes = self.key.compactMap { name in columns.firstIndex { $0 == name } }
        func key(_ row: [SQLValue]) -> [SQLValue] { indexes.map { row[$0] } }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let (one, other) = ("\(left.rawValue)\(table.name)", "\(right.rawValue)\(table.name)")
        guard hasSameKey else {
            for (side, isLeft) in [
                ("\(one) EXCEPT SELECT \(names) FROM \(other)", true),
                ("\(other) EXCEPT SELECT \(names) FROM \(one)", false),
            ] {
                try SQLStatement(database, "SELECT \(names) FROM \(side)").forEachRow { row in
                    try body(key(row), isLeft ? row : nil, isLeft ? nil : row)
                    return true
                }
            }
            return
        }
        let matches = table.key.map { "l.\"\($0)\" = r.\"\($0)\"" }.joined(separator: " AND ")
        func listed(_ side: String) -> String {
            columns.map { "\(side).\"\($0)\"" }.joined(separator: ", ")
        }
        let missing = "r.\"\(table.key[0])\" IS NULL"
        let differing = columns.filter { !table.key.contains($0) }
            .map { " OR l.\"\($0)\" IS NOT r.\"\($0)\"" }.joined()
        let count = columns.count
        try SQLStatement(
            database,
            "SELECT \(listed("l")), \(listed("r")), \(missing) FROM \(one) l "
                + "LEFT JOIN \(other) r ON \(matches) WHERE \(missing)\(differing)"
        ).forEachRow { row in
            let old = Array(row[..<count])
            let isGone = row[2 * count] == .integer(1)
            try body(key(old), old, isGone ? nil : Array(row[count..<(2 * count)]))
            return true
        }
        try SQLStatement(
            database,
            "SELECT \(listed("l")) FROM \(other) l LEFT JOIN \(one) r ON \(matches) "
                + "WHERE \(missing)"
        ).forEachRow { row in
            try body(key(row), nil, row)
            return true
        }
    }
}
