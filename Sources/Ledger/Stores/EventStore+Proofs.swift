package import EventLog

extension EventStore {
    /// The hash of an event's leaf, and the hashes that lead from there to the root over the first
    /// events; `nil` where there are not so many events, or the event is not among them.
    ///
    /// - Complexity: O(log *n*) hashes for a store of files, once it knows its tree; else O(*n*).
    package func inclusion(
        of position: UInt64, in size: UInt64
    ) throws(StoreError) -> (leaf: Digest, hashes: [Digest])? {
        if let files = self as? FileEventStore {
            return try mappingError(
                StoreError.ofLog, files.prover.inclusion(of: position, in: size))
        }
        guard let leaves = try leaves(upTo: size), position < size else { return nil }
        let hashes = MerkleProof.inclusionProof(
            index: position, treeSize: size
        ) { leaves.root(from: $0, level: $1) }
        return hashes.map { (leaves.all[Int(position)], $0) }
    }

    /// The hashes that show that the tree over the first events continues an older one; `nil` where
    /// there are not so many events, or the older tree is the larger one or empty.
    ///
    /// - Complexity: As ``inclusion(of:in:)``.
    package func consistency(
        from old: UInt64, to new: UInt64
    ) throws(StoreError) -> [Digest]? {
        if let files = self as? FileEventStore {
            return try mappingError(StoreError.ofLog, files.prover.consistency(from: old, to: new))
        }
        guard let leaves = try leaves(upTo: new) else { return nil }
        return MerkleProof.consistencyProof(from: old, to: new) { leaves.root(from: $0, level: $1) }
    }

    /// What a stranger needs to compute the leaf of an event; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - position: Which event.
    ///   - withText: Whether its text is shown.
    package func disclosure(
        of position: UInt64, withText: Bool
    ) throws(StoreError) -> LeafDisclosure? {
        var found: LeafDisclosure?
        try readDisclosures(of: [position], withText: withText) { found = $1 }
        return found
    }

    /// Hands over the same of several events; those that are not there are left out.
    ///
    /// - Parameters:
    ///   - positions: Which events, ascending; those of a block are read at once.
    ///   - withText: Whether their text is shown.
    package func readDisclosures(
        of positions: [UInt64], withText: Bool,
        _ body: (UInt64, LeafDisclosure) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rest = positions[...]
        while let first = rest.first {
            let block = first / Limit.seedEvents
            let own = rest.prefix { $0 / Limit.seedEvents == block }
            rest = rest.dropFirst(own.count)
            let seed = try seed(of: block) ?? []
            let range = first..<((own.last ?? first) + 1)
            try readStored(range, .all, holding: .all) { batch throws(StoreError) in
                for position in own where batch.positions.contains(position) {
                    let index = Int(position - batch.firstPosition)
                    guard let commit = batch.commit(at: index),
                        let found = LeafDisclosure(
                            batch.row(at: index), commit, position: position, seed: seed,
                            withText: withText)
                    else { continue }
                    try body(position, found)
                }
                return .next
            }
        }
    }

    /// Makes what is seen durable before it is signed or handed on.
    package func settle() throws(StoreError) {
        guard let files = self as? FileEventStore else { return }
        try mappingError(StoreError.ofLog, (files.base ?? files.log).settle())
    }

    /// The same store, for reading, as it is now: every event is hashed and held against the root,
    /// and what is read of it later is what was hashed.
    ///
    /// - Parameters:
    ///   - count: How many events are hashed at least; `nil` for all.
    ///   - progress: Called now and then with the number of events so far.
    /// - Throws: ``StoreError/log(_:)`` where an event does not give the root.
    /// - Complexity: O(*n*) in the events for a store of files; one in memory is as it is.
    package func proved(
        upTo count: UInt64? = nil, progress: (UInt64) -> Void
    ) throws(StoreError) -> any EventStore {
        if let draft = self as? OverlayEventStore {
            let below = count.map { min($0, draft.baseCount) }
            return OverlayEventStore(
                draft, over: try draft.base.proved(upTo: below, progress: progress))
        }
        guard let files = self as? FileEventStore else { return self }
        let log = try mappingError(
            StoreError.ofLog, files.log.proved(upTo: count, progress: progress))
        return FileEventStore(log, from: files.log)
    }

    private func leaves(upTo count: UInt64) throws(StoreError) -> Leaves? {
        guard count <= (try head().count) else { return nil }
        var leaves = Leaves()
        try readLeaves(0..<count) { leaves.all.append($1) }
        return leaves
    }
}

/// The leaves of a small log.
private struct Leaves {
    var all: [Digest] = []

    func root(from start: UInt64, level: Int) -> Digest {
        SHA256.root(all[Int(start)..<(Int(start) + 1 << level)])
    }
}
