/// What a writer answers.
public struct Written: Codable, Hashable, Sendable {
    /// The position of the thing that was recorded or changed.
    public let id: UInt64
    /// The position of the last event that was written.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
    /// What was understood differently from what was typed.
    public let notes: [DecisionNote]

    /// `true` when nothing was kept, so that position and root are what they would have been; else
    /// left out.
    public let dryRun: Bool?

    /// An answer.
    public init(
        id: UInt64, position: UInt64, root: String, notes: [DecisionNote] = [],
        dryRun: Bool? = nil
    ) {
        self.id = id
        self.position = position
        self.root = root
        self.notes = notes
        self.dryRun = dryRun
    }
}

/// What an import did.
public struct ImportReceipt: Codable, Hashable, Sendable {
    /// A row that was refused.
    public struct Refusal: Codable, Hashable, Sendable {
        /// The number of the line in the file, the first being 1.
        public let line: Int
        /// Why: one word, such as `badDate`.
        public let reason: String
        /// The text at fault.
        public let text: String

        /// A refusal.
        public init(line: Int, reason: String, text: String) {
            self.line = line
            self.reason = reason
            self.text = text
        }
    }

    /// What the new rows of one kind and currency come to.
    public struct Total: Codable, Hashable, Sendable {
        /// `expense`, `income` or `transfer`.
        public let kind: EntryKind
        /// Code of the currency.
        public let currency: String
        /// Decimal, with exactly as many digits behind the point as the currency has.
        public let sum: String
        /// How many rows.
        public let count: Int64
    }

    /// The file's name.
    public let file: String
    /// Rows that were read.
    public let read: Int
    /// Rows that are new.
    public let new: Int
    /// Rows that the ledger had already.
    public let known: Int
    /// Rows that were refused; nothing is written when there is one.
    public let refused: [Refusal]
    /// What the new rows come to, in order of kind and currency.
    public let sums: [Total]
    /// The position of the event that opened the batch; `nil` when nothing was written, and then
    /// left out of JSON.
    public let id: UInt64?
    /// The position of the last event of the ledger.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
    /// What was understood differently from what the file says.
    public let notes: [DecisionNote]

    /// A receipt; the new rows are counted and summed up from `lines`.
    public init(
        file: String, read: Int, known: Int, refused: [Refusal], lines: [NewLine], id: UInt64?,
        position: UInt64, root: String, notes: [DecisionNote] = []
    ) {
        self.file = file
        self.read = read
        self.new = lines.count
        self.known = known
        self.refused = refused
        self.sums = ImportReceipt.totals(lines)
        self.id = id
        self.position = position
        self.root = root
        self.notes = notes
    }

    private struct Key: Hashable, Comparable {
        let kind: EntryKind
        let currency: Currency

        static func < (left: Key, right: Key) -> Bool {
            (left.kind.rawValue, left.currency.code) < (right.kind.rawValue, right.currency.code)
        }
    }

    private static func totals(_ lines: [NewLine]) -> [Total] {
        var cells: [Key: SpendingTable.Cell] = [:]
        for line in lines {
            let key = Key(kind: line.kind, currency: line.amount.currency)
            cells[key, default: .zero] +=
                SpendingTable.Cell(sum: Int128(line.amount.minor), count: 1)
        }
        return cells.sorted { $0.key < $1.key }.map { key, cell in
            Total(
                kind: key.kind, currency: key.currency.code,
                sum: MoneyTotal(minor: cell.sum, currency: key.currency).text, count: cell.count)
        }
    }
}

/// What a replay did.
public struct ReplaySummary: Codable, Hashable, Sendable {
    /// Events that were read.
    public let events: UInt64
    /// Commits that were read.
    public let commits: UInt64
    /// Frames that were read.
    public let frames: UInt64
    /// Bytes that were read.
    public let bytes: UInt64
    /// How long it took.
    public let seconds: Double
    /// Events in a second.
    public let eventsPerSecond: Double
    /// The names of the projections that were built.
    public let projections: [String]
    /// The position of the last event that was read.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String

    /// A summary; `seconds` of 0 or less give a rate of 0.
    public init(
        events: UInt64, commits: UInt64, frames: UInt64, bytes: UInt64, seconds: Double,
        projections: [String], position: UInt64, root: String
    ) {
        self.events = events
        self.commits = commits
        self.frames = frames
        self.bytes = bytes
        self.seconds = seconds
        self.eventsPerSecond = seconds > 0 ? Double(events) / seconds : 0
        self.projections = projections
        self.position = position
        self.root = root
    }
}

/// What a ledger's log is.
public struct LogSummary: Codable, Hashable, Sendable {
    /// The ledger's id, lower-case hex.
    public let ledger: String
    /// All events, position 0 included.
    public let events: UInt64
    /// All commits.
    public let commits: UInt64
    /// All frames.
    public let frames: UInt64
    /// All segments.
    public let segments: UInt64
    /// Bytes in use.
    public let bytes: UInt64
    /// The root over all events, lower-case hex.
    public let root: String

    /// A summary.
    public init(
        ledger: String, events: UInt64, commits: UInt64, frames: UInt64, segments: UInt64,
        bytes: UInt64, root: String
    ) {
        self.ledger = ledger
        self.events = events
        self.commits = commits
        self.frames = frames
        self.segments = segments
        self.bytes = bytes
        self.root = root
    }
}

/// What a check of the whole log found in order; damage is an error.
public struct VerifySummary: Codable, Hashable, Sendable {
    /// Events that were hashed again.
    public let events: UInt64
    /// Commits that were checked.
    public let commits: UInt64
    /// Frames that were checked.
    public let frames: UInt64
    /// Bytes that were checked.
    public let bytes: UInt64
    /// How long it took.
    public let seconds: Double
    /// The position of the last event.
    public let position: UInt64
    /// The root that was computed from the values, lower-case hex.
    public let root: String

    /// A summary.
    public init(
        events: UInt64, commits: UInt64, frames: UInt64, bytes: UInt64, seconds: Double,
        position: UInt64, root: String
    ) {
        self.events = events
        self.commits = commits
        self.frames = frames
        self.bytes = bytes
        self.seconds = seconds
        self.position = position
        self.root = root
    }
}
