/// What a copy holds against an earlier one before anything is written there.
extension Log {
    /// Holds the other log against the start of this one.
    ///
    /// - Returns: Of each of its files itself, where it says what that of this log says as far as
    ///   it goes; `nil` where it is to be made anew.
    /// - Throws: ``CopyError/diverged(events:)``, or ``CopyError/newer(file:)`` for a file that
    ///   lost what would come back.
    func check(
        _ earlier: (segments: [SegmentFile], tip: TailState), _ segments: [SegmentFile],
        _ tip: TailState
    ) throws(CopyError) -> [SegmentFile?] {
        let (count, root) = (earlier.tip.head.count, earlier.tip.head.root)
        guard earlier.segments[0].header.logID == segments[0].header.logID,
            count <= tip.head.count
        else { throw .diverged(events: count) }
        let own = try mappingError(CopyError.source, self.root(at: count))
        guard own == root else { throw .diverged(events: count) }
        for (mine, other) in zip(segments, earlier.segments)
        where other.header.generation > mine.header.generation {
            throw .newer(file: other.name)
        }
        var known: [SegmentFile?] = []
        for index in 0...min(earlier.tip.segment, tip.segment) {
            let other = earlier.segments[index]
            let stays = try mappingError(
                CopyError.source, isSame(index, earlier, segments, tip))
            if !stays, try regains(index, earlier, segments) { throw .newer(file: other.name) }
            known.append(stays ? other : nil)
        }
        return known
    }

    /// Whether a file of the other log can stay, or be gone on with.
    private func isSame(
        _ index: Int, _ earlier: (segments: [SegmentFile], tip: TailState),
        _ segments: [SegmentFile], _ tip: TailState
    ) throws(LogError) -> Bool {
        let (mine, other) = (segments[index], earlier.segments[index])
        guard mine.header == other.header else { return false }
        let isLast = index == earlier.tip.segment
        let end = index == tip.segment ? tip.offset : try mine.size()
        if !isLast, try other.size() != end { return false }
        let start = isLast ? earlier.tip.offset : end
        // Where both logs wrote a file anew, of one generation and size, each may have erased other
        // texts, and have other secrets; a log by itself gives what it writes anew a higher
        // generation.
        if mine.header.generation > 0 { return try mine.hasFrames(of: other, upTo: start) }
        if !isLast || start == end || other.limit == earlier.tip.head.count { return true }
        return try mine.begins(earlier.tip.head.count, at: start)
    }

    /// Whether a file of the other log lost texts which this log still has: with this one's file in
    /// its place they would be there again.
    private func regains(
        _ index: Int, _ earlier: (segments: [SegmentFile], tip: TailState),
        _ segments: [SegmentFile]
    ) throws(CopyError) -> Bool {
        let range = segments[index].positions.clamped(to: 0..<earlier.tip.head.count)
        // A copy that cannot be read there is made anew.
        guard let gone = try? erased(range, earlier.segments), !gone.isEmpty else { return false }
        let own = try mappingError(CopyError.source, erased(range, segments))
        return !gone.isSubset(of: own)
    }

    /// The events of a range that lost their text.
    private func erased(
        _ range: Range<UInt64>, _ segments: [SegmentFile]
    ) throws(LogError) -> Set<UInt64> {
        var found: Set<UInt64> = []
        var loader = FrameLoader()
        if range.isEmpty { return found }
        try visit(segments, range) { frame throws(LogError) in
            guard let body = frame.rows else {
                let batch = try loader.batch(frame, segments[frame.segment], .text)
                return found.formUnion(batch.erasedPositions.filter(range.contains))
            }
            for (position, row) in zip(frame.header.positions, body.rows)
            where row.isErased && range.contains(position) { found.insert(position) }
        }
        return found
    }
}

extension SegmentFile {
    /// Whether the frame of a position stands at an offset.
    fileprivate func begins(_ position: UInt64, at offset: UInt64) throws(LogError) -> Bool {
        var bytes: [UInt8] = []
        let count = try read(at: offset, into: &bytes, count: FrameHeader.bytes)
        guard count == FrameHeader.bytes, let header = try? FrameHeader.decode(bytes, at: 0) else {
            return false
        }
        return header.firstPosition == position
    }

    /// Whether the frames up to an offset are those of another file: their headers have checksums
    /// of what is in them.
    ///
    /// - Complexity: O(*n*) in the frames.
    fileprivate func hasFrames(
        of other: SegmentFile, upTo end: UInt64
    ) throws(LogError) -> Bool {
        var (own, others) = (ReadWindow(), ReadWindow())
        var offset = header.framesOffset
        while offset < end {
            let (index, count) = try own.load(
                self, at: offset, count: FrameHeader.bytes, ahead: 1 << 16)
            // What cannot be read there is no such frame.
            guard count == FrameHeader.bytes,
                let (place, same) = try? others.load(
                    other, at: offset, count: count, ahead: 1 << 16),
                same == count,
                own.buffer[index..<(index + count)] == others.buffer[place..<(place + count)],
                let frame = try? FrameHeader.decode(own.buffer, at: index)
            else { return false }
            offset += UInt64(frame.length)
            // Behind the last position there may be zeros.
            if frame.positions.upperBound == limit { return true }
        }
        return offset == end
    }
}
