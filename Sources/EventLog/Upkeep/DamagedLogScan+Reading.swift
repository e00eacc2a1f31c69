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
    /// Where the last of them ends a frame of columns, the peaks of that tree, largest first.
    let peaks: [Digest]?
    /// Where the first of them starts a frame, the first bytes of the root before it.
    let chain: UInt64?
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
        var reader = RemainsReader(files, erasures)
        for piece in pieces { try body(try reader.events(of: piece)) }
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
        chain = header.chain
        endsCommit = header.flags.contains(.endsCommit)
        self.missing = missing
        if let body = frame.rows {
            if let own = body.seed { seeds[block] = own }
            rows = body.rows
            runs = [CommitRun(firstIndex: 0, header: body.header)]
            peaks = nil
        } else {
            var found: [Digest]?
            if let tree = try? loader.tree(frame, segment) {
                for own in tree.seeds {
                    seeds[block] = own
                    block += 1
                }
                found = tree.peaks
            }
            peaks = found
            let batch = try loader.batch(frame, segment, .all.subtracting(missing))
            rows = Array(batch.rows)
            runs = batch.commits
        }
        self.seeds = seeds
    }
}

extension RemainingEvents {
    /// Those of them that have some positions, which lie among theirs.
    func cut(to wanted: Range<UInt64>) -> RemainingEvents {
        if wanted == positions { return self }
        let first = Int(wanted.lowerBound - firstPosition)
        let range = first..<(first + wanted.count)
        let before = runs.last { $0.firstIndex <= range.lowerBound }
        let inside = runs.filter { range.contains($0.firstIndex) && $0.firstIndex > first }
        let isEnd = wanted.upperBound == positions.upperBound
        let starts = [before].compactMap { $0 } + inside
        return RemainingEvents(
            firstPosition: wanted.lowerBound, rows: Array(rows[range]),
            runs: starts.map {
                CommitRun(firstIndex: max(0, $0.firstIndex - first), header: $0.header)
            }, missing: missing, root: isEnd ? root : nil, peaks: isEnd ? peaks : nil,
            chain: wanted.lowerBound == firstPosition ? chain : nil,
            endsCommit: endsCommit && isEnd,
            seeds: seeds.filter { wanted.contains($0.key * Limit.seedEvents) })
    }
}
