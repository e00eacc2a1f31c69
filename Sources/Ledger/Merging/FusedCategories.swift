internal import EventLog

/// Finds the renames of a branch that would make one of two categories of which who renamed knew
/// one only: the new name is in use in the other branch, and was not in this one. Nothing would
/// part the two again.
struct FusedCategories {
    /// The renames that must not come in, by their commit and their index.
    private(set) var found: [CommitID: [Int: MergeObstacle]] = [:]

    private let index: BranchIndex
    /// What the other branch calls categories, with the renames that come in.
    private var here: [CategoryRenamed] = []
    /// What the branch calls them.
    private var there: [CategoryRenamed] = []
    /// The categories that the branch knows, as they were spelled.
    private var known: Set<CategoryPath> = []
    /// Where the other branch speaks of categories, as they are spelled there.
    private var uses: [(position: UInt64, category: CategoryPath)] = []
    /// What the branch calls categories whose renames do not come in, by what they were.
    private var left: [CategoryRenamed] = []

    /// - Parameters:
    ///   - branch: The commits of the branch.
    ///   - index: The other branch, behind which it is to come in.
    ///   - store: A log that has what both begin with.
    ///   - shared: How many events that are.
    /// - Complexity: O(*n*) in the events of both and in those with which they begin, where the
    ///   branch renames a category; else in the events of the branch.
    init(
        _ branch: [BranchCommit], into index: BranchIndex, over store: any EventStore,
        shared: UInt64
    ) throws(StoreError) {
        self.index = index
        let renames = branch.contains { commit in
            index.commits[commit.header.id] == nil && commit.rows.contains(where: \.isRename)
        }
        guard renames else { return }
        let begin = try LedgerSnapshot(store: store, upTo: shared)
        there = begin.referenceData.renames.map(\.names)
        here = there
        known = Set(try begin.categories().categories)
        known.formUnion(try begin.budgetBook().categories(begin.referenceData))
        let others = index.commits.values.sorted {
            $0.header.firstPosition < $1.header.firstPosition
        }
        for commit in others {
            for (place, row) in commit.rows.enumerated() {
                if let names = row.renamed(at: commit.origin(place)) { here.append(names) }
                guard let category = row.spokenCategory else { continue }
                uses.append((commit.origin(place), category))
            }
        }
        for commit in branch { take(commit) }
    }

    private mutating func take(_ commit: BranchCommit) {
        let id = commit.header.id
        for (place, row) in commit.rows.enumerated() {
            if let category = row.spokenCategory { known.insert(category) }
            guard let names = row.renamed(at: commit.origin(place)) else { continue }
            defer { there.append(names) }
            let isSaid = MergeSlot.all(of: row, isImported: false).contains { slot in
                index[slot].contains { row.says($0.row) }
            }
            if index.commits[id] != nil || isSaid { continue }
            if index.settled.contains(id) {
                if index.asides[id] != nil { leave(names) }
            } else if let why = obstacle(to: names) {
                found[id, default: [:]][place] = why
                leave(names)
            } else {
                here.append(names)
            }
        }
    }

    /// Why a rename must not come in; `nil` where it may.
    private func obstacle(to names: CategoryRenamed) -> MergeObstacle? {
        if leaves(names) != nil { return .baseless }
        func isJoined(_ category: CategoryPath, _ renames: [CategoryRenamed]) -> Bool {
            let now = renames.reduce(category) { $0.replacing($1.from, with: $1.to) }
            return names.to.contains(now) && !names.from.contains(now)
        }
        guard let use = uses.first(where: { isJoined($0.category, here) }),
            !known.contains(where: { isJoined($0, there) })
        else { return nil }
        return .otherwise(use.position)
    }

    /// The rename that was left out and from which one goes on.
    private func leaves(_ names: CategoryRenamed) -> Int? {
        left.firstIndex { $0.to.contains(names.from) || names.from.contains($0.to) }
    }

    private mutating func leave(_ names: CategoryRenamed) {
        guard let place = leaves(names) else { return left.append(names) }
        left[place].to = left[place].to.replacing(names.from, with: names.to)
        // It is called again what it is called here.
        if left[place].to == left[place].from { left.remove(at: place) }
    }
}

extension Row {
    /// Whether it renames a category.
    var isRename: Bool { type == EventType.categoryRenamed.rawValue }

    /// The names of a rename; `nil` for other events.
    func renamed(at position: UInt64) -> CategoryRenamed? {
        guard isRename, case .categoryRenamed(let names)? = try? Event(row: self, at: position)
        else { return nil }
        return names
    }

    /// The columns with the names of categories.
    var categoryColumns: [ColumnID] {
        switch EventType(rawValue: type) {
        case .budgetSet, .budgetEnded: [.name]
        default: [.category] + [ColumnID.category.retracted].compactMap(\.self)
        }
    }

    /// The category of what it says, as it is spelled; `nil` for none.
    var spokenCategory: CategoryPath? { categoryColumns.first.flatMap(category(in:)) }

    /// The category in a column.
    func category(in column: ColumnID) -> CategoryPath? {
        self[column]?.bytes.flatMap {
            CategoryPath(exactly: String(decoding: $0, as: UTF8.self))
        }
    }
}
