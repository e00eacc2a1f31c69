/// The id of a commit, made by whoever appends it: 16 bytes that no other commit of the ledger has.
///
/// `high` names the device or process, `low` counts there, so that ids of one device lie close
/// together and cost little room. With an event's index it is the event's permanent identity.
public struct CommitID: Hashable, Comparable, Sendable {
    /// The device or process.
    public let high: UInt64
    /// The count there.
    public let low: UInt64

    /// An id from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Orders by device, then by count; says nothing of time.
    public static func < (left: CommitID, right: CommitID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// What is to be appended atomically.
public struct CommitDraft: Sendable {
    /// The commit's id.
    public var id: CommitID
    /// Wall clock, in milliseconds since 1970-01-01T00:00:00Z.
    public var recordedAt: Int64
    /// The position of the acting person, or `nil` in a log without persons.
    public var actor: UInt64?
    /// The position of the event that opened the batch; `nil` outside batches.
    public var batch: UInt64?
    /// The idempotency key, at most ``Limit/keyBytesMax`` bytes; `nil` for none.
    public var key: [UInt8]?
    /// The events, 1 … ``Limit/commitEventsMax``.
    public var rows: [Row]
    /// Whether another copy of the log has it, or a device signs it, so that events may have salts
    /// of their own, or what an erasure left there.
    package var isReplica = false

    /// A commit to append.
    public init(
        id: CommitID, recordedAt: Int64, actor: UInt64? = nil, batch: UInt64? = nil,
        key: [UInt8]? = nil, rows: [Row]
    ) {
        self.id = id
        self.recordedAt = recordedAt
        self.actor = actor
        self.batch = batch
        self.key = key
        self.rows = rows
    }
}

/// What a commit's events share, as it stands in the log.
public struct CommitHeader: Hashable, Sendable {
    /// The commit's id.
    public let id: CommitID
    /// The position of the commit's first event.
    public let firstPosition: UInt64
    /// The values in the commit columns 0x70 … 0x7C, ascending.
    public let fields: [Field]

    package init(id: CommitID, firstPosition: UInt64, fields: [Field]) {
        self.id = id
        self.firstPosition = firstPosition
        self.fields = fields
    }

    /// The header of a draft: what is absent takes no room. The clocks may wrap around, both alike.
    package init(_ draft: CommitDraft, at firstPosition: UInt64, logClock: Int64) {
        var fields = [Field(.recordedAt, .integer(draft.recordedAt))]
        let lead = logClock &- draft.recordedAt
        if lead != 0 { fields.append(Field(.clockLead, .integer(lead))) }
        if let actor = draft.actor {
            fields.append(Field(.actor, .integer(Int64(clamping: actor))))
        }
        if let batch = draft.batch {
            fields.append(Field(.batch, .integer(Int64(clamping: batch))))
        }
        if let key = draft.key { fields.append(Field(.key, .bytes(key))) }
        self.init(id: draft.id, firstPosition: firstPosition, fields: fields)
    }

    /// The header of a draft behind other commits. The log clock never goes back: where the wall
    /// clock does, the difference is kept.
    package init(_ draft: CommitDraft, at firstPosition: UInt64, after lastClock: Int64) {
        let clock = max(lastClock, draft.recordedAt)
        self.init(draft, at: firstPosition, logClock: clock)
    }

    /// The value in a commit column, or `nil` when the commit has none.
    public subscript(column: ColumnID) -> FieldValue? {
        fields.first { $0.column == column }?.value
    }

    /// Wall clock when the commit was made, in milliseconds since 1970-01-01T00:00:00Z.
    public var recordedAt: Int64 { self[.recordedAt]?.integer ?? 0 }

    /// Log clock of the commit, in milliseconds since 1970-01-01T00:00:00Z: never less than that of
    /// the commit before.
    public var logClock: Int64 { recordedAt &+ (self[.clockLead]?.integer ?? 0) }

    /// The position of the acting person, or `nil` when none was named.
    public var actor: UInt64? { self[.actor]?.integer.flatMap(UInt64.init(exactly:)) }

    /// The position of the event that opened the batch; `nil` outside batches.
    public var batch: UInt64? { self[.batch]?.integer.flatMap(UInt64.init(exactly:)) }

    /// The idempotency key; `nil` when there is none.
    public var key: [UInt8]? { self[.key]?.bytes }
}

/// Where a commit ended up.
public struct Appended: Hashable, Sendable {
    /// The positions of its events.
    public let positions: Range<UInt64>
    /// The root of the tree over all events of the log, these the last of them; of a repeat, the
    /// root at the log's present end.
    public let root: Digest
    /// Whether the commit had been appended before under the same idempotency key.
    public let isRepeat: Bool

    /// A result.
    package init(positions: Range<UInt64>, root: Digest, isRepeat: Bool) {
        self.positions = positions
        self.root = root
        self.isRepeat = isRepeat
    }
}

/// The state of a log at its end.
public struct LogHead: Hashable, Sendable {
    /// How many events there are; the position of the next one.
    public var count: UInt64
    /// The root of the tree over all of them.
    public var root: Digest
    /// The last log clock, in milliseconds since 1970-01-01T00:00:00Z; `Int64.min` when empty.
    public var logClock: Int64

    /// A head.
    public init(count: UInt64, root: Digest, logClock: Int64) {
        self.count = count
        self.root = root
        self.logClock = logClock
    }
}
