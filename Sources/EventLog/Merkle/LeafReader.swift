/// Reads what the files say of the tree, and hashes events again.
final class LeafReader {
    private let log: Log
    private let segments: [SegmentFile]
    private var buffers: Buffers
    private var seed: (block: UInt64, bytes: [UInt8])?

    /// Memory that the next reader can use again.
    struct Buffers: Sendable {
        fileprivate var loader = FrameLoader()
        fileprivate let sections = ParallelLoader()
        fileprivate var inputs = LeafInputs()
    }

    init(_ log: Log, _ segments: [SegmentFile], _ buffers: Buffers) {
        self.log = log
        self.segments = segments
        self.buffers = buffers
    }

    /// Takes the memory out of a reader that is not needed any more.
    func takeBuffers() -> Buffers {
        defer { buffers = Buffers() }
        return buffers
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
        let known = try buffers.loader.tree(frame, segments[frame.segment]).subtrees
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
            buffers.inputs.removeAll()
            if let rows = frame.rows {
                guard (try? add(rows, frame, part)) != nil else { throw damage(part) }
            } else {
                let segment = segments[frame.segment]
                let batch = try buffers.sections.batch(of: part, frame, segment)
                var events = ColumnLeaves(batch)
                for _ in part {
                    let isThere = try? events.next(to: &buffers.inputs)
                    guard isThere == true else { throw damage(part) }
                }
            }
            let seed = try seed(of: block, frame)
            buffers.inputs.hash(0..<buffers.inputs.count, from: next, seed: seed, to: &leaves)
            next = part.upperBound
        }
        return leaves
    }

    private func add(
        _ rows: RowBody, _ frame: WalkedFrame, _ wanted: Range<UInt64>
    ) throws(TooLarge) {
        buffers.inputs.begin(rows.header)
        for (position, row) in zip(frame.header.positions, rows.rows)
        where wanted.contains(position) {
            try buffers.inputs.append(row, index: position - rows.header.firstPosition)
        }
    }

    private func seed(of block: UInt64, _ frame: WalkedFrame) throws(LogError) -> [UInt8] {
        if let seed, seed.block == block { return seed.bytes }
        var own = frame.rows?.seed
        let first = frame.header.firstPosition.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
        if frame.rows == nil, block >= first {
            let seeds = try buffers.loader.tree(frame, segments[frame.segment]).seeds
            own = seeds.dropFirst(Int(block - first)).first
        }
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
