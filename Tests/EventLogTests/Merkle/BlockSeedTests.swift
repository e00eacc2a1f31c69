import EventLog
import Support
import Testing

/// The tree of seeds against its definition, step by step.
@Suite("Seeds of blocks")
struct BlockSeedTests {
    private static let secret = (0..<32).map { UInt8($0 * 5 + 1) }

    /// The salt of a position as Format.md defines it.
    private func salt(_ position: UInt64, _ secret: [UInt8] = BlockSeedTests.secret) -> [UInt8] {
        sizes.reduce(secret) { child($0, position / $1 * $1) }
    }

    private let sizes: [UInt64] = [512, 64, 8, 1]

    /// The secret of a node whose first position is known.
    private func child(_ parent: [UInt8], _ first: UInt64) -> [UInt8] {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: first >> UInt64(8 * $0)) }
        return SHA256.hash(parent + bytes).bytes
    }

    private func whole() throws -> BlockSeed {
        try #require(BlockSeed(BlockSeed.whole(BlockSeedTests.secret)))
    }

    @Test("each position has the salt that the definition gives it") func salts() throws {
        let seed = try whole()
        for position in [0, 1, 7, 8, 63, 64, 511, 512, 4_095] as [UInt64] {
            for block in [0, 1, 1_000_000] as [UInt64] {
                let position = position + block * Limit.seedEvents
                #expect(seed.salt(of: position) == salt(position))
                #expect(Leaf.salt(of: position, seed: seed.bytes) == salt(position))
            }
        }
        let all = Set((0..<Limit.seedEvents).compactMap { seed.salt(of: $0) })
        #expect(all.count == Int(Limit.seedEvents))
    }

    @Test("a flat seed gives the salts of revision 1") func flat() throws {
        let seed = try #require(BlockSeed(BlockSeedTests.secret))
        let position: [UInt8] = [0x39, 0x30, 0, 0, 0, 0, 0, 0]
        #expect(seed.salt(of: 12_345) == SHA256.hash(BlockSeedTests.secret + position).bytes)
        #expect(seed.bytes == BlockSeedTests.secret)
        #expect(seed.removing([1]) == nil)
    }

    @Test("one position goes with 28 nodes beside it, 980 bytes in all") func removesOne() throws {
        for place in [0, 1, 8, 64, 513, 4_095] as [UInt64] {
            let position = 3 * Limit.seedEvents + place
            let seed = try #require(try whole().removing([position]))
            #expect(seed.bytes.count == 28 * 35)
            #expect(seed.salt(of: position) == nil)
            let again = try #require(BlockSeed(seed.bytes))
            #expect(again == seed)
            for other in 3 * Limit.seedEvents..<4 * Limit.seedEvents where other != position {
                #expect(again.salt(of: other) == salt(other))
            }
        }
    }

    @Test("whatever goes, no secret from which it could be told is left", arguments: 0..<20)
    func removesMany(number: UInt64) throws {
        var choices = RandomChoices(seed: number)
        var seed: BlockSeed? = try whole()
        var gone: Set<UInt64> = []
        for _ in 0..<choices.choose(12) {
            let start = UInt64(choices.choose(4_096))
            let end = min(Limit.seedEvents, start + UInt64(1 + choices.choose(90)))
            gone.formUnion(start..<end)
            seed = seed?.removing(Array(start..<end))
        }
        let left = try #require(seed)
        for position in 0..<Limit.seedEvents {
            #expect(left.salt(of: position) == (gone.contains(position) ? nil : salt(position)))
        }
        // The secrets on the way to what is gone, from the definition.
        let bytes = left.bytes
        for position in gone {
            var way = BlockSeedTests.secret
            #expect(!bytes.contains(way))
            for size in sizes {
                way = child(way, position / size * size)
                #expect(!bytes.contains(way))
            }
        }
    }

    @Test(
        "a copy goes on with other secrets, and has those of what is there",
        arguments: [1, 7, 8, 64, 513, 4_095] as [UInt64])
    func renews(place: UInt64) throws {
        let start = 3 * Limit.seedEvents
        let old = try #require(try whole().removing([start]))
        let seed = try #require(BlockSeed(BlockSeed.renewed(old.bytes, from: start + place)))
        // Seven beside each of four steps down to what is gone, and seven at each of three below
        // the node that is divided.
        #expect(seed.bytes.count <= 49 * 35)
        #expect(seed.salt(of: start) == nil)
        for position in start + 1..<start + Limit.seedEvents {
            let own = try #require(seed.salt(of: position))
            #expect((own == salt(position)) == (position < start + place))
        }
        let other = BlockSeed.renewed(old.bytes, from: start + place)
        #expect(other != seed.bytes && other.count == seed.bytes.count)
        let flat = BlockSeed.renewed(BlockSeedTests.secret, from: start + place)
        #expect(flat.count == 32 && flat != BlockSeedTests.secret)
    }

    @Test("a block of which nothing is left has no nodes") func removesAll() throws {
        #expect(try whole().removing(Array(0..<Limit.seedEvents)) == nil)
    }

    @Test("bytes that are no seed are refused") func malformed() throws {
        let node = BlockSeed.whole(BlockSeedTests.secret)
        #expect(BlockSeed([]) == nil)
        #expect(BlockSeed(Array(node.dropLast())) == nil)
        #expect(BlockSeed(node + node) == nil)
        #expect(BlockSeed([5, 0, 0] + BlockSeedTests.secret) == nil)
        #expect(BlockSeed([1, 1, 0] + BlockSeedTests.secret) == nil)
        #expect(BlockSeed([1, 0, 16] + BlockSeedTests.secret) == nil)
        #expect(BlockSeed([1, 0, 2] + BlockSeedTests.secret) != nil)
        let two = [4, 1, 0] + BlockSeedTests.secret + [4, 0, 0] + BlockSeedTests.secret
        #expect(BlockSeed(two) == nil)
    }

    @Test("events that are hashed together have the leaves of each alone", arguments: 0..<8)
    func leaves(number: UInt64) throws {
        var choices = RandomChoices(seed: 50 + number)
        let header = CommitHeader(id: CommitID(high: 1, low: 2), firstPosition: 0, fields: [])
        let first = UInt64(choices.choose(4_000))
        let positions = first..<(first + UInt64(1 + choices.choose(96)))
        let removed = positions.filter { _ in choices.choose(9) == 0 }
        let old = try whole()
        let seed = removed.isEmpty ? old : try #require(old.removing(removed))
        let erasure = TextErasure(removed)
        var hasher = LeafHasher()
        for position in positions {
            let row = LogSamples.row(Int(position))
            let leaf = Leaf.hash(row, header, position: position, seed: old.bytes)
            let kept = erasure.row(row, at: position, seed: old.bytes)
            #expect(kept.isErased == removed.contains(position) && kept[.salt] == nil)
            #expect(Leaf.hash(kept, header, position: position, seed: seed.bytes) == leaf)
            let again = try hasher.hash(kept, header, position: position, seed: seed.bytes)
            #expect(again == leaf)
            // What lost its salt cannot be hashed with its text again.
            let other = Leaf.hash(row, header, position: position, seed: seed.bytes)
            #expect((other == leaf) == !removed.contains(position))
        }
    }
}

extension [UInt8] {
    /// Whether some bytes stand in these at the place of a secret.
    fileprivate func contains(_ secret: [UInt8]) -> Bool {
        stride(from: 3, to: count, by: 35).contains { self[$0..<($0 + 32)].elementsEqual(secret) }
    }
}
