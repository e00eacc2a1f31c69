public import EventLog

extension LedgerSnapshot {
    /// How many events had been recorded at a moment: those up to and including the last one whose
    /// log clock is not later. Where the log clock does not move, because a clock was ahead, up to
    /// the last one whose own clock is not later.
    ///
    /// - Returns: 0 when the ledger was opened later; never more than ``count``.
    /// - Complexity: O(log *n*) reads of a commit: the log clock never goes back.
    public func position(asOf moment: Timestamp) throws(StoreError) -> UInt64 {
        let wanted = moment.millisecondsSince1970
        let found = try first(in: 0..<count) { $0.logClock > wanted }
        guard found < count else { return found }
        // What came after a clock that was ahead has its log clock, and an own one that is earlier.
        let ahead = try clocks(at: found).logClock
        let end = try first(in: found..<count) { $0.logClock > ahead }
        let own = try first(in: found..<end) { $0.recordedAt < ahead }
        let last = try first(in: own..<end) { $0.recordedAt > wanted }
        return last > own ? last : found
    }

    /// The first position from which on a condition holds, the end where it never does.
    private func first(
        in range: Range<UInt64>, where holds: ((logClock: Int64, recordedAt: Int64)) -> Bool
    ) throws(StoreError) -> UInt64 {
        try range.partitioningIndex { (position) throws(StoreError) in
            holds(try clocks(at: position))
        }
    }

    /// The end of the events that are seen, with the root over them.
    ///
    /// - Complexity: O(1) when these are all events of the store; else as ``EventStore`` says of a
    ///   root of the past.
    public func head() throws(StoreError) -> LogHead {
        let end = try store.head()
        guard count < end.count, let root = try store.root(at: count) else { return end }
        let clock = count > 0 ? try clocks(at: count - 1).logClock : .min
        return LogHead(count: count, root: root, logClock: clock)
    }

    private func clocks(
        at position: UInt64
    ) throws(StoreError) -> (logClock: Int64, recordedAt: Int64) {
        var clocks = (logClock: Int64.min, recordedAt: Int64.min)
        try store.read(position..<(position + 1), .commits) { batch in
            if let commit = batch.commit(at: 0) {
                clocks = (commit.logClock, commit.recordedAt)
            }
            return .stop
        }
        return clocks
    }
}
