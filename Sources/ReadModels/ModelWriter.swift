internal import GRDB

/// The tables of a projection, to be written.
package final class ModelWriter {
    let database: Database
    /// Which of the attached databases: `main` or `fresh`.
    let schema: String
    private let tell: (UInt64) -> Void

    init(_ database: Database, schema: String, progress: @escaping (UInt64) -> Void) {
        self.database = database
        self.schema = schema
        tell = progress
    }

    /// Prepares a statement; `@` in front of a table's name stands for its schema.
    func statement(_ sql: String) throws -> SQLStatement {
        try SQLStatement(database, sql.replacing("@", with: "\(schema)."))
    }

    /// A statement that adds a row to a table.
    func insertion(_ table: ModelTable, replacing: Bool = false) throws -> SQLStatement {
        try SQLStatement(database, table.insertion(in: schema, replacing: replacing))
    }

    /// Says up to which position the work is done.
    func reached(_ position: UInt64) { tell(position) }
}
