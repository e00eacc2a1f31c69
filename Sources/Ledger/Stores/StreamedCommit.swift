internal import EventLog

/// A stream of events on its way into a log: a small one is held in memory, a large one goes into a
/// spool, or is compared with the commit that was appended under its key.
///
/// Of several things that are wrong with a commit that one is told which is told when all events
/// are in memory; so the events behind the first bad one are still looked at.
struct StreamedCommit {
    /// How often a commit is encoded because others append meanwhile.
    static let attemptsMax = 3
    /// Events that are held in memory before a spool is begun.
    static let heldMax = 4_096

    private let stream: CommitStream
    private let expecting: UInt64?
    private let log: Log
    private let key: [UInt8]?

    private var held: [Event] = []
    private var count = 0
    private var isLarge = false

    /// The position for which the commit is encoded.
    private(set) var firstPosition: UInt64 = 0
    private var spool: CommitSpool?
    private var earlier: StoredCommit?
    private var writer = RowWriter()
    /// Why it is not appended: found before the events are looked at, in their columns, in their
    /// references, and when they are encoded.
    private var refusal: StoreError?
    private var badColumn: StoreError?
    private var badReference: StoreError?
    private var badEvent: StoreError?

    /// Nothing of a stream yet.
    init(_ stream: CommitStream, expecting: UInt64?, on log: Log) {
        self.stream = stream
        self.expecting = expecting
        self.log = log
        key = stream.key.map { Array($0.utf8) }
    }

    /// The whole commit, when it is small.
    var small: NewCommit? {
        guard !isLarge else { return nil }
        return NewCommit(stream, held)
    }

    /// Takes the next event.
    mutating func take(_ event: Event) throws(StoreError) {
        guard !isLarge else { return try encode(event) }
        held.append(event)
        guard held.count > StreamedCommit.heldMax else { return }
        isLarge = true
        begin()
        let events = held
        held = []
        for event in events { try encode(event) }
    }

    /// Appends what was taken, or finds that it was appended before.
    ///
    /// - Returns: `nil` when somebody else has appended since: the stream is to be taken anew.
    func finish() throws(StoreError) -> Appended? {
        try mappingError(StoreError.ofLog, EncodedCommit.admit(key: key))
        if let badColumn { throw badColumn }
        if let earlier { return try settle(earlier) }
        if let error = refusal ?? badReference { throw error }
        for link in [stream.actor?.link, stream.batch?.link] {
            _ = try ReferenceResolver.shared(link, from: firstPosition, count: count)
        }
        if let badEvent { throw badEvent }
        guard let spool else { return nil }
        do { return try log.append(spool, isNewID: stream.origin == .newID) } catch {
            switch error {
            // The key, or an event, was not there when the spool was begun.
            case .conflict, .keyConflict: return nil
            default: throw StoreError(error, key: stream.key)
            }
        }
    }

    /// Decides what is done with the events.
    private mutating func begin() {
        do throws(LogError) {
            let spool = try log.spool { first in
                CommitDraft(
                    id: stream.id, recordedAt: stream.recordedAt.millisecondsSince1970,
                    actor: StreamedCommit.position(stream.actor, from: first),
                    batch: StreamedCommit.position(stream.batch, from: first), key: key, rows: [])
            }
            firstPosition = spool.firstPosition
            let isStale = expecting == nil ? false : try log.hasTakenBack()
            if let key, let found = try log.positions(ofKey: key) {
                earlier = StoredCommit(found, of: log)
            } else if let expecting, isStale || expecting != firstPosition {
                refusal = .conflict(expected: expecting, actual: firstPosition)
            } else {
                self.spool = spool
            }
        } catch { refusal = StoreError(error, key: stream.key) }
    }

    private mutating func encode(_ event: Event) throws(StoreError) {
        guard count < Limit.commitEventsMax else { throw .log(.tooLarge(.commit, index: 0)) }
        let index = count
        count += 1
        guard badColumn == nil else { return }
        do throws(StoreError) {
            try ReferenceResolver.checkRaw(event, at: index, of: stream.origin)
            if let row = earlier.map({ _ in event.row }), !row.isDeclaration {
                try earlier?.compare(row)
            }
            guard let spool, badReference == nil else { return }
            let encoded = try ReferenceResolver.encoded(
                event, at: index, from: firstPosition, of: stream.origin, stream.salts, &writer)
            guard badEvent == nil else { return }
            try mappingError(
                StoreError.ofLog, spool.append(encoded, hasOwnSalt: stream.salts.areOwn))
        } catch {
            switch error {
            case .badReference: badReference = error
            case .log(.badColumn), .unreadable: badColumn = error
            case .log(.tooLarge), .log(.full): badEvent = error
            default: throw error
            }
        }
    }

    /// What a key that is known already means.
    private func settle(_ earlier: StoredCommit) throws(StoreError) -> Appended {
        let head = try mappingError(StoreError.ofLog, log.head())
        let positions = earlier.positions
        var rest = earlier
        if earlier.isSame, try rest.isAtEnd() {
            return Appended(positions: positions, root: head.root, isRepeat: true)
        }
        if let expecting, expecting != head.count {
            throw .conflict(expected: expecting, actual: head.count)
        }
        throw .keyConflict(key: stream.key ?? "", position: positions.lowerBound)
    }

    /// The position that a reference will have; whether anything stands there is looked at when
    /// the commit is whole.
    private static func position(_ reference: Reference?, from first: UInt64) -> UInt64? {
        switch reference {
        case .position(let position): position
        case .inThisCommit(let index): first &+ UInt64(clamping: index)
        case nil: nil
        }
    }
}

extension CommitStream {
    /// A commit that is in memory.
    init(_ commit: NewCommit) {
        self.init(
            id: commit.id, recordedAt: commit.recordedAt, actor: commit.actor,
            batch: commit.batch, key: commit.key,
            events: { (emit) throws(StoreError) in
                for event in commit.events { try emit(event) }
            })
        origin = commit.origin
        salts = commit.salts
    }
}

extension NewCommit {
    /// A stream whose events are in memory.
    package init(_ stream: CommitStream, _ events: [Event]) {
        self.init(
            id: stream.id, recordedAt: stream.recordedAt, actor: stream.actor,
            batch: stream.batch, key: stream.key, events: events, origin: stream.origin)
        salts = stream.salts
    }
}

/// A commit that stands in the log, compared event by event with one that is to be appended.
private struct StoredCommit {
    let positions: Range<UInt64>
    /// Whether all events so far are the same.
    private(set) var isSame = true
    private let log: Log
    private var rows: BatchRows?
    private var next: UInt64

    init(_ positions: Range<UInt64>, of log: Log) {
        self.positions = positions
        self.log = log
        next = positions.lowerBound
    }

    /// Compares the next event.
    mutating func compare(_ row: Row) throws(StoreError) {
        guard isSame else { return }
        guard let stored = try nextRow() else {
            isSame = false
            return
        }
        isSame = ReferenceResolver.isSame(row, as: stored, in: positions)
    }

    /// Whether nothing is left of it but a declaration of schemas and a signature.
    mutating func isAtEnd() throws(StoreError) -> Bool {
        while let row = try nextRow() { if !row.isDeclaration { return false } }
        return true
    }

    private mutating func nextRow() throws(StoreError) -> Row? {
        if let row = rows?.next() { return row }
        var batch: ColumnBatch?
        do {
            try log.read(next..<positions.upperBound, .all) { found throws(LogError) in
                batch = found
                return false
            }
        } catch { throw StoreError.ofLog(error) }
        guard let batch else { return nil }
        next = batch.positions.upperBound
        rows = batch.rows
        return rows?.next()
    }
}
