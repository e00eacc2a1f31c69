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
        let (segments, tip) = try tip()
        var checker = TreeChecker()
        var loader = FrameLoader()
        try visit(segments, 0..<tip.head.count) { frame throws(LogError) in
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
        guard checker.tree.root == tip.head.root else {
            throw .corrupt(
                Corruption(
                    file: segments[tip.segment].name, offset: tip.offset, reason: .root,
                    position: tip.head.count, durable: tip.durable))
        }
        try checkSlots(segments, tip)
        var result = try statistics()
        result.erased = checker.erased
        return result
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

    /// Events that are hashed at once, at most.
    private static let inputsMax = 1_024

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

    /// Adds the events of a frame of columns.
    mutating func add(_ batch: ColumnBatch, _ section: TreeSection) {
        subtrees = []
        inputs.removeAll()
        erased += UInt64(batch.erasedPositions.count)
        let blocks = batch.firstPosition.roundedUp(to: Limit.seedEvents)
        var events = ColumnLeaves(batch)
        for index in 0..<batch.count {
            let position = batch.firstPosition + UInt64(index)
            if position % Limit.seedEvents == 0 || inputs.count == TreeChecker.inputsMax {
                hash()
            }
            if position % Limit.seedEvents == 0 {
                let block = Int((position - blocks) / Limit.seedEvents)
                seed = block < section.seeds.count ? section.seeds[block] : []
            }
            guard (try? events.next(to: &inputs)) == true else { return }
        }
        hash()
    }

    private mutating func hash() {
        leaves.removeAll(keepingCapacity: true)
        inputs.hash(0..<inputs.count, from: tree.size, seed: seed, to: &leaves)
        inputs.removeAll()
        tree.append(leaves) { subtrees.append($0) }
    }

    /// Whether the stored caches are those of the events.
    func agrees(with section: TreeSection) -> Bool {
        section.peaks == tree.peaks
            && (section.subtrees.isEmpty || section.subtrees == subtrees)
    }
}
