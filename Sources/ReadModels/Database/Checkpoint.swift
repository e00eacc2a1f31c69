internal import EventLog
internal import GRDB
internal import Ledger

/// Up to where the rows of a projection tell of the log: a row of the table `projection`, written
/// in the same transaction as they are.
struct Checkpoint: Hashable {
    var name: String
    var version: Int64
    var fingerprint: String
    /// The tree over the events that the rows tell of.
    var tree: MerkleFrontier
    /// When all rows were made anew last.
    var builtAt: String
    /// How long that took.
    var seconds: Double

    static let table = ModelTable(
        name: "projection", meaning: "the projections, and up to where they tell of the log",
        columns: [
            .text("name", "of the projection, as ledger projections lists it"),
            .integer("version", "of what the program makes of events"),
            .text("fingerprint", "of version, layout, and the settings and names in the rows"),
            .integer("position", "of the last event that the rows tell of"),
            .text("root", "of the log up to that event, 64 hexadecimal digits"),
            .text("peaks", "the right edge of the log's tree, which ties later roots to this one"),
            .text("built_at", "when all rows were made anew last, RFC 3339 in UTC"),
            .real("seconds", "that it took"),
        ],
        key: ["name"])

    /// The checkpoints of a database.
    ///
    /// - Throws: ``DatabaseError`` of `SQLITE_CORRUPT` for rows that this program did not write.
    static func all(in database: Database) throws -> [Checkpoint] {
        var found: [Checkpoint] = []
        try SQLStatement(database, "SELECT * FROM projection").forEachRow { row in
            guard let checkpoint = Checkpoint(row) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            found.append(checkpoint)
            return true
        }
        return found
    }

    private init?(_ row: [SQLValue]) {
        guard row.count == 8, case .text(let name) = row[0], case .integer(let version) = row[1],
            case .text(let fingerprint) = row[2], case .integer(let position) = row[3],
            case .text(let root) = row[4], case .text(let peaks) = row[5],
            case .text(let builtAt) = row[6], case .real(let seconds) = row[7], position >= 0,
            let tree = MerkleFrontier(
                size: UInt64(position) + 1,
                peaks: peaks.split(separator: " ").compactMap { Digest(hex: String($0)) }),
            tree.root.hex == root
        else { return nil }
        self.init(
            name: name, version: version, fingerprint: fingerprint, tree: tree, builtAt: builtAt,
            seconds: seconds)
    }

    init(
        name: String, version: Int64, fingerprint: String, tree: MerkleFrontier, builtAt: String,
        seconds: Double
    ) {
        self.name = name
        self.version = version
        self.fingerprint = fingerprint
        self.tree = tree
        self.builtAt = builtAt
        self.seconds = seconds
    }

    /// The position of the last event that the rows tell of.
    var position: UInt64 { tree.size - 1 }

    func write(to database: Database) throws {
        try SQLStatement(database, Checkpoint.table.insertion(in: "main", replacing: true)).run([
            .text(name), .integer(version), .text(fingerprint), .integer(Int64(position)),
            .text(tree.root.hex), .text(tree.peaks.map(\.hex).joined(separator: " ")),
            .text(builtAt), .real(seconds),
        ])
    }
}
