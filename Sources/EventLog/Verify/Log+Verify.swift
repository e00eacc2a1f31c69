extension Log {
    /// Counts what the log consists of, or what its first events do.
    ///
    /// - Parameter end: How many events to look at; `nil` for all. The root is that of all.
    /// - Throws: ``LogError/corrupt(_:)`` at damage among them.
    /// - Complexity: O(*n*) in the frames.
    public func statistics(upTo end: UInt64? = nil) throws(LogError) -> LogStatistics {
        try counted(upTo: end)
    }

    /// The same; calls with the id of every commit that begins among them.
    private func counted(
        upTo end: UInt64?, commit: (CommitID) -> Void = { _ in }
    ) throws(LogError) -> LogStatistics {
        let (segments, tip) = try tip()
        var result = LogStatistics(root: tip.head.root)
        result.events = min(end ?? tip.head.count, tip.head.count)
        result.segments = UInt64(segments.count { $0.header.firstPosition < result.events })
        if result.events == tip.head.count { result.segments = UInt64(segments.count) }
        let counted = segments.prefix(Int(result.segments))
        result.bytes = counted.reduce(0) { $0 + $1.header.framesOffset }
        result.torn = tip.torn != nil
        var loader = FrameLoader()
        try visit(segments, 0..<result.events) { frame throws(LogError) in
            result.frames += 1
            result.bytes += UInt64(frame.header.length)
            if frame.header.flags.contains(.isSealed) {
                let batch = try loader.batch(frame, segments[frame.segment], .commits)
                let own = frame.header.firstPosition..<result.events
                for run in batch.commits where own.contains(run.header.firstPosition) {
                    result.commits += 1
                    commit(run.header.id)
                }
            } else if frame.header.index == 0 {
                result.commits += 1
                commit(frame.header.commitID)
            }
        }
        return result
    }

    /// Reads every byte of every frame, hashes every event again, and holds the result against
    /// every root, subtree and peak that is stored.
    ///
    /// - Parameter progress: Called after each frame with the number of events so far.
    /// - Returns: What the log consists of.
    /// - Throws: ``LogError/corrupt(_:)`` at the first difference.
    /// - Complexity: O(*n*) in the events.
    public func verify(
        progress: (UInt64) -> Void = { _ in }
    ) throws(LogError) -> LogStatistics {
        let (segments, tip) = try readTip()
        var ids = CommitIDs(commits: tip.head.count)
        let checker = try hashed(upTo: nil, progress) { ids.add($0) }
        var result = try counted(upTo: nil) { ids.addAgain($0) }
        result.erased = checker.erased
        while !ids.isRepeated, ids.advance() {
            _ = try counted(upTo: nil) { ids.add($0) }
            _ = try counted(upTo: nil) { ids.addAgain($0) }
        }
        guard !ids.isRepeated else {
            throw .corrupt(
                Corruption(
                    file: segments[tip.segment].name, offset: tip.offset,
                    reason: .rule(.commitID), position: 0, durable: tip.durable))
        }
        return result
    }

    /// Hashes the first events, all without a number, and holds them against what is stored and
    /// against the rules of the format.
    ///
    /// - Parameter commit: Called with the id of every commit that begins.
    func hashed(
        upTo end: UInt64?, _ progress: (UInt64) -> Void, commit: (CommitID) -> Void = { _ in }
    ) throws(LogError) -> TreeChecker {
        let (segments, tip) = try tip()
        try checkSlots(segments, tip)
        var check = LogCheck(segments)
        if !segments.isEmpty { try check.enter(0) }
        try visit(segments, 0..<(end ?? tip.head.count)) { frame throws(LogError) in
            try check.take(frame, commit)
            progress(frame.header.positions.upperBound)
        }
        let checker = check.checker
        guard checker.tree.size < tip.head.count || checker.tree.root == tip.head.root else {
            throw .corrupt(
                Corruption(
                    file: segments[tip.segment].name, offset: tip.offset, reason: .root,
                    position: tip.head.count, durable: tip.durable))
        }
        if checker.tree.size == tip.head.count,
            !BlockSeed.tellsRest(checker.seed, from: tip.head.count)
        {
            throw .corrupt(seedRest(tip))
        }
        return checker
    }

    static func rootDamage(_ frame: WalkedFrame, _ segment: SegmentFile) -> LogError {
        .corrupt(
            Corruption(
                file: segment.name, offset: frame.offset, reason: .root,
                position: frame.header.firstPosition, durable: frame.header.positions.upperBound))
    }
}

/// What a log consists of.
public struct LogStatistics: Hashable, Sendable {
    /// Events, position 0 included.
    public var events: UInt64 = 0
    /// Commits.
    public var commits: UInt64 = 0
    /// Frames.
    public var frames: UInt64 = 0
    /// Segment files.
    public var segments: UInt64 = 0
    /// Bytes up to the end of the last frame of every segment.
    public var bytes: UInt64 = 0
    /// The root over all events.
    public var root: Digest
    /// Events whose text was erased; only counted where everything is read.
    public var erased: UInt64 = 0
    /// Bytes that an interrupted writer left behind the end, if any; the next append saves them
    /// aside.
    public var torn: Bool = false
}
