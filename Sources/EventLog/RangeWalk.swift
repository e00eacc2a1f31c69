import Synchronization

/// Goes through the frames that hold events of a range.
struct RangeWalk {
    private let log: Log
    private let range: Range<UInt64>
    /// How many events are durable for certain.
    private let durable: UInt64
    /// Whether a stretch of small frames is passed over.
    private let passes: (WalkMark) -> Bool
    /// `nil` when there are none.
    var walk: FrameWalk?
    /// The stretch of small frames that is gone through.
    private var mark: WalkMark?

    init(
        _ log: Log, _ segments: [SegmentFile], _ range: Range<UInt64>,
        passing passes: @escaping (WalkMark) -> Bool = { _ in false }
    ) {
        self.log = log
        self.range = range
        self.passes = passes
        durable = log.state.withLock { $0.tip?.durable } ?? 0
        let first = Int(range.lowerBound / Limit.segmentEvents)
        guard !range.isEmpty, first < segments.count else { return }
        let known = segments[first].marks.withLock { $0.start(for: range.lowerBound) }
        walk = FrameWalk(segments, segment: first)
        if var known {
            known.segment = first
            walk?.jump(to: known)
        }
    }

    /// The next frame, or `nil` behind the last.
    mutating func next() throws(LogError) -> WalkedFrame? {
        while let state = walk?.state, state.position < range.upperBound {
            if let known = knownMark(state), known.end.position <= range.upperBound, passes(known) {
                mark = nil
                var end = known.end
                end.segment = state.segment
                walk?.jump(to: end)
                continue
            }
            switch try walk?.next() {
            case .frame(let frame):
                keepMark(frame, behind: state)
                if frame.header.positions.upperBound > range.lowerBound { return frame }
            case .broken(let reason): throw damage(reason)
            case .end, nil: throw damage(.truncated)
            }
        }
        return nil
    }

    private func knownMark(_ state: WalkState) -> WalkMark? {
        guard let segment = walk?.segments[state.segment] else { return nil }
        return segment.marks.withLock { $0.mark(at: state.position) }
    }

    /// Remembers stretches of durable small frames.
    private mutating func keepMark(_ frame: WalkedFrame, behind state: WalkState) {
        guard let rows = frame.rows, let walk, walk.state.position <= durable,
            frame.segment == state.segment
        else {
            mark = nil
            return
        }
        var stretch = mark ?? WalkMark(start: state, end: state)
        mark = nil
        stretch.take(rows, walk.state)
        if stretch.count < WalkMark.events {
            mark = stretch
        } else {
            walk.segments[frame.segment].marks.withLock { $0.add(stretch) }
        }
    }

    /// Takes in small frames that come next; see ``FrameWalk/take(_:before:)``.
    mutating func take(_ rows: inout RowColumns) throws(LogError) {
        guard let position = walk?.state.position, range.contains(position) else { return }
        mark = nil
        try walk?.take(&rows, before: range.upperBound)
    }

    func damage(_ reason: Corruption.Reason) -> LogError {
        guard let walk else { return .missing }
        let durable = log.state.withLock { $0.tip?.durable } ?? range.upperBound
        return .corrupt(
            Corruption(
                file: walk.segments[walk.state.segment].name, offset: walk.state.offset,
                reason: reason, position: walk.state.position, durable: durable))
    }
}
