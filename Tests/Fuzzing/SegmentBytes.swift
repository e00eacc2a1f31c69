import EventLog

/// The bytes of a segment file, cut up as `Format.md` says by code that shares nothing with the
/// reader.
struct SegmentBytes {
    /// Where the frames start, and where the slots stand, of a file of a revision.
    static func layout(_ revision: Int) -> (frames: Int, slots: [Int]) {
        revision == 1 ? (4_096, [512, 2_048]) : (12_288, [4_096, 8_192])
    }

    private static let slotBytes = 1_536
    static let frameHeaderBytes = 92
    private static let typesAt = 96
    private static let sectionsAt = 136
    private static let entriesAt = 144
    private static let entryBytes = 16

    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A section's entry in the directory, and where its bytes are stored.
    struct Section {
        var id: UInt8
        var entry: Int
        var stored: Range<Int>
    }

    /// Where the frames start.
    var headerBytes: Int { SegmentBytes.layout(integer(10, 2)).frames }

    /// Where the slots stand.
    var slots: [Int] { SegmentBytes.layout(integer(10, 2)).slots }

    var salt: UInt32 { UInt32(truncatingIfNeeded: integer(44, 4)) }

    /// A little-endian number; 0 behind the end.
    func integer(_ offset: Int, _ width: Int) -> Int {
        guard offset >= 0, offset + width <= bytes.count else { return 0 }
        return (0..<width).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    mutating func set(_ value: Int, at offset: Int, _ width: Int) {
        guard offset >= 0, offset + width <= bytes.count else { return }
        for index in 0..<width {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
        }
    }

    /// Where frames lie, as far as their lengths can be followed.
    func frames() -> [Range<Int>] {
        var found: [Range<Int>] = []
        var offset = headerBytes
        while offset + SegmentBytes.frameHeaderBytes <= bytes.count, integer(offset, 3) == 0x46_474C
        {
            let length = integer(offset + 4, 4)
            guard length >= SegmentBytes.frameHeaderBytes, offset + length <= bytes.count else {
                break
            }
            found.append(offset..<(offset + length))
            offset += length
        }
        return found
    }

    /// What follows the header of a frame.
    func body(_ frame: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(frame.lowerBound + SegmentBytes.frameHeaderBytes)..<frame.upperBound]
    }

    func isColumns(_ frame: Range<Int>) -> Bool { bytes[frame.lowerBound + 3] == 0x43 }

    /// The sections of a frame of columns, as far as they lie in it.
    func sections(of frame: Range<Int>) -> [Section] {
        let count = integer(frame.lowerBound + SegmentBytes.sectionsAt, 1)
        let entries = frame.lowerBound + SegmentBytes.entriesAt
        var offset = entries + count * SegmentBytes.entryBytes
        var found: [Section] = []
        for index in 0..<count {
            let entry = entries + index * SegmentBytes.entryBytes
            let stored = integer(entry + 8, 4)
            guard offset + (stored + 7) / 8 * 8 <= frame.upperBound else { break }
            found.append(
                Section(
                    id: UInt8(integer(entry, 1)), entry: entry, stored: offset..<(offset + stored)))
            offset += (stored + 7) / 8 * 8
        }
        return found
    }

    func isCompressed(_ section: Section) -> Bool { integer(section.entry + 1, 1) == 1 }

    /// The bytes of a section without compression.
    func content(of section: Section) -> [UInt8] {
        let stored = Array(bytes[section.stored])
        guard isCompressed(section) else { return stored }
        var content: [UInt8] = []
        let length = integer(section.entry + 4, 4)
        try? LZ4.decompress(stored, 0..<stored.count, into: &content, rawBytes: length)
        return Array(content.prefix(length))
    }

    /// Says of every frame of columns that any type may occur in it. Readers pass over frames by
    /// that word, which `verify` alone holds against the events.
    mutating func openTypes() {
        for frame in frames() where isColumns(frame) {
            set(-1, at: frame.lowerBound + SegmentBytes.typesAt, 8)
            repair(frame)
        }
    }

    /// Puts right every checksum, so that what they guard is reached.
    mutating func repairChecksums() {
        guard bytes.count >= headerBytes else { return }
        set(Int(CRC32C.checksum(bytes, 0..<508)), at: 508, 4)
        for slot in slots {
            let end = slot + SegmentBytes.slotBytes - 4
            set(Int(CRC32C.checksum(bytes, slot..<end, seed: salt)), at: end, 4)
        }
        for frame in frames() { repair(frame) }
    }

    private mutating func repair(_ frame: Range<Int>) {
        var end = frame.upperBound
        if isColumns(frame) {
            let count = integer(frame.lowerBound + SegmentBytes.sectionsAt, 1)
            for section in sections(of: frame) {
                let padded =
                    section.stored
                    .lowerBound..<(section.stored.lowerBound + (section.stored.count + 7) / 8 * 8)
                let sum = CRC32C.checksum(bytes, padded, seed: salt)
                set(Int(sum), at: section.entry + 12, 4)
            }
            end = frame.lowerBound + SegmentBytes.entriesAt + count * SegmentBytes.entryBytes
            guard end <= frame.upperBound else { return }
        }
        let checksum = frame.lowerBound + 88
        let start = CRC32C.checksum(bytes, frame.lowerBound..<checksum, seed: salt)
        let sum = CRC32C.checksum(bytes, (checksum + 4)..<end, seed: start)
        set(Int(sum), at: checksum, 4)
    }
}
