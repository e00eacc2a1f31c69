import EventLog
import Support
import Testing

@Suite struct DigestTests {
    private let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test("FIPS 180-4, the example of one block")
    func hashes() throws {
        let digest = SHA256.hash(Array("abc".utf8))
        #expect(digest.hex == hex)
        #expect("\(digest)" == hex)
        #expect(digest.bytes.prefix(3) == [0xBA, 0x78, 0x16])
        #expect(SHA256.hash(Array("a".utf8), [], Array("bc".utf8)) == digest)
        #expect(Digest(hex: hex) == digest)
        #expect(Digest(bytes: digest.bytes) == digest)
        #expect(Digest([1] + digest.bytes + [2], 1..<33) == digest)
    }

    @Test("FIPS 180-4, the example of two blocks")
    func longerMessage() {
        let text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(
            SHA256.hash(Array(text.utf8)).hex
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    @Test func refusesOtherTexts() throws {
        for length in 0..<64 { #expect(Digest(hex: String(hex.prefix(length))) == nil) }
        #expect(Digest(hex: hex + "0") == nil)
        #expect(Digest(hex: hex + "00") == nil)
        #expect(Digest(hex: hex.uppercased()) == nil)
        #expect(Digest(hex: "g" + hex.dropFirst()) == nil)
        #expect(Digest(hex: " " + hex.dropFirst()) == nil)
    }

    @Test func refusesOtherLengths() throws {
        let bytes = [UInt8](repeating: 1, count: 40)
        for length in 0..<40 where length != 32 {
            #expect(Digest(bytes: Array(bytes.prefix(length))) == nil)
        }
        #expect(Digest(bytes, 8..<40) != nil)
        #expect(Digest(bytes, 9..<41) == nil)
        #expect(Digest(bytes, -1..<31) == nil)
    }

    @Test("Leaf and node have prefixes of their own (RFC 6962, 2.1)")
    func prefixes() {
        let left = SHA256.leaf([])
        let right = SHA256.leaf([0])
        #expect(left == SHA256.hash([0]))
        #expect(right == SHA256.hash([0, 0]))
        #expect(SHA256.node(left, right) == SHA256.hash([1], left.bytes, right.bytes))
    }

    @Test("the processor's instructions and libsodium hash alike, at all lengths, one and two")
    func hardware() {
        var random = SeededRandom(seed: 3)
        let bytes = (0..<700).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        for length in 0...260 {
            let message = Array(bytes[7..<(7 + length)])
            #expect(SHA256.hash(message) == SHA256.portableHash(message), "\(length)")
            for other in [0, 1, 55, 56, 63, 64, 65, 119, 120, 200] {
                var buffer = bytes
                SHA256.hash(&buffer, (7..<(7 + length), 600), (300..<(300 + other), 640))
                #expect(Digest(buffer, 600..<632) == SHA256.portableHash(message))
                let second = SHA256.portableHash(Array(bytes[300..<(300 + other)]))
                #expect(Digest(buffer, 640..<672) == second)
            }
        }
    }

    @Test("the root over a power of two of leaves is that of a tree that grows leaf by leaf")
    func wholeTrees() {
        let leaves = (0..<256).map { SHA256.leaf([UInt8($0)]) }
        for count in [1, 2, 4, 8, 64, 256] {
            var tree = MerkleFrontier()
            for leaf in leaves[..<count] { tree.append(leafHash: leaf) }
            #expect(SHA256.root(leaves[..<count]) == tree.root)
        }
    }
}
