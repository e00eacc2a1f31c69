internal import EventLog
internal import Interchange
internal import Ledger

/// What a file of tasks and the ledger both said when they were last the same, as the file says it.
///
/// It follows from nothing, but nothing depends on it: without it, what differs is a conflict, and
/// nothing is taken away on either side.
struct SyncState: Codable {
    /// What the names of such files begin with.
    static let prefix = "sync-"
    private static let version = 1

    private let version: Int
    private let format: TaskFormat
    /// Where the file is.
    private let path: String
    /// The tasks.
    let tasks: String
    /// What was written into a file that another program has to read before it is its own.
    let sent: [Sent]?

    /// A task that was written.
    struct Sent: Codable, Hashable {
        /// What recognises it.
        let identity: String
        /// As it stood there before; `nil` for one that did not.
        let piece: String?

        init(_ identity: String, _ piece: [UInt8]?) {
            self.identity = identity
            self.piece = piece.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// - Parameters:
    ///   - path: Where the file is, without links.
    ///   - pieces: The tasks as they stand there.
    ///   - sent: What was written; `nil` where nobody has to read it.
    init(_ format: TaskFormat, at path: String, _ pieces: [[UInt8]], sent: [Sent]?) {
        self.sent = sent
        version = SyncState.version
        (self.format, self.path) = (format, path)
        let file = TaskFile([], format).changed(
            [:], adding: pieces.map { TaskFile.unfolded($0, format) })
        tasks = pieces.isEmpty ? "" : String(decoding: file, as: UTF8.self)
    }

    /// What was kept of a file; `nil` for nothing, or what this program cannot read.
    init?(_ format: TaskFormat, of path: String, in home: any LedgerHome) {
        guard let bytes = (try? home.file(SyncState.name(format, path))) ?? nil,
            let state = try? JSONCoding.decode(SyncState.self, from: bytes),
            state.version == SyncState.version, state.format == format, state.path == path
        else { return nil }
        self = state
    }

    /// Keeps it.
    func keep(in home: any LedgerHome) throws(ApplicationError) {
        try home.keep(JSONCoding.encode(self), as: SyncState.name(format, path))
    }

    private static func name(_ format: TaskFormat, _ path: String) -> String {
        let hash = SHA256.hash(Array("\(format.rawValue)\n\(path)".utf8)).bytes.prefix(8)
        let digits = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(prefix)\(digits.joined()).json"
    }
}
