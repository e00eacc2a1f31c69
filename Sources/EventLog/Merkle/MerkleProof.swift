/// Proofs that a leaf is in a tree and that one tree continues another (RFC 9162, 2.1.3 and 2.1.4).
public enum MerkleProof {
    /// Whether a proof shows that a leaf is in the tree of a root.
    ///
    /// - Parameters:
    ///   - leafHash: The leaf's hash.
    ///   - index: Where the leaf stands, from 0.
    ///   - treeSize: How many leaves the tree has.
    ///   - proof: Sibling hashes, from the leaf upwards.
    ///   - root: The tree's root.
    /// - Complexity: O(log *n*).
    public static func verifyInclusion(
        leafHash: Digest, index: UInt64, treeSize: UInt64, proof: [Digest], root: Digest
    ) -> Bool {
        guard index < treeSize else { return false }
        var node = index
        var last = treeSize - 1
        var hash = leafHash
        for sibling in proof {
            guard last != 0 else { return false }
            if node & 1 == 1 || node == last {
                hash = SHA256.node(sibling, hash)
                let shift = node.trailingZeroBitCount
                node >>= UInt64(shift)
                last >>= UInt64(shift)
            } else {
                hash = SHA256.node(hash, sibling)
            }
            node >>= 1
            last >>= 1
        }
        return last == 0 && hash == root
    }

    /// Whether a proof shows that the first leaves of a tree are those of an older tree.
    ///
    /// An older tree without leaves proves nothing and is refused; trees of one size need an empty
    /// proof and the same root.
    ///
    /// - Parameters:
    ///   - oldSize: How many leaves the older tree has.
    ///   - newSize: How many leaves the newer tree has.
    ///   - proof: The hashes, as RFC 9162 orders them.
    ///   - oldRoot: The older tree's root.
    ///   - newRoot: The newer tree's root.
    /// - Complexity: O(log *n*).
    public static func verifyConsistency(
        from oldSize: UInt64, to newSize: UInt64, proof: [Digest], oldRoot: Digest, newRoot: Digest
    ) -> Bool {
        guard oldSize > 0, oldSize <= newSize else { return false }
        if oldSize == newSize { return proof.isEmpty && oldRoot == newRoot }
        guard let first = oldSize.nonzeroBitCount == 1 ? oldRoot : proof.first else { return false }
        let path = oldSize.nonzeroBitCount == 1 ? proof[...] : proof.dropFirst()
        let shift = UInt64((~(oldSize - 1)).trailingZeroBitCount)
        var node = (oldSize - 1) >> shift
        var last = (newSize - 1) >> shift
        var old = first
        var new = first
        for sibling in path {
            guard last != 0 else { return false }
            if node & 1 == 1 || node == last {
                old = SHA256.node(sibling, old)
                new = SHA256.node(sibling, new)
                let shift = UInt64(node.trailingZeroBitCount)
                node >>= shift
                last >>= shift
            } else {
                new = SHA256.node(new, sibling)
            }
            node >>= 1
            last >>= 1
        }
        return last == 0 && old == oldRoot && new == newRoot
    }

    /// A proof that a leaf is in a tree.
    ///
    /// - Parameters:
    ///   - index: Where the leaf stands, from 0.
    ///   - treeSize: How many leaves the tree has.
    ///   - subtree: The root of the full subtree of 2^level leaves that starts at a leaf, a
    ///     multiple of its size.
    /// - Returns: Sibling hashes from the leaf upwards, at most 64; `nil` when the leaf is not in
    ///   the tree.
    /// - Throws: What `subtree` throws.
    /// - Complexity: O(log² *n*) subtree roots at most.
    public static func inclusionProof<E: Error>(
        index: UInt64, treeSize: UInt64,
        subtree: (_ start: UInt64, _ level: Int) throws(E) -> Digest
    ) throws(E) -> [Digest]? {
        guard index < treeSize else { return nil }
        var proof: [Digest] = []
        var range = 0..<treeSize
        while range.upperBound - range.lowerBound > 1 {
            let middle =
                range.lowerBound + MerkleTree.split(range.upperBound - range.lowerBound)
            let left = range.lowerBound..<middle
            let right = middle..<range.upperBound
            range = index < middle ? left : right
            proof.append(try MerkleTree.root(index < middle ? right : left, subtree: subtree))
        }
        return proof.reversed()
    }

    /// A proof that one tree continues another.
    ///
    /// - Parameters:
    ///   - oldSize: How many leaves the older tree has, at least 1.
    ///   - newSize: How many leaves the newer tree has.
    ///   - subtree: The root of the full subtree of 2^level leaves that starts at a leaf, a
    ///     multiple of its size.
    /// - Returns: The hashes, as RFC 9162 orders them, none for trees of one size; `nil` when the
    ///   older tree is empty or larger than the newer.
    /// - Throws: What `subtree` throws.
    /// - Complexity: O(log² *n*) subtree roots at most.
    public static func consistencyProof<E: Error>(
        from oldSize: UInt64, to newSize: UInt64,
        subtree: (_ start: UInt64, _ level: Int) throws(E) -> Digest
    ) throws(E) -> [Digest]? {
        guard oldSize > 0, oldSize <= newSize else { return nil }
        var proof: [Digest] = []
        var range = 0..<newSize
        while range.upperBound != oldSize {
            let middle =
                range.lowerBound + MerkleTree.split(range.upperBound - range.lowerBound)
            let left = range.lowerBound..<middle
            let right = middle..<range.upperBound
            range = oldSize <= middle ? left : right
            proof.append(try MerkleTree.root(oldSize <= middle ? right : left, subtree: subtree))
        }
        if range.lowerBound != 0 { proof.append(try MerkleTree.root(range, subtree: subtree)) }
        return proof.reversed()
    }
}
