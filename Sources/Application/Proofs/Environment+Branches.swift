internal import EventLog
internal import Ledger

extension Environment {
    /// Holds what was known of the ledger against what it is, and against the branches that merges
    /// replaced.
    ///
    /// A branch counts where an event of the log names its root, or one of a branch that counts,
    /// or where a key of this copy vouches for it: files beside the log alone prove nothing.
    ///
    /// - Returns: The branch; `nil` where it is the ledger as it is.
    /// - Throws: As ``hold(_:against:)``.
    func branch(
        of known: Checkpoint, against store: any EventStore
    ) throws(ApplicationError) -> CheckedBranch? {
        do throws(ApplicationError) { try hold(known, against: store) } catch {
            guard ProofError.isOfHistory(error) else { throw error }
            // A ledger that was written anew may make no sense.
            if let found = (try? merged(known, store)) ?? nil { return found }
            throw error
        }
        return nil
    }

    /// Whether what contradicts the ledger is of a branch that this copy replaced, as an event of
    /// the log or a key of this copy says, by a log that is still there.
    func isKept(
        _ known: Checkpoint, of store: any EventStore, after error: ApplicationError
    ) throws(ApplicationError) -> Bool {
        guard ProofError.isOfHistory(error) else { return false }
        let branches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try kept(known, store)
        }
        for branch in branches {
            let isPlaced = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try branch.isPlaced(in: store)
            }
            if isPlaced, try isKnown(branch, in: store) { return true }
        }
        return false
    }

    /// Whether an event of the log names a branch, or a key of this copy vouches for it.
    func isKnown(
        _ branch: KeptBranch, in store: any EventStore
    ) throws(ApplicationError) -> Bool {
        let merge = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try naming(branch, in: store)?.merge
        }
        return merge == nil ? try isVouched(branch, in: store) : true
    }

    /// What is kept here of branches that another copy may lack which has the first events of the
    /// log: those that events behind these name, and those that a key vouches for.
    func branches(
        since count: UInt64, in store: any EventStore
    ) throws(ApplicationError) -> [KeptBranch] {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            var found: [KeptBranch] = []
            for branch in BranchFiles(home).all where try branch.isWhole(over: store) {
                if let merge = try naming(branch, in: store)?.merge {
                    if merge >= count { found.append(branch) }
                } else if branch.note != nil, try branch.isPlaced(in: store) {
                    found.append(branch)
                }
            }
            return found
        }
    }

    /// A branch, the one that names it and so on, and the event of the log that names the last;
    /// where none does and a key of this copy vouches for one of them, that one is the last.
    ///
    /// - Parameter root: The first digits of its root.
    /// - Throws: ``ProofError/unknownBranch(_:)``.
    func branches(
        called root: String, in store: any EventStore
    ) throws(ApplicationError) -> (branches: [KeptBranch], merge: UInt64?) {
        let wanted = root.lowercased()
        let fitting = BranchFiles(home).all.filter { $0.root.hex.hasPrefix(wanted) }
        guard wanted.count >= 4, fitting.count == 1, let branch = fitting.first else {
            throw .proof(.unknownBranch(root))
        }
        let (isWhole, found) = try mappingError(ApplicationError.store) { () throws(StoreError) in
            (try branch.isWhole(over: store), try naming(branch, in: store))
        }
        guard isWhole else { throw .proof(.unknownBranch(root)) }
        if let found { return (found.branches, found.merge) }
        guard let vouched = try vouched(branch, in: store) else {
            throw .proof(.unknownBranch(root))
        }
        return (vouched, nil)
    }

    /// Where an event of a branch that was replaced stands now, or the last one before it that
    /// does; `nil` for a text that is no root, a colon and the position that the event had there.
    ///
    /// - Throws: ``ProofError/unknownBranch(_:)``.
    func position(inBranch text: String) throws(ApplicationError) -> UInt64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count >= 4, parts[0].allSatisfy(\.isHexDigit),
            let event = UInt64(parts[1])
        else { return nil }
        let past = with { $0.asOf = nil }
        let store = try past.store()
        let (branches, _) = try past.branches(called: String(parts[0]), in: store)
        guard let branch = branches.first, event < branch.count else {
            throw .unknownID(String(parts[1]))
        }
        if event < branch.shared { return event }
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let events = branch.shared..<(event + 1)
            let there = try branch.positions(of: events, in: store).last { $0 != nil } ?? nil
            return there ?? branch.shared - 1
        }
    }

    /// What a note says of a branch: nothing, that a log took its place, or also where its events
    /// stand there.
    enum Vouching: Comparable {
        case nothing, replaced, placed
    }

    /// A note by which this copy vouches that a branch of its own was replaced.
    ///
    /// - Parameter isPlacing: Whether it vouches for where the events stand, too.
    /// - Throws: ``ProofError/noKey``.
    func vouching(
        for branch: KeptBranch, of store: any EventStore, isPlacing: Bool = false
    ) throws(ApplicationError) -> [UInt8]? {
        let text = try text(of: branch, in: store, isPlacing: isPlacing)
        return Note(text, signedBy: try signer())?.bytes
    }

    /// The proof of a branch that a key vouches for has the first four lines, what is kept of one
    /// has the fifth as well.
    private func text(
        of branch: KeptBranch, in store: any EventStore, isPlacing: Bool
    ) throws(ApplicationError) -> String {
        "ledger-branch@v1\n\(try origin(of: store))\n\(branch.count) \(branch.root.base64)\n"
            + "\(branch.log.count) \(branch.log.root.base64)\n"
            + (isPlacing ? "positions \(branch.placing.base64)\n" : "")
    }

    /// What the note of a branch says of it, whoever signed it; `nil` for none, for what is no
    /// note, and for one of anything else, such as of other positions.
    func said(
        of branch: KeptBranch, in store: any EventStore
    ) throws(ApplicationError) -> (note: Note, of: Vouching)? {
        let isPlaced = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try branch.isPlaced(in: store)
        }
        guard isPlaced, let bytes = branch.note, let note = try? Note(parsing: bytes) else {
            return nil
        }
        for (isPlacing, vouching) in [(true, Vouching.placed), (false, .replaced)]
        where note.text == (try text(of: branch, in: store, isPlacing: isPlacing)) {
            return (note, vouching)
        }
        return nil
    }

    /// What a key of this copy has signed of a branch.
    func signed(
        _ branch: KeptBranch, in store: any EventStore
    ) throws(ApplicationError) -> Vouching {
        guard let said = try said(of: branch, in: store) else { return .nothing }
        let keys = try keys().map(\.verifier)
        let isOwn = (try? said.note.signers(among: keys))?.isEmpty == false
        return isOwn ? said.of : .nothing
    }

    /// Whether a key of this copy vouches for a branch, or for one of which an event names it.
    private func isVouched(
        _ branch: KeptBranch, in store: any EventStore
    ) throws(ApplicationError) -> Bool {
        try vouched(branch, in: store) != nil
    }

    /// A branch, the one that names it and so on, up to the first for which a key of this copy
    /// vouches; `nil` where none does.
    private func vouched(
        _ branch: KeptBranch, in store: any EventStore
    ) throws(ApplicationError) -> [KeptBranch]? {
        let branches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try chain(from: branch, in: store)
        }
        for (index, branch) in branches.enumerated()
        where try signed(branch, in: store) > .nothing {
            return Array(branches[...index])
        }
        return nil
    }

    private func merged(
        _ known: Checkpoint, _ store: any EventStore
    ) throws(ApplicationError) -> CheckedBranch? {
        let branches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try kept(known, store)
        }
        for branch in branches {
            let merge = try mappingError(ApplicationError.store) { () throws(StoreError) in
                try naming(branch, in: store)?.merge
            }
            if merge == nil, try !isVouched(branch, in: store) { continue }
            let isSigned = try signed(branch, in: store) == .placed
            return try mappingError(ApplicationError.store) { () throws(StoreError) in
                try checked(known, of: branch, merge, store, isSigned: isSigned)
            }
        }
        // What the merge names is known on all devices.
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            guard let root = known.root,
                let merge = try LedgerSnapshot(store: store).merge(of: root, size: known.size)
            else { return nil }
            return CheckedBranch(merge: merge, events: known.size, root: root.hex)
        }
    }

    private func checked(
        _ known: Checkpoint, of branch: KeptBranch, _ merge: UInt64?, _ store: any EventStore,
        isSigned: Bool
    ) throws(StoreError) -> CheckedBranch {
        let events = min(branch.shared, known.size)..<known.size
        let found = try branch.positions(of: events, in: store)
        let missing = UInt64(found.count { $0 == nil })
        let position = found.last { $0 != nil } ?? nil
        return CheckedBranch(
            merge: merge, events: branch.count, root: branch.root.hex, shared: branch.shared,
            position: position ?? branch.shared - 1, missing: missing,
            signed: isSigned ? true : nil)
    }

    /// The branches of which a checkpoint is, of those that are kept here.
    private func kept(
        _ known: Checkpoint, _ store: any EventStore
    ) throws(StoreError) -> [KeptBranch] {
        var found: [KeptBranch] = []
        for branch in BranchFiles(home).all where known.size > branch.shared {
            guard let root = try branch.root(at: known.size, over: store),
                root.bytes == known.rootBytes, try branch.isWhole(over: store)
            else { continue }
            found.append(branch)
        }
        return found
    }

    /// A branch, the one that names it and so on, and the event of the log that names the last;
    /// `nil` where none does.
    private func naming(
        _ branch: KeptBranch, in store: any EventStore
    ) throws(StoreError) -> (branches: [KeptBranch], merge: UInt64)? {
        let snapshot = try LedgerSnapshot(store: store)
        let branches = try chain(from: branch, in: store)
        for (index, branch) in branches.enumerated() {
            guard let position = try snapshot.merge(of: branch.root, size: branch.count)
            else { continue }
            return (Array(branches[...index]), position)
        }
        return nil
    }

    /// A branch, the one of which an event names it, and so on.
    private func chain(
        from branch: KeptBranch, in store: any EventStore
    ) throws(StoreError) -> [KeptBranch] {
        let files = BranchFiles(home)
        var (branches, seen) = ([branch], Set([branch.root]))
        while let last = branches.last, let naming = last.naming,
            let other = files[naming.root], seen.insert(other.root).inserted,
            naming.shown.names(branch: last.root, of: last.count, at: naming.position),
            other.leaf(of: naming.position) == naming.shown.leaf, try other.isWhole(over: store)
        {
            branches.append(other)
        }
        return branches
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
