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
        var clock: Int64?
        try readLeaves(frontier.size..<count) { commit, leaf in
            clock = commit.logClock
            tree.append(leafHash: leaf)
        }
        frontier = tree
        return clock
    }

    /// Hands over the leaf hash of every event of a range, with its commit.
    ///
    /// - Parameter positions: Events beyond the end are left out.
    package func readLeaves(
        _ positions: Range<UInt64>, _ body: (CommitHeader, Digest) -> Void
    ) throws(StoreError) {
        var seedBlock = UInt64.max
        var seed: [UInt8] = []
        try readStored(positions, .all, holding: .all) { batch throws(StoreError) in
            for index in 0..<batch.count {
                guard let commit = batch.commit(at: index) else { continue }
                let position = batch.firstPosition + UInt64(index)
                let block = position / Limit.seedEvents
                if block != seedBlock { seed = try self.seed(of: block) ?? [] }
                seedBlock = block
                let row = batch.row(at: index)
                body(commit, Leaf.hash(row, commit, position: position, seed: seed))
            }
            return .next
        }
    }

    /// The root over the first events; `nil` where there are fewer.
    ///
    /// - Complexity: O(*n*) in the events of one segment for a store of files, else in all events.
    package func root(at count: UInt64) throws(StoreError) -> Digest? {
        let end = try head()
        if count >= end.count { return count == end.count ? end.root : nil }
        if let files = self as? FileEventStore {
            return try mappingError(StoreError.ofLog, files.log.root(at: count))
        }
        var frontier = MerkleFrontier()
        try extend(&frontier, to: count)
        return frontier.root
    }
}
