/// Reads the sections of frames of columns into batches.
struct FrameLoader {
    /// Compressed bytes.
    private var stored: [UInt8] = []
    /// Whether LZ4 blocks are held against all of the format; see ``LZ4``.
    private let isStrict: Bool
    /// Sections as they are read, by their number. Those of one number are about as long in every
    /// frame, so that hardly any memory has to be cleared or moved.
    private var sections = Array(
        repeating: [UInt8](), count: ColumnFrame.SectionID.allCases.count + 1)

    /// - Parameter isStrict: Whether what common decoders of LZ4 blocks let pass is refused, as
    ///   whoever checks a log or writes frames anew has to.
    init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// Reads the asked-for sections of a frame, or of some of its events, without taking the others
    /// apart; every section's checksum is checked before it is decompressed.
    ///
    /// - Parameter wanted: One or more events of the frame; `nil` for all.
    mutating func batch(
        of wanted: Range<UInt64>? = nil, _ frame: WalkedFrame, _ segment: SegmentFile,
        _ sections: Sections
    ) throws(LogError) -> ColumnBatch {
        let positions = wanted ?? frame.header.positions
        let first = frame.header.firstPosition
        let reader = SectionReader(
            events: frame.header.count,
            rows: wanted.map { Int($0.lowerBound - first)..<Int($0.upperBound - first) })
        var batch = ColumnBatch(firstPosition: positions.lowerBound, sections: sections)
        batch.count = positions.count
        for id in ColumnFrame.SectionID.allCases
        where !id.flag.isEmpty && sections.isSuperset(of: id.flag) {
            let bytes = try section(id, frame, segment)
            let order = id == .hot ? try section(.order, frame, segment) : []
            do throws(ByteReader.Malformed) {
                try reader.read(id, bytes, order: order, into: &batch)
            } catch {
                throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id))
            }
        }
        return batch
    }

    /// Reads the tree section of a frame.
    mutating func tree(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> TreeSection {
        let bytes = try section(.tree, frame, segment)
        do {
            return try TreeSection(bytes, hasNodes: frame.header.flags.contains(.hasNodes))
        } catch {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .tree))
        }
    }

    /// Reads the idempotency keys of the commits of a frame.
    mutating func keys(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> CommitKeys {
        let bytes = try section(.commits, frame, segment)
        let reader = SectionReader(events: frame.header.count)
        do { return try reader.keys(bytes, from: frame.header.firstPosition) } catch {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .commits))
        }
    }

    /// Whether every section of a frame has the checksum that its directory tells.
    mutating func isWhole(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> Bool {
        try damaged(frame, segment) { _ in true } == nil
    }

    /// Checks the sections of a frame that are not known, and are read by nobody else.
    mutating func checkUnknown(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) {
        let found = try damaged(frame, segment) { ColumnFrame.SectionID(rawValue: $0) == nil }
        guard let found else { return }
        throw .corrupt(
            Corruption(
                file: segment.name, offset: frame.offset + UInt64(found.offset),
                reason: .sectionChecksum, position: frame.header.firstPosition,
                durable: frame.header.positions.upperBound))
    }

    /// The first section whose bytes do not have the checksum that the directory tells.
    ///
    /// - Parameter isWanted: Whether a section of an id is looked at.
    private mutating func damaged(
        _ frame: WalkedFrame, _ segment: SegmentFile, where isWanted: (UInt8) -> Bool
    ) throws(LogError) -> ColumnFrame.Entry? {
        for entry in frame.columns?.entries ?? [] where isWanted(entry.id) {
            let padded = (entry.storedLength + 7) / 8 * 8
            let offset = frame.offset + UInt64(entry.offset)
            let count = try segment.read(at: offset, into: &stored, count: padded)
            guard count == padded else { return entry }
            let checksum = CRC32C.checksum(stored, 0..<padded, seed: segment.header.salt)
            guard checksum == entry.checksum else { return entry }
        }
        return nil
    }

    mutating func section(
        _ id: ColumnFrame.SectionID, _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> [UInt8] {
        guard let entry = frame.columns?.entry(id) else {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id))
        }
        let slot = Int(id.rawValue)
        guard entry.isCompressed else {
            try FrameLoader.read(entry, of: id, frame, segment, into: &sections[slot])
            RawBytes.resize(&sections[slot], to: entry.storedLength)
            return sections[slot]
        }
        try FrameLoader.read(entry, of: id, frame, segment, into: &stored)
        do {
            try LZ4.decompress(
                stored, 0..<entry.storedLength, into: &sections[slot], rawBytes: entry.rawLength,
                isStrict: isStrict)
        } catch {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id))
        }
        return sections[slot]
    }

    /// Reads what is stored of a section and the zeros behind it, and checks it.
    private static func read(
        _ entry: ColumnFrame.Entry, of id: ColumnFrame.SectionID, _ frame: WalkedFrame,
        _ segment: SegmentFile, into bytes: inout [UInt8]
    ) throws(LogError) {
        let padded = (entry.storedLength + 7) / 8 * 8
        let offset = frame.offset + UInt64(entry.offset)
        guard try segment.read(at: offset, into: &bytes, count: padded) == padded else {
            throw .corrupt(damage(frame, segment, .truncated, section: id))
        }
        let checksum = CRC32C.checksum(bytes, 0..<padded, seed: segment.header.salt)
        guard checksum == entry.checksum else {
            throw .corrupt(damage(frame, segment, .sectionChecksum, section: id))
        }
    }

    static func damage(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ reason: Corruption.Reason,
        section: ColumnFrame.SectionID
    ) -> Corruption {
        let entry = frame.columns?.entry(section)
        return Corruption(
            file: segment.name, offset: frame.offset + UInt64(entry?.offset ?? 0), reason: reason,
            position: frame.header.firstPosition, durable: frame.header.positions.upperBound)
    }
}
