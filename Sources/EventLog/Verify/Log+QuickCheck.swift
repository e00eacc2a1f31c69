extension Log {
    /// The files, in order.
    package func files() throws(LogError) -> [LogFileName] {
        let (segments, tip) = try tip()
        return segments.map {
            LogFileName(
                name: $0.name, firstPosition: $0.header.firstPosition,
                isFull: $0.limit <= tip.head.count)
        }
    }

    /// The names of files that newer generations have replaced, and that are there all the same:
    /// left by a writer that was interrupted, or put back by somebody.
    package func replacedFiles() throws(LogError) -> [String] {
        let newest = Set(try segmentNames().map(\.text))
        do throws(StorageError) {
            return try storage.list().filter { SegmentName($0) != nil && !newest.contains($0) }
        } catch { throw .storage(error) }
    }

    /// Reads and hashes what was appended behind a head that was verified before, and the files
    /// that are named; and holds the root at that head against the one that was found then.
    ///
    /// Of what stands before in the last file checksums are read, and rows are hashed. All other
    /// files are not read.
    ///
    /// - Parameters:
    ///   - count: How many events were verified.
    ///   - files: First positions of files that are to be hashed whole.
    ///   - progress: Called now and then with the number of events so far.
    /// - Returns: The head, and the root over the first `count` events as it is now; `nil` when
    ///   there are fewer.
    /// - Throws: ``LogError/corrupt(_:)`` at the first difference.
    /// - Complexity: O(*n*) in the new events, and in the frames of one file.
    package func quickCheck(
        since count: UInt64, files: Set<UInt64> = [], progress: (UInt64) -> Void
    ) throws(LogError) -> (head: LogHead, root: Digest?) {
        let (segments, tip) = try readTip()
        guard count <= tip.head.count else { return (tip.head, nil) }
        try checkSlots(segments, tip)
        for segment in segments where files.contains(segment.header.firstPosition) {
            let start = segment.header.firstPosition
            let end = min(segment.limit, tip.head.count)
            _ = try check(start..<end, whole: start, segments, progress)
        }
        let start = count.roundedDown(to: Limit.segmentEvents)
        let root = try check(start..<tip.head.count, whole: count, segments, progress).whole
        if let root { return (tip.head, root) }
        return (tip.head, try self.root(at: count))
    }

    /// Checks frames from the start of a file on: all of those that reach behind `whole`, and of
    /// the others the checksums.
    ///
    /// - Returns: The root over the first `whole` events, where a frame ends there; and the one
    ///   over all up to the end.
    func check(
        _ range: Range<UInt64>, whole: UInt64, _ segments: [SegmentFile],
        _ progress: (UInt64) -> Void
    ) throws(LogError) -> (whole: Digest?, end: Digest) {
        var checker = TreeChecker()
        checker.tree = try tree(at: range.lowerBound, segments)
        var root = checker.tree.size == whole ? checker.tree.root : nil
        var loader = FrameLoader(isStrict: true)
        try visit(segments, range) { frame throws(LogError) in
            let segment = segments[frame.segment]
            if frame.rows == nil, frame.header.positions.upperBound <= whole {
                try checker.pass(frame, segment, &loader)
            } else {
                try checker.add(frame, segment, &loader)
                if frame.rows == nil { progress(frame.header.positions.upperBound) }
            }
            if checker.tree.size == whole { root = checker.tree.root }
        }
        return (root, checker.tree.root)
    }
}

/// A file of a log.
package struct LogFileName: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The first position that it may hold.
    package let firstPosition: UInt64
    /// Whether it is full: no event will be added to it.
    package let isFull: Bool
}
