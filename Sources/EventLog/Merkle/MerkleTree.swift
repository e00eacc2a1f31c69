/// Roots from subtree roots.
enum MerkleTree {
    /// The root over full subtrees of falling size; without any the hash of no bytes.
    static func root(peaks: [Digest]) -> Digest {
        guard var root = peaks.last else { return SHA256.hash([UInt8]()) }
        for peak in peaks.dropLast().reversed() { root = SHA256.node(peak, root) }
        return root
    }

    /// The root over a range of leaves that starts where a subtree of its size may start.
    static func root<E: Error>(
        _ range: Range<UInt64>, subtree: (_ start: UInt64, _ level: Int) throws(E) -> Digest
    ) throws(E) -> Digest {
        var peaks: [Digest] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let level = 63 - (range.upperBound - start).leadingZeroBitCount
            peaks.append(try subtree(start, level))
            start += 1 << UInt64(level)
        }
        return root(peaks: peaks)
    }

    /// The largest power of two below a count of at least 2: where RFC 6962 splits a tree.
    static func split(_ count: UInt64) -> UInt64 {
        1 << UInt64(63 - (count - 1).leadingZeroBitCount)
    }
}

/// The right edge of a Merkle tree (RFC 6962, 2.1; RFC 9162, 2.1): all that is needed to append and
/// to know the root.
public struct MerkleFrontier: Sendable, Hashable {
    /// How many leaves the tree has.
    public private(set) var size: UInt64
    /// The roots of the full subtrees whose leaves the tree is, largest first: one for each bit of
    /// the size.
    public private(set) var peaks: [Digest]

    /// An empty tree.
    public init() {
        size = 0
        peaks = []
    }

    /// A tree from what was stored of it; `nil` unless there is one peak for each bit of the size
    /// and the size is at most `Int64.max`.
    public init?(size: UInt64, peaks: [Digest]) {
        guard size <= UInt64(Int64.max), peaks.count == size.nonzeroBitCount else { return nil }
        self.size = size
        self.peaks = peaks
    }

    /// The root hash; of an empty tree the hash of no bytes.
    ///
    /// - Complexity: O(log *n*) hashes.
    public var root: Digest { MerkleTree.root(peaks: peaks) }

    /// Appends a leaf.
    ///
    /// - Complexity: O(1) hashes on average, O(log *n*) at most.
    public mutating func append(leafHash: Digest) { append(subtree: leafHash, level: 0) }

    /// Appends leaves, as many at once as make full subtrees.
    ///
    /// - Complexity: O(*n*) hashes, most of them two at a time.
    package mutating func append(leafHashes leaves: ArraySlice<Digest>) {
        var next = leaves.startIndex
        while next < leaves.endIndex {
            let left = leaves.endIndex - next
            let largest = Int.bitWidth - 1 - left.leadingZeroBitCount
            let level = size == 0 ? largest : min(largest, size.trailingZeroBitCount)
            let end = next + (1 << level)
            let root = level == 0 ? leaves[next] : SHA256.root(leaves[next..<end])
            append(subtree: root, level: level)
            next = end
        }
    }

    /// Appends a full subtree of 2^level leaves.
    ///
    /// - Returns: `false`, and nothing is changed, unless the size is a multiple of 2^level and the
    ///   level is 0 … 62.
    /// - Complexity: O(1) hashes on average, O(log *n*) at most.
    @discardableResult
    public mutating func append(subtree root: Digest, level: Int) -> Bool {
        guard 0...62 ~= level, size & ((1 << UInt64(level)) - 1) == 0 else { return false }
        var merged = root
        var bit: UInt64 = 1 << UInt64(level)
        while size & bit != 0, let left = peaks.popLast() {
            merged = SHA256.node(left, merged)
            bit <<= 1
        }
        peaks.append(merged)
        size += 1 << UInt64(level)
        return true
    }
}
