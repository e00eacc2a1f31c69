/// What is to be appended atomically.
public struct CommitDraft: Sendable {
    /// The commit's id.
    public var id: CommitID
    /// Wall clock, in milliseconds since 1970-01-01T00:00:00Z.
    public var recordedAt: Int64
    /// The idempotency key, at most ``Limit/keyBytesMax`` bytes; `nil` for none.
    public var key: [UInt8]?
    /// The events, encoded.
    package var events: EncodedEvents
    /// The position of the acting person, or `-1 - i` for the event of index `i` of the commit.
    package var actorLink: Int64?
    /// The position of the event that opened the batch, or `-1 - i`.
    package var batchLink: Int64?

    /// A commit to append.
    ///
    /// - Parameters:
    ///   - id: Unlike any other commit's.
    ///   - recordedAt: Wall clock, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - actor: The position of the acting person, or `nil` in a log without persons.
    ///   - batch: The position of the event that opened the batch; `nil` outside batches.
    ///   - key: The idempotency key; `nil` for none.
    ///   - rows: The events, 1 … ``Limit/commitEventsMax``.
    public init(
        id: CommitID, recordedAt: Int64, actor: UInt64? = nil, batch: UInt64? = nil,
        key: [UInt8]? = nil, rows: [Row]
    ) {
        var events = EncodedEvents()
        for row in rows { events.add(row) }
        self.init(
            id: id, recordedAt: recordedAt, actorLink: actor.map { Int64(clamping: $0) },
            batchLink: batch.map { Int64(clamping: $0) }, key: key, events: events)
    }

    /// A commit of encoded events.
    package init(
        id: CommitID, recordedAt: Int64, actorLink: Int64?, batchLink: Int64?, key: [UInt8]?,
        events: EncodedEvents
    ) {
        self.id = id
        self.recordedAt = recordedAt
        self.actorLink = actorLink
        self.batchLink = batchLink
        self.key = key
        self.events = events
    }

    /// The events, 1 … ``Limit/commitEventsMax``.
    public var rows: [Row] {
        get { events.rows }
        set {
            events = EncodedEvents()
            for row in newValue { events.add(row) }
        }
    }
}
