import EventLog
import Foundation

/// A slot of a head that was changed, with its checksum made right again.
enum WrongSlot {
    /// Flips a bit of the newest slot.
    ///
    /// - Parameter field: Where in the slot, in bytes: see "Slots" in `Format.md`.
    static func change(_ field: Int, in home: String) throws {
        let path = "\(home)/log/000000000000-0000.log"
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ offset: Int, _ width: Int) -> UInt64 {
            bytes[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let (one, two) = (Int(SegmentHeader.slotOffsets[0]), Int(SegmentHeader.slotOffsets[1]))
        let start = number(one, 8) > number(two, 8) ? one : two
        bytes[start + field] ^= 1
        let end = start + HeadSlot.bytes - 4
        let checksum = CRC32C.checksum(bytes, start..<end, seed: UInt32(number(44, 4)))
        for byte in 0..<4 {
            bytes[end + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte))
        }
        try Data(bytes).write(to: URL(filePath: path))
    }
}
