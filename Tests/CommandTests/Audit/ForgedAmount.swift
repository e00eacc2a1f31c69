import EventLog
import Foundation
import Testing

/// Amounts that were changed in the file of a log, with the checksum of the frame made right again.
enum ForgedAmount {
    /// Changes an amount in minor units, of two bytes as it was, of the first line that has it.
    static func change(_ amount: UInt16, to other: UInt16, in home: String) throws {
        let path = "\(home)/log/000000000000-0000.log"
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // Column 21 with a value of two bytes: see `Format.md`.
        func field(_ amount: UInt16) -> [UInt8] {
            [0x21, 0x04, UInt8(amount & 0xFF), UInt8(amount >> 8)]
        }
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: field(amount)) })
        bytes.replaceSubrange(place..<(place + 4), with: field(other))
        func number(at offset: Int) -> UInt32 {
            bytes[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        var start = SegmentHeader.bytes
        while start + Int(number(at: start + 4)) <= place { start += Int(number(at: start + 4)) }
        let end = start + Int(number(at: start + 4))
        let covered = Array(bytes[start..<(start + 88)] + bytes[(start + 92)..<end])
        let checksum = CRC32C.checksum(covered, 0..<covered.count, seed: number(at: 44))
        for byte in 0..<4 {
            bytes[start + 88 + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte))
        }
        try Data(bytes).write(to: URL(filePath: path))
    }
}
