public import EventLog

/// Where events are kept: a file log, a memory log, or a draft laid over either.
///
/// A store is one sequence without streams. What is appended together becomes visible together, at
/// consecutive positions, and never changes. All stores pass one contract suite.
public protocol EventStore: Sendable {
    /// The number of events, the root of the tree over them, and the last log clock.
    func head() throws(StoreError) -> LogHead

    /// Appends a commit, whole or not at all; it is durable when this returns, where the store can
    /// be durable.
    ///
    /// What is appended can be read again, and refers to what is there. The rules of a ledger are
    /// not held here but by ``decide(_:_:)``, which makes the events of a command: those that are
    /// appended past it may break them, and ``LedgerSnapshot/brokenRules()`` says which do.
    ///
    /// - Parameters:
    ///   - commit: 1 or more events.
    ///   - expecting: The number of events that the caller has seen; `nil` to append wherever the
    ///     end is.
    /// - Returns: The positions, or those of the earlier commit with the same idempotency key and
    ///   content.
    /// - Throws: ``StoreError/conflict(expected:actual:)`` when the end is elsewhere,
    ///   ``StoreError/keyConflict(key:position:)`` when the key stands for other content,
    ///   ``StoreError/badReference(index:)`` when a reference points at nothing,
    ///   ``StoreError/unreadable(index:type:)`` for what could not be read again,
    ///   ``StoreError/emptyCommit``, and ``StoreError/log(_:)`` for what is too large or cannot be
    ///   kept, and with `LogError.knownCommit` for the id of another commit: it is looked for among
    ///   the newest 65,536 commits, of those of before the store was opened among the ones that
    ///   are not sealed yet (some 65,536 events), of those below a draft not at all. A repeat is
    ///   found before the end is compared, the end before a key's other content.
    func append(_ commit: NewCommit, expecting: UInt64?) throws(StoreError) -> Appended

    /// Appends a commit that may be too large to be held in memory, whole or not at all; it is
    /// durable when this returns, where the store can be durable.
    ///
    /// - Parameters:
    ///   - stream: 1 or more events.
    ///   - expecting: The number of events that the caller has seen; `nil` to append wherever the
    ///     end is.
    /// - Returns: The positions, or those of the earlier commit with the same idempotency key and
    ///   content.
    /// - Throws: As ``append(_:expecting:)-(NewCommit,_)`` does, and what the stream throws.
    func append(_ stream: CommitStream, expecting: UInt64?) throws(StoreError) -> Appended

    /// Hands the events of a range of positions to `body`, batch by batch in order, as they are
    /// stored, in whatever version that was: ``read(_:_:holding:_:)`` is for all who want to know
    /// what they say.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - sections: What to read; the rest of each batch is empty.
    ///   - types: The wanted types; what can be told to have none of them may be passed over.
    ///   - body: Returns whether to go on.
    func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError)

    /// Hands over the events of a range whose type passes, with some of their columns, in the
    /// newest version of their type.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - pick: What may hold such events, which days they are about, and what is asked for of
    ///     each.
    ///   - isWanted: Whether events of a type are wanted, as it is stored or newer. Of what is
    ///     looked at it is asked of every type.
    ///   - body: Takes one event or more, those before others first.
    func scan(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError)

    /// The tree over all events, as far as it takes to go on from there: what a draft that is laid
    /// over the store starts with.
    func frontier() throws(StoreError) -> MerkleFrontier

    /// The secret seed from which the salts of a block of 4,096 positions come; see ``SeedSource``.
    ///
    /// - Parameter block: The block's number: its first position divided by 4,096.
    /// - Returns: `nil` for a block that has no events yet.
    func seed(of block: UInt64) throws(StoreError) -> [UInt8]?

    /// Drops the text of some events for good; positions, commits and roots stay.
    ///
    /// What the store below a draft holds is left as it is, and counted.
    ///
    /// - Parameter positions: The events; those without text count for nothing.
    /// - Returns: What was done.
    /// - Complexity: O(*n*) in the events that are stored together with them.
    @discardableResult
    func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased

    /// The positions of the commit that was appended under an idempotency key, or `nil` when there
    /// is none.
    ///
    /// - Complexity: O(*n*) in the number of commits, unless the store has something better.
    func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>?
}

extension EventStore {
    /// Refuses: a store that can be read only, or passes on to another one, says so itself.
    ///
    /// - Throws: ``StoreError/log(_:)`` with `LogError.readOnly`.
    @discardableResult
    public func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        throw .log(.readOnly)
    }

    /// Holds all events in memory.
    public func append(
        _ stream: CommitStream, expecting: UInt64?
    ) throws(StoreError) -> Appended {
        var events: [Event] = []
        try stream.events { events.append($0) }
        return try append(NewCommit(stream, events), expecting: expecting)
    }

    /// Hands the events of a range of positions to `body`, batch by batch in order, every one in
    /// the newest version of its type: the one place where older ones are upcast.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - sections: What to read; the rest of each batch is empty. Whoever reads facts or text
    ///     gets the hot columns, too.
    ///   - types: The wanted types; others may come, too. All of them when left out.
    ///   - body: Returns whether to go on.
    public func read(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet = .all,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        let hasValues = !sections.isDisjoint(with: [.facts, .text])
        let wanted = hasValues ? sections.union(.hot) : sections
        try readStored(positions, wanted, holding: types) { batch throws(StoreError) in
            try body(Upcasting.current.upcast(batch))
        }
    }

    /// Reads batches.
    public func scan(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        try pickFromBatches(positions, pick, where: isWanted, body)
    }

    /// Hands over picked events of what is read whole, and upcast.
    func pickFromBatches(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        try read(positions, pick.sections, holding: pick.types) { batch throws(StoreError) in
            let picked = ScanResult(batch, pick, where: isWanted)
            if !picked.rows.isEmpty { try body(picked) }
            return .next
        }
    }
}

/// What an erasure came to.
public struct TextsErased: Hashable, Sendable {
    /// Events that lost their text.
    public let texts: UInt64
    /// Files of the log that were written anew.
    public let segments: UInt64
    /// Files with what interrupted writers had left behind that were removed, because nobody can
    /// say what they hold.
    public let tails: UInt64

    /// What an erasure came to.
    public init(texts: UInt64, segments: UInt64 = 0, tails: UInt64 = 0) {
        self.texts = texts
        self.segments = segments
        self.tails = tails
    }
}

/// Whether a reader wants the next batch.
public enum ReadStep: Sendable {
    /// Goes on.
    case next
    /// Returns at once.
    case stop
}

/// What is known of a commit's id and events before a store looks at them.
package enum CommitOrigin: Sendable {
    /// Nothing.
    case caller
    /// The id was just made at random, so that no other commit has it.
    case newID
    /// The events were written by some other program: rows are taken as they are, whatever this
    /// one makes of them.
    case otherProgram
}

/// Events that are to be appended together.
public struct NewCommit: Sendable {
    /// Made by the caller, unlike any other of the ledger.
    public var id: CommitID
    /// Wall clock.
    public var recordedAt: Timestamp
    /// The acting person; `nil` only while the ledger has none.
    public var actor: Reference?
    /// The ``BatchStarted`` that opened the batch, possibly in this commit.
    public var batch: Reference?
    /// The idempotency key, at most 255 bytes in UTF-8.
    public var key: String?
    /// 1 or more.
    public var events: [Event]
    package var origin = CommitOrigin.caller
    package var salts = TextSalts.ofLog

    /// A commit to append.
    public init(
        id: CommitID, recordedAt: Timestamp, actor: Reference? = nil, batch: Reference? = nil,
        key: String? = nil, events: [Event]
    ) {
        self.id = id
        self.recordedAt = recordedAt
        self.actor = actor
        self.batch = batch
        self.key = key
        self.events = events
    }

    /// A commit of which something is known.
    package init(
        id: CommitID, recordedAt: Timestamp, actor: Reference? = nil, batch: Reference? = nil,
        key: String? = nil, events: [Event], origin: CommitOrigin
    ) {
        self.init(
            id: id, recordedAt: recordedAt, actor: actor, batch: batch, key: key, events: events)
        self.origin = origin
    }
}

/// What is to be appended atomically, its events made one after the other.
public struct CommitStream {
    /// Made by the caller, unlike any other of the ledger.
    public var id: CommitID
    /// Wall clock.
    public var recordedAt: Timestamp
    /// The acting person; `nil` only while the ledger has none.
    public var actor: Reference?
    /// The ``BatchStarted`` that opened the batch, possibly in this commit.
    public var batch: Reference?
    /// The idempotency key, at most 255 bytes in UTF-8.
    public var key: String?
    /// Hands over the events, 1 or more, in order. A store may ask for them several times; they
    /// have to be the same each time.
    public var events: (_ emit: (Event) throws(StoreError) -> Void) throws(StoreError) -> Void
    package var origin = CommitOrigin.caller
    package var salts = TextSalts.ofLog

    /// A commit to append.
    public init(
        id: CommitID, recordedAt: Timestamp, actor: Reference? = nil, batch: Reference? = nil,
        key: String? = nil,
        events: @escaping ((Event) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) {
        self.id = id
        self.recordedAt = recordedAt
        self.actor = actor
        self.batch = batch
        self.key = key
        self.events = events
    }
}

/// Why a store could not do what was asked.
public enum StoreError: Error, Hashable, Sendable {
    /// The log has another number of events than the caller has seen; nothing was written.
    case conflict(expected: UInt64, actual: UInt64)
    /// The idempotency key was used for something else, at the given position; nothing was written.
    case keyConflict(key: String, position: UInt64)
    /// The event of the given index refers to something that is not there, or is not of the right
    /// kind; nothing was written. An actor or a batch that is not there counts for event 0.
    case badReference(index: Int)
    /// A commit without events; nothing was written.
    case emptyCommit
    /// The event of the given index could not be read again: a row of a type that this program
    /// knows or must not pass over, or a value that the type does not take; nothing was written.
    case unreadable(index: Int, type: UInt16)
    /// An event that does not say what its type needs, at a position of the log.
    case undecodable(position: UInt64, column: ColumnID)
    /// An event of a type or schema version that only a newer program knows.
    case needsNewerVersion(position: UInt64, type: UInt16, schema: UInt8)
    /// The log below.
    case log(LogError)
}
