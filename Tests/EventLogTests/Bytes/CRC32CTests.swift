import EventLog
import Support
import Testing

@Suite struct CRC32CTests {
    /// A read command of iSCSI.
    private static let command: [UInt8] = [
        0x01, 0xC0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 0x04, 0,
        0, 0, 0, 0x14, 0, 0, 0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0,
    ]

    private static let known: [([UInt8], UInt32)] = [
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
        ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        ([UInt8](0..<32), 0x46DD_794E),
        ([UInt8]((0..<32).reversed()), 0x113F_DB5C),
        (command, 0xD996_3A56),
        (Array("123456789".utf8), 0xE306_9283),
        ([], 0),
    ]

    @Test("RFC 3720, B.4, and the check value of the catalogues", arguments: known)
    func vectors(bytes: [UInt8], checksum: UInt32) {
        #expect(CRC32C.checksum(bytes) == checksum)
        #expect(CRC32C.portableChecksum(bytes, 0..<bytes.count) == checksum)
    }

    @Test func hardwareEqualsPortable() {
        var random = SeededRandom(seed: 1)
        let bytes = random.bytes(8_192)
        for length in Array(0...64) + [1_535, 1_536, 1_537, 3_071, 3_072, 3_080, 4_609, 8_000] {
            for start in 0..<9 {
                let range = start..<(start + length)
                let seed = UInt32(truncatingIfNeeded: random.next())
                #expect(
                    CRC32C.checksum(bytes, range, seed: seed)
                        == CRC32C.portableChecksum(bytes, range, seed: seed))
            }
        }
    }

    @Test func chains() {
        var random = SeededRandom(seed: 2)
        let bytes = random.bytes(5_000)
        let whole = CRC32C.checksum(bytes)
        for cut in [0, 1, 7, 8, 9, 1_536, 2_500, 4_999, 5_000] {
            let first = CRC32C.checksum(bytes, 0..<cut)
            #expect(CRC32C.checksum(bytes, cut..<bytes.count, seed: first) == whole)
        }
    }

    @Test func findsEveryBitFlip() {
        var bytes = CRC32CTests.command
        let checksum = CRC32C.checksum(bytes)
        for bit in 0..<(8 * bytes.count) {
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(CRC32C.checksum(bytes) != checksum)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }
}
