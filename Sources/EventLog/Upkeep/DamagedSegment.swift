/// A segment file of a damaged log, and the frames in it that can still be read.
struct DamagedSegment: Sendable {
    /// A frame.
    struct Frame: Sendable {
        let offset: UInt64
        let end: UInt64
        let positions: Range<UInt64>
        /// Facts or text that cannot be read; what else is in a frame of columns can.
        let missing: Sections
        let endsCommit: Bool
    }

    private(set) var segment: SegmentFile
    let size: UInt64
    /// Where its first frame may start.
    private(set) var start: UInt64 = 0
    /// Of several folders, which one it is in.
    let folder: Int
    /// What is wrong with the file itself.
    var faults: Set<RemainsFault.Kind> = []
    /// In the order of the file.
    private(set) var frames: [Frame] = []
    /// Where something else stands than a frame that can be read, and why.
    private(set) var breaks: [(offset: UInt64, reason: Corruption.Reason)] = []
    /// What it tells of seeds and of texts that were erased.
    private(set) var told = FileSeeds()
    /// The newest whole slot.
    private(set) var slot: HeadSlot?
    /// Whether the slot tells the head as the last writer left it.
    private(set) var isSlotSure = false

    private var loader = FrameLoader()
    private var buffer: [UInt8] = []

    /// How much is searched at once, in bytes.
    private static let searchBytes = 1 << 18

    var firstPosition: UInt64 { segment.header.firstPosition }

    /// Looks through a file; `nil` for one of another log or of a newer format.
    init?(
        _ name: SegmentName, in storage: any LogStorage, folder: Int,
        faults found: inout [RemainsFault]
    ) throws(LogError) {
        self.folder = folder
        func refuse(_ kind: RemainsFault.Kind) {
            found.append(RemainsFault(folder: folder, file: name.text, kind: kind))
        }
        let file: BestEffortFile
        let identity: FileIdentity
        do {
            file = BestEffortFile(try storage.open(name.text, .read))
            size = try file.size()
            identity = try file.identity()
        } catch {
            refuse(.unreadable)
            return nil
        }
        var header = SegmentHeader(
            logID: CommitID(high: 0, low: 0), firstPosition: name.firstPosition,
            generation: name.generation, salt: 0, root: LogTree().root)
        var first: [UInt8] = []
        do {
            let count = try file.read(at: 0, into: &first, count: SegmentHeader.bytes)
            first.removeSubrange(count...)
        } catch { first = [] }
        do throws(LogError) {
            let read = try SegmentHeader.decode(first, file: name.text)
            if read.firstPosition > Limit.logEventsMax {
                faults.insert(.header)
            } else {
                header = read
                if header.name != name { faults.insert(.misnamed) }
            }
        } catch .newerFormat {
            refuse(.newerFormat)
            return nil
        } catch .olderFormat {
            refuse(.olderFormat)
            return nil
        } catch { faults.insert(.header) }
        segment = SegmentFile(
            name: name.text, header: header, file: file, identity: identity)
        start = header.framesOffset
        if faults.contains(.header) {
            guard let known = try lostHeader(first) else {
                refuse(size == 0 ? .empty : .noSalt)
                return nil
            }
            segment = SegmentFile(
                name: name.text, header: known, file: file, identity: identity)
            let isTold = HeadSlot.newest(in: first, of: known) != nil
            start = isTold ? known.framesOffset : SegmentHeader.framesOffsets.lowerBound
        }
        try scan()
        readSlots(first)
    }

    private mutating func readSlots(_ first: [UInt8]) {
        var whole = 0
        for start in segment.header.slotOffsets.map({ Int($0) }) where start < first.count {
            var one = Array(repeating: UInt8(0), count: first.count)
            let range = start..<min(first.count, start + HeadSlot.bytes)
            one.replaceSubrange(range, with: first[range])
            if HeadSlot.newest(in: one, of: segment.header) != nil { whole += 1 }
        }
        slot = HeadSlot.newest(in: first, of: segment.header)
        isSlotSure = whole == 2 || slot?.sequence == 1
        if !isSlotSure { faults.insert(.slots) }
    }

    // MARK: Searching

    /// Finds all frames, also those behind something that is none.
    private mutating func scan() throws(LogError) {
        var offset = start
        let grid = segment.positions
        while let (found, header) = try candidate(from: offset) {
            offset = found + 8
            guard grid.contains(header.firstPosition) else { continue }
            var walk = FrameScanner(
                [segment],
                from: WalkState(
                    segment: 0, offset: found, position: header.firstPosition,
                    chain: header.chain, epoch: 0, open: .unknown))
            while true {
                let step = try walk.next()
                if case .frame(let frame) = step {
                    try take(frame)
                    offset = frame.end
                    continue
                }
                if case .broken(let reason) = step { note(reason, at: walk.state.offset) }
                break
            }
        }
    }

    private mutating func note(_ reason: Corruption.Reason, at offset: UInt64) {
        if breaks.last?.offset != offset { breaks.append((offset, reason)) }
    }

    /// Keeps a frame when its events can be read.
    private mutating func take(_ frame: WalkedFrame) throws(LogError) {
        var missing: Sections = []
        if let body = frame.rows {
            told.take(body, from: frame.header.firstPosition)
        } else {
            for id in ColumnFrame.SectionID.allCases where id != .tree {
                do throws(LogError) { _ = try loader.section(id, frame, segment) } catch {
                    missing.insert(id == .order ? .hot : id.flag)
                }
            }
            if let tree = try? loader.tree(frame, segment) {
                told.take(tree.seeds, from: frame.header.firstPosition)
            }
            let needed: Sections = [.links, .hot, .commits]
            let isReadable = missing.isDisjoint(with: needed)
            let wanted = isReadable ? Sections.all.subtracting(missing) : .text
            let batch = try? loader.batch(frame, segment, wanted)
            // A frame that cannot be used may still tell what was erased.
            if let batch { told.take(batch) }
            guard isReadable, batch != nil else {
                return note(isReadable ? .body : .sectionChecksum, at: frame.offset)
            }
            if !missing.isEmpty { note(.sectionChecksum, at: frame.offset) }
        }
        frames.append(
            Frame(
                offset: frame.offset, end: frame.end, positions: frame.header.positions,
                missing: missing, endsCommit: frame.header.flags.contains(.endsCommit)))
    }

    /// The next place where the head of a frame may stand.
    private mutating func candidate(
        from start: UInt64
    ) throws(LogError) -> (offset: UInt64, header: FrameHeader)? {
        var offset = start
        while offset < size {
            let count = try segment.read(
                at: offset, into: &buffer, count: DamagedSegment.searchBytes)
            guard count >= FrameHeader.bytes else { return nil }
            var index = 0
            while index + FrameHeader.bytes <= count {
                if buffer[index] == 0x4C, buffer[index + 1] == 0x47, buffer[index + 2] == 0x46,
                    let header = try? FrameHeader.decode(buffer, at: index)
                {
                    return (offset + UInt64(index), header)
                }
                index += 8
            }
            offset += UInt64(index)
        }
        return nil
    }

    // MARK: A lost header

    /// The header of a segment that has lost it, as far as the rest tells it. Every frame tells
    /// which salt its checksum would need: what two checksums agree on is it, also that of a slot,
    /// whose place tells the revision. Without a slot it is the newest one, which takes frames of
    /// each. A root that holds speaks for what stands in a frame, which may have a checksum that is
    /// damaged: it counts where there are no two.
    ///
    /// - Parameter first: The first bytes of the file.
    private mutating func lostHeader(_ first: [UInt8]) throws(LogError) -> SegmentHeader? {
        var offset = SegmentHeader.framesOffsets.lowerBound
        var seen: Set<UInt32> = []
        var likely: SegmentHeader?
        while let (found, header) = try candidate(from: offset) {
            offset = found + 8
            guard let salt = try salt(of: header, at: found) else { continue }
            var told = segment.header
            told.salt = salt
            told.firstPosition = header.firstPosition.roundedDown(to: Limit.segmentEvents)
            for revision in [1, SegmentHeader.revision] {
                told.revision = revision
                if HeadSlot.newest(in: first, of: told) != nil { return told }
            }
            if !seen.insert(salt).inserted { return told }
            switch try witness(of: told, header, at: found) {
            case .checksum: return told
            case .root: likely = told
            case nil: break
            }
        }
        return likely
    }

    /// The salt with which the checksum of a frame would hold.
    private mutating func salt(
        of header: FrameHeader, at offset: UInt64
    ) throws(LogError) -> UInt32? {
        guard offset + UInt64(header.length) <= size else { return nil }
        var end = header.length
        if header.kind == .columns {
            let most = min(
                header.length, ColumnFrame.directoryEnd(sections: ColumnFrame.sectionsMax))
            _ = try segment.read(at: offset, into: &buffer, count: most)
            guard let columns = try? ColumnFrame.decode(buffer, at: 0, of: header) else {
                return nil
            }
            end = ColumnFrame.directoryEnd(sections: columns.entries.count)
        } else {
            _ = try segment.read(at: offset, into: &buffer, count: end)
        }
        let unseeded = FrameCheck.checksum(buffer, at: 0, upTo: end, salt: 0)
        var stored: UInt32 = 0
        for index in 0..<4 {
            stored |= UInt32(buffer[FrameHeader.checksumOffset + index]) << UInt32(8 * index)
        }
        return CRC32C.seed(of: stored, unseeded: unseeded, byteCount: end - 4)
    }

    /// What speaks for a salt.
    private enum Witness {
        /// The checksum of a section.
        case checksum
        /// The root of the log's first frame.
        case root
    }

    /// What more than the checksum from which a salt was told speaks for it.
    ///
    /// - Parameter told: The header with that salt.
    private func witness(
        of told: SegmentHeader, _ header: FrameHeader, at offset: UInt64
    ) throws(LogError) -> Witness? {
        let file = SegmentFile(
            name: segment.name, header: told, file: segment.file, identity: segment.identity)
        var walk = FrameScanner(
            [file],
            from: WalkState(
                segment: 0, offset: offset, position: header.firstPosition, chain: header.chain,
                epoch: 0, open: .unknown))
        guard case .frame(let frame) = try walk.next() else { return nil }
        guard let rows = frame.rows else {
            var loader = FrameLoader()
            let isWhole =
                (try? loader.section(.commits, frame, file)) != nil
                || (try? loader.section(.hot, frame, file)) != nil
            return isWhole ? .checksum : nil
        }
        guard header.firstPosition == 0, let seed = rows.seed else { return nil }
        var tree = LogTree()
        for (index, row) in rows.rows.enumerated() {
            _ = tree.append(Leaf.hash(row, rows.header, position: UInt64(index), seed: seed))
        }
        return tree.root == header.root ? .root : nil
    }
}

extension DamagedSegment {
    /// Something that is wrong with the file.
    func fault(_ kind: RemainsFault.Kind) -> RemainsFault {
        RemainsFault(folder: folder, file: segment.name, kind: kind)
    }
}

/// Something that is wrong with a file of a damaged log.
package struct RemainsFault: Hashable, Sendable {
    /// What it is.
    package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// The header cannot be read; what it says was told from the frames.
        case header
        /// The header cannot be read, nor can be told what it said: nothing of the file is used.
        case noSalt
        /// The file is empty.
        case empty
        /// The file cannot be opened.
        case unreadable
        /// The file has the name of another segment.
        case misnamed
        /// The file belongs to another log; nothing of it is used.
        case foreign
        /// The file is written in a newer format; nothing of it is used.
        case newerFormat
        /// The file was written before the format was frozen; nothing of it is used.
        case olderFormat
        /// A slot of the head cannot be read.
        case slots
        /// There is no such file.
        case missing
    }

    /// Which of the folders the file lies in, or should, from 0.
    package let folder: Int
    /// The file's name.
    package let file: String
    /// What is wrong.
    package let kind: Kind
}
