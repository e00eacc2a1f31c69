internal import Synchronization

/// Goes through the frames that hold events of a range.
struct RangeScanner {
    private let log: Log
    private let range: Range<UInt64>
    /// How many events are durable for certain.
    private let durable: UInt64
    /// Whether a stretch of small frames in the range is passed over; `nil` for none.
    private let passes: ((SkipEntry) -> Bool)?
    /// `nil` when there are none.
    var walk: FrameScanner?
    /// The stretch of small frames that is gone through.
    private var mark: SkipEntry?
    /// Before this position no other stretch is surveyed: those that were are gone through.
    private var surveyed: UInt64 = 0

    init(
        _ log: Log, _ segments: [SegmentFile], _ range: Range<UInt64>,
        temporaryName passes: ((SkipEntry) -> Bool)? = nil
    ) {
        self.log = log
        self.range = range
        self.passes = passes
        durable = log.state.withLock { $0.tip?.durable } ?? 0
        let first = Int(range.lowerBound / Limit.segmentEvents)
        guard !range.isEmpty, first < segments.count else { return }
        let known = segments[first].marks.withLock { $0.start(for: range.lowerBound) }
        walk = FrameScanner(segments, segment: first)
        if var known {
            known.segment = first
            walk?.jump(to: known)
        }
    }

    /// The next frame, or `nil` behind the last.
    mutating func next() throws(LogError) -> WalkedFrame? {
        while let state = walk?.state, state.position < range.upperBound {
            if let known = try nextMark(state) {
                if isPassed(known) {
                    mark = nil
                    var end = known.end
                    end.segment = state.segment
                    walk?.jump(to: end)
                    continue
                }
                surveyed = known.end.position
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

    private func isPassed(_ mark: SkipEntry) -> Bool {
        let end = mark.end.position
        return end <= range.lowerBound || end <= range.upperBound && passes?(mark) == true
    }

    /// The stretch of small frames that comes next. One that is not known is surveyed where it may
    /// be that it is passed over: in a fraction of the time that its frames take one by one.
    private mutating func nextMark(_ state: WalkState) throws(LogError) -> SkipEntry? {
        guard let segment = walk?.segments[state.segment] else { return nil }
        if let whole = segment.whole, whole.start.position == state.position, isPassed(whole) {
            return whole
        }
        if let known = segment.marks.withLock({ $0.mark(at: state.position) }) { return known }
        let end = state.position + SkipEntry.events
        guard passes != nil || end <= range.lowerBound, state.position >= surveyed,
            end <= min(durable, range.upperBound),
            let stretch = try walk?.stretch(before: min(durable, range.upperBound))
        else { return nil }
        walk?.jump(to: state)
        guard stretch.count >= SkipEntry.events else {
            surveyed = stretch.end.position + 1
            return nil
        }
        segment.marks.withLock { $0.add(stretch) }
        return stretch
    }

    /// Remembers stretches of durable small frames.
    private mutating func keepMark(_ frame: WalkedFrame, behind state: WalkState) {
        guard let rows = frame.rows, let walk, walk.state.position <= durable,
            frame.segment == state.segment
        else {
            mark = nil
            return
        }
        var stretch = mark ?? SkipEntry(start: state, end: state)
        mark = nil
        stretch.take(rows.types, hasLinks: rows.hasLinks, walk.state)
        if stretch.count < SkipEntry.events {
            mark = stretch
        } else {
            walk.segments[frame.segment].marks.withLock { $0.add(stretch) }
        }
    }

    /// Takes in small frames that come next; see ``FrameScanner/take(_:before:)``.
    mutating func take(_ rows: inout RowTransposer) throws(LogError) {
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
