/// Consecutive events of a damaged log that can be read.
package struct RemainingEvents: Sendable {
    /// The position of the first one.
    package let firstPosition: UInt64
    /// The events.
    package let rows: [Row]
    /// Where commits begin among them; the first one at index 0.
    package let runs: [CommitRun]
    /// Facts or text that cannot be read, of all of them.
    package let missing: Sections
    /// Where the last of them ends a frame, the root of the tree up to there.
    package let root: Digest?
    /// Whether the last of them ends its commit, as far as is known.
    package let endsCommit: Bool
    /// The seeds of blocks of 4,096 positions that begin among them, by the number of the block.
    package let seeds: [UInt64: [UInt8]]

    /// Their positions.
    package var positions: Range<UInt64> { firstPosition..<(firstPosition + UInt64(rows.count)) }
}

extension DamagedLogScan {
    /// Hands over what can be read, in the order of the positions.
    ///
    /// - Parameter body: Takes the events of a frame or of a part of one.
    /// - Complexity: O(*n*) in the events; a frame of them is in memory at a time.
    package func read(
        _ body: (RemainingEvents) throws(LogError) -> Void
    ) throws(LogError) {
        var loader = FrameLoader()
        var walk: FrameScanner?
        var source = -1
        for piece in pieces {
            let file = files[piece.file]
            let frame = file.frames[piece.frame]
            if source != piece.file || walk?.state.offset != frame.offset {
                walk = try FrameScanner(file.segment, from: frame.offset)
                source = piece.file
            }
            guard case .frame(let found) = try walk?.next() else {
                throw .replaced(file: file.segment.name)
            }
            let events = try RemainingEvents(
                of: found, file.segment, missing: frame.missing, &loader)
            try body(events.cut(to: piece.positions))
        }
    }
}

extension RemainingEvents {
    /// Reads the events of a frame.
    ///
    /// - Parameter missing: Sections that cannot be read.
    init(
        of frame: WalkedFrame, _ segment: SegmentFile, missing: Sections = [],
        _ loader: inout FrameLoader
    ) throws(LogError) {
        let header = frame.header
        var block = header.firstPosition.roundedUp(to: Limit.seedEvents) / Limit.seedEvents
        var seeds: [UInt64: [UInt8]] = [:]
        firstPosition = header.firstPosition
        root = header.root
        endsCommit = header.flags.contains(.endsCommit)
        self.missing = missing
        if let body = frame.rows {
            if let own = body.seed { seeds[block] = own }
            rows = body.rows
            runs = [CommitRun(firstIndex: 0, header: body.header)]
        } else {
            if let tree = try? loader.tree(frame, segment) {
                for own in tree.seeds {
                    seeds[block] = own
                    block += 1
                }
            }
            let batch = try loader.batch(frame, segment, .all.subtracting(missing))
            rows = Array(batch.rows)
            runs = batch.commits
        }
        self.seeds = seeds
    }
}

extension RemainingEvents {
    /// Those of them that have some positions, which lie among theirs.
    fileprivate func cut(to wanted: Range<UInt64>) -> RemainingEvents {
        if wanted == positions { return self }
        let first = Int(wanted.lowerBound - firstPosition)
        let range = first..<(first + wanted.count)
        let before = runs.last { $0.firstIndex <= range.lowerBound }
        let inside = runs.filter { range.contains($0.firstIndex) && $0.firstIndex > first }
        let starts = [before].compactMap { $0 } + inside
        return RemainingEvents(
            firstPosition: wanted.lowerBound, rows: Array(rows[range]),
            runs: starts.map {
                CommitRun(firstIndex: max(0, $0.firstIndex - first), header: $0.header)
            }, missing: missing, root: wanted.upperBound == positions.upperBound ? root : nil,
            endsCommit: endsCommit && wanted.upperBound == positions.upperBound,
            seeds: seeds.filter { wanted.contains($0.key * Limit.seedEvents) })
    }
}

extension FrameScanner {
    /// A walk from a frame in the middle of a segment.
    fileprivate init(_ segment: SegmentFile, from offset: UInt64) throws(LogError) {
        var bytes: [UInt8] = []
        let count = try segment.read(at: offset, into: &bytes, count: FrameHeader.bytes)
        guard count >= FrameHeader.bytes, let header = try? FrameHeader.decode(bytes, at: 0) else {
            throw .replaced(file: segment.name)
        }
        self.init(
            [segment],
            from: WalkState(
                segment: 0, offset: offset, position: header.firstPosition, chain: header.chain,
                epoch: 0, open: .unknown))
    }
}
