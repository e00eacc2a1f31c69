/// What the full segments of a log say in their headers and slots: a file beside them, so that
/// opening the log reads none of them.
///
/// ```
///    0  magic             "LEDGRSEG"
///    8  version           u16   1
///   10  zeros             6
///   16  log id            16
///   32  entries           u64   how many
///   40  entries           120 each, by first position
///       checksum          u64   of all bytes before it
/// ```
///
/// ```
/// entry    0  first position   u64
///          8  generation       u32
///         12  revision         u32
///         16  salt             u32
///         20  zeros            4
///         24  root             32   before the first position
///         56  claimed          u64  the highest position of its slots
///         64  types            u64  of its events: a bit a type
///         72  device, inode    u64, u64
///         88  size             u64
///         96  modified         i64  in nanoseconds
///        104  changed          i64
///        112  chain            8    the first bytes of the root behind it
/// ```
///
/// The file is a cache. It is written without a sync and believed only where its checksum, which
/// needs the device's secret, is right, and a segment's entry only while the file looks as it did.
struct SegmentList {
    static let name = "segments.list"
    static let halfName = name + ".tmp"
    private static let magic = Array("LEDGRSEG".utf8)
    private static let version: UInt16 = 1
    private static let headerBytes = 40
    private static let entryBytes = 120
    /// Enough for a million segments.
    private static let bytesMax: UInt64 = 1 << 27

    /// What is known of a segment.
    struct Entry: Hashable, Sendable {
        let header: SegmentHeader
        let claimed: UInt64
        let types: TypeSet
        let stamp: FileStamp
        /// The first bytes of the root behind the segment.
        let nextChain: UInt64
    }

    /// The entries, by first position.
    let entries: [Entry]
    /// The checksum that stood in the file; `nil` for a list that was not read.
    let checksum: UInt64?

    /// The bytes of the file.
    func encoded(_ logID: CommitID, _ hash: DeviceHash) -> [UInt8] {
        var bytes = SegmentList.magic
        bytes.reserveCapacity(
            SegmentList.headerBytes + entries.count * SegmentList.entryBytes + 8)
        bytes.append(integer: SegmentList.version)
        bytes += [0, 0, 0, 0, 0, 0]
        bytes += logID.bytes
        bytes.append(integer: UInt64(entries.count))
        for entry in entries {
            let (header, stamp) = (entry.header, entry.stamp)
            bytes.append(integer: header.firstPosition)
            bytes.append(integer: header.generation)
            bytes.append(integer: UInt32(header.revision))
            bytes.append(integer: header.salt)
            bytes.append(integer: UInt32(0))
            bytes += header.root.bytes
            bytes.append(integer: entry.claimed)
            bytes.append(integer: entry.types.rawValue)
            bytes.append(integer: stamp.identity.device)
            bytes.append(integer: stamp.identity.inode)
            bytes.append(integer: stamp.size)
            bytes.append(integer: stamp.modified)
            bytes.append(integer: stamp.changed)
            bytes.append(integer: entry.nextChain)
        }
        bytes.append(integer: hash.checksum(bytes))
        return bytes
    }

    init(entries: [Entry]) {
        self.entries = entries
        checksum = nil
    }

    /// Reads the file of a folder; `nil` where there is none that can be believed.
    init?(in storage: any LogStorage, _ hash: DeviceHash) {
        var bytes: [UInt8] = []
        do throws(StorageError) {
            let file = try storage.open(SegmentList.name, .read)
            let size = try file.size()
            guard size <= SegmentList.bytesMax else { return nil }
            RawBytes.resize(&bytes, to: try file.read(at: 0, into: &bytes, count: Int(size)))
        } catch { return nil }
        self.init(bytes, hash)
    }

    /// Reads the bytes of a file; `nil` for others.
    init?(_ bytes: [UInt8], _ hash: DeviceHash) {
        let end = bytes.count - 8
        guard end >= SegmentList.headerBytes, bytes.starts(with: SegmentList.magic),
            let checksum = RawBytes.load(bytes, at: end, as: UInt64.self),
            hash.checksum(bytes, 0..<end, seed: 0) == checksum
        else { return nil }
        self.checksum = checksum
        var reader = ByteReader(bytes, 8..<end)
        do throws(ByteReader.Malformed) {
            guard try reader.integer(UInt16.self) == SegmentList.version else { return nil }
            try reader.skip(6)
            let id = CommitID(
                high: try reader.integer(UInt64.self), low: try reader.integer(UInt64.self))
            let count = try reader.integer(UInt64.self)
            guard count == UInt64((end - SegmentList.headerBytes) / SegmentList.entryBytes) else {
                return nil
            }
            var entries: [Entry] = []
            entries.reserveCapacity(Int(count))
            for _ in 0..<count { entries.append(try Entry(&reader, id)) }
            self.entries = entries
        } catch { return nil }
    }
}

extension SegmentList.Entry {
    fileprivate init(
        _ reader: inout ByteReader, _ logID: CommitID
    ) throws(ByteReader.Malformed) {
        let first = try reader.integer(UInt64.self)
        let generation = try reader.integer(UInt32.self)
        guard let revision = UInt16(exactly: try reader.integer(UInt32.self)) else {
            throw ByteReader.Malformed()
        }
        let salt = try reader.integer(UInt32.self)
        try reader.skip(4)
        header = SegmentHeader(
            revision: revision, logID: logID, firstPosition: first, generation: generation,
            salt: salt, root: try reader.digest())
        claimed = try reader.integer(UInt64.self)
        types = TypeSet(rawValue: try reader.integer(UInt64.self))
        let identity = FileIdentity(
            device: try reader.integer(UInt64.self), inode: try reader.integer(UInt64.self))
        stamp = FileStamp(
            identity: identity, size: try reader.integer(UInt64.self),
            modified: try reader.integer(Int64.self), changed: try reader.integer(Int64.self))
        nextChain = try reader.integer(UInt64.self)
    }
}
