internal import EventLog
internal import Ledger

extension Environment {
    /// Holds what was known of the ledger against what it is, and against the branches that merges
    /// replaced.
    ///
    /// A branch counts where an event of the log names its root, or one of a branch that counts:
    /// files beside the log alone prove nothing.
    ///
    /// - Returns: The branch; `nil` where it is the ledger as it is.
    /// - Throws: As ``hold(_:against:)``.
    func branch(
        of known: Checkpoint, against store: any EventStore
    ) throws(ApplicationError) -> CheckedBranch? {
        do throws(ApplicationError) { try hold(known, against: store) } catch {
            guard ProofError.isOfHistory(error) else { throw error }
            // A ledger that was written anew may make no sense.
            guard let found = (try? merged(known, store)) ?? nil else { throw error }
            return found
        }
        return nil
    }

    /// Whether what contradicts the ledger is of a branch that this copy replaced.
    func isKept(
        _ known: Checkpoint, of store: any EventStore, after error: ApplicationError
    ) throws(ApplicationError) -> Bool {
        guard ProofError.isOfHistory(error) else { return false }
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            try kept(known, store) != nil
        }
    }

    /// A branch, the one that names it and so on, and the event of the log that names the last.
    ///
    /// - Parameter root: The first digits of its root.
    /// - Throws: ``ProofError/unknownBranch(_:)``.
    func branches(
        called root: String, in store: any EventStore
    ) throws(ApplicationError) -> (branches: [KeptBranch], merge: UInt64) {
        let wanted = root.lowercased()
        let fitting = BranchFiles(home).all.filter { $0.root.hex.hasPrefix(wanted) }
        guard wanted.count >= 4, fitting.count == 1, let branch = fitting.first else {
            throw .proof(.unknownBranch(root))
        }
        let found = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try branch.isWhole(over: store) ? try naming(branch, in: store) : nil
        }
        guard let found else { throw .proof(.unknownBranch(root)) }
        return found
    }

    private func merged(
        _ known: Checkpoint, _ store: any EventStore
    ) throws(StoreError) -> CheckedBranch? {
        guard let branch = try kept(known, store) else {
            // What the merge names is known on all devices.
            guard let root = known.root,
                let merge = try LedgerSnapshot(store: store).merge(of: root)
            else { return nil }
            return CheckedBranch(merge: merge, events: known.size, root: root.hex)
        }
        guard let merge = try naming(branch, in: store)?.merge else { return nil }
        var (position, missing) = (UInt64?.none, UInt64(0))
        for event in (min(branch.shared, known.size)..<known.size) {
            if let there = try branch.position(of: event, in: store) {
                position = there
            } else {
                missing += 1
            }
        }
        return CheckedBranch(
            merge: merge, events: branch.count, root: branch.root.hex, shared: branch.shared,
            position: position ?? branch.shared - 1, missing: missing)
    }

    /// The branch of which a checkpoint is, of those that are kept here.
    private func kept(
        _ known: Checkpoint, _ store: any EventStore
    ) throws(StoreError) -> KeptBranch? {
        for branch in BranchFiles(home).all where known.size > branch.shared {
            guard let root = try branch.root(at: known.size, over: store),
                root.bytes == known.rootBytes, try branch.isWhole(over: store)
            else { continue }
            return branch
        }
        return nil
    }

    /// A branch, the one that names it and so on, and the event of the log that names the last;
    /// `nil` where none does.
    private func naming(
        _ branch: KeptBranch, in store: any EventStore
    ) throws(StoreError) -> (branches: [KeptBranch], merge: UInt64)? {
        let (files, snapshot) = (BranchFiles(home), try LedgerSnapshot(store: store))
        var (branch, branches, seen) = (branch, [branch], Set<Digest>())
        while seen.insert(branch.root).inserted {
            if let position = try snapshot.merge(of: branch.root) { return (branches, position) }
            guard let naming = branch.naming, let other = files[naming.root],
                try other.isWhole(over: store), naming.shown.names(branch: branch.root),
                other.leaf(of: naming.position) == naming.shown.leaf
            else { return nil }
            branch = other
            branches.append(other)
        }
        return nil
    }
}

extension ProofError {
    /// Whether a checkpoint is not what the ledger was.
    fileprivate static func isOfHistory(_ error: ApplicationError) -> Bool {
        switch error {
        case .proof(.rolledBack), .proof(.forked): true
        default: false
        }
    }
}
