/// The bytes of a cache of keys.
///
/// ```
///    0  magic             "LEDGRKEY"
///    8  version           u16   3
///   10  zeros             6
///   16  log id            16
///   32  first position    u64   of the segment
///   40  generation        u32   of the segment
///   44  segment salt      u32
///   48  salt              u32   random, not 0: of this file's blocks
///   52  entries           u32   in the first blocks
///   56  position          u64   up to which the first blocks speak for the segment
///   64  offset            u64   of the frame of that position
///   72  chain             u64   first 8 bytes of the root before that position
///   80  zeros             40
///  120  checksum          u64   of the 120 bytes before it
///  128  blocks            4,096 each: 255 entries, ascending by hash and index
///       runs              1,020 records, then 4 blocks of their entries, ascending
///       records           40 each, fewer than a run
///
/// entry  := hash:u64 index:u32 place:u32
/// block  := entry × 255 (zeros behind the last one)
///           number:u32 entries:u32 checksum:u64 (seeded with the salt)
/// record := entry (place 0: none) index:u32 place:u32 chain:u64
///           checksum:u64 (seeded with the checksum before it)
/// ```
///
/// Checksums are made under a secret of the device: see ``DeviceHash``.
enum KeyCoding {
    static let suffix = ".keys"
    static let headerBytes = 128
    static let blockBytes = 4_096
    static let blockEntries = 255
    static let entryBytes = 16
    static let recordBytes = 40
    static let checksumBytes = 8
    /// Blocks and records of a run.
    static let runBlocks = 4
    static let runRecords = runBlocks * blockEntries
    /// A run in bytes: its records, and all of it.
    static let runRecordBytes = runRecords * recordBytes
    static let runBytes = runRecordBytes + runBlocks * blockBytes
    private static let magic = Array("LEDGRKEY".utf8)
    private static let version: UInt16 = 3

    /// How many blocks hold some entries.
    static func blocks(_ entries: Int) -> Int { (entries + blockEntries - 1) / blockEntries }

    // MARK: Header

    /// What a header says.
    struct Header: Hashable, Sendable {
        var logID: CommitID
        var firstPosition: UInt64
        var generation: UInt32
        var segmentSalt: UInt32
        var salt: UInt32
        var entries: Int
        var cover: IndexedRange

        init(of segment: SegmentHeader, salt: UInt32, entries: Int, cover: IndexedRange) {
            logID = segment.logID
            firstPosition = segment.firstPosition
            generation = segment.generation
            segmentSalt = segment.salt
            self.salt = salt
            self.entries = entries
            self.cover = cover
        }
    }

    static func encode(_ header: Header, _ hash: DeviceHash) -> [UInt8] {
        var bytes = magic
        bytes.append(integer: version)
        bytes += [0, 0, 0, 0, 0, 0]
        bytes += header.logID.bytes
        bytes.append(integer: header.firstPosition)
        bytes.append(integer: header.generation)
        bytes.append(integer: header.segmentSalt)
        bytes.append(integer: header.salt)
        bytes.append(integer: UInt32(header.entries))
        bytes.append(integer: header.cover.position)
        bytes.append(integer: header.cover.offset)
        bytes.append(integer: header.cover.chain)
        bytes += Array(repeating: 0, count: headerBytes - checksumBytes - bytes.count)
        bytes.append(integer: hash.checksum(bytes))
        return bytes
    }

    /// Reads the header of a cache of the given segment.
    static func header(
        _ bytes: [UInt8], of segment: SegmentHeader, _ hash: DeviceHash
    ) throws(KeyIndexInvalid) -> Header {
        let (salt, entries) = (integer(bytes, 48, UInt32.self), integer(bytes, 52, UInt32.self))
        let cover = IndexedRange(
            position: integer(bytes, 56, UInt64.self) ?? 0,
            offset: integer(bytes, 64, UInt64.self) ?? 0,
            chain: integer(bytes, 72, UInt64.self) ?? 0)
        guard let salt, let entries, entries <= Limit.segmentEvents,
            cover.position >= segment.firstPosition,
            cover.position - segment.firstPosition <= Limit.segmentEvents
        else { throw KeyIndexInvalid() }
        let header = Header(of: segment, salt: salt, entries: Int(entries), cover: cover)
        guard bytes.starts(with: encode(header, hash)) else { throw KeyIndexInvalid() }
        return header
    }

    // MARK: Blocks

    /// Blocks of ascending entries, numbered from the given one on.
    static func encode(
        _ entries: [KeyEntry], blocks: Int, from firstNumber: Int, salt: UInt32,
        _ hash: DeviceHash
    ) -> [UInt8] {
        let wordsBlock = blockBytes / 8
        var words = [UInt64](repeating: 0, count: blocks * wordsBlock)
        for block in 0..<blocks {
            let first = min(block * blockEntries, entries.count)
            let count = min(blockEntries, entries.count - first)
            for index in 0..<count {
                let entry = entries[first + index]
                let place = block * wordsBlock + 2 * index
                words[place] = entry.hash
                words[place + 1] = UInt64(entry.index) | UInt64(entry.place) << 32
            }
            words[(block + 1) * wordsBlock - 2] = UInt64(firstNumber + block) | UInt64(count) << 32
        }
        var bytes = RawBytes.bytes(words)
        for block in 0..<blocks {
            let end = (block + 1) * blockBytes - checksumBytes
            let range = (end + checksumBytes - blockBytes)..<end
            let checksum = hash.checksum(bytes, range, seed: UInt64(salt))
            for index in 0..<checksumBytes {
                bytes[end + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
            }
        }
        return bytes
    }

    /// Checks the block of some number at an offset.
    ///
    /// - Returns: How many entries it has; none only behind the last ones of a run.
    static func check(
        _ bytes: [UInt8], at start: Int, number: Int, salt: UInt32, _ hash: DeviceHash
    ) throws(KeyIndexInvalid) -> Int {
        let end = start + blockBytes
        guard end <= bytes.count,
            hash.checksum(bytes, start..<(end - checksumBytes), seed: UInt64(salt))
                == integer(bytes, end - checksumBytes, UInt64.self),
            integer(bytes, end - 16, UInt32.self) == UInt32(number),
            let count = integer(bytes, end - 12, UInt32.self), count <= blockEntries
        else { throw KeyIndexInvalid() }
        return Int(count)
    }

    /// The entry at an offset.
    static func entry(_ bytes: [UInt8], at offset: Int) -> KeyEntry {
        KeyEntry(
            hash: integer(bytes, offset, UInt64.self) ?? 0,
            index: integer(bytes, offset + 8, UInt32.self) ?? 0,
            place: integer(bytes, offset + 12, UInt32.self) ?? 0)
    }

    // MARK: Records

    /// A record: at most one more entry, and up to where the cache speaks with it.
    static func record(
        _ entry: KeyEntry?, _ cover: IndexedRange, first: UInt64, seed: UInt64, _ hash: DeviceHash
    ) -> (bytes: [UInt8], seed: UInt64) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(recordBytes)
        bytes.append(integer: entry?.hash ?? 0)
        bytes.append(integer: entry?.index ?? 0)
        bytes.append(integer: entry?.place ?? 0)
        bytes.append(integer: UInt32(clamping: cover.position - first))
        bytes.append(integer: UInt32(clamping: cover.offset / 8))
        bytes.append(integer: cover.chain)
        let checksum = hash.checksum(bytes, seed: seed)
        bytes.append(integer: checksum)
        return (bytes, checksum)
    }

    /// Reads the record at an offset; `nil` where none follows the one whose checksum is the seed.
    static func record(
        _ bytes: [UInt8], at start: Int, first: UInt64, seed: UInt64, _ hash: DeviceHash
    ) -> (entry: KeyEntry?, cover: IndexedRange, seed: UInt64)? {
        let end = start + recordBytes
        let checked = start..<(end - checksumBytes)
        guard end <= bytes.count,
            let checksum = integer(bytes, checked.upperBound, UInt64.self),
            hash.checksum(bytes, checked, seed: seed) == checksum,
            let index = integer(bytes, start + 16, UInt32.self), index <= Limit.segmentEvents,
            let place = integer(bytes, start + 20, UInt32.self),
            let chain = integer(bytes, start + 24, UInt64.self)
        else { return nil }
        let entry = entry(bytes, at: start)
        let cover = IndexedRange(
            position: first + UInt64(index), offset: UInt64(place) * 8, chain: chain)
        return (entry.place == 0 ? nil : entry, cover, checksum)
    }

    static func integer<T: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: [UInt8], _ offset: Int, _ type: T.Type
    ) -> T? { RawBytes.load(bytes, at: offset, as: type) }
}
