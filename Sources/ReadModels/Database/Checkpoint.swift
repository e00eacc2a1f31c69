internal import EventLog
internal import Ledger

/// Up to where the rows of a projection reflect the log: a row of the table `projection`, written
/// in the same transaction as they are.
struct Checkpoint: Hashable {
    var name: String
    var version: Int64
    var fingerprint: String
    /// The tree over the events that the rows reflect.
    var tree: MerkleFrontier
    /// How many events say what names and settings the rows follow.
    var settled: UInt64
    /// Views, then tables.
    var objects: [String]
    /// When all rows were made anew last.
    var builtAt: String
    /// How long that took.
    var seconds: Double

    static let table = ModelTable(
        name: "projection", meaning: "the projections, and up to where they tell of the log",
        columns: [
            .text(
                "name", "as ledger projections lists it; next_ and that for what is built beside"),
            .integer("version", "of what the program makes of events"),
            .text("fingerprint", "of version and layout"),
            .integer("position", "of the last event that the rows tell of"),
            .text("root", "of the log up to that event, 64 hexadecimal digits"),
            .text("peaks", "the right edge of the log's tree, which ties later roots to this one"),
            .integer("settled", "how many events say what names and settings the rows follow"),
            .text("objects", "its views and tables"),
            .text("built_at", "when all rows were made anew last, RFC 3339 in UTC"),
            .real("seconds", "that it took"),
        ],
        key: ["name"])

    /// The checkpoints of a database.
    ///
    /// - Throws: ``SQLError`` of `SQLITE_CORRUPT` for rows that this program did not write.
    static func all(in database: SQLConnection) throws -> [String: Checkpoint] {
        var found: [String: Checkpoint] = [:]
        try SQLStatement(database, "SELECT * FROM projection").forEachRow { row in
            guard let checkpoint = Checkpoint(row) else {
                throw SQLError.corrupt
            }
            found[checkpoint.name] = checkpoint
            return true
        }
        return found
    }

    private init?(_ row: [SQLValue]) {
        guard row.count == 10, case .text(let name) = row[0], case .integer(let version) = row[1],
            case .text(let fingerprint) = row[2], case .integer(let position) = row[3],
            case .text(let root) = row[4], case .text(let peaks) = row[5],
            let settled = row[6].integer.flatMap(UInt64.init(exactly:)),
            case .text(let objects) = row[7], case .text(let builtAt) = row[8],
            case .real(let seconds) = row[9], position >= 0,
            let tree = MerkleFrontier(
                size: UInt64(position) + 1,
                peaks: peaks.split(separator: " ").compactMap { Digest(hex: String($0)) }),
            tree.root.hex == root
        else { return nil }
        self.init(
            name: name, version: version, fingerprint: fingerprint, tree: tree, settled: settled,
            objects: objects.split(separator: " ").map(String.init), builtAt: builtAt,
            seconds: seconds)
    }

    init(
        name: String, version: Int64, fingerprint: String, tree: MerkleFrontier, settled: UInt64,
        objects: [String], builtAt: String, seconds: Double
    ) {
        self.name = name
        self.version = version
        self.fingerprint = fingerprint
        self.tree = tree
        self.settled = settled
        self.objects = objects
        self.builtAt = builtAt
        self.seconds = seconds
    }

    /// The position of the last event that the rows reflect.
    var position: UInt64 { tree.size - 1 }

    func write(to database: SQLConnection) throws {
        try SQLStatement(database, Checkpoint.table.insertion(at: .live, replacing: true)).run([
            .text(name), .integer(version), .text(fingerprint), .integer(Int64(position)),
            .text(tree.root.hex), .text(tree.peaks.map(\.hex).joined(separator: " ")),
            .integer(Int64(clamping: settled)), .text(objects.joined(separator: " ")),
            .text(builtAt), .real(seconds),
        ])
    }

    static func delete(_ name: String, in database: SQLConnection) throws {
        try SQLStatement(database, "DELETE FROM projection WHERE name = ?").run([.text(name)])
    }
}
