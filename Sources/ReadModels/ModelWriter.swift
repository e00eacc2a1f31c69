/// The tables of a projection, to be written.
public final class ModelWriter {
    let database: SQLConnection
    let place: ModelPlace
    private let tell: (UInt64) -> Void

    init(_ database: SQLConnection, _ place: ModelPlace, progress: @escaping (UInt64) -> Void) {
        self.database = database
        self.place = place
        tell = progress
    }

    /// Prepares a statement.
    ///
    /// - Parameter sql: `@` in front of a table's name stands for where the table is.
    public func statement(_ sql: String) throws -> SQLStatement {
        try SQLStatement(database, sql.replacing("@", with: place.rawValue))
    }

    /// A statement that adds a row to a table; it takes the values of all columns.
    public func insertion(_ table: ModelTable, replacing: Bool = false) throws -> SQLStatement {
        try SQLStatement(database, table.insertion(at: place, replacing: replacing))
    }

    /// Adds to rows whose columns beside the key are whole numbers; where there is no such row, it
    /// is made, and a row that comes to nothing but zeroes goes.
    ///
    /// - Parameters:
    ///   - rows: The values of all columns.
    ///   - table: Its key comes first among its columns.
    public func add(_ rows: [[SQLValue]], to table: ModelTable) throws {
        let sums = table.columns.dropFirst(table.key.count).map(\.name)
        let changes = sums.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
        let addition = try SQLStatement(
            database,
            table.insertion(at: place)
                + " ON CONFLICT (\(table.key.joined(separator: ", "))) DO UPDATE SET \(changes)")
        let zeroes = sums.map { " AND \($0) = 0" }.joined()
        let deletion = try statement(
            "DELETE FROM @\(table.name) WHERE \(table.keyCondition)\(zeroes)")
        for row in rows {
            try addition.run(row)
            try deletion.run(Array(row.prefix(table.key.count)))
        }
    }

    /// Says up to which position the work is done.
    public func reached(_ position: UInt64) { tell(position) }
}

/// Where the tables of a projection are; the text precedes their names.
enum ModelPlace: String {
    /// Where everybody reads them.
    case live = "main."
    /// Beside those: what an upgrade will switch to.
    case next = "main.next_"
    /// In a database that goes with the connection.
    case fresh = "fresh."

    /// What precedes a name in the database's own list of what it holds.
    var mark: String { self == .next ? "next_" : "" }
}
