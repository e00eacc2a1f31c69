public import Ledger

/// Why read models could not be used; facts only.
public enum ModelError: Error, Hashable, Sendable {
    /// No projection is called so; all that there are.
    case unknownProjection(String, known: [String])
    /// The database has no such projection: it was not built yet, or was dropped.
    case notBuilt(String)
    /// The rows of a projection were made by another version of the program: they cannot be
    /// compared.
    case outdated(String)
    /// What was built beside a projection is not, or not any more, what an upgrade switches to.
    case notPrepared(String)
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
    /// What a projection of one's own threw, in its words.
    case failed(String)
    /// The log below.
    case store(StoreError)
}
