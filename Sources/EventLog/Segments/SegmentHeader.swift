/// The head of a segment: its header and two slots that tell the durable head.
///
/// ```
///     0  magic           "LEDGRLOG"
///     8  version         u16   1
///    10  revision        u16   2; 1 in older segments; 0 from before version 1 was frozen
///    12  zeros           4
///    16  log id          16
///    32  firstPosition   u64   a multiple of 262,144
///    40  generation      u32
///    44  salt            u32   seeds the checksums of the segment's frames, in every generation
///    48  root            32    of the tree before the first position
///    80  zeros up to 508
///   508  checksum        u32   CRC-32C of the 508 bytes before it
///  4096  slot A          1,536                                 (HeadSlot; at 512 in revision 1)
///  8192  slot B          1,536                                 (at 2,048 in revision 1)
/// 12288  frames                                                (from 4,096 on in revision 1)
/// ```
package struct SegmentHeader: Hashable, Sendable {
    /// Bytes before the frames of a segment of the newest revision, and of any at most.
    package static let bytes = 12_288
    package static let headerBytes = 512
    /// Where the frames start: of revision 1, and of the newest one.
    static let framesOffsets: ClosedRange<UInt64> = 4_096...UInt64(bytes)
    /// Where the slots of a segment of the newest revision stand.
    package static let slotOffsets: [UInt64] = [4_096, 8_192]
    package static let version: UInt16 = 1
    /// The revision in which segments are written.
    package static let revision: UInt16 = 2
    private static let magic = Array("LEDGRLOG".utf8)

    var revision = SegmentHeader.revision
    var logID: CommitID
    var firstPosition: UInt64
    var generation: UInt32
    package var salt: UInt32
    var root: Digest

    /// Whether the segment is of revision 1, in which seeds are flat.
    var isFlat: Bool { revision < 2 }

    /// Where the first frame starts.
    package var framesOffset: UInt64 {
        isFlat ? SegmentHeader.framesOffsets.lowerBound : SegmentHeader.framesOffsets.upperBound
    }

    /// Where the slots stand.
    package var slotOffsets: [UInt64] { isFlat ? [512, 2_048] : SegmentHeader.slotOffsets }

    /// Where a slot of a sequence belongs.
    func place(of slot: HeadSlot) -> UInt64 { slotOffsets[Int((slot.sequence + 1) % 2)] }

    /// The name of the segment's file.
    var name: SegmentName { SegmentName(firstPosition: firstPosition, generation: generation) }

    func encoded() -> [UInt8] {
        var bytes = SegmentHeader.magic
        bytes.append(integer: SegmentHeader.version)
        bytes.append(integer: revision)
        bytes += [0, 0, 0, 0]
        bytes += logID.bytes
        bytes.append(integer: firstPosition)
        bytes.append(integer: generation)
        bytes.append(integer: salt)
        bytes += root.bytes
        bytes += Array(repeating: 0, count: SegmentHeader.headerBytes - 4 - bytes.count)
        bytes.append(integer: CRC32C.checksum(bytes, 0..<bytes.count, seed: 0))
        return bytes
    }

    /// Reads the header of the file `name`.
    package static func decode(_ bytes: [UInt8], file name: String) throws(LogError)
        -> SegmentHeader
    {
        guard bytes.count >= headerBytes, Array(bytes.prefix(8)) == magic else {
            throw .notALog(file: name)
        }
        let damage = LogError.corrupt(
            Corruption(
                file: name, offset: 0, reason: .segmentHeader,
                position: SegmentName(name)?.firstPosition ?? 0, durable: 0))
        var reader = ByteReader(bytes, 8..<headerBytes)
        do {
            let found = try reader.integer(UInt16.self)
            let foundRevision = try reader.integer(UInt16.self)
            guard CRC32C.checksum(bytes, 0..<508, seed: 0) == UInt32(littleEndian508: bytes) else {
                throw damage
            }
            guard (found, foundRevision) != (version, 0) else {
                throw LogError.olderFormat(file: name)
            }
            guard found == version, foundRevision <= revision else {
                throw LogError.newerFormat(file: name, version: found, revision: foundRevision)
            }
            try reader.skip(4)
            return SegmentHeader(
                revision: foundRevision,
                logID: CommitID(
                    high: try reader.integer(UInt64.self), low: try reader.integer(UInt64.self)),
                firstPosition: try reader.integer(UInt64.self),
                generation: try reader.integer(UInt32.self), salt: try reader.integer(UInt32.self),
                root: try reader.digest())
        } catch let error as LogError { throw error } catch { throw damage }
    }
}

extension UInt32 {
    /// The four bytes from 508 on.
    fileprivate init(littleEndian508 bytes: [UInt8]) {
        self = bytes[508..<512].reversed().reduce(0) { sum, byte in sum << 8 | UInt32(byte) }
    }
}

/// The name of a segment file: `000000262144-0001.log`, first position and generation.
struct SegmentName: Hashable, Comparable, Sendable {
    var firstPosition: UInt64
    var generation: UInt32

    init(firstPosition: UInt64, generation: UInt32) {
        self.firstPosition = firstPosition
        self.generation = generation
    }

    /// The parts of a name, or `nil` when the file is no segment.
    init?(_ name: String) {
        var bytes = name.utf8[...]
        guard let first = SegmentName.number(&bytes, 12), bytes.popFirst() == UInt8(ascii: "-"),
            let generation = SegmentName.number(&bytes, 4).flatMap({ UInt32(exactly: $0) }),
            bytes.elementsEqual(".log".utf8)
        else { return nil }
        self.init(firstPosition: first, generation: generation)
    }

    /// Takes the digits at the front: as many as `width`, or more that do not start with 0.
    private static func number(_ bytes: inout Substring.UTF8View, _ width: Int) -> UInt64? {
        var value: UInt64 = 0
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard digits.count == width || digits.count > width && digits.first != 0x30 else {
            return nil
        }
        for digit in digits {
            let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) = tens.addingReportingOverflow(UInt64(digit - 0x30))
            if overflows || carries { return nil }
            value = sum
        }
        bytes = bytes[digits.endIndex...]
        return value
    }

    /// The name.
    var text: String {
        SegmentName.padded(firstPosition, 12) + "-" + SegmentName.padded(UInt64(generation), 4)
            + ".log"
    }

    static func < (left: SegmentName, right: SegmentName) -> Bool {
        (left.firstPosition, left.generation) < (right.firstPosition, right.generation)
    }

    private static func padded(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// One of the two slots in which the writer leaves what it knows to be durable; the one with the
/// higher sequence counts, a damaged one does not.
///
/// ```
///    0  sequence        u64   from 1; odd in slot A, even in slot B
///    8  position        u64   events that are durable, always whole commits
///   16  offset          u64   where the frame of that position starts in this file; 0 when the
///                             position lies before the segment
///   24  sealed          u64   events before this position need no sealing
///   32  log clock       i64
///   40  epoch           u32   of the last frame
///   44  peaks           u32
///   48  seed            32    of the block of the last event; zeros at the start of a block, and
///                             where no secret of the segment's revision tells it
///   80  peaks × 32      of the tree of `position` leaves, largest first
/// 1532  checksum        u32   CRC-32C of the 1,532 bytes before it, seeded with the segment's salt
/// ```
package struct HeadSlot: Hashable, Sendable {
    package static let bytes = 1_536
    private static let noSeed = [UInt8](repeating: 0, count: 32)

    package var sequence: UInt64
    package var position: UInt64
    package var offset: UInt64
    var sealed: UInt64
    var logClock: Int64
    var epoch: UInt32
    var seed: [UInt8]
    var peaks: [Digest]

    /// The bytes in a segment.
    func encoded(in header: SegmentHeader) -> [UInt8] {
        let told = Array(stored(in: header).seed.suffix(BlockSeed.secretBytes))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(HeadSlot.bytes)
        bytes.append(integer: sequence)
        bytes.append(integer: position)
        bytes.append(integer: offset)
        bytes.append(integer: sealed)
        bytes.append(integer: logClock)
        bytes.append(integer: epoch)
        bytes.append(integer: UInt32(peaks.count))
        bytes += told.isEmpty ? HeadSlot.noSeed : told
        for peak in peaks { bytes += peak.bytes }
        RawBytes.resize(&bytes, to: HeadSlot.bytes - 4)
        bytes.append(integer: CRC32C.checksum(bytes, 0..<bytes.count, seed: header.salt))
        return bytes
    }

    /// The slot as it can be read from a segment: without a seed that does not fit.
    func stored(in header: SegmentHeader) -> HeadSlot {
        var stored = self
        let isTold =
            header.isFlat ? !BlockSeed.hasNodes(seed) : BlockSeed.secret(ofWhole: seed) != nil
        if !isTold { stored.seed = [] }
        return stored
    }

    /// Whether the slot of a segment tells the seed of its block, or nothing of one that it has no
    /// room for.
    func tells(_ other: [UInt8], in header: SegmentHeader) -> Bool {
        seed == other || seed.isEmpty && (!header.isFlat || BlockSeed.hasNodes(other))
    }

    /// What the slot of a segment says as long as nothing is known to be durable.
    static func nothing(in header: SegmentHeader) -> HeadSlot {
        HeadSlot(
            sequence: 1, position: 0,
            offset: header.firstPosition == 0 ? header.framesOffset : 0, sealed: 0,
            logClock: .min, epoch: 0, seed: [], peaks: [])
    }

    /// The newest whole slot among the first bytes of a segment; `nil` when none is whole.
    package static func newest(in bytes: [UInt8], of header: SegmentHeader) -> HeadSlot? {
        whole(in: bytes, of: header).max { $0.sequence < $1.sequence }
    }

    /// The slots of a segment that count.
    static func whole(in bytes: [UInt8], of header: SegmentHeader) -> [HeadSlot] {
        header.slotOffsets.enumerated().compactMap { number, offset in
            let slot = decode(bytes, Int(offset), header)
            // An odd sequence belongs into the first slot, an even one into the second.
            return slot.flatMap { $0.sequence % 2 != UInt64(number) ? $0 : nil }
        }
    }

    private static func decode(
        _ bytes: [UInt8], _ start: Int, _ header: SegmentHeader
    ) -> HeadSlot? {
        let end = start + HeadSlot.bytes
        guard end <= bytes.count else { return nil }
        var reader = ByteReader(bytes, (end - 4)..<end)
        guard let checksum = try? reader.integer(UInt32.self),
            CRC32C.checksum(bytes, start..<(end - 4), seed: header.salt) == checksum
        else { return nil }
        reader = ByteReader(bytes, start..<end)
        return try? HeadSlot(&reader, isFlat: header.isFlat)
    }

    private init(
        _ reader: inout ByteReader, isFlat: Bool
    ) throws(ByteReader.Malformed) {
        sequence = try reader.integer(UInt64.self)
        position = try reader.integer(UInt64.self)
        offset = try reader.integer(UInt64.self)
        sealed = try reader.integer(UInt64.self)
        logClock = try reader.integer(Int64.self)
        epoch = try reader.integer(UInt32.self)
        let count = Int(try reader.integer(UInt32.self))
        guard sequence > 0, sequence < .max >> 1, position <= Limit.logEventsMax,
            sealed <= position, count == position.nonzeroBitCount
        else { throw ByteReader.Malformed() }
        let seed = try reader.take(32)
        self.seed = seed == HeadSlot.noSeed ? [] : isFlat ? seed : BlockSeed.whole(seed)
        peaks = []
        for _ in 0..<count { peaks.append(try reader.digest()) }
    }

    init(
        sequence: UInt64, position: UInt64, offset: UInt64, sealed: UInt64, logClock: Int64,
        epoch: UInt32, seed: [UInt8], peaks: [Digest]
    ) {
        self.sequence = sequence
        self.position = position
        self.offset = offset
        self.sealed = sealed
        self.logClock = logClock
        self.epoch = epoch
        self.seed = position % Limit.seedEvents == 0 ? [] : seed
        self.peaks = peaks
    }
}
