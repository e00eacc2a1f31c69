internal import Synchronization

/// Makes proofs of a log's events.
///
/// It keeps the roots of all subtrees of 256 leaves in memory, 32 bytes each and as many again for
/// the levels above them, and the leaves of the blocks of 256 that it hashed last. So a proof
/// hashes one such block at most. Nothing is taken from the files unchecked: a block has to give
/// its stored root, and all of them the root at the log's end.
package final class LogProver: Sendable {
    private let log: Log
    private let state = Mutex(ProofTree())

    /// A prover of a log; it reads the tree with the first proof.
    package init(_ log: Log) { self.log = log }

    /// The hash of a leaf, and the hashes that lead from there to the root over the first events.
    ///
    /// - Parameters:
    ///   - position: Which event.
    ///   - size: How many events the tree has.
    /// - Returns: `nil` where there are not so many events, or the event is not among them.
    /// - Throws: ``LogError/corrupt(_:)`` where what is stored contradicts itself.
    /// - Complexity: O(log *n*) hashes and 256 events, and what is new since the last proof.
    package func inclusion(
        of position: UInt64, in size: UInt64
    ) throws(LogError) -> (leaf: Digest, hashes: [Digest])? {
        try with { (tree, subtree) throws(LogError) in
            guard position < size, size <= tree.size else { return nil }
            let leaf = try subtree(&tree, position, 0)
            let hashes = try MerkleProof.inclusionProof(
                index: position, treeSize: size
            ) { (start, level) throws(LogError) in try subtree(&tree, start, level) }
            return hashes.map { (leaf, $0) }
        }
    }

    /// The hashes that show that the tree over the first events continues an older one.
    ///
    /// - Returns: `nil` where there are not so many events, or the older tree is the larger one or
    ///   empty.
    /// - Throws: As ``inclusion(of:in:)``.
    package func consistency(
        from old: UInt64, to new: UInt64
    ) throws(LogError) -> [Digest]? {
        try with { (tree, subtree) throws(LogError) in
            guard new <= tree.size else { return nil }
            return try MerkleProof.consistencyProof(
                from: old, to: new
            ) { (start, level) throws(LogError) in try subtree(&tree, start, level) }
        }
    }

    /// The root over the first events; `nil` where there are fewer.
    ///
    /// - Throws: As ``inclusion(of:in:)``.
    package func root(at size: UInt64) throws(LogError) -> Digest? {
        try with { (tree, subtree) throws(LogError) in
            guard size <= tree.size else { return nil }
            return try MerkleTree.root(0..<size) { (start, level) throws(LogError) in
                try subtree(&tree, start, level)
            }
        }
    }

    private typealias Subtree = (inout ProofTree, UInt64, Int) throws(LogError) -> Digest

    private func with<R: Sendable>(
        _ body: (inout ProofTree, Subtree) throws(LogError) -> R?
    ) throws(LogError) -> R? {
        let (segments, tip) = try log.readTip()
        return try state.withLock { (tree) throws(LogError) -> R? in
            let reader = LeafReader(log, segments, tree.takeBuffers())
            defer { tree.buffers = reader.takeBuffers() }
            do throws(LogError) {
                let isNew = tree.size == 0
                do throws(LogError) { try tree.grow(to: tip.head, reader) } catch {
                    // What was kept may be that of files which are not there any more.
                    tree = ProofTree()
                    if isNew { throw error }
                    try tree.grow(to: tip.head, reader)
                }
                return try body(&tree) { (tree, start, level) throws(LogError) in
                    try tree.subtree(start, level, reader)
                }
            } catch {
                tree = ProofTree()
                throw error
            }
        }
    }
}

/// The tree over a log as far as proofs need it.
private struct ProofTree {
    /// The roots of full subtrees of 256, 512 … leaves.
    private var levels: [[Digest]] = [[]]
    /// The leaves behind the last full block of 256.
    private var tail: [Digest] = []
    /// The leaves of the blocks that were hashed last.
    private var recent: [UInt64: [Digest]] = [:]
    private var order: [UInt64] = []
    /// Memory of the last reader.
    var buffers = LeafReader.Buffers()

    mutating func takeBuffers() -> LeafReader.Buffers {
        defer { buffers = LeafReader.Buffers() }
        return buffers
    }

    /// Blocks whose leaves are kept, 8 KiB each.
    private static let recentMax = 1_024
    private static let blockLevel = 8

    var size: UInt64 { UInt64(levels[0].count) * Limit.subtreeEvents + UInt64(tail.count) }

    /// Takes in what is new, and holds all of it against the root at the end.
    mutating func grow(to head: LogHead, _ reader: LeafReader) throws(LogError) {
        if size > head.count { self = ProofTree() }
        if size == head.count, size > 0 { return }
        try reader.visit(size..<head.count) { frame throws(LogError) in
            let first = frame.header.firstPosition / Limit.subtreeEvents
            for (block, root) in zip(first..., try reader.subtrees(of: frame))
            where block >= self.levels[0].count {
                self.tail = []
                self.append(block: root)
            }
            for leaf in try reader.leaves(of: frame, in: self.size..<head.count) {
                self.append(leaf)
            }
        }
        var peaks = MerkleFrontier()
        for root in levels[0] { peaks.append(subtree: root, level: ProofTree.blockLevel) }
        for leaf in tail { peaks.append(leafHash: leaf) }
        guard peaks.root == head.root else {
            throw reader.damage(0..<head.count)
        }
    }

    private mutating func append(_ leaf: Digest) {
        tail.append(leaf)
        guard tail.count == Int(Limit.subtreeEvents) else { return }
        keep(tail, of: UInt64(levels[0].count))
        append(block: SHA256.root(tail[...]))
        tail = []
    }

    private mutating func append(block root: Digest) {
        levels[0].append(root)
        var level = 0
        while levels[level].count % 2 == 0 {
            let pair = levels[level].suffix(2)
            if levels.count == level + 1 { levels.append([]) }
            levels[level + 1].append(SHA256.node(pair[pair.startIndex], pair[pair.startIndex + 1]))
            level += 1
        }
    }

    private mutating func keep(_ leaves: [Digest], of block: UInt64) {
        if order.count == ProofTree.recentMax { recent[order.removeFirst()] = nil }
        order.append(block)
        recent[block] = leaves
    }

    /// The root of a full subtree.
    mutating func subtree(
        _ start: UInt64, _ level: Int, _ reader: LeafReader
    ) throws(LogError) -> Digest {
        if level >= ProofTree.blockLevel {
            return levels[level - ProofTree.blockLevel][Int(start >> UInt64(level))]
        }
        let block = start / Limit.subtreeEvents
        let first = Int(start % Limit.subtreeEvents)
        return SHA256.root(try leaves(of: block, reader)[first..<(first + 1 << level)])
    }

    private mutating func leaves(
        of block: UInt64, _ reader: LeafReader
    ) throws(LogError) -> [Digest] {
        if block == UInt64(levels[0].count) { return tail }
        if let known = recent[block] { return known }
        let first = block * Limit.subtreeEvents
        let range = first..<(first + Limit.subtreeEvents)
        var leaves: [Digest] = []
        try reader.visit(range) { frame throws(LogError) in
            leaves += try reader.leaves(of: frame, in: range)
        }
        guard leaves.count == range.count, SHA256.root(leaves[...]) == levels[0][Int(block)] else {
            throw reader.damage(range)
        }
        keep(leaves, of: block)
        return leaves
    }
}
