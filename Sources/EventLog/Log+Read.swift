import Synchronization

extension Log {
    /// Hands the events of a range of positions to `body`, batch by batch in order: whole frames of
    /// columns, and small frames put together.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - sections: What to read; the rest of each batch is empty.
    ///   - types: Frames of columns in which none of these types occurs are passed over.
    ///   - body: Returns whether to go on.
    /// - Throws: ``LogError/corrupt(_:)`` at damage, after the batches before it were handed out.
    /// - Complexity: O(*n*) in the frames of the segments that the range touches.
    public func read(
        _ positions: Range<UInt64>, _ sections: Sections, holding types: TypeSet = .all,
        _ body: (ColumnBatch) throws(LogError) -> Bool
    ) throws(LogError) {
        let (segments, tip) = try tip()
        let range = positions.clamped(to: 0..<tip.head.count)
        guard !range.isEmpty else { return }
        var loader = FrameLoader()
        var gather: BatchBuilder?
        var wantsMore = true
        func flush() throws(LogError) {
            guard let builder = gather, builder.count > 0 else { return }
            gather = nil
            wantsMore = try body(builder.finish())
        }
        try walk(segments, range) { frame throws(LogError) in
            guard let rows = frame.rows else {
                let found = frame.columns?.summary.types ?? .all
                // Frames of rows on both sides of one that is passed over do not belong together.
                try flush()
                guard !found.isDisjoint(with: types) else { return wantsMore }
                guard wantsMore else { return false }
                let segment = segments[frame.segment]
                wantsMore = try body(loader.batch(frame, segment, sections, in: range))
                return wantsMore
            }
            let first = max(frame.header.firstPosition, range.lowerBound)
            var builder = gather ?? BatchBuilder(firstPosition: first, sections: sections)
            gather = nil
            builder.add(rows, of: frame.header, in: range)
            gather = builder
            if builder.count >= Int(Limit.alignmentEvents) { try flush() }
            return wantsMore
        }
        if wantsMore { try flush() }
    }

    /// Calls with every frame that holds events of a range.
    func visit(
        _ segments: [SegmentFile], _ range: Range<UInt64>,
        _ body: (WalkedFrame) throws(LogError) -> Void
    ) throws(LogError) {
        try walk(segments, range) { frame throws(LogError) in
            try body(frame)
            return true
        }
    }

    /// Calls with every frame that holds events of a range, until `body` has enough.
    private func walk(
        _ segments: [SegmentFile], _ range: Range<UInt64>,
        _ body: (WalkedFrame) throws(LogError) -> Bool
    ) throws(LogError) {
        var frames = RangeWalk(self, segments, range)
        while let frame = try frames.next() {
            guard try body(frame) else { return }
        }
    }
}

/// Goes through the frames that hold events of a range.
struct RangeWalk {
    private let log: Log
    private let range: Range<UInt64>
    /// `nil` when there are none.
    var walk: FrameWalk?

    init(_ log: Log, _ segments: [SegmentFile], _ range: Range<UInt64>) {
        self.log = log
        self.range = range
        let first = Int(range.lowerBound / Limit.segmentEvents)
        guard !range.isEmpty, first < segments.count else { return }
        walk = FrameWalk(segments, segment: first)
    }

    /// The next frame, or `nil` behind the last.
    mutating func next() throws(LogError) -> WalkedFrame? {
        while let position = walk?.state.position, position < range.upperBound {
            switch try walk?.next() {
            case .frame(let frame):
                if frame.header.positions.upperBound > range.lowerBound { return frame }
            case .broken(let reason): throw damage(reason)
            case .end, nil: throw damage(.truncated)
            }
        }
        return nil
    }

    private func damage(_ reason: Corruption.Reason) -> LogError {
        guard let walk else { return .missing }
        let durable = log.state.withLock { $0.tip?.durable } ?? range.upperBound
        return .corrupt(
            Corruption(
                file: walk.segments[walk.state.segment].name, offset: walk.state.offset,
                reason: reason, position: walk.state.position, durable: durable))
    }
}

extension BatchBuilder {
    /// Adds those events of a frame of rows that lie in a range.
    mutating func add(_ body: RowBody, of frame: FrameHeader, in range: Range<UInt64>) {
        let wanted = frame.positions.clamped(to: range)
        guard !wanted.isEmpty else { return }
        begin(body.header)
        let skipped = Int(wanted.lowerBound - frame.firstPosition)
        for row in body.rows[skipped..<(skipped + wanted.count)] { append(row) }
    }
}

extension FrameLoader {
    /// Reads the asked-for sections of the events of a frame that lie in a range.
    ///
    /// - Complexity: O(*n*) in the bytes of the sections.
    mutating func batch(
        _ frame: WalkedFrame, _ segment: SegmentFile, _ sections: Sections,
        in range: Range<UInt64>
    ) throws(LogError) -> ColumnBatch {
        let whole = try batch(frame, segment, sections)
        return range.contains(whole.positions) ? whole : whole.slice(range)
    }
}
