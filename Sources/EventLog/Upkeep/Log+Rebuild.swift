extension Log {
    /// Writes the first events into a folder that has no log: the same events in the same commits,
    /// under the same roots. A commit is never cut.
    ///
    /// - Parameters:
    ///   - count: How many events there shall be at least; the commit of the last one comes whole.
    ///   - target: The other folder.
    ///   - progress: Called now and then with the number of events so far.
    /// - Returns: The end of the new log.
    /// - Complexity: O(*n*) in the events.
    package func rebuild(
        _ count: UInt64, in target: any LogStorage, progress: (UInt64) -> Void
    ) throws(CopyError) -> LogHead {
        var builder: LogBuilder
        do throws(LogError) {
            builder = try LogBuilder(in: target, id: try id(), options: options)
        } catch { throw .target(error) }
        try append(count, to: &builder, progress: progress)
        do throws(LogError) { return try builder.finish() } catch { throw .target(error) }
    }

    /// Adds the first events to a log that is written anew; a commit is never cut.
    ///
    /// - Parameters:
    ///   - count: How many events there shall be at least; the commit of the last one comes whole.
    ///   - progress: Called now and then with the number of events so far.
    /// - Complexity: O(*n*) in the events.
    package func append(
        _ count: UInt64, to builder: inout LogBuilder, progress: (UInt64) -> Void
    ) throws(CopyError) {
        let (segments, tip): ([SegmentFile], TailState)
        do throws(LogError) { (segments, tip) = try self.tip() } catch { throw .source(error) }
        var frames = RangeScanner(self, segments, 0..<tip.head.count)
        var loader = FrameLoader()
        while builder.position < tip.head.count {
            let events: RemainingEvents
            do throws(LogError) {
                guard let frame = try frames.next() else { break }
                events = try RemainingEvents(of: frame, segments[frame.segment], &loader)
            } catch { throw .source(error) }
            do throws(LogError) {
                if try !builder.append(events, commitsBefore: count) { break }
            } catch { throw .target(error) }
            progress(builder.position)
        }
    }
}

extension LogBuilder {
    /// Adds events up to the first commit that begins at a position or behind it.
    ///
    /// - Returns: Whether there was none.
    fileprivate mutating func append(
        _ events: RemainingEvents, commitsBefore end: UInt64
    ) throws(LogError) -> Bool {
        for (block, seed) in events.seeds { set(seed: seed, of: block) }
        for (number, run) in events.runs.enumerated() {
            if run.header.firstPosition >= end { return false }
            let isLast = number + 1 == events.runs.count
            let stop = isLast ? events.rows.count : events.runs[number + 1].firstIndex
            for row in events.rows[run.firstIndex..<stop] { try append(row, of: run.header) }
        }
        return true
    }
}
