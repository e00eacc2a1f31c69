extension Log {
    /// Hands the events of a range of positions to `body`, batch by batch in order: whole frames of
    /// columns, and small frames put together.
    ///
    /// - Parameters:
    ///   - positions: Events that are not in the log are left out.
    ///   - sections: What to read; the rest of each batch is empty.
    ///   - types: Frames in which none of these types occurs may be passed over.
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
        var gathered = 0
        var wantsMore = true
        func flush() throws(LogError) {
            gathered = 0
            guard let builder = gather, builder.count > 0 else { return }
            gather = nil
            wantsMore = try body(builder.finish())
        }
        var next = range.lowerBound
        var frames = RangeScanner(self, segments, range) { $0.types.isDisjoint(with: types) }
        while wantsMore, let frame = try frames.next() {
            // What lies on both sides of something that is passed over does not belong together.
            if frame.header.firstPosition > next { try flush() }
            next = frame.header.positions.upperBound
            guard let rows = frame.rows else {
                let found = frame.columns?.summary.types ?? .all
                try flush()
                guard wantsMore, !found.isDisjoint(with: types) else { continue }
                let segment = segments[frame.segment]
                wantsMore = try body(loader.batch(frame, segment, sections, in: range))
                continue
            }
            if !wantsMore { return }
            if gather == nil, rows.types.isDisjoint(with: types) { continue }
            let first = max(frame.header.firstPosition, range.lowerBound)
            // In place: to take the builder out and put it back copies all that it refers to.
            if gather == nil { gather = BatchBuilder(firstPosition: first, sections: sections) }
            gather?.add(rows, of: frame.header, in: range)
            gathered += frame.header.length
            let isMuch = gathered >= Log.gatherBytesMax
            if isMuch || (gather?.count ?? 0) >= Int(Limit.alignmentEvents) { try flush() }
        }
        if wantsMore { try flush() }
    }

    /// Bytes of small frames that are put together, where they are many before their events are.
    private static let gatherBytesMax = 1 << 22

    /// Calls with every frame that holds events of a range.
    func visit(
        _ segments: [SegmentFile], _ range: Range<UInt64>,
        _ body: (WalkedFrame) throws(LogError) -> Void
    ) throws(LogError) {
        var frames = RangeScanner(self, segments, range)
        while let frame = try frames.next() { try body(frame) }
    }
}

extension BatchBuilder {
    /// Adds those events of a frame of rows that lie in a range.
    mutating func add(_ body: RowBody, of frame: FrameHeader, in range: Range<UInt64>) {
        let wanted = frame.positions.clamped(to: range)
        guard !wanted.isEmpty else { return }
        begin(body.header)
        body.forEach(in: wanted) { _, row in append(body.bytes, row) }
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
        let wanted = frame.header.positions.clamped(to: range)
        if wanted.count <= frame.header.count / 8 {
            return try batch(of: wanted, frame, segment, sections)
        }
        let whole = try batch(frame, segment, sections)
        return range.contains(whole.positions) ? whole : whole.slice(range)
    }
}
