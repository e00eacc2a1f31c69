/// The bytes of a file of sums.
///
/// ```
///    0  magic             "LEDGRSUM"
///    8  version           u16   1
///   10  zeros             6
///   16  log id            16
///   32  position          u64   the sums are of the events before it
///   40  root              32    over these events
///   72  content           u64   what made the sums: other programs may count otherwise
///   80  blocks            u32   how many
///   84  zeros             28
///  112  list              u64   checksum of the list
///  120  checksum          u64   of the 120 bytes before it
///  128  list              for every block its length and its checksum, u64 each
///       blocks            one behind the other
/// ```
///
/// Checksums are made under a secret of the device, that of a block with its number: see
/// ``DeviceHash``. The header vouches for the list, and the list for the blocks, so that no block
/// of another file passes, and whoever needs one block reads and checks no other.
enum SumCoding {
    static let suffix = ".sums"
    static let headerBytes = 128
    private static let entryBytes = 16
    private static let blocksMax: UInt32 = 1 << 20
    private static let magic = Array("LEDGRSUM".utf8)
    private static let version: UInt16 = 1

    /// Where a block lies.
    struct Block: Hashable, Sendable {
        let offset: UInt64
        let length: Int
        let checksum: UInt64
    }

    /// What a file is about.
    struct Subject: Hashable, Sendable {
        let logID: CommitID
        let position: UInt64
        let root: Digest
        let content: UInt64
    }

    /// A file, all of it.
    static func encode(_ subject: Subject, _ blocks: [[UInt8]], _ hash: DeviceHash) -> [UInt8] {
        var list: [UInt8] = []
        list.reserveCapacity(blocks.count * entryBytes)
        for (number, block) in blocks.enumerated() {
            list.append(integer: UInt64(block.count))
            list.append(integer: hash.checksum(block, seed: UInt64(number)))
        }
        var bytes = start(subject)
        bytes.append(integer: UInt32(blocks.count))
        bytes += Array(repeating: 0, count: 112 - bytes.count)
        bytes.append(integer: hash.checksum(list, seed: UInt64(blocks.count)))
        bytes.append(integer: hash.checksum(bytes))
        bytes += list
        for block in blocks { bytes += block }
        return bytes
    }

    /// What a header begins with.
    private static func start(_ subject: Subject) -> [UInt8] {
        var bytes = magic
        bytes.append(integer: version)
        bytes += [0, 0, 0, 0, 0, 0]
        bytes += subject.logID.bytes
        bytes.append(integer: subject.position)
        bytes += subject.root.bytes
        bytes.append(integer: subject.content)
        return bytes
    }

    /// Reads a header.
    ///
    /// - Returns: How many blocks there are, and the checksum of their list; `nil` for the header
    ///   of another subject, and for one with a wrong checksum.
    static func header(
        _ bytes: [UInt8], of subject: Subject, _ hash: DeviceHash
    ) -> (blocks: Int, list: UInt64)? {
        guard bytes.starts(with: start(subject)), isWhole(bytes, hash),
            let blocks = RawBytes.load(bytes, at: 80, as: UInt32.self), blocks <= blocksMax,
            let list = RawBytes.load(bytes, at: 112, as: UInt64.self)
        else { return nil }
        return (Int(blocks), list)
    }

    /// The content of which a header speaks; `nil` where the header is none.
    static func content(_ bytes: [UInt8]) -> UInt64? {
        bytes.starts(with: magic) ? RawBytes.load(bytes, at: 72, as: UInt64.self) : nil
    }

    /// Whether the checksum of a header is right.
    static func isWhole(_ bytes: [UInt8], _ hash: DeviceHash?) -> Bool {
        let end = headerBytes - 8
        guard let hash, bytes.count >= headerBytes else { return false }
        let checksum = RawBytes.load(bytes, at: end, as: UInt64.self)
        return hash.checksum(bytes, 0..<end, seed: 0) == checksum
    }

    /// How many bytes the list of some blocks has.
    static func listBytes(_ blocks: Int) -> Int { blocks * entryBytes }

    /// Reads the list of the blocks.
    ///
    /// - Parameters:
    ///   - checksum: What the header says of it.
    ///   - size: How many bytes the file has.
    /// - Returns: `nil` for a list that does not fit.
    static func list(
        _ bytes: [UInt8], _ checksum: UInt64, size: UInt64, _ hash: DeviceHash
    ) -> [Block]? {
        let count = bytes.count / entryBytes
        guard hash.checksum(bytes, seed: UInt64(count)) == checksum else { return nil }
        var blocks: [Block] = []
        blocks.reserveCapacity(count)
        var offset = UInt64(headerBytes + bytes.count)
        for number in 0..<count {
            guard let length = RawBytes.load(bytes, at: number * entryBytes, as: UInt64.self),
                let own = RawBytes.load(bytes, at: number * entryBytes + 8, as: UInt64.self),
                length <= UInt64(Limit.sectionBytesMax), offset + length <= size
            else { return nil }
            blocks.append(Block(offset: offset, length: Int(length), checksum: own))
            offset += length
        }
        return offset == size ? blocks : nil
    }
}
