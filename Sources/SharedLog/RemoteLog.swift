package import EventLog
internal import Synchronization

/// The log of a ledger on a server; see `tools/shared/schema.sql`.
package final class RemoteLog: Sendable {
    /// The newest version of the tables that this program knows.
    package static let version: Int64 = 3
    /// What makes the tables.
    package static let schema = SharedSchema.script
    /// A row must have room in one message and in memory, several times.
    private static let rowBytesMax = 256 << 20
    /// So many bytes of rows are asked for at once, but one row at least.
    private static let pageBytes: Int64 = 4 << 20
    private static let pageRows = 4_096
    /// Commits that are recorded by one statement, at most, and their bytes.
    static let insertRows = 256
    static let insertBytes = 4 << 20

    let connection: Connection
    /// The 32 digits of the ledger's log.
    package let ledger: String
    /// Who may open the ledger, once that was asked for.
    let keys = Mutex<Keys>(.unknown)
    /// What was seen where the changes of its members are.
    let keyRows = Mutex(KeyRows())
    /// How it was asked last who may open it.
    let asked = Mutex(KeyKnowledge())

    /// - Parameters:
    ///   - connection: Where the tables are.
    ///   - ledger: What the ledger is called there.
    private init(_ connection: Connection, ledger: String) {
        self.connection = connection
        self.ledger = ledger
    }

    /// Connects, and looks at the tables.
    ///
    /// - Parameters:
    ///   - id: The ledger's log; `nil` for the only one that the role takes part in.
    ///   - creates: Whether the tables are made where there are none.
    package static func open(
        _ address: ServerAddress, id: CommitID?, creates: Bool = false
    ) throws(SharedLogError) -> RemoteLog {
        let connection = try Connection(address)
        if creates { try connection.run(SharedSchema.script, nil) }
        try checkTables(connection)
        if let id { return RemoteLog(connection, ledger: name(of: id)) }
        let found = try connection.run(
            "SELECT DISTINCT ledger FROM ledger.commits WHERE seq = $1::bigint ORDER BY 1 LIMIT 20",
            [.integer(1)])
        let names = found.rows.map { $0.text(0) }
        guard names.count == 1 else { throw .noLedger(names) }
        return RemoteLog(connection, ledger: names[0])
    }

    /// What a ledger is called there.
    package static func name(of id: CommitID) -> String {
        id.bytes.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// The id of the ledger's log; `nil` where its name is none.
    package var id: CommitID? { RemoteLog.id(of: ledger) }

    /// The id that a ledger's name stands for; `nil` for none.
    package static func id(of name: String) -> CommitID? {
        let digits = name.compactMap(\.hexDigitValue)
        guard digits.count == 32, name.utf8.count == 32 else { return nil }
        let bytes: [UInt8] = (0..<16).map { index in
            UInt8(digits[2 * index] * 16 + digits[2 * index + 1])
        }
        return CommitID(bytes: bytes)
    }

    private static func checkTables(_ connection: Connection) throws(SharedLogError) {
        do throws(SharedLogError) {
            let rows = try connection.run("SELECT max(number)::bigint FROM ledger.version", [])
            guard let found = rows.rows.first?.integer(0) else { throw .noTables }
            if found > version { throw .newerTables(found: found, supported: version) }
            if found < version { throw .olderTables(found: found, needed: version) }
        } catch .database(let fault) where ["42P01", "3F000", "42501"].contains(fault.state) {
            throw .noTables
        }
    }

    /// Makes sure that the role takes part in the ledger.
    ///
    /// - Parameter begins: Whether it becomes the first member where there is none.
    package func join(begins: Bool = true) throws(SharedLogError) {
        let function = begins ? "begin" : "is_member"
        let rows = try connection.run("SELECT ledger.\(function)($1::text)", [.text(ledger)])
        guard rows.rows.first?.isTrue(0) == true else { throw .notMember(ledger: ledger) }
    }

    // MARK: Reading

    /// The last commit; that of nothing where there is none.
    package func head() throws(SharedLogError) -> RemoteEnd {
        let rows = try connection.run(
            """
            SELECT seq, first_event + events, root FROM ledger.commits
            WHERE ledger = $1::text ORDER BY seq DESC LIMIT 1
            """, [.text(ledger)])
        return try rows.rows.first.map { (row) throws(SharedLogError) in try end(row) } ?? .empty
    }

    /// Where a commit ends; `nil` where there is no such commit.
    package func end(of seq: Int64) throws(SharedLogError) -> RemoteEnd? {
        if seq == 0 { return .empty }
        let rows = try connection.run(
            """
            SELECT seq, first_event + events, root FROM ledger.commits
            WHERE ledger = $1::text AND seq = $2::bigint
            """, [.text(ledger), .integer(seq)])
        return try rows.rows.first.map { (row) throws(SharedLogError) in try end(row) }
    }

    /// Where the commits behind one end, so many at most.
    package func ends(
        behind seq: Int64, most: Int64 = 20_000
    ) throws(SharedLogError) -> [RemoteEnd] {
        let rows = try connection.run(
            """
            SELECT seq, first_event + events, root FROM ledger.commits
            WHERE ledger = $1::text AND seq > $2::bigint ORDER BY seq
            LIMIT $3::bigint
            """, [.text(ledger), .integer(seq), .integer(most)])
        var ends: [RemoteEnd] = []
        for row in rows.rows { ends.append(try end(row)) }
        return ends
    }

    private func end(_ row: [[UInt8]?]) throws(SharedLogError) -> RemoteEnd {
        let seq = row.integer(0) ?? 0
        guard let events = row.count(1), let root = RemoteLog.digest(row[2]) else {
            throw .damaged(seq: seq, .form)
        }
        return RemoteEnd(seq: seq, events: events, root: root)
    }

    private static func digest(_ bytes: [UInt8]?) -> Digest? {
        bytes.flatMap { Digest($0, 0..<$0.count) }
    }

    /// The number of a commit; `nil` where there is none with the id.
    package func seq(of id: CommitID) throws(SharedLogError) -> Int64? {
        let rows = try connection.run(
            "SELECT seq FROM ledger.commits WHERE ledger = $1::text AND id = $2::bytea",
            [.text(ledger), .bytes(id.bytes)])
        return rows.rows.first?.integer(0)
    }

    /// The commits behind one, as many as fit well into memory, one at least; none at the end.
    ///
    /// - Parameter leavingBadTexts: Whether a commit whose texts were sealed otherwise comes with
    ///   nothing in their place, which cannot be unpacked.
    package func page(
        behind seq: Int64, leavingBadTexts: Bool = false
    ) throws(SharedLogError) -> RemotePage {
        try opened(stored(behind: seq), leavingBadTexts: leavingBadTexts)
    }

    /// A page as the server keeps it, opened.
    func opened(
        _ stored: RemotePage, leavingBadTexts: Bool = false
    ) throws(SharedLogError) -> RemotePage {
        let commits = try opened(stored.commits, leavingBadTexts: leavingBadTexts)
        let isWhole = commits.count == stored.commits.count
        return RemotePage(commits: commits, isLast: stored.isLast && isWhole)
    }

    /// The same as the server keeps them.
    func stored(behind seq: Int64) throws(SharedLogError) -> RemotePage {
        // The first one comes however large it is.
        let found = try connection.run(
            """
            SELECT seq, prev_root, id, first_event, events, body, texts, root, is_last FROM (
                SELECT *, octet_length(body)::bigint + coalesce(octet_length(texts), 0) AS own,
                    sum(octet_length(body)::bigint + coalesce(octet_length(texts), 0)) OVER (
                        ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS bytes,
                    lead(seq) OVER (ORDER BY seq) IS NULL AS is_last
                FROM ledger.commits WHERE ledger = $1::text AND seq > $2::bigint
                ORDER BY seq LIMIT $3::bigint
            ) page WHERE bytes <= $4::bigint OR bytes = own ORDER BY seq
            """,
            [
                .text(ledger), .integer(seq), .integer(Int64(RemoteLog.pageRows)),
                .integer(RemoteLog.pageBytes),
            ])
        var commits: [RemoteCommit] = []
        for row in found.rows {
            let seq = row.integer(0) ?? 0
            guard let id = row[2].flatMap({ CommitID(bytes: $0) }), let first = row.count(3),
                let events = row.integer(4).flatMap({ Int(exactly: $0) }), let body = row[5],
                let root = RemoteLog.digest(row[7])
            else { throw .damaged(seq: seq, .form) }
            commits.append(
                RemoteCommit(
                    seq: seq, previousRoot: RemoteLog.digest(row[1]), id: id, firstEvent: first,
                    events: events, bytes: CommitBytes(body: body, texts: row[6]), root: root))
        }
        return RemotePage(commits: commits, isLast: found.rows.last?.isTrue(8) ?? true)
    }

    // MARK: Recording

    /// What became of commits that were to be recorded.
    package enum Insertion: Hashable, Sendable {
        /// They stand there, safely.
        case done
        /// Somebody else has recorded something in their place, or a commit of one of the ids
        /// stands there already; nothing was recorded.
        case outrun
    }

    /// Records commits behind the one that they say, all or none.
    ///
    /// - Parameter commits: 1 or more, each behind the one before it.
    package func insert(_ commits: [RemoteCommit]) throws(SharedLogError) -> Insertion {
        var values: [SQLValue] = [.text(ledger)]
        var places: [String] = []
        for commit in try sealed(commits) {
            let size = commit.bytes.body.count + (commit.bytes.texts?.count ?? 0)
            if size > RemoteLog.rowBytesMax { throw .tooLarge(bytes: size) }
            let start = values.count
            values += [
                .integer(commit.seq), commit.seq == 1 ? .null : .integer(commit.seq - 1),
                commit.previousRoot.map { .bytes($0.bytes) } ?? .null, .bytes(commit.id.bytes),
                .count(commit.firstEvent), .integer(Int64(commit.events)),
                .bytes(commit.bytes.body), commit.bytes.texts.map { .bytes($0) } ?? .null,
                .bytes(commit.root.bytes),
            ]
            let casts = RemoteLog.casts.enumerated().map { "$\(start + 1 + $0)::\($1)" }
            places.append("($1::text, " + casts.joined(separator: ", ") + ")")
        }
        // Who is outrun with a single one leaves no dead row; of several all are undone by a fault.
        let isSingle = commits.count == 1
        let statement = """
            INSERT INTO ledger.commits
            (ledger, seq, prev, prev_root, id, first_event, events, body, texts, root)
            VALUES \(places.joined(separator: ", "))
            \(isSingle ? "ON CONFLICT DO NOTHING RETURNING seq" : "")
            """
        do throws(SharedLogError) {
            let done = try connection.run(statement, values)
            if isSingle, done.rows.isEmpty { return .outrun }
            if done.isWarned { throw .unacknowledged }
            return .done
        } catch .database(let fault) {
            switch fault.state {
            // A key, a commit before, or a serialisation that did not hold: somebody was faster.
            case "23505", "23503", "40001", "40P01": return .outrun
            case "42501": throw .notMember(ledger: ledger)
            default: throw .database(fault)
            }
        }
    }

    private static let casts = [
        "bigint", "bigint", "bytea", "bytea", "bigint", "integer", "bytea", "bytea", "bytea",
    ]

    // MARK: Erasing

    /// Up to how many events what was erased is gone from the remote.
    package func erasedEvents() throws(SharedLogError) -> UInt64 {
        let rows = try connection.run(
            "SELECT events FROM ledger.erased WHERE ledger = $1::text", [.text(ledger)])
        return rows.rows.first?.count(0) ?? 0
    }

    /// Leaves of the texts of some commits what is given.
    ///
    /// - Parameter events: Up to how many events all that was erased is gone then; `nil` where more
    ///   is to come.
    func erase(
        _ rests: [(seq: Int64, id: CommitID, texts: [UInt8]?)], through events: UInt64?
    ) throws(SharedLogError) {
        let (seqs, texts) = RemoteLog.arrays(try sealed(rests))
        let done = try connection.run(
            "SELECT ledger.erase($1::text, $2::bigint[], $3::bytea[], $4::bigint)",
            [
                .text(ledger), .text(seqs), .text(texts),
                events.map { .count($0) } ?? .null,
            ])
        guard done.rows.first?.isTrue(0) == true else { throw .notMember(ledger: ledger) }
        if done.isWarned { throw .unacknowledged }
    }

    // MARK: Devices

    /// Says how far a device has followed.
    package func confirm(
        _ replica: String, name: String, events: UInt64
    ) throws(SharedLogError) {
        let name = try sealedName(name, replica)
        try connection.run(
            """
            INSERT INTO ledger.replica (ledger, id, name, events)
            VALUES ($1::text, $2::text, $3::text, $4::bigint)
            ON CONFLICT (ledger, id)
            DO UPDATE SET name = excluded.name, events = excluded.events, at = now()
            """, [.text(ledger), .text(replica), .text(name), .count(events)])
    }

    /// Forgets a device.
    package func forget(_ replica: String) throws(SharedLogError) {
        try connection.run(
            "DELETE FROM ledger.replica WHERE ledger = $1::text AND id = $2::text",
            [.text(ledger), .text(replica)])
    }

    /// The devices that follow, by name.
    package func replicas() throws(SharedLogError) -> [RemoteReplica] {
        let rows = try connection.run(
            """
            SELECT id, name, events, (extract(epoch FROM at) * 1000)::bigint
            FROM ledger.replica WHERE ledger = $1::text ORDER BY name, id
            """, [.text(ledger)])
        let name = try openName()
        return rows.rows.map { row in
            RemoteReplica(
                id: row.text(0), name: name(row.text(1), row.text(0)), events: row.count(2) ?? 0,
                at: row.integer(3) ?? 0)
        }
    }
}

/// Bytes as hexadecimal digits, fast.
enum Base16 {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
