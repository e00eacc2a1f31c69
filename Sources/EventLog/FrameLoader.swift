/// Reads the sections of frames of columns into batches.
struct FrameLoader {
    private var stored: [UInt8] = []
    private var raw: [UInt8] = []
    /// Sections that are not compressed; the order has its own, because it is read beside another.
    private var plain: [UInt8] = []
    private var order: [UInt8] = []

    /// Reads the asked-for sections of a frame; every section's checksum is checked before it is
    /// decompressed.
    mutating func batch(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ sections: Sections
    ) throws(LogError) -> ColumnBatch {
        var batch = ColumnBatch(firstPosition: frame.header.firstPosition, sections: sections)
        batch.count = frame.header.count
        for id in ColumnFrame.SectionID.allCases
        where !id.flag.isEmpty && sections.isSuperset(of: id.flag) {
            let bytes = try section(id, frame, segment)
            let order = id == .hot ? try section(.order, frame, segment) : []
            do throws(ByteReader.Malformed) {
                try FrameLoader.decode(id, bytes, order, into: &batch)
            } catch {
                throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id))
            }
        }
        return batch
    }

    /// Reads the asked-for sections of some events of a frame, without taking the others apart;
    /// checksums are checked as for the whole.
    ///
    /// - Parameter wanted: One or more events of the frame.
    mutating func batch(
        of wanted: Range<UInt64>, _ frame: WalkedFrame, _ segment: SegmentFile,
        _ sections: Sections
    ) throws(LogError) -> ColumnBatch {
        let first = frame.header.firstPosition
        let indexes = Int(wanted.lowerBound - first)..<Int(wanted.upperBound - first)
        var batch = ColumnBatch(firstPosition: wanted.lowerBound, sections: sections)
        batch.count = wanted.count
        for id in ColumnFrame.SectionID.allCases
        where !id.flag.isEmpty && sections.isSuperset(of: id.flag) {
            let bytes = try section(id, frame, segment)
            let order = id == .hot ? try section(.order, frame, segment) : []
            do throws(ByteReader.Malformed) {
                try SectionCoding.read(
                    id, bytes, order: order, events: frame.header.count, wanted: indexes,
                    into: &batch)
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
        do { return try TreeSection(bytes) } catch {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .tree))
        }
    }

    /// Reads the idempotency keys of the commits of a frame.
    mutating func keys(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> CommitKeys {
        let bytes = try section(.commits, frame, segment)
        do { return try SectionCoding.readKeys(bytes, of: frame.header) } catch {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: .commits))
        }
    }

    /// Whether every section of a frame has the checksum that its directory tells.
    mutating func isWhole(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> Bool {
        for entry in frame.columns?.entries ?? [] {
            let padded = (entry.storedLength + 7) / 8 * 8
            let offset = frame.offset + UInt64(entry.offset)
            let count = try segment.read(at: offset, into: &stored, count: padded)
            guard count == padded else { return false }
            let checksum = CRC32C.checksum(stored, 0..<padded, seed: segment.header.salt)
            guard checksum == entry.checksum else { return false }
        }
        return true
    }

    mutating func section(
        _ id: ColumnFrame.SectionID, _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) -> [UInt8] {
        guard let entry = frame.columns?.entry(id) else {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id))
        }
        let offset = frame.offset + UInt64(entry.offset)
        let padded = (entry.storedLength + 7) / 8 * 8
        let count = try segment.read(at: offset, into: &stored, count: padded)
        let range = 0..<entry.storedLength
        guard count == padded else {
            throw .corrupt(FrameLoader.damage(frame, segment, .truncated, section: id))
        }
        let checksum = CRC32C.checksum(stored, 0..<padded, seed: segment.header.salt)
        guard checksum == entry.checksum else {
            throw .corrupt(FrameLoader.damage(frame, segment, .sectionChecksum, section: id))
        }
        guard entry.isCompressed else {
            return id == .order
                ? FrameLoader.copy(stored[range], to: &order)
                : FrameLoader.copy(stored[range], to: &plain)
        }
        do {
            try LZ4.decompress(stored, range, into: &raw, rawBytes: entry.rawLength)
        } catch {
            throw .corrupt(FrameLoader.damage(frame, segment, .body, section: id))
        }
        return raw
    }

    /// Fresh memory for every section would cost more than the bytes.
    private static func copy(_ bytes: ArraySlice<UInt8>, to target: inout [UInt8]) -> [UInt8] {
        target.removeAll(keepingCapacity: true)
        target += bytes
        return target
    }

    static func decode(
        _ id: ColumnFrame.SectionID, _ bytes: [UInt8], _ order: [UInt8],
        into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        switch id {
        case .hot: try SectionCoding.readHot(bytes, order: order, into: &batch)
        case .retractions: try SectionCoding.readRetractions(bytes, into: &batch)
        case .links: try SectionCoding.readLinks(bytes, into: &batch)
        case .commits: try SectionCoding.readCommits(bytes, into: &batch)
        case .order, .tree: break
        case .facts, .text:
            var reader = ByteReader(bytes)
            let kind: ColumnID.Kind = id == .facts ? .fact : .text
            let columns = try SparseCoding.read(&reader, events: batch.count, kind: kind)
            guard reader.isAtEnd else { throw ByteReader.Malformed() }
            batch.integers.merge(columns.integers) { $1 }
            batch.bytes.merge(columns.bytes) { $1 }
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
