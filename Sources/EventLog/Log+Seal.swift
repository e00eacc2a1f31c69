import Synchronization

extension Log {
    /// Turns the small frames of the log into frames of columns, segment by segment, in a new
    /// generation of each file. No event, position, commit or root changes.
    ///
    /// What lies behind the last multiple of 4,096 positions stays as it is.
    ///
    /// - Returns: How many events are now in frames of columns that were not before.
    /// - Throws: ``LogError``; the log is as it was then.
    /// - Complexity: O(*n*) in the bytes of the segments that have small frames.
    @discardableResult
    public func seal() throws(LogError) -> UInt64 {
        try exclusively { lock throws(LogError) in
            var (segments, tip) = try recovered()
            var sealed: UInt64 = 0
            for index in segments.indices {
                sealed += try seal(index, &segments, &tip, lock)
            }
            return sealed
        }
    }

    /// Seals one segment, when it has anything to seal.
    func seal(
        _ index: Int, _ segments: inout [SegmentFile], _ tip: inout LogTip, _ lock: any LogLock
    ) throws(LogError) -> UInt64 {
        let segment = segments[index]
        let end = min(segment.limit, tip.head.count)
        guard segment.header.firstPosition < end else { return 0 }
        var sealer = try SegmentSealer(log: self, segments: segments, index: index)
        try visit(segments, segment.header.firstPosition..<end) { frame throws(LogError) in
            try sealer.add(frame, segment)
        }
        try sealer.finish(segment)
        guard sealer.sealed > 0 else { return 0 }
        try replace(
            index, with: sealer.frames,
            sealed: max(tip.slot.sealed, end.roundedDown(to: Limit.alignmentEvents)), &segments,
            &tip, lock)
        return sealer.sealed
    }

    /// Puts a new generation in the place of a segment: the same events in other frames.
    ///
    /// - Parameter sealed: Events before this position need no sealing.
    func replace(
        _ index: Int, with frames: [[UInt8]], sealed: UInt64, _ segments: inout [SegmentFile],
        _ tip: inout LogTip, _ lock: any LogLock
    ) throws(LogError) {
        let segment = segments[index]
        var header = segment.header
        guard header.generation < .max else { throw .full }
        header.generation += 1
        let isLast = index == segments.count - 1
        let end = frames.reduce(UInt64(SegmentHeader.bytes)) { $0 + UInt64($1.count) }
        let tree = try tree(segments, tip)
        let slot = HeadSlot(
            sequence: 1, position: tip.head.count, offset: isLast ? end : 0, sealed: sealed,
            logClock: tip.head.logClock, epoch: tip.epoch, seed: tip.seed, peaks: tree.peaks)
        let new = try writeSegment(header, slot: slot, frames: frames)
        do {
            // Nothing but what was copied may go with the old file.
            guard try lock.isStillHeld() else {
                try storage.remove(new.name)
                throw LogError.replaced(file: LockFile.name)
            }
            try storage.remove(segment.name)
            try storage.syncDirectory()
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as LogError { throw error } catch { throw .readOnly }
        segments[index] = new
        if isLast {
            tip.slot = slot
            tip.slotSegment = index
            tip.offset = end
        }
        keep(segments, tip)
        renewKeys(index, replacing: segment, KeyLook(segments, tip, isWriting: true))
    }
}

/// Puts the frames of a segment together anew.
struct SegmentSealer {
    private(set) var frames: [[UInt8]] = []
    /// Events that went from small frames into large ones.
    private(set) var sealed: UInt64 = 0

    private let salt: UInt32
    private let hotCodec: HotCodec
    private var encoder: FrameEncoder
    private var seeds: [UInt64: [UInt8]] = [:]
    private var loader = FrameLoader()
    /// The cell of 65,536 positions that is being put together: its frames, and their bytes.
    private var cell: [(frame: WalkedFrame, bytes: [UInt8])] = []

    init(log: Log, segments: [SegmentFile], index: Int) throws(LogError) {
        let header = segments[index].header
        salt = header.salt
        let tree = try log.tree(at: header.firstPosition, segments)
        encoder = FrameEncoder(tree: tree, seed: [], epoch: 0, makeSeed: { _ in [] })
        hotCodec = log.options.hotCodec
    }

    /// Adds the next frame of the segment.
    mutating func add(_ frame: WalkedFrame, _ segment: SegmentFile) throws(LogError) {
        if frame.header.firstPosition % UInt64(Limit.frameEventsMax) == 0 { try finish(segment) }
        var stored: [UInt8] = []
        let count = try segment.read(
            at: frame.offset, into: &stored, count: frame.header.length)
        cell.append((frame, Array(stored.prefix(count))))
    }

    /// Writes the cell that is being put together.
    mutating func finish(_ segment: SegmentFile) throws(LogError) {
        defer { cell = [] }
        guard let end = cell.last?.frame.header.positions.upperBound else { return }
        let aligned = end.roundedDown(to: Limit.alignmentEvents)
        let inside = cell.prefix { $0.frame.header.positions.upperBound <= aligned }
        let isWhole = inside.count == 1 && inside[0].frame.columns != nil
        if isWhole || inside.isEmpty {
            for frame in inside { try take(frame.frame, segment) }
            frames += cell.map(\.bytes)
            return
        }
        var piece = FramePiece(firstPosition: inside[0].frame.header.firstPosition)
        for frame in inside { try append(frame.frame, segment, to: &piece) }
        let last = inside[inside.count - 1].frame.header
        var flags: FrameHeader.Flags = [.isSealed]
        if last.flags.contains(.endsCommit) { flags.insert(.endsCommit) }
        let known = seeds
        encoder = FrameEncoder(
            tree: encoder.tree, seed: encoder.seed, epoch: last.epoch,
            makeSeed: { known[$0] ?? [] })
        let place = FrameEncoder.Place(index: 0, total: 0, flags: flags)
        encoder.hotCodec = hotCodec
        var next = encoder
        let frame: [UInt8]
        do throws(LogError) { frame = try next.columns(piece, place, salt: salt) } catch {
            // Texts that are too large for one frame stay in their small ones.
            guard case .tooLarge(.frame, _) = error else { throw error }
            frames += cell.map(\.bytes)
            encoder = next
            return
        }
        encoder = next
        guard encoder.tree.root == last.root else {
            throw .corrupt(
                Corruption(
                    file: segment.name, offset: inside[0].frame.offset, reason: .root,
                    position: piece.firstPosition, durable: aligned))
        }
        frames.append(frame)
        sealed += UInt64(piece.rows.count)
        frames += cell.dropFirst(inside.count).map(\.bytes)
    }

    /// Goes on behind a frame of columns that stays as it is.
    private mutating func take(
        _ frame: WalkedFrame, _ segment: SegmentFile
    ) throws(LogError) {
        let section = try loader.tree(frame, segment)
        let size = frame.header.positions.upperBound
        guard let tree = LogTree(size: size, peaks: section.peaks) else { return }
        encoder.tree = tree
    }

    private mutating func append(
        _ frame: WalkedFrame, _ segment: SegmentFile, to events: inout FramePiece
    ) throws(LogError) {
        if let body = frame.rows {
            if let seed = body.seed { seeds[frame.header.firstPosition / Limit.seedEvents] = seed }
            begin(body.header, in: &events)
            events.rows += body.rows
            return
        }
        let tree = try loader.tree(frame, segment)
        var block = frame.header.firstPosition.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
        for seed in tree.seeds {
            seeds[block] = seed
            block += 1
        }
        let batch = try loader.batch(frame, segment, .all)
        var next = 0
        for (index, row) in batch.rows.enumerated() {
            if next < batch.commits.count, batch.commits[next].firstIndex == index {
                begin(batch.commits[next].header, in: &events)
                next += 1
            }
            events.rows.append(row)
        }
    }

    private func begin(_ header: CommitHeader, in events: inout FramePiece) {
        guard events.runs.last?.header != header else { return }
        events.runs.append(CommitRun(firstIndex: events.rows.count, header: header))
    }
}

extension Log {
    /// The tree over the events before a position at which a segment starts.
    func tree(at position: UInt64, _ segments: [SegmentFile]) throws(LogError) -> LogTree {
        guard position > 0 else { return LogTree() }
        let first = position - Limit.segmentEvents
        var tree = LogTree()
        var isKnown = false
        var loader = FrameLoader()
        var seed: [UInt8] = []
        try visit(segments, first..<position) { frame throws(LogError) in
            if let rows = frame.rows {
                if let own = rows.seed { seed = own }
                if !isKnown {
                    tree = try self.tree(at: first, segments)
                    isKnown = true
                }
                for (index, row) in rows.rows.enumerated() {
                    let position = frame.header.firstPosition + UInt64(index)
                    let leaf = Leaf.hash(row, rows.header, position: position, seed: seed)
                    _ = tree.append(leaf)
                }
            } else {
                let section = try loader.tree(frame, segments[frame.segment])
                if let last = section.seeds.last { seed = last }
                let end = frame.header.positions.upperBound
                if let known = LogTree(size: end, peaks: section.peaks) {
                    tree = known
                    isKnown = true
                }
            }
        }
        return tree
    }
}
