import EventLog
import Support
import Testing

@Suite("Proofs of a log")
struct LogProverTests {
    /// All leaves, hashed one by one.
    private static func leaves(_ log: Log) throws -> [Digest] {
        var hasher = LeafHasher()
        return try LogSamples.events(log).enumerated().map { position, event in
            let position = UInt64(position)
            return try hasher.hash(
                event.1, event.0, position: position,
                seed: LogSamples.seed(position / Limit.seedEvents))
        }
    }

    private static func root(_ leaves: some Sequence<Digest>) -> Digest {
        var frontier = MerkleFrontier()
        for leaf in leaves { frontier.append(leafHash: leaf) }
        return frontier.root
    }

    /// Holds the proofs of some events in trees of some sizes against their leaves.
    private static func check(_ prover: LogProver, _ leaves: [Digest], _ sizes: [Int]) throws {
        for size in sizes {
            let root = root(leaves[..<size])
            #expect(try prover.root(at: UInt64(size)) == root)
            for position in stride(from: 0, to: size, by: max(1, size / 37)) {
                let found = try prover.inclusion(of: UInt64(position), in: UInt64(size))
                let proof = try #require(found)
                #expect(proof.leaf == leaves[position])
                #expect(
                    MerkleProof.verifyInclusion(
                        leafHash: leaves[position], index: UInt64(position),
                        treeSize: UInt64(size), proof: proof.hashes, root: root))
            }
            for old in stride(from: 1, through: size, by: max(1, size / 11)) {
                let found = try prover.consistency(from: UInt64(old), to: UInt64(size))
                let hashes = try #require(found)
                #expect(
                    MerkleProof.verifyConsistency(
                        from: UInt64(old), to: UInt64(size), proof: hashes,
                        oldRoot: self.root(leaves[..<old]), newRoot: root))
            }
        }
    }

    @Test(
        "hold for logs of every shape, before and after sealing and later commits",
        arguments: [
            [1], [2, 1], [1, 3, 1, 100], [255, 1, 1], [256], [257, 255], [3, 300, 2, 9_000, 1],
            [4_096, 90, 4_000, 20], Array(repeating: 90, count: 50),
        ])
    func shapes(sizes: [Int]) throws {
        let log = try LogSamples.log(sizes, in: MemoryStorage())
        let prover = LogProver(log)
        let leaves = try LogProverTests.leaves(log)
        let wanted = Set([1, leaves.count / 2, leaves.count - 1, leaves.count]).filter { $0 > 0 }
        try LogProverTests.check(prover, leaves, wanted.sorted())
        try log.seal()
        try LogProverTests.check(prover, leaves, wanted.sorted())
        try LogProverTests.check(LogProver(log), leaves, wanted.sorted())
        for number in 0..<300 {
            _ = try log.append(LogSamples.commit(1_000 + number, rows: [LogSamples.row(number)]))
            if number % 99 == 0 {
                let size = leaves.count + number + 1
                #expect(try prover.root(at: UInt64(size)) == (try log.head().root))
            }
        }
        let more = try LogProverTests.leaves(log)
        try LogProverTests.check(prover, more, [more.count - 1, more.count])
        try LogProverTests.check(LogProver(log), more, [more.count])
    }

    @Test("every event of a small log") func everyEvent() throws {
        let log = try LogSamples.log([3, 300, 2, 1], in: MemoryStorage())
        let prover = LogProver(log)
        let leaves = try LogProverTests.leaves(log)
        let root = try log.head().root
        for (position, leaf) in leaves.enumerated() {
            let found = try prover.inclusion(of: UInt64(position), in: 306)
            let proof = try #require(found)
            #expect(
                MerkleProof.verifyInclusion(
                    leafHash: leaf, index: UInt64(position), treeSize: 306, proof: proof.hashes,
                    root: root))
        }
    }

    @Test("a log that is sealed while blocks of it are only in part known") func sealedBetween()
        throws
    {
        let log = try LogSamples.log(Array(repeating: 90, count: 48), in: MemoryStorage())
        let prover = LogProver(log)
        #expect(try prover.root(at: 4_320) == (try log.head().root))
        _ = try log.append(LogSamples.commit(1_000, rows: (0..<5_000).map(LogSamples.row)))
        try log.seal()
        let leaves = try LogProverTests.leaves(log)
        try LogProverTests.check(prover, leaves, [4_320, 9_319, 9_320])
    }

    @Test("files that were exchanged for others of the same log") func exchanged() throws {
        let storage = MemoryStorage()
        let prover = LogProver(try LogSamples.log([3, 300, 2], in: storage))
        #expect(try prover.root(at: 305) != nil)
        let other = MemoryStorage()
        let log = try LogSamples.log([2, 400, 3], in: other)
        for name in try other.list() {
            if let bytes = other.bytes(of: name) { storage.replace(name, bytes: bytes) }
        }
        #expect(try prover.root(at: 405) == (try log.head().root))
    }

    @Test("there are none of what is not there") func outside() throws {
        let prover = LogProver(try LogSamples.log([5], in: MemoryStorage()))
        #expect(try prover.inclusion(of: 5, in: 5) == nil)
        #expect(try prover.inclusion(of: 4, in: 4) == nil)
        #expect(try prover.inclusion(of: 0, in: 6) == nil)
        #expect(try prover.consistency(from: 0, to: 5) == nil)
        #expect(try prover.consistency(from: 5, to: 4) == nil)
        #expect(try prover.consistency(from: 5, to: 6) == nil)
        #expect(try prover.root(at: 6) == nil)
        #expect(try prover.root(at: 0) == MerkleFrontier().root)
        let empty = LogProver(try LogSamples.newLog())
        #expect(try empty.inclusion(of: 0, in: 0) == nil)
        #expect(try empty.root(at: 0) == MerkleFrontier().root)
    }

    @Test("what is shown of an event gives its leaf, with its text or without")
    func disclosures() throws {
        let log = try LogSamples.log([3, 300, 2], in: MemoryStorage())
        let leaves = try LogProverTests.leaves(log)
        for (position, event) in try LogSamples.events(log).enumerated() {
            let seed = LogSamples.seed(UInt64(position) / Limit.seedEvents)
            for withText in [false, true] {
                let shown = try #require(
                    LeafDisclosure(
                        event.1, event.0, position: UInt64(position), seed: seed,
                        withText: withText))
                #expect(shown.leaf == leaves[position])
                #expect(LeafDisclosure(shown.bytes) == shown)
                #expect((shown.text != nil) == withText)
            }
        }
    }

    @Test("what is shown, changed or cut anywhere, gives no such leaf") func changedDisclosures()
        throws
    {
        let log = try LogSamples.log([5], in: MemoryStorage())
        let events = try LogSamples.events(log)
        let event = try #require(events.last)
        let shown = try #require(
            LeafDisclosure(
                event.1, event.0, position: 4, seed: LogSamples.seed(0), withText: true))
        let leaf = try #require(shown.leaf)
        #expect(shown.text?.fields.suffix(6) == Array("note 4".utf8)[...])
        let whole = shown.bytes
        let facts = 2 + shown.input.count
        for length in whole.indices {
            let cut = LeafDisclosure(Array(whole[..<length]))
            // Without its last part it is a disclosure of the facts.
            #expect(length == facts ? cut?.leaf == leaf : cut?.leaf == nil, "\(length)")
        }
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << UInt8(bit)
                #expect(LeafDisclosure(bytes)?.leaf != leaf, "bit \(bit) of \(index)")
            }
        }
    }
}
