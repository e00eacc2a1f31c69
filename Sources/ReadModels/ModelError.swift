package import Ledger

/// Why read models could not be used; facts only.
package enum ModelError: Error, Hashable, Sendable {
    /// No projection is called so; all that there are.
    case unknownProjection(String, known: [String])
    /// The database has no such projection: it was not built yet, or was dropped.
    case notBuilt(String)
    /// The rows of a projection were made by another version of the program, or for other settings
    /// or names: they cannot be compared.
    case outdated(String)
    /// The database is damaged; it can be built anew from the log.
    case damaged(path: String)
    /// A statement that would change something.
    case writes(String)
    /// More than one statement.
    case severalStatements
    /// A statement that SQLite does not understand or cannot carry out, in SQLite's words.
    case badStatement(String)
    /// A sum that does not fit into 64 bits, with the day from which its bucket counts.
    case sumTooLarge(table: String, day: Day)
    /// SQLite could not read or write, with its result code.
    case database(path: String, code: Int32)
    /// A file or folder could not be opened or removed; the code is the system's `errno`.
    case file(path: String, code: Int32)
    /// The log below.
    case store(StoreError)
}
