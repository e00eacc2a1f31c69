internal import EventLog

/// What the categories of another ledger are called where it comes in: as they are called there.
/// None of its renames comes in, for it would hold for the categories of this ledger, too.
struct JoinedCategories {
    /// The renames of the other ledger that are not here.
    private let renames: [ReferenceData.Rename]
    /// How many events of the other ledger earlier joins have brought, ascending.
    private let ends: [UInt64]

    /// - Parameters:
    ///   - names: What the other ledger calls its categories.
    ///   - theirs: Its commits.
    ///   - index: What is here: earlier programs brought renames, too.
    ///   - ends: How many events earlier joins have brought.
    init(
        _ names: ReferenceData, of theirs: [BranchCommit], _ index: BranchIndex, _ ends: [UInt64]
    ) {
        let here = theirs.filter { index.commits[$0.header.id] != nil }.map(\.positions)
        renames = names.renames.filter { rename in
            !here.contains { $0.contains(rename.position) }
        }
        self.ends = ends.sorted()
    }

    /// A commit under the names of its categories there: all that is said of a line under those of
    /// when the line came.
    func named(_ commit: BranchCommit) -> BranchCommit {
        guard let first = renames.first else { return commit }
        var commit = commit
        for (place, row) in commit.rows.enumerated() {
            let thing = row[.target]?.integer.map { UInt64(clamping: $0) } ?? commit.origin(place)
            let end = ends.first { $0 > thing } ?? .max
            if first.position >= end { continue }
            for column in row.categoryColumns {
                guard let category = row.category(in: column) else { continue }
                let name = renames.prefix { $0.position < end }.reduce(category) {
                    $0.replacing($1.names.from, with: $1.names.to)
                }
                commit.rows[place][column] = .bytes(Array(name.text.utf8))
            }
        }
        return commit
    }

    /// The renames that came after an earlier join: what that one brought is called here as it was.
    func late(in theirs: [BranchCommit]) -> [CommitID: [Int: MergeObstacle]] {
        guard let last = ends.last else { return [:] }
        var late: [CommitID: [Int: MergeObstacle]] = [:]
        for commit in theirs where commit.header.firstPosition >= last {
            for (place, row) in commit.rows.enumerated() where row.isRename {
                late[commit.header.id, default: [:]][place] = .foreign
            }
        }
        return late
    }
}

extension FileEventStore {
    /// How many events of another ledger earlier joins have brought.
    ///
    /// - Complexity: O(*n*) in the frames, and the frames of a segment for each join.
    func joinedEnds(of other: FileEventStore) throws(StoreError) -> [UInt64] {
        let count = try other.head().count
        var ends: [UInt64] = []
        for merge in try LedgerSnapshot(store: self).mergeHistory().merges {
            let size = merge.record.counts[BranchMerge.sizeCount].flatMap { UInt64(exactly: $0) }
            guard merge.record.shared == 0, let size, size > 0, size <= count else { continue }
            let root = try other.root(at: size)
            if merge.record.names(root, of: size) { ends.append(size) }
        }
        return ends
    }

    /// The budgets of another ledger that would take the place of one of this ledger, which has
    /// another name by now.
    ///
    /// - Parameter theirs: The commits of the other ledger.
    func replacedBudgets(
        by theirs: [BranchCommit], _ index: BranchIndex
    ) throws(StoreError) -> [CommitID: [Int: MergeObstacle]] {
        let snapshot = try LedgerSnapshot(store: self)
        let book = try snapshot.budgetBook()
        let ids = Set(theirs.map(\.header.id))
        var found: [CommitID: [Int: MergeObstacle]] = [:]
        for commit in theirs {
            for (place, row) in commit.rows.enumerated() {
                let slots = MergeSlot.all(of: row, isImported: false)
                guard let (category, currency) = row.budget(at: commit.origin(place)),
                    slots.allSatisfy({ index[$0].isEmpty }),
                    let own = book.lastVersion(of: category, currency, snapshot.referenceData),
                    let recorded = try snapshot.commit(at: own)?.header.id,
                    !ids.contains(recorded)
                else { continue }
                found[commit.header.id, default: [:]][place] = .otherwise(own)
            }
        }
        return found
    }
}

extension Row {
    /// The budget of which it says something; `nil` for other events.
    fileprivate func budget(at position: UInt64) -> (category: CategoryPath, currency: Currency)? {
        guard type == EventType.budgetSet.rawValue || type == EventType.budgetEnded.rawValue
        else { return nil }
        switch try? Event(row: self, at: position) {
        case .budgetSet(let budget): return (budget.category, budget.goal.currency)
        case .budgetEnded(let end): return (end.category, end.currency)
        default: return nil
        }
    }
}
