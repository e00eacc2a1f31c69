/// Writes a log anew from its events, sealed as far as it goes: what sealing would make of it.
///
/// Events come one after the other with the commits and the seeds they had, so that the roots are
/// those they had, too. Memory is that of sealing: a cell of 65,536 events, and the frames of a
/// segment.
package struct LogBuilder {
    private let log: Log
    private let lock: any LogLock
    private let id: CommitID
    private var encoder: FrameEncoder
    private var seeds: [UInt64: [UInt8]] = [:]
    /// The cell that is being put together.
    private var cell: FramePiece
    private var header: SegmentHeader
    /// The headers of the files before it.
    private var ended: [SegmentHeader] = []
    /// The file of the present segment, as soon as it has a frame.
    private var output: SegmentOutput?
    /// Commits so far, and the log clock of the last one.
    private var commits: UInt32 = 0
    private var logClock = Int64.min
    /// The index that the next frame of a commit has which the last frame did not end; 0 where it
    /// did.
    private var nextIndex: UInt16 = 0

    /// Nothing yet of a log in a folder that has none.
    ///
    /// - Throws: ``LogError/exists`` when there is a log already.
    package init(
        in storage: any LogStorage, id: CommitID, options: Log.Options = Log.Options()
    ) throws(LogError) {
        log = Log(storage, options)
        lock = try log.takeLock()
        guard try log.segmentNames().isEmpty else { throw .exists }
        self.id = id
        encoder = FrameEncoder(tree: LogTree(), seed: [], epoch: 0, makeSeed: { _ in [] })
        cell = FramePiece(firstPosition: 0)
        header = SegmentHeader(
            logID: id, firstPosition: 0, generation: 0, salt: options.makeSalt(),
            root: LogTree().root)
    }

    /// The position of the next event.
    package var position: UInt64 { cell.end }

    /// Says which seed a block of 4,096 positions had, before its first event comes; without that
    /// it gets a new one.
    package mutating func set(seed: [UInt8], of block: UInt64) { seeds[block] = seed }

    /// Adds the next event.
    ///
    /// - Parameter commit: Events of the same commit come one behind the other.
    package mutating func append(_ row: Row, of commit: CommitHeader) throws(LogError) {
        let isNew = cell.runs.last?.header != commit
        if cell.events.count == Limit.frameEventsMax { try flush(endsCommit: isNew) }
        if cell.runs.last?.header != commit {
            if isNew { commits &+= 1 }
            logClock = max(logClock, commit.logClock)
            cell.runs.append(CommitRun(firstIndex: cell.events.count, header: commit))
        }
        cell.events.append(EncodedEvent(row))
    }

    /// Ends the log; it is on disk when this returns.
    package mutating func finish() throws(LogError) -> LogHead {
        let rest = Int(cell.end % Limit.alignmentEvents)
        if rest < cell.events.count { try flush(cell.events.count - rest) }
        try writeSmall()
        try endSegment(isLast: true)
        lock.release()
        return LogHead(count: cell.end, root: encoder.root(), logClock: logClock)
    }

    // MARK: Frames

    /// Seals the first events of the cell, and keeps the others for the next one.
    private mutating func flush(_ count: Int) throws(LogError) {
        var rest = FramePiece(firstPosition: cell.firstPosition + UInt64(count))
        rest.events = Array(cell.events[count...])
        for run in cell.runs {
            let end = cell.runs.first { $0.firstIndex > run.firstIndex }?.firstIndex
            guard (end ?? cell.events.count) > count else { continue }
            rest.runs.append(
                CommitRun(firstIndex: max(0, run.firstIndex - count), header: run.header))
        }
        let goesOn = cell.runs.last { $0.firstIndex < count }?.header == rest.runs.first?.header
        cell.events.removeLast(rest.events.count)
        cell.runs.removeAll { $0.firstIndex >= count }
        try flush(endsCommit: !goesOn)
        cell = rest
    }

    /// Writes the cell as one sealed frame; as small ones where its texts are too large for that.
    private mutating func flush(endsCommit: Bool) throws(LogError) {
        try enterSegment()
        fitSeeds()
        var flags: FrameHeader.Flags = [.isSealed]
        if endsCommit { flags.insert(.endsCommit) }
        renewEncoder()
        var next = encoder
        do throws(LogError) {
            let place = FrameEncoder.Place(index: 0, total: 0, flags: flags)
            try keep(try next.columns(cell, place, salt: header.salt))
            encoder = next
            nextIndex = endsCommit ? 0 : 1
        } catch {
            guard case .tooLarge(.frame, _) = error else { throw error }
            try writeSmall(endsCommit: endsCommit)
        }
        cell = FramePiece(firstPosition: cell.end)
    }

    /// Writes the cell as frames of single commits.
    private mutating func writeSmall(endsCommit: Bool = true) throws(LogError) {
        guard !cell.events.isEmpty else { return }
        try enterSegment()
        fitSeeds()
        for (number, run) in cell.runs.enumerated() {
            let isLast = number + 1 == cell.runs.count
            let end = isLast ? cell.events.count : cell.runs[number + 1].firstIndex
            let ends = endsCommit || !isLast
            var starts = [run.firstIndex]
            var rule = PieceRule(cell.firstPosition + UInt64(run.firstIndex))
            for index in run.firstIndex..<end
            where !rule.takes(cell.events[index].valueBytes) {
                starts.append(index)
                rule = PieceRule(cell.firstPosition + UInt64(index))
                _ = rule.takes(cell.events[index].valueBytes)
            }
            let total = ends ? nextIndex + UInt16(starts.count) : .max
            for (start, stop) in zip(starts, starts.dropFirst() + [end]) {
                let endsHere = ends && stop == end
                renewEncoder()
                let place = FrameEncoder.Place(
                    index: nextIndex, total: total, flags: endsHere ? [.endsCommit] : [])
                let piece = FramePiece(
                    firstPosition: cell.firstPosition + UInt64(start),
                    events: Array(cell.events[start..<stop]),
                    runs: [CommitRun(firstIndex: 0, header: run.header)])
                try keep(try encoder.encode(piece, place, salt: header.salt))
                nextIndex = endsHere ? 0 : nextIndex + 1
            }
        }
    }

    /// Makes the seeds of the cell's blocks fit its events, which may come from several logs, or be
    /// the first ones of one that goes on: what was erased cannot be told, and what comes has a
    /// secret.
    private mutating func fitSeeds() {
        var next = cell.firstPosition
        while next < cell.end {
            let block = next / Limit.seedEvents
            let end = min(cell.end, (block + 1) * Limit.seedEvents)
            if let known = seeds[block], BlockSeed.hasNodes(known) {
                seeds[block] = fitted(known, to: next..<end)
            }
            next = end
        }
    }

    /// The seed that fits the events of a block; one that it does not tell gets a salt.
    private mutating func fitted(_ known: [UInt8], to positions: Range<UInt64>) -> [UInt8] {
        guard let seed = BlockSeed(known) else { return known }
        var gone: [UInt64] = []
        for position in positions {
            let index = Int(position - cell.firstPosition)
            let isTold = seed.node(at: position) != nil
            let remains = cell.events[index].remains.first?.column
            if remains == .commitment {
                if isTold { gone.append(position) }
            } else if remains == nil, !isTold {
                var row = cell.events[index].row
                row[.salt] = .bytes(Log.randomBytes(Digest.byteCount))
                cell.events[index] = EncodedEvent(row)
            }
        }
        let left = gone.isEmpty ? seed : seed.removing(gone)
        guard let bytes = left?.bytes else { return Log.randomBytes(BlockSeed.secretBytes) }
        let isOpen = positions.upperBound % Limit.seedEvents != 0
        return isOpen ? BlockSeed.completed(bytes, from: positions.upperBound) : bytes
    }

    /// The same encoder with the commits and the seeds that are known by now.
    private mutating func renewEncoder() {
        let (known, makeSeed) = (seeds, log.options.makeSeed)
        encoder = FrameEncoder(
            tree: encoder.tree, seed: encoder.seed, epoch: commits,
            makeSeed: { known[$0] ?? makeSeed($0) }, root: encoder.root())
    }

    private mutating func keep(_ frame: [UInt8]) throws(LogError) {
        if output == nil { output = try SegmentOutput(header, in: log.storage) }
        try output?.write(frame)
    }

    // MARK: Segments

    /// Begins another file where the cell does not belong to the present one.
    private mutating func enterSegment() throws(LogError) {
        let start = cell.firstPosition.roundedDown(to: Limit.segmentEvents)
        guard start > header.firstPosition else { return }
        try endSegment(isLast: false)
        header = SegmentHeader(
            logID: id, firstPosition: start, generation: 0, salt: log.options.makeSalt(),
            root: encoder.root())
        seeds = seeds.filter { $0.key >= start / Limit.seedEvents }
    }

    /// Until the last file, which tells the head, is there, none of the others does.
    private mutating func endSegment(isLast: Bool) throws(LogError) {
        let size = encoder.tree.size
        var file: SegmentOutput
        if let output { file = output } else { file = try SegmentOutput(header, in: log.storage) }
        output = nil
        var slot = HeadSlot.nothing(in: header)
        if isLast {
            slot = HeadSlot(
                sequence: 1, position: size, offset: file.offset,
                sealed: size.roundedDown(to: Limit.alignmentEvents), logClock: logClock,
                epoch: commits, seed: size % Limit.seedEvents == 0 ? [] : encoder.seed,
                peaks: encoder.tree.peaks)
        }
        _ = try file.finish(slot)
        guard try log.isHeld(lock) else { throw .replaced(file: LockFile.name) }
        _ = try file.name()
        guard isLast else { return ended.append(header) }
        for header in ended {
            try SegmentFile.open(header.name, in: log.storage, writing: true).tell(slot)
        }
    }
}
