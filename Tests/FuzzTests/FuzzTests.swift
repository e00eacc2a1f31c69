import Foundation
import Fuzzing
import Support
import Testing

/// Every decoder over its seeds, what fuzzing left in `Fixtures/fuzz`, and seeded changes of both;
/// `tools/fuzz` goes on where this stops.
@Suite("Fuzzed decoders")
struct FuzzTests {
    /// How many changed inputs each decoder gets.
    private static let changes = 4_000

    @Test("take any bytes and never contradict themselves", arguments: FuzzTarget.allCases)
    func anyBytes(target: FuzzTarget) throws {
        let inputs = target.seeds + (try FuzzTests.kept(target))
        try #require(!inputs.isEmpty)
        for input in inputs { try target.run(input) }
        var random = SeededRandom(seed: 0x4655_5A5A)
        for number in 0..<FuzzTests.changes {
            let input = FuzzTests.changed(inputs, upTo: target.bytesMax, &random)
            #expect(throws: Never.self, "change \(number): \(input)") { try target.run(input) }
        }
    }

    @Test("take a sound input cut at every byte", arguments: FuzzTarget.allCases)
    func cuts(target: FuzzTarget) throws {
        let seed = try #require(target.seeds.max { $0.count < $1.count })
        for length in 0..<min(seed.count, 2_048) { try target.run(Array(seed[..<length])) }
    }

    @Test("the files whose coverage tools/fuzz tells are there")
    func decoders() throws {
        let bytes = try SourceTree.bytes("tools/fuzzing/decoders.txt")
        let list = String(decoding: bytes, as: UTF8.self)
        let paths = list.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(paths.count > 30)
        for path in paths { _ = try SourceTree.bytes(String(path.split(separator: " ")[0])) }
    }

    @Test("what is kept is that of a decoder") func keptNames() throws {
        let names = try SourceTree.names(in: "Fixtures/fuzz").map { $0.replacing(".txt", with: "") }
        #expect(names.count > 10)
        for name in names { #expect(FuzzTarget(rawValue: name) != nil, "\(name)") }
    }

    /// Inputs that once found something new, or something wrong: a line each, in base64.
    private static func kept(_ target: FuzzTarget) throws -> [[UInt8]] {
        let path = "Fixtures/fuzz/\(target.rawValue).txt"
        guard FileManager.default.fileExists(atPath: SourceTree.fullPath(path)) else { return [] }
        let bytes = try SourceTree.bytes(path)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return try lines.filter { !$0.hasPrefix("#") }.map {
            Array(try #require(Data(base64Encoded: String($0))))
        }
    }

    /// One input with one to four changes: bits, bytes, cuts, doubled and foreign pieces.
    private static func changed(
        _ inputs: [[UInt8]], upTo bytesMax: Int, _ random: inout SeededRandom
    ) -> [UInt8] {
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(count, 1))) }
        var bytes = inputs[below(inputs.count)]
        for _ in 0...below(4) {
            let place = below(bytes.count)
            switch below(6) {
            case 0 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(below(8))
            case 1 where !bytes.isEmpty: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
            case 2: bytes.insert(contentsOf: random.bytes(below(9)), at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + below(9)))
            case 4: bytes.insert(contentsOf: bytes[place...].prefix(below(33)), at: place)
            default:
                let other = inputs[below(inputs.count)]
                let piece = other.dropFirst(below(other.count)).prefix(below(65))
                let end = min(bytes.count, place + piece.count)
                bytes.replaceSubrange(place..<end, with: piece)
            }
        }
        return Array(bytes.prefix(bytesMax))
    }
}
