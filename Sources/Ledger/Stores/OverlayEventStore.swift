public import EventLog
internal import Synchronization

/// A draft laid over a store: it shows the store's events as they were when the draft began, then
/// its own. Nothing reaches the store below, and the roots are those it would have had.
public final class OverlayEventStore: FrameStore {
    let base: any EventStore
    let baseCount: UInt64
    let tail: Mutex<InMemoryLog>

    /// An empty draft over the present events of a store.
    ///
    /// - Parameters:
    ///   - base: The store below.
    ///   - makeSeed: Where the salts of blocks come from that the store below has not begun.
    /// - Throws: What reading the store throws.
    public init(
        over base: any EventStore, makeSeed: @escaping SeedSource = Seeds.random
    ) throws(StoreError) {
        var frontier = try base.frontier()
        var head = try base.head()
        while frontier.size != head.count {
            frontier = try base.frontier()
            head = try base.head()
        }
        self.base = base
        baseCount = head.count
        let tail = InMemoryLog(
            after: frontier, logClock: head.logClock,
            seed: try base.seed(of: head.count / Limit.seedEvents), makeSeed: makeSeed)
        self.tail = Mutex(tail)
    }

    /// A draft over the first events of a store, as if the others had never been.
    ///
    /// - Parameter count: How many events come before it; a commit ends there.
    /// - Complexity: O(*n*) in the events of one segment for a store of files, else in all events.
    init(
        over base: any EventStore, upTo count: UInt64, makeSeed: @escaping SeedSource
    ) throws(StoreError) {
        var frontier = MerkleFrontier()
        if let files = base as? FileEventStore {
            frontier = try files.frontier(at: count)
        } else {
            try base.extend(&frontier, to: count)
        }
        var clock = Int64.min
        try base.readStored(max(1, count) - 1..<count, .commits, holding: .all) { batch in
            clock = batch.commits.last?.header.logClock ?? clock
            return .next
        }
        self.base = base
        baseCount = count
        let tail = InMemoryLog(
            after: frontier, logClock: clock, seed: try base.seed(of: count / Limit.seedEvents),
            makeSeed: makeSeed)
        self.tail = Mutex(tail)
    }

    /// A copy of a draft, over another store of the same events.
    init(_ draft: OverlayEventStore, over base: any EventStore) {
        self.base = base
        baseCount = draft.baseCount
        tail = Mutex(draft.tail.withLock { $0 })
    }

    /// The number of events, the root over them, and the last log clock, those below included.
    public func head() -> LogHead { tail.withLock { $0.head } }

    /// Appends a commit to the draft; see ``EventStore/append(_:expecting:)``.
    public func append(
        _ commit: NewCommit, expecting: UInt64? = nil
    ) throws(StoreError) -> Appended {
        let resolution = try ReferenceResolver(commit)
        let before = try earlier(resolution)
        return try tail.withLock { (tail) throws(StoreError) in
            try tail.append(resolution, expecting: expecting, before: before)
        }
    }

    /// Reads events as they are stored, those below first; what the store below passes over is
    /// passed over. See ``EventStore/readStored(_:_:holding:_:)``.
    public func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        let end = head().count
        var step = ReadStep.next
        let below = positions.clamped(to: 0..<baseCount)
        if !below.isEmpty {
            try base.readStored(below, sections, holding: types) { (batch) throws(StoreError) in
                step = try body(batch)
                return step
            }
        }
        if step == .next { try tail.read(positions.clamped(to: 0..<end), sections, body) }
    }

    /// Reads frames of the store below as they are stored, then what the draft adds; see
    /// ``FrameStore/readHot(_:frame:batch:)``.
    package func readHot(
        _ positions: Range<UInt64>,
        frame: (borrowing HotFrame) throws(StoreError) -> Bool,
        batch: (ColumnBatch) throws(StoreError) -> Void
    ) throws(StoreError) {
        let end = head().count
        let below = positions.clamped(to: 0..<baseCount)
        if !below.isEmpty { try base.readHot(below, frame: frame, batch: batch) }
        try tail.read(positions.clamped(to: 0..<end), .report) { columns throws(StoreError) in
            try batch(columns)
            return .next
        }
    }

    /// The tree over all events, those below included.
    public func frontier() -> MerkleFrontier { tail.withLock { $0.frontier } }

    /// The seed of a block of 4,096 positions, or `nil` when it has no events yet.
    public func seed(of block: UInt64) throws(StoreError) -> [UInt8]? {
        if let seed = tail.withLock({ $0.seed(of: block) }) { return seed }
        return block < baseCount / Limit.seedEvents ? try base.seed(of: block) : nil
    }

    /// Counts the texts, and drops those of the draft's own events; see
    /// ``EventStore/eraseText(at:)``.
    @discardableResult
    public func eraseText(at positions: [UInt64]) throws(StoreError) -> TextsErased {
        let below = Set(positions.filter { $0 < baseCount })
        var found: Set<UInt64> = []
        if let first = below.min(), let last = below.max() {
            try base.readStored(first..<(last + 1), .text, holding: .all) { batch in
                found.formUnion(batch.textPositions.filter { below.contains($0) })
                return .next
            }
        }
        let own = tail.withLock { $0.erase(positions.filter { $0 >= baseCount }) }
        return TextsErased(texts: UInt64(found.count) + own)
    }

    /// The positions of the commit with an idempotency key, in the draft or below.
    public func positions(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        if let below = try positionsBelow(ofKey: key) { return below }
        return tail.withLock { $0.positions(ofKey: Array(key.utf8)) }
    }

    /// What came into the store below after the draft began does not count.
    private func positionsBelow(ofKey key: String) throws(StoreError) -> Range<UInt64>? {
        guard let found = try base.positions(ofKey: key), found.upperBound <= baseCount else {
            return nil
        }
        return found
    }

    private func earlier(_ commit: ReferenceResolver) throws(StoreError) -> InMemoryLog.Earlier? {
        guard let key = commit.keyText, let found = try positionsBelow(ofKey: key) else {
            return nil
        }
        return InMemoryLog.Earlier(
            positions: found, isSame: try commit.isSame(as: found, in: base))
    }
}
