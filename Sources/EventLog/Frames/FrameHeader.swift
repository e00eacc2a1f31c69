/// The header of a frame: 92 bytes, little-endian, at a multiple of 8 of its segment.
///
/// ```
///  0  magic            "LGF" and the kind: "R" rows, "C" columns
///  4  length           u32   the whole frame in bytes, a multiple of 8
///  8  firstPosition    u64
/// 16  count − 1        u16
/// 18  index            u16   of the frame in its commit; 0 in a sealed frame
/// 20  total            u16   frames of the commit; 0 in a sealed frame
/// 22  flags            u16   1 ends a commit, 2 body is LZ4, 4 sealed (may hold many commits),
///                            8 a seed is not flat (BlockSeed)
/// 24  epoch            u32   of the writer; never decreases along the log
/// 28  key              u32   0; the id of a key once bodies can be encrypted
/// 32  chain            u64   first 8 bytes of the root before the frame
/// 40  root             32    of the tree after the frame's last event
/// 72  commit id        16    of the last commit in the frame
/// 88  checksum         u32   CRC-32C, seeded with the segment's salt, of all other bytes: of a
///                            frame of rows to its end, of a frame of columns to the end of its
///                            directory
/// ```
package struct FrameHeader: Hashable, Sendable {
    enum Kind: UInt8 {
        case rows = 0x52
        case columns = 0x43
    }

    static let bytes = 92
    static let checksumOffset = 88
    /// Where the directory of a frame of columns starts.
    static let directoryOffset = 96

    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
        static let endsCommit = Flags(rawValue: 1)
        static let compressed = Flags(rawValue: 2)
        static let isSealed = Flags(rawValue: 4)
        static let hasNodes = Flags(rawValue: 8)
        static let known: Flags = [.endsCommit, .compressed, .isSealed, .hasNodes]
    }

    var kind: Kind
    var length: Int
    var firstPosition: UInt64
    var count: Int
    var index: UInt16
    var total: UInt16
    var flags: Flags
    var epoch: UInt32
    var chain: UInt64
    var root: Digest
    var commitID: CommitID

    /// The positions of the frame's events.
    var positions: Range<UInt64> { firstPosition..<(firstPosition + UInt64(count)) }

    /// The 92 bytes with a checksum of 0.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = [0x4C, 0x47, 0x46, kind.rawValue]
        bytes.reserveCapacity(length)
        bytes.append(integer: UInt32(length))
        bytes.append(integer: firstPosition)
        bytes.append(integer: UInt16(count - 1))
        bytes.append(integer: index)
        bytes.append(integer: total)
        bytes.append(integer: flags.rawValue)
        bytes.append(integer: epoch)
        bytes.append(integer: UInt32(0))
        bytes.append(integer: chain)
        bytes += root.bytes
        bytes += commitID.bytes
        bytes.append(integer: UInt32(0))
        return bytes
    }

    /// Reads a header; says what is wrong with it. The checksum is not looked at.
    package static func decode(
        _ bytes: [UInt8], at offset: Int
    ) throws(Corruption.Reason) -> FrameHeader {
        guard offset >= 0, offset <= bytes.count - Self.bytes else { throw .truncated }
        var reader = ByteReader(bytes, offset..<bytes.count)
        do {
            guard try reader.integer(UInt16.self) == 0x474C, try reader.byte() == 0x46,
                let kind = Kind(rawValue: try reader.byte())
            else { throw Corruption.Reason.magic }
            return try fields(&reader, kind: kind)
        } catch let reason as Corruption.Reason {
            throw reason
        } catch { throw .truncated }
    }

    private static func fields(_ reader: inout ByteReader, kind: Kind) throws -> FrameHeader {
        let length = Int(try reader.integer(UInt32.self))
        guard length % 8 == 0, length > bytes, length <= Limit.frameBytesMax else {
            throw Corruption.Reason.length
        }
        let first = try reader.integer(UInt64.self)
        let count = Int(try reader.integer(UInt16.self)) + 1
        let index = try reader.integer(UInt16.self)
        let total = try reader.integer(UInt16.self)
        let flags = Flags(rawValue: try reader.integer(UInt16.self))
        let epoch = try reader.integer(UInt32.self)
        let key = try reader.integer(UInt32.self)
        let chain = try reader.integer(UInt64.self)
        let root = try reader.digest()
        let id = CommitID(
            high: try reader.integer(UInt64.self), low: try reader.integer(UInt64.self))
        guard kind == .columns || count <= Limit.rowEventsMax else {
            throw Corruption.Reason.length
        }
        guard key == 0, flags.isSubset(of: .known), first <= UInt64.max >> 2 else {
            throw Corruption.Reason.body
        }
        return FrameHeader(
            kind: kind, length: length, firstPosition: first, count: count, index: index,
            total: total, flags: flags, epoch: epoch, chain: chain, root: root, commitID: id)
    }
}

extension Digest {
    /// The first eight bytes as a number: what a frame repeats of the root before it.
    var chain: UInt64 { words.0 }
}
