import EventLog
import Testing

/// RFC 6962, 2.1, word for word: what the quick ways are held against.
struct PlainTree {
    let leaves: [Digest]

    init(_ count: Int) { leaves = (0..<count).map { SHA256.leaf([UInt8($0 % 256)]) } }

    func root(_ range: Range<Int>) -> Digest {
        if range.isEmpty { return SHA256.hash([UInt8]()) }
        if range.count == 1 { return leaves[range.lowerBound] }
        var split = 1
        while split * 2 < range.count { split *= 2 }
        let middle = range.lowerBound + split
        return SHA256.node(root(range.lowerBound..<middle), root(middle..<range.upperBound))
    }

    func subtree(start: UInt64, level: Int) -> Digest {
        let size = 1 << level
        #expect(Int(start) % size == 0, "subtrees start at multiples of their size")
        return root(Int(start)..<(Int(start) + size))
    }
}

@Suite struct MerkleFrontierTests {
    private let tree = PlainTree(130)

    @Test("SHA-256 of nothing")
    func emptyTree() {
        #expect(
            MerkleFrontier().root.hex
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(MerkleFrontier(size: 0, peaks: []) == MerkleFrontier())
    }

    @Test func grows() {
        var frontier = MerkleFrontier()
        for size in 1...130 {
            frontier.append(leafHash: tree.leaves[size - 1])
            #expect(frontier.size == UInt64(size))
            #expect(frontier.root == tree.root(0..<size))
            #expect(frontier.peaks.count == size.nonzeroBitCount)
            #expect(MerkleFrontier(size: UInt64(size), peaks: frontier.peaks) == frontier)
        }
    }

    @Test("leaves of any number at once make the tree of each alone")
    func takesManyLeaves() {
        for size in 0...65 {
            var frontier = MerkleFrontier()
            for leaf in tree.leaves[..<size] { frontier.append(leafHash: leaf) }
            for count in [0, 1, 2, 3, 6, 31, 64, 65] {
                var more = frontier
                more.append(leafHashes: tree.leaves[size..<(size + count)])
                #expect(more.size == UInt64(size + count))
                #expect(more.root == tree.root(0..<(size + count)))
                #expect(MerkleFrontier(size: more.size, peaks: more.peaks) == more)
            }
        }
    }

    @Test func takesSubtreesWhereTheyMayStart() {
        for level in 0..<6 {
            for size in 0...64 {
                var frontier = MerkleFrontier()
                for leaf in tree.leaves[..<size] { frontier.append(leafHash: leaf) }
                let before = frontier
                let count = 1 << level
                let subtree = tree.root(size..<(size + count))
                let isTaken = frontier.append(subtree: subtree, level: level)
                #expect(isTaken == (size % count == 0))
                #expect(isTaken || frontier == before)
                #expect(!isTaken || frontier.root == tree.root(0..<(size + count)))
            }
        }
    }

    @Test func refusesWhatCannotBe() {
        let leaf = tree.leaves[0]
        #expect(MerkleFrontier(size: 0, peaks: [leaf]) == nil)
        #expect(MerkleFrontier(size: 3, peaks: [leaf]) == nil)
        #expect(MerkleFrontier(size: 4, peaks: [leaf, leaf]) == nil)
        #expect(MerkleFrontier(size: .max, peaks: Array(repeating: leaf, count: 64)) == nil)
        var empty = MerkleFrontier()
        for level in [-1, 63, 64, .min, .max] {
            let isTaken = empty.append(subtree: leaf, level: level)
            #expect(!isTaken)
        }
    }
}

@Suite struct MerkleProofTests {
    private let tree = PlainTree(70)

    @Test func provesEveryLeaf() throws {
        for size in 1...70 {
            let root = tree.root(0..<size)
            for index in 0..<size {
                let proof = try #require(
                    MerkleProof.inclusionProof(
                        index: UInt64(index), treeSize: UInt64(size), subtree: tree.subtree))
                #expect(
                    MerkleProof.verifyInclusion(
                        leafHash: tree.leaves[index], index: UInt64(index), treeSize: UInt64(size),
                        proof: proof, root: root))
                #expect(
                    !MerkleProof.verifyInclusion(
                        leafHash: tree.leaves[index], index: UInt64(index ^ 1),
                        treeSize: UInt64(size), proof: proof, root: root))
            }
        }
    }

    @Test func provesEveryOlderTree() throws {
        for new in 1...70 {
            let newRoot = tree.root(0..<new)
            for old in 1...new {
                let oldRoot = tree.root(0..<old)
                let proof = try #require(
                    MerkleProof.consistencyProof(
                        from: UInt64(old), to: UInt64(new), subtree: tree.subtree))
                func holds(_ from: Int, _ proof: [Digest], _ root: Digest) -> Bool {
                    MerkleProof.verifyConsistency(
                        from: UInt64(from), to: UInt64(new), proof: proof, oldRoot: root,
                        newRoot: newRoot)
                }
                #expect(holds(old, proof, oldRoot))
                #expect(!holds(old, proof + [oldRoot], oldRoot))
                #expect(proof.isEmpty || !holds(old, proof.dropLast(), oldRoot))
                #expect(!holds(old, proof, tree.leaves[69]) || old == 1 && new == 70)
            }
        }
    }

    @Test func provesNothingOutside() {
        #expect(
            MerkleProof.inclusionProof(index: 0, treeSize: 0, subtree: tree.subtree) == nil)
        #expect(
            MerkleProof.inclusionProof(index: 70, treeSize: 70, subtree: tree.subtree) == nil)
        #expect(MerkleProof.consistencyProof(from: 0, to: 5, subtree: tree.subtree) == nil)
        #expect(MerkleProof.consistencyProof(from: 6, to: 5, subtree: tree.subtree) == nil)
    }

    @Test func endsOnHugeNumbers() {
        let leaf = tree.leaves[0]
        let proof = [Digest](repeating: leaf, count: 64)
        #expect(
            !MerkleProof.verifyInclusion(
                leafHash: leaf, index: .max - 1, treeSize: .max, proof: proof, root: leaf))
        #expect(
            !MerkleProof.verifyConsistency(
                from: .max - 1, to: .max, proof: proof, oldRoot: leaf, newRoot: leaf))
        #expect(
            MerkleProof.inclusionProof(index: .max - 1, treeSize: .max) { _, _ in leaf }?.count
                == 63)
    }

    @Test func passesErrorsOn() {
        struct Unreadable: Error {}
        #expect(throws: Unreadable.self) {
            try MerkleProof.inclusionProof(index: 0, treeSize: 2) {
                _, _ throws(Unreadable) in throw Unreadable()
            }
        }
    }
}
