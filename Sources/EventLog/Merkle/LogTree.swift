/// The tree at the end of the log: the full subtrees of 256 leaves, and the leaves since.
struct LogTree: Sendable {
    private var blocks: MerkleFrontier
    private var block: MerkleFrontier

    init() {
        blocks = MerkleFrontier()
        block = MerkleFrontier()
    }

    /// The tree of `size` leaves with the given peaks, largest first; `nil` when they do not fit.
    init?(size: UInt64, peaks: [Digest]) {
        let rest = size % Limit.subtreeEvents
        let count = (size - rest).nonzeroBitCount
        guard peaks.count >= count,
            let blocks = MerkleFrontier(size: size - rest, peaks: Array(peaks.prefix(count))),
            let block = MerkleFrontier(size: rest, peaks: Array(peaks.dropFirst(count)))
        else { return nil }
        self.blocks = blocks
        self.block = block
    }

    /// How many leaves there are.
    var size: UInt64 { blocks.size + block.size }

    /// The peaks, largest first.
    var peaks: [Digest] { blocks.peaks + block.peaks }

    /// The root; of no leaves, the hash of nothing.
    var root: Digest { MerkleFrontier(size: size, peaks: peaks)?.root ?? blocks.root }

    /// Adds leaves; calls with the root of each subtree of 256 leaves that they complete.
    mutating func append(_ leaves: [Digest], _ body: (Digest) -> Void) {
        var next = 0
        while next < leaves.count {
            let end = min(leaves.count, next + Int(Limit.subtreeEvents - block.size))
            block.append(leafHashes: leaves[next..<end])
            if let root = takeBlock() { body(root) }
            next = end
        }
    }

    /// Adds a subtree of 256 leaves; `false` in the middle of another one.
    mutating func append(subtree root: Digest) -> Bool {
        guard block.size == 0 else { return false }
        blocks.append(subtree: root, level: 8)
        return true
    }

    /// Adds a leaf; returns the root of a subtree of 256 leaves when it completes one.
    mutating func append(_ leaf: Digest) -> Digest? {
        block.append(leafHash: leaf)
        return takeBlock()
    }

    /// Moves the leaves since the last subtree of 256 leaves to the subtrees once they are one.
    private mutating func takeBlock() -> Digest? {
        guard block.size == Limit.subtreeEvents else { return nil }
        let root = block.root
        blocks.append(subtree: root, level: 8)
        block = MerkleFrontier()
        return root
    }
}
