/// What a writer answers.
public struct WriteReceipt: Codable, Hashable, Sendable {
    /// The position of the entity that was recorded or changed.
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

    /// A row that restates a line of an earlier import.
    public struct Changed: Codable, Hashable, Sendable {
        /// The number of the line in the file, the first being 1.
        public let line: Int
        /// The line of the ledger.
        public let id: UInt64
        /// The row's day; `nil` for a task without a deadline.
        public let day: Day?
        /// The row's title.
        public let title: String
        /// What the file says now, and what it was when it was imported.
        public let changes: [FieldChange]

        /// A changed row.
        public init(line: Int, id: UInt64, day: Day?, title: String, changes: [FieldChange]) {
            self.line = line
            self.id = id
            self.day = day
            self.title = title
            self.changes = changes
        }
    }

    /// A line of an earlier import that the file should have and has not.
    public struct Missing: Codable, Hashable, Sendable {
        /// The line of the ledger.
        public let id: UInt64
        /// Its day, as it was imported.
        public let day: Day
        /// Its amount, as it was imported.
        public let amount: String
        /// Code of the currency.
        public let currency: String
        /// Its title, as it was imported.
        public let title: String

        /// A missing line.
        public init(id: UInt64, day: Day, amount: String, currency: String, title: String) {
            self.id = id
            self.day = day
            self.amount = amount
            self.currency = currency
            self.title = title
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

        /// What rows come to.
        public init(kind: EntryKind, currency: String, sum: String, count: Int64) {
            self.kind = kind
            self.currency = currency
            self.sum = sum
            self.count = count
        }
    }

    /// The file's name.
    public let file: String
    /// Rows that were read, refused ones included.
    public let read: Int
    /// Rows that are new.
    public let new: Int
    /// How many of those lie before other rows of their account that were imported earlier.
    public let late: Int
    /// Rows that the ledger had already.
    public let known: Int
    /// Rows that restate a line of an earlier import.
    public let changed: [Changed]
    /// Rows that are held back beside these, because lines of earlier imports have their accounts,
    /// amounts and days; `nil` for none, and then left out of JSON.
    public let held: Int?
    /// Those of ``held`` that are a line of an earlier import but for the account, which only one
    /// of the two tells; `nil` for none, and then left out of JSON.
    public let unplaced: Int?
    /// Lines of earlier imports on days that the file has whole, which it does not have; the first
    /// of them.
    public let missing: [Missing]
    /// How many there are.
    public let missingCount: Int
    /// Whether changed rows were taken over and missing ones voided.
    public let accepted: Bool
    /// Rows that were refused; the first of them.
    public let refused: [Refusal]
    /// How many there are.
    public let refusedCount: Int
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

    /// A receipt.
    public init(
        file: String, read: Int, new: Int, late: Int = 0, known: Int, changed: [Changed] = [],
        held: Int? = nil, unplaced: Int? = nil, missing: [Missing] = [], missingCount: Int = 0,
        accepted: Bool = false, refused: [Refusal] = [], refusedCount: Int = 0,
        sums: [Total] = [], id: UInt64?, position: UInt64, root: String,
        notes: [DecisionNote] = []
    ) {
        self.file = file
        self.read = read
        self.new = new
        self.late = late
        self.known = known
        self.changed = changed
        self.held = held
        self.unplaced = unplaced
        self.missing = missing
        self.missingCount = missingCount
        self.accepted = accepted
        self.refused = refused
        self.refusedCount = refusedCount
        self.sums = sums
        self.id = id
        self.position = position
        self.root = root
        self.notes = notes
    }
}

/// A projection that a replay built from nothing.
public struct RebuiltProjection: Codable, Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// How many things it holds: cells of tables, categories, tasks, statements; of the reference
    /// data its settings, persons, accounts, currencies and renames.
    public let things: Int
    /// How long it took, reading included.
    public let seconds: Double

    /// A projection.
    public init(name: String, things: Int, seconds: Double) {
        self.name = name
        self.things = things
        self.seconds = seconds
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
    /// How long it took to hash the events before, and to hold them against the root; `nil` where
    /// they were not hashed.
    public let hashSeconds: Double?
    /// Events in a second.
    public let eventsPerSecond: Double
    /// The names of the projections that were built.
    public let projections: [String]
    /// What each of them holds, in the same order.
    public let rebuilt: [RebuiltProjection]
    /// The position of the last event that was read.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String

    /// A summary; `seconds` of 0 or less give a rate of 0.
    public init(
        events: UInt64, commits: UInt64, frames: UInt64, bytes: UInt64, seconds: Double,
        hashSeconds: Double?, rebuilt: [RebuiltProjection], position: UInt64, root: String
    ) {
        self.events = events
        self.commits = commits
        self.frames = frames
        self.bytes = bytes
        self.seconds = seconds
        self.hashSeconds = hashSeconds
        self.eventsPerSecond = seconds > 0 ? Double(events) / seconds : 0
        self.projections = rebuilt.map(\.name)
        self.rebuilt = rebuilt
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

/// A report that was made again, of the same events as before.
public struct CheckedReceipt: Codable, Hashable, Sendable {
    /// The path of its request.
    public let report: String
    /// The request, JSON.
    public let options: String
    /// The present moment of the report.
    public let now: Timestamp
    /// The position of the last event that it takes in.
    public let position: UInt64
    /// The ids of the keys that signed the receipt, as far as they are known.
    public let signedBy: [String]

    /// A report.
    public init(
        report: String, options: String, now: Timestamp, position: UInt64, signedBy: [String]
    ) {
        self.report = report
        self.options = options
        self.now = now
        self.position = position
        self.signedBy = signedBy
    }
}

/// A file of an entry or a task that is not as it was; flat.
public struct BrokenFile: Codable, Hashable, Sendable {
    /// The position of the entry's first line, or of the task.
    public let id: UInt64
    /// What it was called; may be empty.
    public let name: String
    /// The SHA-256 that its bytes had, lower-case hex.
    public let content: String
    /// Whether it is not there; else it was changed.
    public let isMissing: Bool

    /// A broken file.
    public init(id: UInt64, name: String, content: String, isMissing: Bool) {
        (self.id, self.name, self.content, self.isMissing) = (id, name, content, isMissing)
    }
}

/// What a check of the whole log found; damage is an error.
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
    /// Statements of accounts that were held against the ledger; `nil`, and then left out of JSON,
    /// where only a newer program knows what the ledger has.
    public var statements: Int?
    /// Those that do not agree.
    public var differing: [StatementRow]
    /// Of a quick check, how many events had been verified before and were not hashed again; else
    /// `nil`, and then left out of JSON, as is ``filesHashed``.
    public let since: UInt64?
    /// Of a quick check, how many full files did not look as they did then, and were hashed again.
    public let filesHashed: Int?
    /// The texts that are gone, held against what was erased; left out where nothing was.
    public var erasures: ErasureCheck?
    /// The closings of books that were held against the log; left out where there are none.
    public var closings: Int?
    /// Those of them whose report or root is not what was pinned, by their ids; else left out.
    public var brokenClosings: [UInt64]?
    /// How many files belong to entries and tasks; left out where there are none.
    public var files: Int?
    /// Those of them that are missing or were changed; else left out.
    public var brokenFiles: [BrokenFile]?
    /// Files beside them that belong to nothing, by their hashes: such as those that were erased in
    /// another copy; left out for none.
    public var strangeFiles: [String]?
    /// The events that break a rule of the ledger, the first hundred; left out where there are
    /// none.
    public var brokenRules: [BrokenRule]?
    /// What the signatures of devices came to; left out where the ledger is not shared.
    public var signatures: SignatureSummary?
    /// The earlier head that the ledger was held against, if any.
    public var against: CheckedHead?
    /// The report that was made again and is what it was, if any.
    public var receipt: CheckedReceipt?
    /// Files beside the log that did not follow from it, and were removed; left out for none.
    public var removed: [String]?

    /// A summary.
    public init(
        events: UInt64, commits: UInt64, frames: UInt64, bytes: UInt64, seconds: Double,
        position: UInt64, root: String, statements: Int? = nil, differing: [StatementRow] = [],
        since: UInt64? = nil, filesHashed: Int? = nil
    ) {
        self.since = since
        self.filesHashed = filesHashed
        self.statements = statements
        self.differing = differing
        self.events = events
        self.commits = commits
        self.frames = frames
        self.bytes = bytes
        self.seconds = seconds
        self.position = position
        self.root = root
    }
}
