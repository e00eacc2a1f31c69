internal import CSQLite

/// A prepared statement; its values are bound and read by SQLite's own calls.
@safe public final class SQLStatement {
    private let pointer: OpaquePointer
    /// Open as long as its statements are.
    private let connection: SQLConnection

    package init(_ connection: SQLConnection, _ sql: String) throws {
        self.connection = connection
        unsafe pointer = try connection.prepare(sql)
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        _ = unsafe sqlite3_finalize(pointer)
    }

    /// Whether it changes nothing.
    var isReadonly: Bool { unsafe sqlite3_stmt_readonly(pointer) != 0 }

    /// What the columns of its rows are called.
    var columnNames: [String] {
        unsafe (0..<sqlite3_column_count(pointer)).map { column in
            // SAFETY: the name is copied before the statement changes.
            unsafe sqlite3_column_name(pointer, column).map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// Runs it to the end; rows are passed over.
    public func run(_ values: [SQLValue]) throws {
        try bind(values)
        defer { reset() }
        while try step() {}
    }

    /// Runs it up to its first row, of which the values of all columns come back; `nil` for none.
    public func first(_ values: [SQLValue]) throws -> [SQLValue]? {
        try bind(values)
        defer { reset() }
        return try step() ? row() : nil
    }

    /// Runs it and hands over row by row; the body returns whether to go on.
    public func forEachRow(_ values: [SQLValue] = [], _ body: ([SQLValue]) throws -> Bool) throws {
        try bind(values)
        defer { reset() }
        while try step() {
            if try !body(row()) { return }
        }
    }

    private func step() throws -> Bool {
        // SAFETY: the statement is alive as long as this object.
        let code = unsafe sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    private func reset() {
        _ = unsafe sqlite3_reset(pointer)
    }

    private func failure(_ code: Int32) -> SQLError {
        // SAFETY: the message is copied before anything else is asked of the connection.
        unsafe SQLError(code, String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
    }

    private func bind(_ values: [SQLValue]) throws {
        // SAFETY: SQLite copies text and bytes before the call returns.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            let number = Int32(index + 1)
            let code: Int32
            switch value {
            case .null: code = unsafe sqlite3_bind_null(pointer, number)
            case .integer(let value): code = unsafe sqlite3_bind_int64(pointer, number, value)
            case .real(let value): code = unsafe sqlite3_bind_double(pointer, number, value)
            case .text(var text):
                code = text.withUTF8 { bytes in
                    guard let start = bytes.baseAddress, !bytes.isEmpty else {
                        return unsafe sqlite3_bind_text(pointer, number, "", 0, copied)
                    }
                    let characters = unsafe UnsafeRawPointer(start)
                        .assumingMemoryBound(to: CChar.self)
                    return unsafe sqlite3_bind_text(
                        pointer, number, characters, Int32(clamping: bytes.count), copied)
                }
            case .blob(let bytes):
                code = unsafe sqlite3_bind_blob(
                    pointer, number, bytes, Int32(clamping: bytes.count), copied)
            }
            if code != SQLITE_OK { throw failure(code) }
        }
    }

    private func row() -> [SQLValue] {
        unsafe (0..<sqlite3_column_count(pointer)).map { column in
            switch unsafe sqlite3_column_type(pointer, column) {
            case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, column))
            case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(pointer, column))
            case SQLITE_TEXT:
                return .text(String(decoding: bytes(column), as: UTF8.self))
            case SQLITE_BLOB: return .blob(bytes(column))
            default: return .null
            }
        }
    }

    private func bytes(_ column: Int32) -> [UInt8] {
        // SAFETY: the bytes stay as they are until the statement steps on; they are copied here.
        guard let start = unsafe sqlite3_column_blob(pointer, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(pointer, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
