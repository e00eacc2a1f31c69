internal import EventLog
internal import Ledger

/// What is kept of branches that merges replaced: `branches` in the ledger's folder, a file each,
/// for its owner only. Whatever copies the ledger takes them along.
///
/// ```
/// branches/4f….branch        by the root of the branch: see KeptBranch
/// ```
struct BranchFiles {
    /// The name of the folder.
    static let folder = "branches"
    private static let ending = ".branch"

    private let home: any LedgerHome

    init(_ home: any LedgerHome) { self.home = home }

    /// Whether a path in the ledger's folder is that of such a file.
    static func isOne(_ path: String) -> Bool { path.hasPrefix(folder + "/") }

    /// The roots of those that there are, whether they can be read or not.
    var roots: [Digest] {
        guard let place = home.saved.folder else { return [] }
        return Places.names(in: "\(place)/\(BranchFiles.folder)").sorted().compactMap { name in
            guard name.hasSuffix(BranchFiles.ending) else { return nil }
            return Digest(hex: String(name.dropLast(BranchFiles.ending.count)))
        }
    }

    /// All that can be read, by their roots; what is damaged proves nothing, and is passed over.
    var all: [KeptBranch] { roots.compactMap { self[$0] } }

    /// The branch of a root; `nil` where none is kept, or it is damaged.
    subscript(root: Digest) -> KeptBranch? {
        let bytes = (try? home.saved.file(BranchFiles.path(root))) ?? nil
        guard let branch = bytes.flatMap({ KeptBranch($0) }), branch.root == root else {
            return nil
        }
        return branch
    }

    /// Keeps a branch, durable when this returns.
    func keep(_ branch: KeptBranch) throws(ApplicationError) {
        try home.keep(branch.bytes, as: BranchFiles.path(branch.root))
    }

    /// Those of another copy; none where that is this one.
    func others(of other: any LedgerHome) -> [KeptBranch] {
        other.saved.folder == home.saved.folder ? [] : BranchFiles(other).all
    }

    /// Takes those of another copy that are not here and that its log, which is a part of this one,
    /// bears out; and those that are here, where a key of this copy signed more of the other one.
    ///
    /// Where no key of this copy signed it, the positions of a branch are what whoever gave the
    /// file says.
    ///
    /// - Parameter isGiven: Whether they come from anybody, by bundle or from a server: of what
    ///   only other keys sign, which may come here later, no more is taken then than one branch may
    ///   have.
    func take(
        _ others: [KeptBranch], over store: any EventStore, in env: Environment, isGiven: Bool
    ) throws(ApplicationError) {
        var rest: [KeptBranch] = []
        for var branch in others where try isWhole(branch, over: store) {
            // What is no note, or one of something else, vouches for nothing and is not taken.
            if try env.said(of: branch, in: store) == nil { branch.note = nil }
            rest.append(branch)
        }
        // What is left for what only keys of others sign.
        var room: Int?
        var isDone = rest.isEmpty
        while !isDone {
            isDone = true
            var left: [KeptBranch] = []
            for branch in rest where try isBetter(branch, over: store, in: env) {
                var isTaken = try env.isKnown(branch, in: store)
                // Where a key vouches for it, its own copy tells it by that.
                if !isTaken, branch.note != nil {
                    let bytes = isGiven ? max(branch.bytes.count, BranchFiles.fileBytesMin) : 0
                    if room == nil { room = try roomLeft(over: store, in: env) }
                    isTaken = bytes <= room ?? 0
                    if isTaken { room? -= bytes }
                }
                if isTaken {
                    try keep(branch)
                    isDone = false
                } else {
                    left.append(branch)
                }
            }
            rest = left
        }
    }

    /// How many bytes there are for what neither an event nor a key of this copy vouches for.
    private func roomLeft(
        over store: any EventStore, in env: Environment
    ) throws(ApplicationError) -> Int {
        let events = try mappingError(ApplicationError.store, store.head().count)
        var left = BundleFiles.branchBytesMax(events: events)
        for kept in all where try !env.isKnown(kept, in: store) {
            left -= max(kept.bytes.count, BranchFiles.fileBytesMin)
        }
        return max(0, left)
    }

    /// What a file counts for at least, so that there are not too many.
    private static let fileBytesMin = 1 << 12

    /// The roots of those that are whole.
    func whole(over store: any EventStore) throws(ApplicationError) -> [Digest] {
        var found: [Digest] = []
        for branch in all where try isWhole(branch, over: store) { found.append(branch.root) }
        return found
    }

    private func isWhole(
        _ branch: KeptBranch, over store: any EventStore
    ) throws(ApplicationError) -> Bool {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            try branch.isWhole(over: store)
        }
    }

    /// Whether one that is whole is not here, or a key of this copy signed more of it.
    private func isBetter(
        _ branch: KeptBranch, over store: any EventStore, in env: Environment
    ) throws(ApplicationError) -> Bool {
        guard let kept = self[branch.root], try isWhole(kept, over: store) else { return true }
        let signed = try env.signed(branch, in: store)
        return signed == .nothing ? false : try env.signed(kept, in: store) < signed
    }

    /// What the file of a branch is called.
    static func name(_ root: Digest) -> String { "\(root.hex)\(ending)" }

    /// Whether something can be the name of such a file.
    static func isName(_ name: String) -> Bool {
        guard name.hasSuffix(ending), let root = Digest(hex: String(name.dropLast(ending.count)))
        else { return false }
        return BranchFiles.name(root) == name
    }

    private static func path(_ root: Digest) -> String { "\(folder)/\(name(root))" }
}
