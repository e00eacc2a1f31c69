public import EventLog

extension Books {
    /// How many events had been recorded at a moment: those up to and including the last one whose
    /// log clock is not later.
    ///
    /// - Returns: 0 when the ledger was opened later; never more than ``count``.
    /// - Complexity: O(log *n*) reads of a commit: the log clock never goes back.
    public func position(asOf moment: Timestamp) throws(StoreError) -> UInt64 {
        var low: UInt64 = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if try logClock(at: middle) <= moment.millisecondsSince1970 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The end of the events that are seen, with the root over them.
    ///
    /// - Complexity: O(1) when these are all events of the store; else as ``EventStore`` says of a
    ///   root of the past.
    public func head() throws(StoreError) -> LogHead {
        let end = try store.head()
        guard count < end.count, let root = try store.root(at: count) else { return end }
        let clock = count > 0 ? try logClock(at: count - 1) : .min
        return LogHead(count: count, root: root, logClock: clock)
    }

    private func logClock(at position: UInt64) throws(StoreError) -> Int64 {
        var clock = Int64.min
        try store.read(position..<(position + 1), .commits) { batch in
            clock = batch.commit(at: 0)?.logClock ?? clock
            return .stop
        }
        return clock
    }
}
