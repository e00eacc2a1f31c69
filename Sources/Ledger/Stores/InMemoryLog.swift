internal import EventLog

/// Events in memory that follow the first `start` events of a log: all of a memory store, and what
/// a draft adds to the store below it.
struct InMemoryLog: Sendable {
    /// How many events come before.
    let start: UInt64
    private(set) var frontier: MerkleFrontier
    private(set) var logClock: Int64
    /// How often text was dropped.
    private(set) var erasures = 0
    private var events: [EncodedEvent] = []
    private var commits: [CommitHeader] = []
    private var commitIndexes: [[UInt8]: Int] = [:]
    private var newest = NewestCommits()
    private var seeds: [UInt64: [UInt8]]
    private let makeSeed: SeedSource

    /// An empty tail.
    ///
    /// - Parameters:
    ///   - frontier: The tree over the events before.
    ///   - logClock: The last log clock before; `Int64.min` for none.
    ///   - seed: The seed of the block that the events before have begun.
    ///   - makeSeed: Makes the seeds of further blocks.
    init(
        after frontier: MerkleFrontier, logClock: Int64, seed: [UInt8]?,
        makeSeed: @escaping SeedSource
    ) {
        start = frontier.size
        self.frontier = frontier
        self.logClock = logClock
        self.makeSeed = makeSeed
        seeds = [:]
        // What the store below has behind the start counts for nothing here.
        seeds[start / Limit.seedEvents] = seed.map { BlockSeed.completed($0, from: start) }
    }

    var end: UInt64 { start + UInt64(events.count) }

    var head: LogHead { LogHead(count: end, root: frontier.root, logClock: logClock) }

    func seed(of block: UInt64) -> [UInt8]? { seeds[block] }

    /// The positions of the commit with a key, if it stands here.
    func positions(ofKey key: [UInt8]) -> Range<UInt64>? {
        guard let index = commitIndexes[key] else { return nil }
        let next = index + 1 < commits.count ? commits[index + 1].firstPosition : end
        return commits[index].firstPosition..<next
    }

    /// Appends a commit, or finds that it was appended before.
    ///
    /// - Parameter before: Where the commit's key stands among the events before, and whether with
    ///   the same content.
    mutating func append(
        _ commit: ReferenceResolver, expecting: UInt64?, before: Earlier?
    ) throws(StoreError) -> Appended {
        let earlier = before ?? earlier(commit)
        if let earlier, earlier.isSame {
            return Appended(positions: earlier.positions, root: frontier.root, isRepeat: true)
        }
        if let expecting, expecting != end { throw .conflict(expected: expecting, actual: end) }
        if let earlier, let key = commit.keyText {
            throw .keyConflict(key: key, position: earlier.positions.lowerBound)
        }
        if commit.origin != .newID, let known = newest[commit.id] {
            throw .log(.knownCommit(position: known))
        }
        let first = end
        try append(commit.encoded(at: first))
        return Appended(positions: first..<end, root: frontier.root, isRepeat: false)
    }

    /// Drops the text of some events.
    ///
    /// - Returns: How many had any.
    mutating func erase(_ positions: [UInt64]) -> UInt64 {
        let wanted = positions.filter { (start..<end).contains($0) }
        let erasure = TextErasure(wanted.filter { events[Int($0 - start)].hasText })
        if erasure.isEmpty { return 0 }
        erasures += 1
        for (index, position) in zip(events.indices, start..<end) {
            let block = position / Limit.seedEvents
            guard erasure.blocks.contains(block) else { continue }
            events[index] = EncodedEvent(
                erasure.row(events[index].row, at: position, seed: seeds[block] ?? []))
        }
        for block in erasure.blocks {
            // Of a block that the store below has begun it has the rest.
            guard let old = seeds[block], block * Limit.seedEvents >= start else { continue }
            seeds[block] = erasure.seed(of: block, replacing: old)
        }
        return UInt64(erasure.count)
    }

    /// The events at some of the positions from `start` on.
    func batch(_ positions: Range<UInt64>, _ sections: Sections) -> ColumnBatch {
        let range = positions.clamped(to: start..<end)
        var builder = BatchBuilder(firstPosition: range.lowerBound, sections: sections)
        if range.isEmpty { return builder.finish() }
        var next = commitIndex(at: range.lowerBound)
        for position in range {
            if next < commits.count, commits[next].firstPosition <= position {
                builder.begin(commits[next])
                next += 1
            }
            builder.append(events[Int(position - start)])
        }
        return builder.finish()
    }

    private func earlier(_ commit: ReferenceResolver) -> Earlier? {
        guard let key = commit.key, let positions = positions(ofKey: key) else { return nil }
        let first = positions.lowerBound
        let stored = events[Int(first - start)..<Int(positions.upperBound - start)].map(\.row)
        return Earlier(positions: positions, isSame: commit.isSame(as: stored, from: first))
    }

    /// Everything is hashed before anything is changed: a commit is there whole or not at all.
    private mutating func append(_ commit: EncodedCommit) throws(StoreError) {
        try mappingError(StoreError.ofLog, commit.admit(at: end))
        let header = CommitHeader(commit.shared, at: end, after: logClock)
        var frontier = frontier
        var seeds = seeds
        var hasher = LeafHasher()
        for (index, event) in commit.events.enumerated() {
            let position = end + UInt64(index)
            let block = position / Limit.seedEvents
            let seed = seeds[block] ?? makeSeed(block)
            seeds[block] = seed
            do throws(TooLarge) {
                let leaf = try hasher.hash(event, header, position: position, seed: seed)
                frontier.append(leafHash: leaf)
            } catch { throw .log(.tooLarge(error, index: index)) }
        }
        if let key = header.key { commitIndexes[key] = commits.count }
        newest.note(header.id, at: end)
        events += commit.events
        commits.append(header)
        logClock = max(logClock, commit.shared.recordedAt)
        self.frontier = frontier
        self.seeds = seeds
    }

    /// The index of the commit to which the event at a position from `start` on belongs.
    private func commitIndex(at position: UInt64) -> Int {
        commits.partitioningIndex { $0.firstPosition > position } - 1
    }
}

extension InMemoryLog {
    /// An earlier commit with the same idempotency key.
    struct Earlier: Sendable {
        let positions: Range<UInt64>
        let isSame: Bool
    }

    /// The most events that are handed out in one batch.
    static let batchEvents: UInt64 = 4_096
}
