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
            return try files.lifted { try files.prover.inclusion(of: position, in: size) }
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
            return try files.lifted { try files.prover.consistency(from: old, to: new) }
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
        let seed = try seed(of: position / Limit.seedEvents) ?? []
        var found: LeafDisclosure?
        try readStored(position..<(position + 1), .all, holding: .all) { batch in
            guard batch.count > 0, let commit = batch.commit(at: 0) else { return .stop }
            found = LeafDisclosure(
                batch.row(at: 0), commit, position: position, seed: seed, withText: withText)
            return .stop
        }
        return found
    }

    /// Makes what is seen durable before it is signed or handed on.
    package func settle() throws(StoreError) {
        guard let files = self as? FileEventStore else { return }
        try files.lifted { try files.log.settle() }
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
