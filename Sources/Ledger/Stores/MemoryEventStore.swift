public import EventLog
internal import Synchronization

/// A store in memory: for tests, for drafts, and for ledgers that need not last.
public final class MemoryEventStore: EventStore {
    private let tail: Mutex<InMemoryLog>

    /// An empty store.
    ///
    /// - Parameter makeSeed: Where the salts of texts come from; with seeds that depend on nothing
    ///   but the block, equal events have equal roots.
    public init(makeSeed: @escaping SeedSource = Seeds.random) {
        let tail = InMemoryLog(
            after: MerkleFrontier(), logClock: .min, seed: nil, makeSeed: makeSeed)
        self.tail = Mutex(tail)
    }

    /// The number of events, the root over them, and the last log clock.
    public func head() -> LogHead { tail.withLock { $0.head } }

    /// Appends a commit; see ``EventStore/append(_:expecting:)``.
    public func append(
        _ commit: NewCommit, expecting: UInt64? = nil
    ) throws(StoreError) -> Appended {
        let resolution = try ReferenceResolver(commit)
        return try tail.withLock { (tail) throws(StoreError) in
            try tail.append(resolution, expecting: expecting, before: nil)
        }
    }

    /// Reads events as they are stored; see ``EventStore/readStored(_:_:holding:_:)``. Events that
    /// are appended meanwhile are left out.
    public func readStored(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        try tail.read(positions, sections, body)
    }

    /// The tree over all events.
    public func frontier() -> MerkleFrontier { tail.withLock { $0.frontier } }

    /// The seed of a block of 4,096 positions, or `nil` when it has no events yet.
    public func seed(of block: UInt64) -> [UInt8]? { tail.withLock { $0.seed(of: block) } }

    /// How often text was dropped.
    var erasures: Int { tail.withLock { $0.erasures } }

    /// Drops texts; see ``EventStore/eraseText(at:)``.
    @discardableResult
    public func eraseText(at positions: [UInt64]) -> TextsErased {
        tail.withLock { TextsErased(texts: $0.erase(positions)) }
    }

    /// The positions of the commit with an idempotency key. O(1).
    public func positions(ofKey key: String) -> Range<UInt64>? {
        tail.withLock { $0.positions(ofKey: Array(key.utf8)) }
    }
}

extension Mutex<InMemoryLog> {
    /// Hands out batches, the lock free while `body` has one.
    borrowing func read(
        _ positions: Range<UInt64>, _ sections: Sections,
        _ body: (ColumnBatch) throws(StoreError) -> ReadStep
    ) throws(StoreError) {
        var rest = withLock { positions.clamped(to: $0.start..<$0.end) }
        while !rest.isEmpty {
            let next = min(rest.upperBound, rest.lowerBound + InMemoryLog.batchEvents)
            let batch = withLock { $0.batch(rest.lowerBound..<next, sections) }
            if try body(batch) == .stop { return }
            rest = next..<rest.upperBound
        }
    }
}
