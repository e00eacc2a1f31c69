/// Writes the frames of a segment anew, without some texts; memory is that of one frame.
struct SegmentEraser {
    private(set) var output: SegmentOutput
    /// The position of the first frame that changed.
    private(set) var firstChange: UInt64?
    /// The root behind the last frame.
    private(set) var root: Digest

    private let erasure: TextErasure
    private let newSeeds: [UInt64: [UInt8]]
    private let log: Log
    private let segment: SegmentFile
    private var tree: LogTree
    /// The seeds that the blocks of the segment had.
    private var seeds: [UInt64: [UInt8]] = [:]
    private var loader = FrameLoader(isStrict: true)
    private var hasher = LeafHasher()
    /// Where in the old file that begins which is not in the new one yet, and where it ends.
    private var copied: UInt64
    private var walked: UInt64

    init(
        _ erasure: TextErasure, newSeeds: [UInt64: [UInt8]], log: Log, segments: [SegmentFile],
        index: Int, above generation: UInt32
    ) throws(LogError) {
        self.erasure = erasure
        self.newSeeds = newSeeds
        self.log = log
        segment = segments[index]
        root = segment.header.root
        (copied, walked) = (segment.header.framesOffset, segment.header.framesOffset)
        tree = try log.tree(at: segment.header.firstPosition, segments)
        output = try SegmentOutput(segment.header.next(above: generation), in: log.storage)
    }

    /// Adds the next frame of the segment.
    mutating func add(_ frame: WalkedFrame) throws(LogError) {
        let section = frame.rows == nil ? try loader.tree(frame, segment) : nil
        note(frame, section)
        walked = frame.end
        root = frame.header.root
        guard erasure.changes(frame.header.positions) else {
            return goOn(behind: frame, section)
        }
        try output.copy(segment, copied..<frame.offset, by: log)
        copied = frame.end
        firstChange = firstChange ?? frame.header.firstPosition
        try output.write(try changed(frame))
        guard tree.root == frame.header.root else { throw Log.rootDamage(frame, segment) }
    }

    /// Copies what is left.
    mutating func finish() throws(LogError) {
        try output.copy(segment, copied..<walked, by: log)
        copied = walked
    }

    /// Removes what was written.
    func abort() { output.abort() }

    /// Remembers the seeds of the blocks that start in a frame.
    private mutating func note(_ frame: WalkedFrame, _ section: TreeSection?) {
        var block = frame.header.firstPosition.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
        for seed in section?.seeds ?? [frame.rows?.seed].compactMap({ $0 }) {
            seeds[block] = seed
            block += 1
        }
    }

    private mutating func goOn(behind frame: WalkedFrame, _ section: TreeSection?) {
        if let rows = frame.rows {
            for (position, row) in zip(frame.header.positions, rows.rows) {
                let seed = seeds[position / Limit.seedEvents] ?? []
                _ = tree.append(
                    hasher.leaf(row, rows.header, position: position, seed: seed))
            }
        } else if let section,
            let known = LogTree(size: frame.header.positions.upperBound, peaks: section.peaks)
        {
            tree = known
        }
    }

    /// A frame with its events as they are to be.
    private mutating func changed(_ frame: WalkedFrame) throws(LogError) -> [UInt8] {
        let known = seeds.merging(newSeeds) { $1 }
        let block = frame.header.firstPosition / Limit.seedEvents
        var encoder = FrameEncoder(
            tree: tree, seed: known[block] ?? [], epoch: frame.header.epoch,
            makeSeed: { known[$0] ?? [] })
        encoder.hotCodec = log.options.hotCodec
        let header = frame.header
        let place = FrameEncoder.Place(
            index: header.index, total: header.total,
            flags: header.flags.subtracting([.compressed, .hasNodes]))
        let salt = segment.header.salt
        guard let body = frame.rows else {
            var packer = ColumnPacker(encoder)
            let batch = try loader.batch(frame, segment, .all)
            do throws(Corruption.Reason) { try pack(batch, into: &packer) } catch {
                throw damage(frame, error)
            }
            let bytes = try packer.finish(place, salt: salt)
            tree = packer.encoder.tree
            return bytes
        }
        var piece = FramePiece(firstPosition: header.firstPosition)
        piece.runs = [CommitRun(firstIndex: 0, header: body.header)]
        for (position, row) in zip(header.positions, body.rows) {
            let event = EncodedEvent(erased(row, at: position))
            guard event.pointsBack(from: position) else { throw damage(frame, .body) }
            piece.events.append(event)
        }
        let bytes = try encoder.encode(piece, place, salt: salt)
        tree = encoder.tree
        return bytes
    }

    private func pack(
        _ batch: ColumnBatch, into packer: inout ColumnPacker
    ) throws(Corruption.Reason) {
        var next = 0
        for (index, row) in batch.rows.enumerated() {
            if next < batch.commits.count, batch.commits[next].firstIndex == index {
                packer.begin(batch.commits[next].header)
                next += 1
            }
            try packer.append(EncodedEvent(erased(row, at: packer.position)))
        }
    }

    private func erased(_ row: Row, at position: UInt64) -> Row {
        erasure.row(row, at: position, seed: seeds[position / Limit.seedEvents] ?? [])
    }

    private func damage(_ frame: WalkedFrame, _ reason: Corruption.Reason) -> LogError {
        .corrupt(
            Corruption(
                file: segment.name, offset: frame.offset, reason: reason,
                position: frame.header.firstPosition, durable: frame.header.positions.upperBound))
    }
}
