package import EventLog

extension EventStore {
    /// Appends the hashes of the events that follow those of a tree.
    ///
    /// - Parameters:
    ///   - frontier: The tree over the first events.
    ///   - count: Over how many events it is to be; those beyond the end are left out.
    /// - Returns: The log clock of the last event that was hashed; `nil` for none.
    /// - Complexity: O(*n*) in the events that are hashed.
    @discardableResult
    package func extend(
        _ frontier: inout MerkleFrontier, to count: UInt64
    ) throws(StoreError) -> Int64? {
        if frontier.size >= count { return nil }
        var tree = frontier
        var seedBlock = UInt64.max
        var seed: [UInt8] = []
        var clock: Int64?
        try readStored(frontier.size..<count, .all, holding: .all) { batch throws(StoreError) in
            for index in 0..<batch.count {
                guard let commit = batch.commit(at: index) else { continue }
                let position = batch.firstPosition + UInt64(index)
                let block = position / Limit.seedEvents
                if block != seedBlock { seed = try self.seed(of: block) ?? [] }
                seedBlock = block
                clock = commit.logClock
                tree.append(
                    leafHash: Leaf.hash(
                        batch.row(at: index), commit, position: position, seed: seed))
            }
            return .next
        }
        frontier = tree
        return clock
    }

    /// The root over the first events; `nil` where there are fewer.
    ///
    /// - Complexity: O(*n*) in the events of one segment for a store of files, else in all events.
    package func root(at count: UInt64) throws(StoreError) -> Digest? {
        let end = try head()
        if count >= end.count { return count == end.count ? end.root : nil }
        if let files = self as? FileEventStore {
            return try files.lifted { try files.log.root(at: count) }
        }
        var frontier = MerkleFrontier()
        try extend(&frontier, to: count)
        return frontier.root
    }
}
