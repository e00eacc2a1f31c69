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
    /// bears out.
    ///
    /// - Parameter isKnown: Whether an event names one, here or in another one that is here.
    func take(
        _ others: [KeptBranch], over store: any EventStore,
        where isKnown: (KeptBranch) throws(ApplicationError) -> Bool
    ) throws(ApplicationError) {
        var rest = others
        var isDone = rest.isEmpty
        while !isDone {
            isDone = true
            var left: [KeptBranch] = []
            for branch in rest {
                let (isNew, isSaid) = try mappingError(ApplicationError.store) {
                    () throws(StoreError) in
                    if try self[branch.root]?.isWhole(over: store) == true { return (false, false) }
                    // Where a key vouches for it, its own copy tells it by that.
                    let isSaid = branch.note == nil ? false : try branch.isPlaced(in: store)
                    return (try branch.isWhole(over: store), isSaid)
                }
                if !isNew { continue }
                if isSaid ? true : try isKnown(branch) {
                    try keep(branch)
                    isDone = false
                } else {
                    left.append(branch)
                }
            }
            rest = left
        }
    }

    /// What the file of a branch is called.
    static func name(_ root: Digest) -> String { "\(root.hex)\(ending)" }

    private static func path(_ root: Digest) -> String { "\(folder)/\(name(root))" }
}
