internal import Synchronization

extension Log {
    /// The same log, for reading, as it is now: every event is hashed and held against the root,
    /// and whatever is read of it later is what was hashed.
    ///
    /// Nothing is taken from an earlier look: neither that something was verified, nor what a walk
    /// remembered of small frames. Who appends, seals or erases meanwhile changes nothing of it.
    ///
    /// - Parameters:
    ///   - count: How many events are hashed at least; `nil` for all. Of those behind them nothing
    ///     is known.
    ///   - progress: Called now and then with the number of events so far.
    /// - Throws: ``LogError/corrupt(_:)`` where an event does not give the root, and, from later
    ///   reads, ``LogError/replaced(file:)`` where a file was changed since.
    /// - Complexity: O(*n*) in the events; several cores hash.
    package func proved(
        upTo count: UInt64? = nil, progress: (UInt64) -> Void = { _ in }
    ) throws(LogError) -> Log {
        let (segments, tip) = try readTip()
        let log = fixed(segments, tip)
        _ = try log.hashed(upTo: min(count ?? tip.head.count, tip.head.count), progress)
        return log
    }

    /// The log of a folder, for reading, as far as its frames follow each other: what is left of
    /// one that is damaged behind some event.
    ///
    /// - Complexity: O(*n*) in the frames.
    package static func beforeDamage(in storage: any LogStorage) throws(LogError) -> Log {
        let log = Log(storage, Log.Options())
        let segments = try log.list([], since: nil)
        return log.fixed(segments, try scan(segments, durable: 0))
    }

    /// The log with an end that stays where it is.
    private func fixed(_ segments: [SegmentFile], _ tip: TailState) -> Log {
        let log = Log(storage, options)
        let witnessed = segments.enumerated().map { index, segment in
            segment.witnessed(upTo: index == tip.segment ? tip.offset : .max)
        }
        log.state.withLock {
            $0.logID = segments.first?.header.logID
            $0.segments = witnessed
            $0.tip = tip
            $0.isFixed = true
        }
        return log
    }
}
