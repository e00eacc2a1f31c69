/// Reads what the files say of the tree, and hashes events again.
final class LeafReader {
    private let log: Log
    private let segments: [SegmentFile]
    private var loader = FrameLoader()
    private var inputs = LeafInputs()
    private var seed: (block: UInt64, bytes: [UInt8])?

    init(_ log: Log, _ segments: [SegmentFile]) {
        self.log = log
        self.segments = segments
    }

    /// Calls with every frame that holds events of a range.
    func visit(
        _ range: Range<UInt64>, _ body: (WalkedFrame) throws(LogError) -> Void
    ) throws(LogError) {
        try log.visit(segments, range, body)
    }

    /// The stored roots of the full subtrees of 256 leaves with which a frame begins, if any.
    func subtrees(of frame: WalkedFrame) throws(LogError) -> [Digest] {
        let isAligned = frame.header.firstPosition % Limit.subtreeEvents == 0
        guard frame.rows == nil, isAligned else { return [] }
        let known = try loader.tree(frame, segments[frame.segment]).subtrees
        return known.count == frame.header.count / Int(Limit.subtreeEvents) ? known : []
    }

    /// The hashes of those events of a frame that lie in a range.
    func leaves(
        of frame: WalkedFrame, in range: Range<UInt64>
    ) throws(LogError) -> [Digest] {
        var leaves: [Digest] = []
        let wanted = frame.header.positions.clamped(to: range)
        var next = wanted.lowerBound
        while next < wanted.upperBound {
            let block = next / Limit.seedEvents
            let part = next..<min(wanted.upperBound, (block + 1) * Limit.seedEvents)
            inputs.removeAll()
            if let rows = frame.rows {
                guard (try? add(rows, frame, part)) != nil else { throw damage(part) }
            } else {
                let segment = segments[frame.segment]
                let batch = try loader.batch(of: part, frame, segment, .all)
                var events = ColumnLeaves(batch)
                for _ in part {
                    guard (try? events.next(to: &inputs)) == true else { throw damage(part) }
                }
            }
            let seed = try seed(of: block, frame)
            inputs.hash(0..<inputs.count, from: next, seed: seed, to: &leaves)
            next = part.upperBound
        }
        return leaves
    }

    private func add(
        _ rows: RowBody, _ frame: WalkedFrame, _ wanted: Range<UInt64>
    ) throws(TooLarge) {
        inputs.begin(rows.header)
        for (position, row) in zip(frame.header.positions, rows.rows)
        where wanted.contains(position) {
            try inputs.append(row, index: position - rows.header.firstPosition)
        }
    }

    private func seed(of block: UInt64, _ frame: WalkedFrame) throws(LogError) -> [UInt8] {
        if let seed, seed.block == block { return seed.bytes }
        var own = frame.rows?.seed
        if own == nil { own = try log.seed(of: block) }
        seed = (block, own ?? [])
        return own ?? []
    }

    /// Events that do not give what is stored of them.
    func damage(_ range: Range<UInt64>) -> LogError {
        let index = Int(range.lowerBound / Limit.segmentEvents)
        let file = segments[min(index, segments.count - 1)].name
        return .corrupt(
            Corruption(
                file: file, offset: 0, reason: .root, position: range.lowerBound,
                durable: range.upperBound))
    }
}
