/// The directory and the sections of a frame of columns.
///
/// ```
///  96  types            u64   bit min(type, 63) for every type that occurs
/// 104  low, high        i64×2 range of column 0x20 (days) over the events that have one;
///                             low > high when there is none
/// 120  clock low, high  i64×2 range of the commits' log clocks
/// 136  sections         u8, 7 zeros
/// 144  section          16 bytes each: id u8, codec u8 (0 raw, 1 LZ4), u16 0, raw length u32,
///                       stored length u32, checksum u32 (CRC-32C of the stored bytes and the zeros
///                       behind them, seeded with the segment's salt)
///      the stored bytes of the sections in directory order, each filled up with zeros to a
///      multiple of 8
/// ```
package struct ColumnFrame {
    /// A section by its number.
    package enum SectionID: UInt8, CaseIterable {
        case hot = 1
        case retractions = 2
        case links = 3
        case order = 4
        case commits = 5
        case tree = 6
        case facts = 7
        case text = 8

        /// The bit that asks for the section; the order is read with the hot section, the tree by
        /// the log itself.
        package var flag: Sections {
            switch self {
            case .hot: .hot
            case .retractions, .links: .links
            case .commits: .commits
            case .facts: .facts
            case .text: .text
            case .order, .tree: []
            }
        }
    }

    struct Entry: Hashable, Sendable {
        var id: UInt8
        var isCompressed: Bool
        var rawLength: Int
        var storedLength: Int
        var checksum: UInt32
        /// From the start of the frame.
        var offset: Int
    }

    static let entriesOffset = 144
    static let entryBytes = 16
    static let sectionsMax = 16

    var summary: FrameSummary
    var entries: [Entry]
    /// Whether the four bytes before the directory are zeros.
    var startsWithZeros = true

    /// Where the directory ends, from the start of the frame.
    static func directoryEnd(sections: Int) -> Int { entriesOffset + sections * entryBytes }

    /// Reads the directory of a frame whose first bytes lie at `start`; the checksum is not looked
    /// at.
    static func decode(
        _ bytes: [UInt8], at start: Int, of frame: FrameHeader
    ) throws(Corruption.Reason) -> ColumnFrame {
        var reader = ByteReader(
            bytes, min(start + FrameHeader.directoryOffset, bytes.count)..<bytes.count)
        do {
            let summary = try FrameSummary(&reader)
            let stored = try reader.integer(UInt64.self)
            guard stored <= UInt64(sectionsMax) else { throw ByteReader.Malformed() }
            let count = Int(stored)
            var entries: [Entry] = []
            var offset = directoryEnd(sections: count)
            for _ in 0..<count {
                let entry = try entry(&reader, at: offset)
                offset += (entry.storedLength + 7) / 8 * 8
                guard offset <= frame.length else { throw ByteReader.Malformed() }
                entries.append(entry)
            }
            guard offset == frame.length else { throw ByteReader.Malformed() }
            var columns = ColumnFrame(summary: summary, entries: entries)
            columns.startsWithZeros = (FrameHeader.bytes..<FrameHeader.directoryOffset)
                .allSatisfy { bytes[start + $0] == 0 }
            return columns
        } catch { throw .length }
    }

    private static func entry(
        _ reader: inout ByteReader, at offset: Int
    ) throws(ByteReader.Malformed) -> Entry {
        let id = try reader.byte()
        let codec = try reader.byte()
        guard codec <= 1, try reader.integer(UInt16.self) == 0 else { throw ByteReader.Malformed() }
        let entry = Entry(
            id: id, isCompressed: codec == 1, rawLength: Int(try reader.integer(UInt32.self)),
            storedLength: Int(try reader.integer(UInt32.self)),
            checksum: try reader.integer(UInt32.self), offset: offset)
        guard entry.rawLength <= Limit.sectionBytesMax, entry.storedLength <= Limit.frameBytesMax,
            entry.isCompressed || entry.rawLength == entry.storedLength,
            entry.rawLength / 255 <= entry.storedLength
        else { throw ByteReader.Malformed() }
        return entry
    }

    /// The entry of a section, or `nil` when the frame has none.
    func entry(_ id: SectionID) -> Entry? { entries.first { $0.id == id.rawValue } }
}

/// What a frame of columns holds, told before its sections are read.
struct FrameSummary: Hashable, Sendable {
    /// The event types that occur.
    var types = TypeSet()
    /// The range of days; empty (low > high) when no event has one.
    var dayLow = Int64.max
    var dayHigh = Int64.min
    /// The range of the log clocks.
    var clockLow = Int64.max
    var clockHigh = Int64.min

    init(_ batch: ColumnBatch) {
        types = TypeSet(batch.keys.lazy.map(\.type))
        let days = ColumnID(rawValue: 0x20)
        if let values = batch.numbers[days] {
            let dated = batch.keys.map { $0.has(days) }
            for (code, value) in zip(batch.keyCodes, values) where dated[Int(code)] {
                dayLow = min(dayLow, value)
                dayHigh = max(dayHigh, value)
            }
        }
        for run in batch.commits {
            clockLow = min(clockLow, run.header.logClock)
            clockHigh = max(clockHigh, run.header.logClock)
        }
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        types = TypeSet(rawValue: try reader.integer(UInt64.self))
        dayLow = try reader.integer(Int64.self)
        dayHigh = try reader.integer(Int64.self)
        clockLow = try reader.integer(Int64.self)
        clockHigh = try reader.integer(Int64.self)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(integer: types.rawValue)
        for value in [dayLow, dayHigh, clockLow, clockHigh] { bytes.append(integer: value) }
    }
}

/// The tree section: what of the Merkle tree is kept beside the events it was computed from.
///
/// ```
/// tree := seeds:varint seeds   subtrees:varint 32 bytes each   peaks:varint 32 bytes each
/// ```
package struct TreeSection: Hashable, Sendable {
    /// The seeds of the blocks of 4,096 positions that start in the frame.
    var seeds: [[UInt8]]
    /// The roots of the full subtrees of 256 leaves that lie in the frame.
    var subtrees: [Digest]
    /// The peaks of the tree after the frame's last event, largest first.
    var peaks: [Digest]

    /// Whether one of the seeds is not flat.
    var hasNodes: Bool { seeds.contains(where: BlockSeed.hasNodes) }

    func encoded() -> [UInt8] {
        let hasNodes = hasNodes
        var bytes: [UInt8] = []
        bytes.append(varint: seeds.count)
        for seed in seeds { bytes.append(seed: seed, hasNodes: hasNodes) }
        for digests in [subtrees, peaks] {
            bytes.append(varint: digests.count)
            for digest in digests { bytes += digest.bytes }
        }
        return bytes
    }

    init(seeds: [[UInt8]], subtrees: [Digest], peaks: [Digest]) {
        self.seeds = seeds
        self.subtrees = subtrees
        self.peaks = peaks
    }

    /// Reads a section.
    ///
    /// - Parameter hasNodes: Whether its frame says that a seed is not flat.
    package init(_ bytes: [UInt8], hasNodes: Bool) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        seeds = []
        subtrees = []
        peaks = []
        for _ in 0..<(try reader.count(max: 16)) {
            seeds.append(try reader.seed(hasNodes: hasNodes))
        }
        for _ in 0..<(try reader.count(max: 256)) { subtrees.append(try reader.digest()) }
        for _ in 0..<(try reader.count(max: 64)) { peaks.append(try reader.digest()) }
        guard reader.isAtEnd, hasNodes == self.hasNodes else { throw ByteReader.Malformed() }
    }
}
