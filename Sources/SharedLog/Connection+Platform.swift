internal import CPQ
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A connection to a server that speaks the protocol of PostgreSQL; one statement at a time.
///
/// Every statement stands for itself, so that it may go through a pool of connections; where the
/// server allows it, one that is asked again is prepared.
package final class Connection: Sendable {
    /// Where it leads.
    let address: ServerAddress
    private let handle: Mutex<Handle>
    /// How many milliseconds a statement waits while nothing comes back.
    private let patience: Int32

    /// What libpq keeps, ended once.
    @safe private struct Handle: ~Copyable {
        let connection: OpaquePointer
        /// What the server warned of during a statement.
        let notices = NoticeCounter()
        /// What the server has prepared.
        var prepared = PreparedStatements()
        /// Whether a statement was given up, so that what comes back next is an answer to it.
        var isGivenUp = false

        init(_ connection: OpaquePointer) {
            unsafe self.connection = connection
            // SAFETY: the counter lives as long as the connection, which the same handle ends.
            unsafe PQsetNoticeReceiver(
                connection, noticeReceiver, Unmanaged.passUnretained(notices).toOpaque())
        }

        deinit {
            // SAFETY: nobody else has the pointer.
            unsafe PQfinish(connection)
        }
    }

    /// Connects.
    ///
    /// - Parameter patience: How many milliseconds a statement waits while nothing comes back. A
    ///   server that waits for another one, or a pool that waits for its server, keeps the link
    ///   alive and would be waited for without end.
    package init(_ address: ServerAddress, patience: Int32 = 60_000) throws(SharedLogError) {
        self.address = address
        self.patience = patience
        handle = Mutex(try Connection.open(address))
    }

    /// Connects anew, after the connection was lost.
    package func reconnect() throws(SharedLogError) {
        try handle.withLock { (handle) throws(SharedLogError) in
            handle = try Connection.open(address)
        }
    }

    private static func open(_ address: ServerAddress) throws(SharedLogError) -> Handle {
        let options = address.options
        let keys = unsafe options.map { unsafe strdup($0.key) }
        let values = unsafe options.map { unsafe strdup($0.value) }
        defer {
            // SAFETY: they were made by `strdup`, and are freed once.
            for index in options.indices {
                unsafe free(keys[index])
                unsafe free(values[index])
            }
        }
        let names = unsafe keys.map { unsafe UnsafePointer($0) } + [nil]
        let texts = unsafe values.map { unsafe UnsafePointer($0) } + [nil]
        // SAFETY: both arrays end with a null pointer, and their strings outlive the call.
        guard let connection = unsafe PQconnectdbParams(names, texts, 1) else {
            throw .unreachable("out of memory")
        }
        guard unsafe PQstatus(connection) == CONNECTION_OK else {
            let said = unsafe message(of: connection)
            unsafe PQfinish(connection)
            throw SharedLogError(connecting: said)
        }
        return unsafe Handle(connection)
    }

    /// Runs one statement.
    ///
    /// - Parameters:
    ///   - values: What `$1`, `$2` … stand for; each has to be cast where it stands. `nil` to run
    ///     several statements, all of them or none.
    @discardableResult
    package func run(_ statement: String, _ values: [SQLValue]?) throws(SharedLogError) -> SQLRows {
        try handle.withLock { (handle) throws(SharedLogError) in
            if handle.isGivenUp { throw .lost(silence) }
            handle.notices.reset()
            let result: OpaquePointer?
            if let values {
                let answer = unsafe Connection.ask(&handle, statement, values, patience)
                guard let answer = unsafe answer else {
                    handle.isGivenUp = true
                    throw .lost(silence)
                }
                unsafe result = answer.result
            } else {
                // SAFETY: the statements are terminated for the call.
                unsafe result = PQexec(handle.connection, statement)
            }
            // SAFETY: the result is freed once, after it was copied.
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                return SQLRows(
                    rows: unsafe Connection.rows(of: result), isWarned: handle.notices.isWarned)
            default:
                let said = unsafe Connection.message(of: handle.connection)
                if unsafe PQstatus(handle.connection) != CONNECTION_OK { throw .lost(said) }
                let state = unsafe Connection.state(of: result)
                // A server that does not write any more, since another one has taken over.
                if state == "25006" { throw .lost(said) }
                throw .database(DatabaseFault(state: state ?? "", said: said))
            }
        }
    }

    private var silence: String { "the server has not answered for \(patience / 1_000) s" }

    /// What came back for a statement.
    @unsafe private struct Answer {
        /// The last result; `nil` where the statement could not be sent.
        let result: OpaquePointer?
    }

    /// Asks a statement, by its name where the server has prepared it; `nil` where nothing came
    /// back for too long.
    private static func ask(
        _ handle: inout Handle, _ statement: String, _ values: [SQLValue], _ patience: Int32
    ) -> Answer? {
        let connection = unsafe handle.connection
        // A name that is not known would end a transaction that is open.
        let isIdle = unsafe PQtransactionStatus(connection) == PQTRANS_IDLE
        let way = isIdle && !values.isEmpty ? handle.prepared.way(of: statement) : .plain
        var name: String?
        switch way {
        case .plain: break
        case .prepared(let known): name = known
        case .preparing(let new):
            let sent = unsafe PQsendPrepare(connection, new, statement, 0, nil) == 1
            guard let made = unsafe answer(connection, sent, patience) else { return nil }
            // SAFETY: the result is freed once, after it was looked at.
            defer { unsafe PQclear(made.result) }
            // Behind a pool another one may have prepared it.
            let isThere = unsafe state(of: made.result) == "42P05"
            if unsafe isThere || PQresultStatus(made.result) == PGRES_COMMAND_OK {
                handle.prepared.note(statement, as: new)
                name = new
            } else {
                handle.prepared.giveUp()
            }
        }
        if let name {
            let sent = unsafe send(connection, name, isName: true, values)
            guard let found = unsafe answer(connection, sent, patience) else { return nil }
            // Not known, or prepared for other columns: nothing was done.
            guard let state = unsafe state(of: found.result), ["26000", "0A000"].contains(state)
            else { return unsafe found }
            // SAFETY: the result is freed once, after it was looked at.
            unsafe PQclear(found.result)
            handle.prepared.giveUp()
        }
        let sent = unsafe send(connection, statement, isName: false, values)
        return unsafe answer(connection, sent, patience)
    }

    /// The five characters of SQLSTATE; `nil` where nothing was refused.
    private static func state(of result: OpaquePointer?) -> String? {
        // SAFETY: the field is a terminated string of the result, or null.
        unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
            .map { unsafe String(cString: $0) }
    }

    /// Waits for what comes back; `nil` where nothing came for too long.
    ///
    /// - Parameter isSent: Whether anything could be sent.
    private static func answer(
        _ connection: OpaquePointer, _ isSent: Bool, _ patience: Int32
    ) -> Answer? {
        if !isSent { return unsafe Answer(result: nil) }
        var last: OpaquePointer?
        while unsafe hasAnswer(connection, within: patience) {
            guard let next = unsafe PQgetResult(connection) else {
                return unsafe Answer(result: last)
            }
            // SAFETY: each result but the one that is returned is freed once.
            unsafe PQclear(last)
            unsafe last = next
        }
        unsafe PQclear(last)
        return nil
    }

    /// Waits until a result is there; `false` where nothing came for as long as is told.
    private static func hasAnswer(_ connection: OpaquePointer, within patience: Int32) -> Bool {
        while unsafe PQisBusy(connection) != 0 {
            var socket = unsafe pollfd(
                fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&socket, 1, patience)
            if count == 0 { return false }
            // Where the connection broke, the result that is taken next says so.
            if count < 0 && errno != EINTR { return true }
            if count > 0, unsafe PQconsumeInput(connection) == 0 { return true }
        }
        return true
    }

    /// Sends a statement, or the name of one that is prepared.
    private static func send(
        _ connection: OpaquePointer, _ text: String, isName: Bool, _ values: [SQLValue]
    ) -> Bool {
        // All values one behind the other; texts end with a zero.
        var bytes: [UInt8] = []
        var places: [Int?] = []
        var lengths: [Int32] = []
        var formats: [Int32] = []
        for value in values {
            places.append(bytes.count)
            formats.append(0)
            lengths.append(0)
            switch value {
            case .text(let text): bytes += Array(text.utf8.filter { $0 != 0 }) + [0]
            case .integer(let number): bytes += Array(String(number).utf8) + [0]
            case .bytes(let content):
                bytes += content
                bytes.append(0)
                formats[formats.count - 1] = 1
                lengths[lengths.count - 1] = Int32(clamping: content.count)
            case .null: places[places.count - 1] = nil
            }
        }
        return unsafe bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress
            let pointers = unsafe places.map { place in
                unsafe place.flatMap { place in
                    unsafe base?.advanced(by: place).assumingMemoryBound(to: CChar.self)
                }
            }
            // SAFETY: every pointer leads into the buffer, which outlives the call; there are as
            // many pointers, lengths and formats as are told.
            let count = Int32(values.count)
            let done =
                unsafe isName
                ? PQsendQueryPrepared(connection, text, count, pointers, lengths, formats, 1)
                : PQsendQueryParams(connection, text, count, nil, pointers, lengths, formats, 1)
            return done == 1
        }
    }

    private static func rows(of result: OpaquePointer?) -> [[[UInt8]?]] {
        let (count, columns) = (unsafe PQntuples(result), unsafe PQnfields(result))
        return (0..<count).map { row in
            (0..<columns).map { column in
                // SAFETY: row and column are within the result, which says how long a value is.
                guard unsafe PQgetisnull(result, row, column) == 0,
                    let value = unsafe PQgetvalue(result, row, column)
                else { return nil }
                let length = Int(unsafe PQgetlength(result, row, column))
                return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: length))
            }
        }
    }

    private static func message(of connection: OpaquePointer?) -> String {
        // SAFETY: the message is terminated and copied before the connection is used again.
        guard let text = unsafe PQerrorMessage(connection) else { return "" }
        let lines = unsafe String(cString: text).split(separator: "\n")
        return String(lines.first ?? "")
    }
}

/// Counts what a server warns of.
final class NoticeCounter: Sendable {
    private let warned = Mutex(false)

    /// Whether there was any warning since the statement began.
    var isWarned: Bool { warned.withLock { $0 } }

    func reset() { warned.withLock { $0 = false } }

    func note() { warned.withLock { $0 = true } }
}

/// What libpq calls with everything that is no error.
private let noticeReceiver: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void = {
    context, result in
    // SAFETY: the context is the counter of the connection; the severity is a terminated string.
    guard let context = unsafe context,
        let severity = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "V"))),
        unsafe String(cString: severity) == "WARNING"
    else { return }
    unsafe Unmanaged<NoticeCounter>.fromOpaque(context).takeUnretainedValue().note()
}
