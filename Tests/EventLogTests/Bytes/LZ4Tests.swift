import EventLog
import Foundation
import Support
import Testing

@Suite struct LZ4Tests {
    private static let samples: [[UInt8]] = {
        var random = SeededRandom(seed: 3)
        return [
            [], [7], Array("abc".utf8), [UInt8](repeating: 0, count: 70_000), random.bytes(5_000),
            (0..<20_000).map { UInt8(truncatingIfNeeded: $0 / 7) }, [UInt8](0...255),
        ]
    }()

    @Test(arguments: samples)
    func roundTrip(raw: [UInt8]) throws {
        let block = LZ4.compress(raw)
        #expect(!block.isEmpty)
        #expect(block.count <= raw.count + raw.count / 255 + 16)
        var target: [UInt8] = [9, 9, 9]
        let framed = [1, 2] + block + [3]
        try LZ4.decompress(framed, 2..<(2 + block.count), into: &target, rawBytes: raw.count)
        #expect(target == raw)
        #expect(LZ4.compress([5] + raw + [6], 1..<(1 + raw.count)) == block)
    }

    @Test func statedSizeMustBeRight() throws {
        let raw = Array(String(repeating: "lorem ipsum ", count: 40).utf8)
        let block = LZ4.compress(raw)
        let all = 0..<block.count
        var target: [UInt8] = []
        for size in 0..<raw.count {
            #expect(throws: LZ4.Failure.malformed) {
                try LZ4.decompress(block, all, into: &target, rawBytes: size)
            }
        }
        for size in (raw.count + 1)...(raw.count + 300) {
            #expect(throws: LZ4.Failure.tooShort(bytes: raw.count)) {
                try LZ4.decompress(block, all, into: &target, rawBytes: size)
            }
            #expect(target.isEmpty)
        }
        for size in [-1, .min, LZ4.rawBytesMax + 1, .max] {
            #expect(throws: LZ4.Failure.tooLarge) {
                try LZ4.decompress(block, all, into: &target, rawBytes: size)
            }
        }
    }

    @Test(arguments: samples)
    func everyCutFails(raw: [UInt8]) {
        #expect(cutsThatPass(LZ4.compress(raw), raw.count).isEmpty)
    }

    /// The lengths at which a block can be cut and still give all its bytes: none, if all is well.
    private func cutsThatPass(_ block: [UInt8], _ rawBytes: Int) -> [Int] {
        var target: [UInt8] = []
        return (0..<block.count).filter { cut in
            do throws(LZ4.Failure) {
                try LZ4.decompress(block, 0..<cut, into: &target, rawBytes: rawBytes)
                return true
            } catch {
                return false
            }
        }
    }

    @Test func damageIsAnErrorOrWhatTheBlockSays() {
        var random = SeededRandom(seed: 4)
        let raw = Array(String(repeating: "event log ", count: 100).utf8)
        var target: [UInt8] = []
        var (read, refused) = (0, 0)
        for _ in 0..<5_000 {
            var block = LZ4.compress(raw)
            for _ in 0..<3 {
                let index = Int.random(in: 0..<block.count, using: &random)
                block[index] = UInt8(truncatingIfNeeded: random.next())
            }
            let range = 0..<block.count
            let result = Result { () throws(LZ4.Failure) in
                try LZ4.decompress(block, range, into: &target, rawBytes: raw.count)
            }
            guard case .success = result else {
                refused += 1
                #expect(target.isEmpty)
                continue
            }
            // The library lets pass some offsets that the format forbids.
            let strict: Void? = try? LZ4.decompress(
                block, range, into: &target, rawBytes: raw.count, isStrict: true)
            #expect((strict == nil) == (decoded(block) == nil))
            guard let allowed = decoded(block) else { continue }
            read += 1
            #expect(target == allowed)
        }
        #expect(read > 100 && refused > 100)
    }

    /// What a block says by the rules of the format: token, literals, offset and length of a match.
    private func decoded(_ block: [UInt8]) -> [UInt8]? {
        var rest = block[...]
        var bytes: [UInt8] = []
        func length(_ nibble: UInt8) -> Int? {
            var length = Int(nibble)
            guard nibble == 15 else { return length }
            while let next = rest.popFirst() {
                length += Int(next)
                if next < 255 { return length }
            }
            return nil
        }
        while let token = rest.popFirst() {
            guard let literals = length(token >> 4), rest.count >= literals else { return nil }
            bytes += rest.prefix(literals)
            rest = rest.dropFirst(literals)
            if rest.isEmpty { return bytes }
            guard let low = rest.popFirst(), let high = rest.popFirst() else { return nil }
            let offset = Int(low) | Int(high) << 8
            guard let match = length(token & 15), offset > 0, offset <= bytes.count else {
                return nil
            }
            for _ in 0..<(match + 4) { bytes.append(bytes[bytes.count - offset]) }
        }
        return nil
    }

    @Test func aMatchPointsBack() throws {
        // 16 letters, 4 bytes with an offset, 12 letters.
        func block(_ offset: UInt8) -> [UInt8] {
            [0xF0, 1] + Array("abcdefghijklmnop".utf8) + [offset, 0, 0xC0]
                + Array("ABCDEFGHIJKL".utf8)
        }
        var target: [UInt8] = []
        for (offset, expected) in [(1, "pppp"), (16, "abcd")] as [(UInt8, String)] {
            let range = 0..<block(offset).count
            try LZ4.decompress(
                block(offset), range, into: &target, rawBytes: 32, isStrict: true)
            #expect(target == Array("abcdefghijklmnop\(expected)ABCDEFGHIJKL".utf8))
        }
        for offset: UInt8 in [0, 17] {
            let range = 0..<block(offset).count
            #expect(throws: LZ4.Failure.malformed) {
                try LZ4.decompress(
                    block(offset), range, into: &target, rawBytes: 32, isStrict: true)
            }
            #expect(target.isEmpty)
        }
    }

    @Test func usesTheTargetAgain() throws {
        let raw = [UInt8](repeating: 1, count: 10_000)
        let block = LZ4.compress(raw)
        var target: [UInt8] = []
        target.reserveCapacity(20_000)
        let capacity = target.capacity
        for _ in 0..<3 {
            try LZ4.decompress(block, 0..<block.count, into: &target, rawBytes: raw.count)
            #expect(target.capacity == capacity)
        }
    }

    private static let vectorsPath = "lz4-reference/block-and-frame-vectors.json"

    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var name: String
            var raw: Data
            var fast: Data
            var high: Data

            enum CodingKeys: String, CodingKey {
                case name
                case raw = "raw_base64"
                case fast = "block_fast_base64"
                case high = "block_hc9_base64"
            }
        }

        var vectors: [Vector]
    }

    @Test(.enabled(if: SharedData.bytes(vectorsPath) != nil, "lz4-reference is not there"))
    func referenceBlocks() throws {
        let json = try #require(SharedData.bytes(Self.vectorsPath))
        let vectors = try JSONDecoder().decode(Vectors.self, from: Data(json)).vectors
        #expect(vectors.count == 9)
        var target: [UInt8] = []
        for vector in vectors {
            for block in [[UInt8](vector.fast), [UInt8](vector.high)] {
                let range = 0..<block.count
                try LZ4.decompress(block, range, into: &target, rawBytes: vector.raw.count)
                #expect(target == [UInt8](vector.raw), "\(vector.name)")
                #expect(cutsThatPass(block, vector.raw.count).isEmpty, "\(vector.name)")
            }
        }
    }
}
