internal import EventLog

/// A stream of events on its way into a log: a small one is held in memory, a large one goes into a
/// spool, or is compared with the commit that was appended under its key.
struct StreamedCommit {
    /// How often a commit is encoded because others append meanwhile.
    static let attemptsMax = 3
    /// Events that are held in memory before a spool is begun.
    static let heldMax = 4_096

    private let stream: CommitStream
    private let commit: EncodedCommit
    private let expecting: UInt64?
    private let log: Log

    private var held: [Event] = []
    private var count = 0
    private var writer = RowWriter()
    /// A large commit for the end of the log; `nil` where its key is known already.
    private var spool: CommitSpool?
    private var earlier: StoredCommit?
    private var head = LogHead(count: 0, root: MerkleFrontier().root, logClock: .min)

    /// Nothing of a stream yet.
    init(_ stream: CommitStream, expecting: UInt64?, on log: Log) {
        self.stream = stream
        self.expecting = expecting
        self.log = log
        commit = EncodedCommit(stream)
    }

    /// The position for which the commit is encoded.
    var firstPosition: UInt64 { head.count }

    /// The whole commit, when it is small.
    var small: NewCommit? {
        guard count == 0 else { return nil }
        return NewCommit(
            id: stream.id, recordedAt: stream.recordedAt, actor: stream.actor,
            batch: stream.batch, key: stream.key, events: held, origin: stream.origin)
    }

    /// Takes the next event.
    mutating func take(_ event: Event) throws(StoreError) {
        guard count == 0 else { return try encode(event) }
        held.append(event)
        guard held.count > StreamedCommit.heldMax else { return }
        let events = held
        held = []
        try begin()
        for event in events { try encode(event) }
    }

    /// Appends what was taken, or finds that it was appended before.
    ///
    /// - Returns: `nil` when somebody else has appended since: the stream is to be taken anew.
    func finish() throws(StoreError) -> Appended? {
        if var earlier {
            let isSame = earlier.isSame ? try earlier.isAtEnd() : false
            return try settle(earlier.positions, isSame: isSame)
        }
        guard let spool else { return nil }
        try commit.check(spool.header, count: spool.count)
        do { return try log.append(spool, isNewID: stream.origin == .newID) } catch {
            switch error {
            // The key, or an event, was not there when the spool was begun.
            case .conflict, .keyConflict: return nil
            default: throw StoreError(error, key: stream.key)
            }
        }
    }

    /// Decides what is done with the events.
    private mutating func begin() throws(StoreError) {
        try mappingError(StoreError.ofLog) { () throws(LogError) in
            let spool = try log.spool(commit.draft)
            head = try log.head()
            let found = try commit.draft.key.flatMap { key throws(LogError) in
                try log.positions(ofKey: key)
            }
            if let found { earlier = StoredCommit(found, of: log) } else { self.spool = spool }
        }
        if earlier == nil { _ = try settle(nil, isSame: false) }
    }

    private mutating func encode(_ event: Event) throws(StoreError) {
        try EncodedCommit.checkRaw(event, at: count, of: stream.origin)
        writer.removeAll()
        writer.write(event)
        if let spool {
            do { try spool.append(writer.events, commit) } catch {
                switch error {
                case .log(let error): throw StoreError(error, key: stream.key)
                case .caller(let error): throw error
                }
            }
        } else if let (column, _) = writer.events.badColumn {
            throw .log(.badColumn(column, index: count))
        } else {
            let row = writer.events.row(at: 0)
            if !row.isDeclaration { try earlier?.compare(row) }
        }
        count += 1
    }

    private func settle(
        _ earlier: Range<UInt64>?, isSame: Bool
    ) throws(StoreError) -> Appended? {
        do throws(LogError) {
            let present = try log.head()
            let isOutrun = try expecting.map { expecting throws(LogError) in
                try expecting == present.count ? log.hasTakenBack() : true
            }
            return try CommitAdmission.settle(
                earlier, isSame: isSame, key: commit.draft.key, expecting: expecting,
                isOutrun: isOutrun ?? false, present)
        } catch { throw StoreError(error, key: stream.key) }
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
        isSame = EncodedCommit.isSame(row, as: stored, in: positions)
    }

    /// Whether nothing is left of it but a declaration of schemas.
    mutating func isAtEnd() throws(StoreError) -> Bool {
        guard let row = try nextRow() else { return true }
        if !row.isDeclaration { return false }
        return try nextRow() == nil
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
