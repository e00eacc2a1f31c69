internal import Synchronization

/// Puts the small frames of a segment together, cell by cell of 65,536 positions, in a new file.
/// What stays as it is is copied; memory is that of one frame of ``Limit/pieceBytesMax``.
struct SegmentSealer {
    /// The file; `nil` as long as nothing changes.
    private(set) var output: SegmentOutput?
    /// Events that went from small frames into large ones.
    private(set) var sealed: UInt64 = 0
    /// The position of the first frame that was put together.
    private(set) var firstChange: UInt64 = 0
    /// The root behind the last frame.
    private(set) var root: Digest

    /// What is done with the frames of the cell.
    private enum Cell {
        /// They stay as they are.
        case stays
        /// One of columns, which stays unless another one belongs to it.
        case single(WalkedFrame)
        /// They are put together; the last one so far.
        case packed(ColumnPacker, last: WalkedFrame, first: UInt64)
    }

    private let log: Log
    private let segment: SegmentFile
    /// That of the new file.
    private let header: SegmentHeader
    /// The position behind the last event.
    private let end: UInt64
    private var cell = Cell.stays
    /// Up to where a sealed frame of the cell may reach.
    private var aligned: UInt64 = 0
    /// Where in the old file that begins which is not in the new one yet, and where it ends.
    private var copied: UInt64
    private var walked: UInt64
    private var encoder: FrameEncoder
    private var seeds: [UInt64: [UInt8]] = [:]
    private var loader = FrameLoader(isStrict: true)

    /// - Parameters:
    ///   - end: The position behind the last event.
    ///   - isRenewing: Whether a file of an older revision is written anew in any case.
    init(
        log: Log, segments: [SegmentFile], index: Int, end: UInt64, isRenewing: Bool
    ) throws(LogError) {
        self.log = log
        self.end = end
        header = try segments[index].header.next(isRenewed: isRenewing)
        segment = segments[index]
        root = segment.header.root
        (copied, walked) = (segment.header.framesOffset, segment.header.framesOffset)
        let tree = try log.tree(at: segment.header.firstPosition, segments)
        encoder = FrameEncoder(tree: tree, seed: [], epoch: 0, makeSeed: { _ in [] })
        encoder.hotCodec = log.options.hotCodec
        encoder.recent = log.state.withLock { $0.leaves }
    }

    /// Adds the next frame of the segment.
    mutating func add(_ frame: WalkedFrame) throws(LogError) {
        let positions = frame.header.positions
        let size = UInt64(Limit.frameEventsMax)
        if positions.lowerBound % size == 0 {
            try endCell()
            aligned = min(positions.lowerBound + size, end).roundedDown(to: Limit.alignmentEvents)
            if positions.upperBound <= aligned {
                cell = frame.rows == nil ? .single(frame) : try packed(frame)
            }
        } else if positions.upperBound <= aligned {
            switch cell {
            case .stays: break
            case .single(let first):
                cell = try packed(first)
                try pack(frame)
            case .packed: try pack(frame)
            }
        } else {
            try endCell()
        }
        walked = frame.end
        root = frame.header.root
    }

    /// Ends the last cell, and copies what is left.
    mutating func finish() throws(LogError) {
        try endCell()
        if output == nil, header.revision > segment.header.revision {
            output = try SegmentOutput(header, in: log.storage)
            firstChange = end
        }
        let (segment, log, rest) = (segment, log, copied..<walked)
        try output?.copy(segment, rest, by: log)
        copied = walked
    }

    /// Removes what was written.
    func abort() { output?.abort() }

    private mutating func endCell() throws(LogError) {
        defer { cell = .stays }
        switch cell {
        case .stays: break
        case .single(let frame):
            // The next cell goes on behind it.
            let section = try loader.tree(frame, segment)
            let size = frame.header.positions.upperBound
            if let tree = LogTree(size: size, peaks: section.peaks) { encoder.tree = tree }
        case .packed(let packer, let last, let first):
            cell = .stays
            try write(packer, from: first, last)
        }
    }

    /// Begins a cell that is put together.
    private mutating func packed(_ frame: WalkedFrame) throws(LogError) -> Cell {
        encoder.restart()
        let packer = ColumnPacker(encoder, bytesMax: Limit.pieceBytesMax)
        cell = .packed(packer, last: frame, first: frame.offset)
        try pack(frame)
        return cell
    }

    /// Adds the events of a frame to those of the cell.
    private mutating func pack(_ frame: WalkedFrame) throws(LogError) {
        guard case .packed(var packer, _, let first) = cell else { return }
        // No second owner, so that nothing is copied.
        cell = .stays
        do throws(Corruption.Reason) {
            if let body = frame.rows {
                if let seed = body.seed {
                    know([seed], frame.header.firstPosition / Limit.seedEvents, &packer)
                }
                packer.begin(body.header)
                for event in body.events { try packer.append(event) }
            } else {
                try pack(frame, into: &packer)
            }
        } catch { throw damage(frame, error) }
        cell = .packed(packer, last: frame, first: first)
    }

    /// Adds the events of a frame of columns.
    private mutating func pack(
        _ frame: WalkedFrame, into packer: inout ColumnPacker
    ) throws(Corruption.Reason) {
        let (tree, batch): (TreeSection, ColumnBatch)
        do throws(LogError) {
            tree = try loader.tree(frame, segment)
            batch = try loader.batch(frame, segment, .all)
        } catch { throw .body }
        let block = frame.header.firstPosition.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
        know(tree.seeds, block, &packer)
        var next = 0
        for (index, row) in batch.rows.enumerated() {
            if next < batch.commits.count, batch.commits[next].firstIndex == index {
                packer.begin(batch.commits[next].header)
                next += 1
            }
            try packer.append(EncodedEvent(row))
        }
    }

    /// Remembers the seeds of blocks that follow each other.
    private mutating func know(
        _ found: [[UInt8]], _ block: UInt64, _ packer: inout ColumnPacker
    ) {
        if found.isEmpty { return }
        for (index, seed) in found.enumerated() { seeds[block + UInt64(index)] = seed }
        let known = seeds
        packer.change { $0.makeSeed = { known[$0] ?? [] } }
    }

    /// Writes the frame of a cell that ends with a frame of the old file.
    private mutating func write(
        _ packer: ColumnPacker, from first: UInt64, _ last: WalkedFrame
    ) throws(LogError) {
        var packer = packer
        var flags: FrameHeader.Flags = [.isSealed]
        if last.header.flags.contains(.endsCommit) { flags.insert(.endsCommit) }
        packer.change { $0.epoch = last.header.epoch }
        let position = encoder.tree.size
        let place = FrameEncoder.Place(index: 0, total: 0, flags: flags)
        let frame: [UInt8]
        do throws(LogError) { frame = try packer.finish(place, salt: segment.header.salt) } catch {
            // Texts that are too large for one frame stay in their small ones.
            guard case .tooLarge(.frame, _) = error else { throw error }
            encoder.tree = packer.encoder.tree
            return
        }
        guard packer.encoder.tree.root == last.header.root else {
            throw .corrupt(
                Corruption(
                    file: segment.name, offset: first, reason: .root, position: position,
                    durable: last.header.positions.upperBound))
        }
        if output == nil {
            output = try SegmentOutput(header, in: log.storage)
            firstChange = position
        }
        let (segment, log, kept) = (segment, log, copied..<first)
        try output?.copy(segment, kept, by: log)
        try output?.write(frame)
        copied = last.end
        sealed += last.header.positions.upperBound - position
        encoder.tree = packer.encoder.tree
    }

    private func damage(_ frame: WalkedFrame, _ reason: Corruption.Reason) -> LogError {
        .corrupt(
            Corruption(
                file: segment.name, offset: frame.offset, reason: reason,
                position: frame.header.firstPosition, durable: frame.header.positions.upperBound))
    }
}

extension SegmentHeader {
    /// The header of the next generation.
    ///
    /// - Parameters:
    ///   - isRenewed: Whether it is of the newest revision.
    ///   - other: The generation of another file that it comes behind, too.
    func next(
        isRenewed: Bool = false, above other: UInt32 = 0
    ) throws(LogError) -> SegmentHeader {
        let last = max(generation, other)
        guard last < .max else { throw .full }
        var next = self
        next.generation = last + 1
        if isRenewed { next.revision = SegmentHeader.revision }
        return next
    }
}
