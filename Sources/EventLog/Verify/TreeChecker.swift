/// Hashes events again.
struct TreeChecker {
    var tree = LogTree()
    var seed: [UInt8] = []
    /// Events whose text was erased.
    private(set) var erased: UInt64 = 0
    private var inputs = LeafInputs()
    private var leaves: [Digest] = []
    private var subtrees: [Digest] = []

    /// Adds the events of a frame, and holds what is stored beside them against that.
    ///
    /// - Parameter rule: Called with the events of a frame of columns before they are hashed.
    mutating func add(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ loader: inout FrameLoader,
        rule: (ColumnBatch) throws(LogError) -> Void = { _ in }
    ) throws(LogError) {
        if let rows = frame.rows {
            if let seed = rows.seed { self.seed = seed }
            add(rows)
        } else {
            let section = try loader.tree(frame, segment)
            let batch = try loader.batch(frame, segment, .all)
            try loader.checkUnknown(frame, segment)
            try rule(batch)
            add(batch, section)
            guard agrees(with: section, of: frame.header),
                FrameSummary(batch) == frame.columns?.summary
            else {
                throw Log.rootDamage(frame, segment)
            }
        }
        try hold(frame, segment)
    }

    /// Takes the events of a frame of columns for hashed: only its checksums are read.
    mutating func pass(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ loader: inout FrameLoader
    ) throws(LogError) {
        let section = try loader.tree(frame, segment)
        guard try loader.isWhole(frame, segment),
            let known = LogTree(size: frame.header.positions.upperBound, peaks: section.peaks)
        else { throw Log.rootDamage(frame, segment) }
        tree = known
        if let last = section.seeds.last { seed = last }
        try hold(frame, segment)
    }

    private func hold(_ frame: WalkedFrame, _ segment: SegmentFile) throws(LogError) {
        // An event that breaks a rule is not hashed: the root before it is none of its own.
        guard tree.size == frame.header.positions.upperBound, tree.root == frame.header.root else {
            throw Log.rootDamage(frame, segment)
        }
    }

    /// Adds the events of a small frame, which lie in one block.
    private mutating func add(_ body: RowBody) {
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
    private mutating func add(_ batch: ColumnBatch, _ section: TreeSection) {
        subtrees = []
        erased += UInt64(batch.erasedPositions.count)
        let part = FrameLeaves(batch, seed, section.seeds)
        let blocks = batch.count / Int(Limit.seedEvents)
        let parts = max(1, min(Parallel.cores, blocks / FrameLeaves.blocksMin))
        let found = Parallel.map(parts) { number in
            part.hashes(of: part.start(number, of: parts)..<part.start(number + 1, of: parts))
        }
        // Where an event breaks a rule the tree is not the frame's: whatever is added behind it.
        for part in found {
            tree.append(part.before) { subtrees.append($0) }
            for root in part.subtrees where tree.append(subtree: root) { subtrees.append(root) }
            tree.append(part.behind) { subtrees.append($0) }
        }
        if let last = section.seeds.last { seed = last }
    }

    private mutating func hash() {
        leaves.removeAll(keepingCapacity: true)
        inputs.hash(0..<inputs.count, from: tree.size, seed: seed, to: &leaves)
        inputs.removeAll()
        tree.append(leaves) { _ in }
    }

    /// Whether what is stored beside the events of a frame is theirs.
    private func agrees(with section: TreeSection, of frame: FrameHeader) -> Bool {
        let first = frame.firstPosition
        let blocks =
            frame.positions.upperBound.roundedUp(to: Limit.seedEvents)
            - first.roundedUp(to: Limit.seedEvents)
        let isAligned = first % Limit.subtreeEvents == 0
        return section.peaks == tree.peaks
            && section.subtrees == (isAligned ? subtrees : [])
            && UInt64(section.seeds.count) == blocks / Limit.seedEvents
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

    /// What hashing some events gives: leaves, and the roots of the subtrees of 256 that are among
    /// them whole.
    struct Hashes: Sendable {
        var before: [Digest]
        var subtrees: [Digest] = []
        var behind: [Digest] = []
    }

    /// The index at which one of some parts begins: at a subtree, so that each is hashed at once.
    func start(_ number: Int, of parts: Int) -> Int {
        if number == 0 || number == parts { return number == 0 ? 0 : batch.count }
        let position = batch.firstPosition + UInt64(batch.count * number / parts)
        return Int(position.roundedDown(to: Limit.subtreeEvents) - batch.firstPosition)
    }

    /// Hashes the events of some indexes; fewer where one breaks a rule.
    func hashes(of indexes: Range<Int>) -> Hashes {
        let leaves = leaves(of: indexes)
        let size = Int(Limit.subtreeEvents)
        let position = batch.firstPosition + UInt64(indexes.lowerBound)
        var next = Int(position.roundedUp(to: Limit.subtreeEvents) - position)
        next = min(next, leaves.count)
        var hashes = Hashes(before: Array(leaves[..<next]))
        while next + size <= leaves.count {
            hashes.subtrees.append(SHA256.root(leaves[next..<(next + size)]))
            next += size
        }
        hashes.behind = Array(leaves[next...])
        return hashes
    }

    /// The leaves of the events of some indexes; fewer where one breaks a rule.
    private func leaves(of indexes: Range<Int>) -> [Digest] {
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
