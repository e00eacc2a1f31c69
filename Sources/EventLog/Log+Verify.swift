import Synchronization

/// What a log consists of.
public struct LogStatistics: Hashable, Sendable {
    /// Events, position 0 included.
    public var events: UInt64 = 0
    /// Commits.
    public var commits: UInt64 = 0
    /// Frames.
    public var frames: UInt64 = 0
    /// Segment files.
    public var segments: UInt64 = 0
    /// Bytes up to the end of the last frame of every segment.
    public var bytes: UInt64 = 0
    /// The root over all events.
    public var root: Digest
    /// Events whose text was erased; only counted where everything is read.
    public var erased: UInt64 = 0
    /// Bytes that an interrupted writer left behind the end, if any; the next append saves them
    /// aside.
    public var torn: Bool = false
}

extension Log {
    /// Counts what the log consists of, or what its first events do.
    ///
    /// - Parameter end: How many events to look at; `nil` for all. The root is that of all.
    /// - Throws: ``LogError/corrupt(_:)`` at damage among them.
    /// - Complexity: O(*n*) in the frames.
    public func statistics(upTo end: UInt64? = nil) throws(LogError) -> LogStatistics {
        let (segments, tip) = try tip()
        var result = LogStatistics(root: tip.head.root)
        result.events = min(end ?? tip.head.count, tip.head.count)
        result.segments = UInt64(segments.count { $0.header.firstPosition < result.events })
        if result.events == tip.head.count { result.segments = UInt64(segments.count) }
        result.bytes = result.segments * UInt64(SegmentHeader.bytes)
        result.torn = tip.torn != nil
        var loader = FrameLoader()
        try visit(segments, 0..<result.events) { frame throws(LogError) in
            result.frames += 1
            result.bytes += UInt64(frame.header.length)
            if frame.header.flags.contains(.isSealed) {
                let batch = try loader.batch(frame, segments[frame.segment], .commits)
                let first = frame.header.firstPosition
                result.commits += UInt64(
                    batch.commits.count {
                        first..<result.events ~= $0.header.firstPosition
                    })
            } else if frame.header.index == 0 {
                result.commits += 1
            }
        }
        return result
    }

    /// Reads every byte of every frame, hashes every event again, and holds the result against
    /// every root, subtree and peak that is stored.
    ///
    /// - Parameter progress: Called after each frame with the number of events so far.
    /// - Returns: What the log consists of.
    /// - Throws: ``LogError/corrupt(_:)`` at the first difference.
    /// - Complexity: O(*n*) in the events.
    public func verify(
        progress: (UInt64) -> Void = { _ in }
    ) throws(LogError) -> LogStatistics {
        let checker = try hashed(upTo: nil, progress)
        var result = try statistics()
        result.erased = checker.erased
        return result
    }

    /// Hashes the first events, all without a number, and holds them against what is stored.
    func hashed(
        upTo end: UInt64?, _ progress: (UInt64) -> Void
    ) throws(LogError) -> TreeChecker {
        let (segments, tip) = try tip()
        try checkSlots(segments, tip)
        var checker = TreeChecker()
        var loader = FrameLoader()
        try visit(segments, 0..<(end ?? tip.head.count)) { frame throws(LogError) in
            let segment = segments[frame.segment]
            if let rows = frame.rows {
                if let seed = rows.seed { checker.seed = seed }
                checker.add(rows)
            } else {
                let tree = try loader.tree(frame, segment)
                let batch = try loader.batch(frame, segment, .all)
                checker.add(batch, tree)
                guard checker.agrees(with: tree), FrameSummary(batch) == frame.columns?.summary
                else {
                    throw Log.rootDamage(frame, segment)
                }
            }
            guard checker.tree.root == frame.header.root else {
                throw Log.rootDamage(frame, segment)
            }
            progress(frame.header.positions.upperBound)
        }
        guard checker.tree.size < tip.head.count || checker.tree.root == tip.head.root else {
            throw .corrupt(
                Corruption(
                    file: segments[tip.segment].name, offset: tip.offset, reason: .root,
                    position: tip.head.count, durable: tip.durable))
        }
        return checker
    }

    static func rootDamage(_ frame: WalkedFrame, _ segment: SegmentFile) -> LogError {
        .corrupt(
            Corruption(
                file: segment.name, offset: frame.offset, reason: .root,
                position: frame.header.firstPosition, durable: frame.header.positions.upperBound))
    }
}

/// Hashes events again.
struct TreeChecker {
    var tree = LogTree()
    var seed: [UInt8] = []
    /// Events whose text was erased.
    private(set) var erased: UInt64 = 0
    private var inputs = LeafInputs()
    private var leaves: [Digest] = []
    private var subtrees: [Digest] = []

    /// Adds the events of a small frame, which lie in one block.
    mutating func add(_ body: RowBody) {
        inputs.removeAll()
        inputs.begin(body.header)
        for row in body.rows {
            if row.isErased { erased += 1 }
            let index = tree.size + UInt64(inputs.count) - body.header.firstPosition
            guard (try? inputs.append(row, index: index)) != nil else { return }
        }
        hash()
    }

    /// Adds the events of a frame of columns; several cores hash.
    mutating func add(_ batch: ColumnBatch, _ section: TreeSection) {
        subtrees = []
        erased += UInt64(batch.erasedPositions.count)
        let part = FrameLeaves(batch, seed, section.seeds)
        let blocks = batch.count / Int(Limit.seedEvents)
        let parts = max(1, min(Parallel.cores, blocks / FrameLeaves.blocksMin))
        let found = Parallel.map(parts) { [batch] number in
            part.leaves(
                of: (batch.count * number / parts)..<(batch.count * (number + 1) / parts))
        }
        for leaves in found { tree.append(leaves) { subtrees.append($0) } }
        if let last = section.seeds.last { seed = last }
    }

    private mutating func hash() {
        leaves.removeAll(keepingCapacity: true)
        inputs.hash(0..<inputs.count, from: tree.size, seed: seed, to: &leaves)
        inputs.removeAll()
        tree.append(leaves) { _ in }
    }

    /// Whether the stored caches are those of the events.
    func agrees(with section: TreeSection) -> Bool {
        section.peaks == tree.peaks
            && (section.subtrees.isEmpty || section.subtrees == subtrees)
    }
}

/// The leaves of a frame of columns, hashed part by part.
private struct FrameLeaves: Sendable {
    private let batch: ColumnBatch
    private let events: ColumnLeaves
    /// The seed before the first block that starts in the frame, and those of the blocks.
    private let seed: [UInt8]
    private let seeds: [[UInt8]]

    /// Blocks that are worth a core.
    static let blocksMin = 2
    /// Events that are hashed at once, at most.
    private static let inputsMax = 1_024

    init(_ batch: ColumnBatch, _ seed: [UInt8], _ seeds: [[UInt8]]) {
        (self.batch, self.seed, self.seeds) = (batch, seed, seeds)
        events = ColumnLeaves(batch)
    }

    /// The leaves of the events of some indexes; fewer where one breaks a rule.
    func leaves(of indexes: Range<Int>) -> [Digest] {
        var events = events
        var inputs = LeafInputs()
        var leaves: [Digest] = []
        leaves.reserveCapacity(indexes.count)
        events.move(to: indexes.lowerBound)
        var next = indexes.lowerBound
        while next < indexes.upperBound {
            let position = batch.firstPosition + UInt64(next)
            let left = Limit.seedEvents - position % Limit.seedEvents
            let end = min(indexes.upperBound, next + min(Int(left), FrameLeaves.inputsMax))
            inputs.removeAll()
            for _ in next..<end {
                guard (try? events.next(to: &inputs)) == true else { return leaves }
            }
            inputs.hash(0..<inputs.count, from: position, seed: seed(at: position), to: &leaves)
            next = end
        }
        return leaves
    }

    private func seed(at position: UInt64) -> [UInt8] {
        let first = batch.firstPosition.roundedUp(to: Limit.seedEvents)
        guard position >= first else { return seed }
        let block = Int((position - first) / Limit.seedEvents)
        return block < seeds.count ? seeds[block] : []
    }
}
