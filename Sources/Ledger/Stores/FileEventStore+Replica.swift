package import EventLog

extension FileEventStore {
    /// Appends commits of another copy of the log; see `Log.replicate`.
    ///
    /// - Parameters:
    ///   - commits: 1 or more, in order.
    ///   - count: How many events come before them.
    /// - Returns: The root behind the last one.
    package func replicate(
        _ commits: [EncodedCommit], behind count: UInt64
    ) throws(StoreError) -> Digest {
        try mappingError(StoreError.ofLog, log.replicate(commits, behind: count))
    }

    /// The tree over the first events, as far as it takes to go on from there.
    package func frontier(at count: UInt64) throws(StoreError) -> MerkleFrontier {
        let (size, peaks) = try mappingError(StoreError.ofLog, log.peaks(at: count))
        guard size == count, let frontier = MerkleFrontier(size: size, peaks: peaks) else {
            throw .log(.missing)
        }
        return frontier
    }

    /// How many commits there are from a position on, at which one begins.
    ///
    /// - Complexity: O(*n*) in their events.
    package func commitCount(from position: UInt64) throws(StoreError) -> Int {
        var (count, last) = (0, CommitHeader?.none)
        try readStored(position..<(try head().count), .commits, holding: .all) { batch in
            for run in batch.commits where run.header != last {
                count += 1
                last = run.header
            }
            return .next
        }
        return count
    }
}
