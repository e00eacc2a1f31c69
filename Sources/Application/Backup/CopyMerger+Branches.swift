internal import EventLog
internal import Ledger

/// What is kept of the branch that a merge replaces.
extension CopyMerger {
    /// Keeps the leaf hashes of the branch that another one takes in, and where its events stand
    /// then; of those that were replaced in it before, too. The log in its place is not yet there:
    /// a crash leaves files that prove the same, but do not say where anything stands.
    ///
    /// - Parameter head: The end of the log that is to stand there.
    func keepBranches(into head: LogHead) throws(ApplicationError) {
        guard let (isMine, moved) = replaced else { return }
        let here = BranchFiles(env.home)
        let old = isMine ? mine : theirs
        var branch = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try KeptBranch(of: old, behind: plan.shared, into: head, moved)
        }
        // Of two that merged the same at the same time the log of one stays, which names no other.
        if isMine, case .adopt = plan.step {
            branch.note = try? env.vouching(for: branch, of: old, isPlacing: true)
        }
        // What is kept beside the log that stays as it is comes along with its files.
        let earlier = isMine ? here.all : try theirBranches()
        if branch.count > branch.shared { try here.keep(branch) }
        for kept in earlier where kept.root != branch.root {
            if !isMine, here[kept.root] != nil { continue }
            // What lies in what both logs begin with is taken along with the other files.
            if kept.stays(behind: plan.shared) { continue }
            let rebased = try mappingError(ApplicationError.store) { () throws(StoreError) in
                guard try kept.isWhole(over: old) else { return nil as KeptBranch? }
                return try kept.rebased(over: old, branch, into: head, moved)
            }
            // What nothing names proves nothing where no key of this copy signed it.
            guard var rebased, isMine || rebased.naming != nil else { continue }
            // What was signed of it names the log that goes.
            let signed = isMine ? try env.signed(kept, in: old) : .nothing
            rebased.note =
                signed > .nothing
                ? try? env.vouching(for: rebased, of: old, isPlacing: signed == .placed) : nil
            try here.keep(rebased)
        }
    }

    /// What is kept of branches in the other copy, a folder or a bundle.
    private func theirBranches() throws(ApplicationError) -> [KeptBranch] {
        if let bundled { return try bundled.branches() }
        return Places.isFolder(path) ? BranchFiles(FileHome(path)).all : []
    }

    /// Whether the branch of this copy is replaced, and where the events of the one that is stand
    /// then; `nil` where none is, or it is that of another ledger.
    private var replaced: (isMine: Bool, moved: (UInt64) -> UInt64?)? {
        if isJoin { return nil }
        switch plan.step {
        case .nothing: return nil
        case .adopt: return (true, plan.position)
        case .merge(let merge): return (merge.base == .theirs, merge.position)
        }
    }
}
