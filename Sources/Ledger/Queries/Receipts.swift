/// What a writer answers.
package struct WriteReceipt: Codable, Hashable, Sendable {
    /// The position of the entity that was recorded or changed.
    package let id: UInt64
    /// The position of the last event that was written.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// What was understood differently from what was typed.
    package let notes: [DecisionNote]

    /// `true` when nothing was kept, so that position and root are what they would have been; else
    /// left out.
    package let dryRun: Bool?

    /// An answer.
    package init(
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
package struct ImportReceipt: Codable, Hashable, Sendable {
    /// A row that was refused.
    package struct Refusal: Codable, Hashable, Sendable {
        /// The number of the line in the file, the first being 1.
        package let line: Int
        /// Why: one word, such as `badDate`.
        package let reason: String
        /// The text at fault.
        package let text: String

        /// A refusal.
        package init(line: Int, reason: String, text: String) {
            self.line = line
            self.reason = reason
            self.text = text
        }
    }

    /// A row that restates a line of an earlier import.
    package struct Changed: Codable, Hashable, Sendable {
        /// The number of the line in the file, the first being 1.
        package let line: Int
        /// The line of the ledger.
        package let id: UInt64
        /// The row's day; `nil` for a task without a deadline.
        package let day: Day?
        /// The row's title.
        package let title: String
        /// What the file says now, and what it was when it was imported.
        package let changes: [FieldChange]

        /// A changed row.
        package init(line: Int, id: UInt64, day: Day?, title: String, changes: [FieldChange]) {
            self.line = line
            self.id = id
            self.day = day
            self.title = title
            self.changes = changes
        }
    }

    /// A line of an earlier import that the file should have and has not.
    package struct Missing: Codable, Hashable, Sendable {
        /// The line of the ledger.
        package let id: UInt64
        /// Its day, as it was imported.
        package let day: Day
        /// Its amount, as it was imported.
        package let amount: String
        /// Code of the currency.
        package let currency: String
        /// Its title, as it was imported.
        package let title: String

        /// A missing line.
        package init(id: UInt64, day: Day, amount: String, currency: String, title: String) {
            self.id = id
            self.day = day
            self.amount = amount
            self.currency = currency
            self.title = title
        }
    }

    /// What the new rows of one kind and currency come to.
    package struct Total: Codable, Hashable, Sendable {
        /// `expense`, `income` or `transfer`.
        package let kind: EntryKind
        /// Code of the currency.
        package let currency: String
        /// Decimal, with exactly as many digits behind the point as the currency has.
        package let sum: String
        /// How many rows.
        package let count: Int64

        /// What rows come to.
        package init(kind: EntryKind, currency: String, sum: String, count: Int64) {
            self.kind = kind
            self.currency = currency
            self.sum = sum
            self.count = count
        }
    }

    /// The file's name.
    package let file: String
    /// Rows that were read, refused ones included.
    package let read: Int
    /// Rows that are new.
    package let new: Int
    /// How many of those lie before other rows of their account that were imported earlier.
    package let late: Int
    /// Rows that the ledger had already.
    package let known: Int
    /// Rows that restate a line of an earlier import.
    package let changed: [Changed]
    /// Rows that are held back beside these, because lines of earlier imports have their accounts,
    /// amounts and days; `nil` for none, and then left out of JSON.
    package let held: Int?
    /// Those of ``held`` that are a line of an earlier import but for the account, which only one
    /// of the two tells; `nil` for none, and then left out of JSON.
    package let unplaced: Int?
    /// New rows that look like entries that were typed; `nil` for none, and left out of JSON.
    package let typed: [Typed]?
    /// Lines of earlier imports on days that the file has whole, which it does not have; the first
    /// of them.
    package let missing: [Missing]
    /// How many there are.
    package let missingCount: Int
    /// Whether changed rows were taken over and missing ones voided.
    package let accepted: Bool
    /// Rows that were refused; the first of them.
    package let refused: [Refusal]
    /// How many there are.
    package let refusedCount: Int
    /// What the new rows come to, in order of kind and currency.
    package let sums: [Total]
    /// The position of the event that opened the batch; `nil` when nothing was written, and then
    /// left out of JSON.
    package let id: UInt64?
    /// The position of the last event of the ledger.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// What was understood differently from what the file says.
    package let notes: [DecisionNote]

    /// A receipt.
    package init(
        file: String, read: Int, new: Int, late: Int = 0, known: Int, changed: [Changed] = [],
        held: Int? = nil, unplaced: Int? = nil, typed: [Typed]? = nil, missing: [Missing] = [],
        missingCount: Int = 0, accepted: Bool = false, refused: [Refusal] = [],
        refusedCount: Int = 0,
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
        self.typed = typed
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
package struct RebuiltProjection: Codable, Hashable, Sendable {
    /// What it is called.
    package let name: String
    /// How many things it holds: cells of tables, categories, tasks, statements; of the reference
    /// data its settings, persons, accounts, currencies and renames.
    package let things: Int
    /// How long it took, reading included.
    package let seconds: Double

    /// A projection.
    package init(name: String, things: Int, seconds: Double) {
        self.name = name
        self.things = things
        self.seconds = seconds
    }
}

/// What a replay did.
package struct ReplaySummary: Codable, Hashable, Sendable {
    /// Events that were read.
    package let events: UInt64
    /// Commits that were read.
    package let commits: UInt64
    /// Frames that were read.
    package let frames: UInt64
    /// Bytes that were read.
    package let bytes: UInt64
    /// How long it took.
    package let seconds: Double
    /// How long it took to hash the events before, and to hold them against the root; `nil` where
    /// they were not hashed.
    package let hashSeconds: Double?
    /// Events in a second.
    package let eventsPerSecond: Double
    /// The names of the projections that were built.
    package let projections: [String]
    /// What each of them holds, in the same order.
    package let rebuilt: [RebuiltProjection]
    /// The position of the last event that was read.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String

    /// A summary; `seconds` of 0 or less give a rate of 0.
    package init(
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
package struct LogSummary: Codable, Hashable, Sendable {
    /// The ledger's id, lower-case hex.
    package let ledger: String
    /// All events, position 0 included.
    package let events: UInt64
    /// All commits.
    package let commits: UInt64
    /// All frames.
    package let frames: UInt64
    /// All segments.
    package let segments: UInt64
    /// Bytes in use.
    package let bytes: UInt64
    /// The root over all events, lower-case hex.
    package let root: String

    /// A summary.
    package init(
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

/// A report that was made again, of the same events as before, or that was made of a branch which
/// a merge replaced.
package struct CheckedReceipt: Codable, Hashable, Sendable {
    /// The path of its request.
    package let report: String
    /// The request, JSON.
    package let options: String
    /// The present moment of the report.
    package let now: Timestamp
    /// The position of the last event that it takes in.
    package let position: UInt64
    /// The ids of the keys that signed the receipt, as far as they are known.
    package let signedBy: [String]
    /// The branch of whose events it was made, where a merge replaced that: it was not made again,
    /// for these events stand among others now. Else `nil`, and then left out of JSON.
    package let branch: CheckedBranch?

    /// A report.
    package init(
        report: String, options: String, now: Timestamp, position: UInt64, signedBy: [String],
        branch: CheckedBranch? = nil
    ) {
        self.branch = branch
        self.report = report
        self.options = options
        self.now = now
        self.position = position
        self.signedBy = signedBy
    }
}

/// A file of an entry or a task that is not as it was; flat.
package struct BrokenFile: Codable, Hashable, Sendable {
    /// The position of the entry's first line, or of the task.
    package let id: UInt64
    /// What it was called; may be empty.
    package let name: String
    /// The SHA-256 that its bytes had, lower-case hex.
    package let content: String
    /// Whether it is not there; else it was changed.
    package let isMissing: Bool

    /// A broken file.
    package init(id: UInt64, name: String, content: String, isMissing: Bool) {
        (self.id, self.name, self.content, self.isMissing) = (id, name, content, isMissing)
    }
}

/// What a check of the whole log found; damage is an error.
package struct VerifySummary: Codable, Hashable, Sendable {
    /// Events that were hashed again.
    package let events: UInt64
    /// Commits that were checked.
    package let commits: UInt64
    /// Frames that were checked.
    package let frames: UInt64
    /// Bytes that were checked.
    package let bytes: UInt64
    /// How long it took.
    package let seconds: Double
    /// The position of the last event.
    package let position: UInt64
    /// The root that was computed from the values, lower-case hex.
    package let root: String
    /// Statements of accounts that were held against the ledger; `nil`, and then left out of JSON,
    /// where only a newer program knows what the ledger has.
    package var statements: Int?
    /// Those that do not agree.
    package var differing: [StatementRow]
    /// Of a quick check, how many events had been verified before and were not hashed again; else
    /// `nil`, and then left out of JSON, as is ``filesHashed``.
    package let since: UInt64?
    /// Of a quick check, how many full files did not look as they did then, and were hashed again.
    package let filesHashed: Int?
    /// The texts that are gone, held against what was erased; left out where nothing was.
    package var erasures: ErasureCheck?
    /// The closings of books that were held against the log; left out where there are none.
    package var closings: Int?
    /// Those of them whose report or root is not what was pinned, by their ids; else left out.
    package var brokenClosings: [UInt64]?
    /// How many files belong to entries and tasks; left out where there are none.
    package var files: Int?
    /// Those of them that are missing or were changed; else left out.
    package var brokenFiles: [BrokenFile]?
    /// Files beside them that belong to nothing, by their hashes: such as those that were erased in
    /// another copy; left out for none.
    package var strangeFiles: [String]?
    /// The events that break a rule of the ledger, the first hundred; left out where there are
    /// none.
    package var brokenRules: [BrokenRule]?
    /// What the signatures of devices came to; left out where the ledger is not shared.
    package var signatures: SignatureSummary?
    /// The earlier head that the ledger was held against, if any.
    package var against: CheckedHead?
    /// The report that was made again and is what it was, if any.
    package var receipt: CheckedReceipt?
    /// Files beside the log that did not follow from it, and were removed; left out for none.
    package var removed: [String]?

    /// A summary.
    package init(
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
