/// Which segments a folder has, as long as it looks as it did: a file beside the list of segments,
/// so that opening the log neither lists the folder nor looks at a file for each segment.
///
/// ```
///    0  magic             "LEDGRNAM"
///    8  version           u16   1
///   10  zeros             6
///   16  list              u64   checksum of the list of segments
///   24  modified          i64   when the folder was changed, in nanoseconds
///   32  changed           i64
///   40  others            u64   how many segments there are besides those of the list
///   48  others            16 each: first position u64, generation u32, zeros 4
///       checksum          u64   of all bytes before it
/// ```
///
/// The file is a cache. It is written in place, without a sync, for a new name would change the
/// folder. It is believed only where its checksum, which needs the device's secret, is right, and
/// while nobody adds, removes or exchanges a name in the folder.
struct SegmentNames: Hashable, Sendable {
    static let name = "segments.names"
    private static let magic = Array("LEDGRNAM".utf8)
    private static let version: UInt16 = 1
    private static let headerBytes = 48
    private static let entryBytes = 16
    /// With more segments that are not in the list there is nothing to gain.
    static let othersMax = 1_024

    /// The checksum of the list.
    let list: UInt64
    /// What the folder said of its names.
    let change: FolderChange
    /// The segments that are not in the list, in order.
    let others: [SegmentName]

    init(list: UInt64, change: FolderChange, others: [SegmentName]) {
        self.list = list
        self.change = change
        self.others = others
    }

    /// The bytes of the file.
    func encoded(_ hash: DeviceHash) -> [UInt8] {
        var bytes = SegmentNames.magic
        bytes.append(integer: SegmentNames.version)
        bytes += [0, 0, 0, 0, 0, 0]
        bytes.append(integer: list)
        bytes.append(integer: change.modified)
        bytes.append(integer: change.changed)
        bytes.append(integer: UInt64(others.count))
        for other in others {
            bytes.append(integer: other.firstPosition)
            bytes.append(integer: other.generation)
            bytes.append(integer: UInt32(0))
        }
        bytes.append(integer: hash.checksum(bytes))
        return bytes
    }

    /// Reads the file of a folder; `nil` where there is none that can be believed.
    init?(in storage: any LogStorage, _ hash: DeviceHash) {
        var bytes: [UInt8] = []
        let most =
            SegmentNames.headerBytes + SegmentNames.othersMax * SegmentNames.entryBytes + 8
        do throws(StorageError) {
            let file = try storage.open(SegmentNames.name, .read)
            RawBytes.resize(&bytes, to: try file.read(at: 0, into: &bytes, count: most))
        } catch { return nil }
        self.init(bytes, hash)
    }

    /// Reads the bytes of a file, behind which older ones may stand; `nil` for others.
    init?(_ bytes: [UInt8], _ hash: DeviceHash) {
        guard bytes.starts(with: SegmentNames.magic) else { return nil }
        var reader = ByteReader(bytes, 8..<bytes.count)
        do throws(ByteReader.Malformed) {
            guard try reader.integer(UInt16.self) == SegmentNames.version else { return nil }
            try reader.skip(6)
            list = try reader.integer(UInt64.self)
            change = FolderChange(
                modified: try reader.integer(Int64.self), changed: try reader.integer(Int64.self))
            let count = try reader.integer(UInt64.self)
            guard count <= UInt64(SegmentNames.othersMax) else { return nil }
            var others: [SegmentName] = []
            for _ in 0..<count {
                let first = try reader.integer(UInt64.self)
                let generation = try reader.integer(UInt32.self)
                try reader.skip(4)
                others.append(SegmentName(firstPosition: first, generation: generation))
            }
            let end = reader.offset
            guard try reader.integer(UInt64.self) == hash.checksum(bytes, 0..<end, seed: 0) else {
                return nil
            }
            self.others = others
        } catch { return nil }
    }
}
