internal import CSQLite
package import EventLog

/// A connection to a SQLite database, for one thread at a time.
@safe package final class SQLConnection {
    /// What became of a transaction.
    package enum Completion { case commit, rollback }

    private let pointer: OpaquePointer

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: The file, made where there is none and it may be written; `":memory:"` for one
    ///     that ends with the connection.
    ///   - isReadonly: Whether nothing can be changed.
    ///   - busyMilliseconds: How long to wait for others that write.
    ///   - hash: What pages are checked with; `nil` for nothing.
    package init(
        path: String, isReadonly: Bool = false, busyMilliseconds: Int32, hash: DeviceHash? = nil
    ) throws {
        let mode = isReadonly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let checked = hash == nil ? nil : CheckedFile.name
        let code = unsafe sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX, checked)
        guard let pointer = unsafe opened else { throw SQLError(SQLITE_NOMEM) }
        guard code == SQLITE_OK else {
            // SAFETY: the message is copied before the connection goes.
            let error = unsafe SQLError(
                sqlite3_extended_errcode(pointer), String(cString: sqlite3_errmsg(pointer)))
            _ = unsafe sqlite3_close_v2(pointer)
            throw error
        }
        unsafe self.pointer = pointer
        _ = unsafe sqlite3_extended_result_codes(pointer, 1)
        _ = unsafe sqlite3_busy_timeout(pointer, busyMilliseconds)
        guard let hash else { return }
        let refusal = unsafe CheckedFile.check(pointer, with: hash)
        // The connection is closed when the object goes.
        if refusal != SQLITE_OK { throw SQLError(refusal) }
    }

    deinit {
        // SAFETY: nobody else has the pointer; statements that outlive it keep what they need.
        _ = unsafe sqlite3_close_v2(pointer)
    }

    /// Runs statements that take no values, one after the other; rows are passed over.
    package func execute(_ sql: String) throws {
        // SAFETY: the connection is alive, and the text lives until the call returns.
        let code = unsafe sqlite3_exec(pointer, sql, nil, nil, nil)
        if let error = failure(code) { throw error }
    }

    /// Runs something that sees one state of the database and cannot change it.
    func read<Result>(_ body: (SQLConnection) throws -> Result) throws -> Result {
        try execute("BEGIN DEFERRED; PRAGMA query_only = 1")
        // What was only read is given back as well by one as by the other.
        defer { try? execute("PRAGMA query_only = 0; ROLLBACK") }
        return try body(self)
    }

    /// Runs something in a transaction of its own that nobody else writes beside; an error takes
    /// back what it changed.
    package func transact(_ body: (SQLConnection) throws -> Completion) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            switch try body(self) {
            case .commit: try execute("COMMIT")
            case .rollback: try execute("ROLLBACK")
            }
        } catch {
            // Some errors have taken it back already.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Lets no other database be attached.
    func refuseOthers() {
        // SAFETY: the connection is alive.
        _ = unsafe sqlite3_limit(pointer, SQLITE_LIMIT_ATTACHED, 0)
    }

    /// Compiles a text of just one statement.
    ///
    /// - Throws: ``SQLError`` of `SQLITE_MISUSE` for several statements, `SQLITE_ERROR` for none.
    func prepare(_ sql: String) throws -> OpaquePointer {
        try unsafe sql.withCString { start in
            // SAFETY: the text ends with a zero and lives until the closure returns.
            let first = unsafe compile(start)
            guard let statement = unsafe first.statement else {
                throw unsafe failure(first.code) ?? SQLError(SQLITE_ERROR, "empty statement")
            }
            var end = unsafe first.end
            while let start = unsafe end, unsafe start.pointee != 0 {
                let other = unsafe compile(start)
                unsafe end = other.end
                // What cannot be compiled is something else that is there, too.
                if unsafe other.code == SQLITE_OK, unsafe other.statement == nil { continue }
                _ = unsafe sqlite3_finalize(other.statement)
                _ = unsafe sqlite3_finalize(statement)
                throw SQLError(SQLITE_MISUSE, "several statements")
            }
            return unsafe statement
        }
    }

    /// The first statement of a text, `nil` where only blanks and comments are left, and where the
    /// rest begins.
    private func compile(
        _ start: UnsafePointer<CChar>
    ) -> (code: Int32, statement: OpaquePointer?, end: UnsafePointer<CChar>?) {
        var statement: OpaquePointer?
        var end: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v2(pointer, start, -1, &statement, &end)
        return unsafe (code, statement, end)
    }

    /// What the last call says of itself; `nil` for a call that did what it should.
    private func failure(_ code: Int32) -> SQLError? {
        // SAFETY: the message is copied before anything else is asked of the connection.
        code == SQLITE_OK ? nil : unsafe SQLError(code, String(cString: sqlite3_errmsg(pointer)))
    }
}

/// What SQLite answered instead of what it was asked for.
package struct SQLError: Error {
    /// The extended result code (sqlite.org/rescode.html).
    let code: Int32
    /// SQLite's own words; `nil` where this program found the error.
    let message: String?

    init(_ code: Int32, _ message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// What a caller can do something about.
    enum Kind { case damaged, readonly, misuse, other }

    /// What it is about, by the result code without what makes it more exact.
    var kind: Kind {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_READONLY: .readonly
        case SQLITE_MISUSE: .misuse
        default: .other
        }
    }

    /// A file that is no database, or not one that this program made.
    static let notADatabase = SQLError(SQLITE_NOTADB)
    /// Rows or pages that nobody can have written on purpose.
    static let corrupt = SQLError(SQLITE_CORRUPT)

    /// Whether the file is at fault, and not the disk, its permissions or another program.
    var isCorruption: Bool {
        if code == 522 { return true }  // SQLITE_IOERR_SHORT_READ
        return ![
            SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT,
            SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH, SQLITE_NOLFS,
        ].contains(code & 0xFF)
    }
}
