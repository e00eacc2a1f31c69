import EventLog
import Support
import Synchronization
import Testing

/// Every bit of a log of 64 KiB, flipped: what is below the durable head is refused and located, or
/// it was in the parts that hold nothing.
@Suite("Flipped bits")
struct FlipTests {
    /// Every how many bits one is flipped; `tools/soak` asks for all of them.
    static let stride = CrashTests.number("LEDGER_SOAK_FLIP_STRIDE") ?? 101
    static let bits = 8 * 65_536

    private struct Sample: Sendable {
        var storage: MemoryStorage
        var bytes: [UInt8]
        var truth: [(CommitHeader, Row)]
    }

    private static func sample() throws -> Sample {
        let tail = Array(repeating: 1, count: 380)
        let (storage, bytes, truth) = try LogDamageTests.sample([1, 900, 5, 1_200, 40] + tail)
        return Sample(storage: storage, bytes: bytes, truth: truth)
    }

    @Test("none is read wrong", arguments: 0..<4)
    func flips(shard: Int) throws {
        let sample = try FlipTests.sample()
        try #require(8 * sample.bytes.count >= FlipTests.bits)
        var (flipped, refused, wrong) = (0, 0, 0)
        for bit in Swift.stride(
            from: shard * FlipTests.stride, to: FlipTests.bits, by: 4 * FlipTests.stride)
        {
            var bytes = sample.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            flipped += 1
            switch LogDamageTests.outcome(bytes, of: sample.storage, sample.truth) {
            case .intact where bit / 8 < SegmentHeader.bytes: continue
            case .refused: refused += 1
            case let outcome:
                wrong += 1
                Issue.record("bit \(bit): \(outcome)")
            }
        }
        print("bits flipped: \(flipped), refused \(refused), read wrong \(wrong)")
        #expect(refused > flipped * 3 / 4)
    }
}
