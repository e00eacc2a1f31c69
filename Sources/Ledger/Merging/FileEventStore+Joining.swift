package import EventLog

/// What names of another ledger become in this one, as persons and accounts have them.
package struct JoinedNames: Hashable, Sendable {
    private var names: [String: String] = [:]

    /// Nothing is renamed.
    package init() {}

    /// Gives a name another one, in any case of its letters.
    package mutating func rename(_ name: String, to other: String) {
        names[name.lowercased()] = other
    }

    /// What a name becomes.
    package subscript(name: String) -> String { names[name.lowercased()] ?? name }

    /// The names that get another one, in lower case.
    package var old: Set<String> { Set(names.keys) }

    /// An event with the names that it has here.
    fileprivate func renamed(_ row: Row) -> Row {
        let column: ColumnID
        switch EventType(rawValue: row.type) {
        case .accountOpened, .accountChanged: column = .name
        case .personAdded, .personChanged: column = .personName
        default: return row
        }
        guard !names.isEmpty, let bytes = row[column]?.bytes else { return row }
        let name = String(decoding: bytes, as: UTF8.self)
        guard let other = names[name.lowercased()] else { return row }
        var row = row
        row[column] = .bytes(Array(other.utf8))
        return row
    }
}

extension FileEventStore {
    /// What has to be appended so that this ledger has all that another one has, one with an id of
    /// its own.
    ///
    /// Persons and accounts of one name become one. Categories come as they are called there. What
    /// holds for the other ledger alone, such as its settings and rights, is set aside, and so is
    /// what contradicts. Nothing is written.
    ///
    /// - Parameter names: What its persons and accounts are called here.
    /// - Complexity: O(*n*) in the events of both, all of which are held.
    package func joinPlan(
        of other: FileEventStore, _ names: JoinedNames, at time: Timestamp, id: () -> CommitID
    ) throws(StoreError) -> MergePlan {
        let index = BranchIndex(try commits(from: 0), isOfOtherLedger: true)
        let called = try LedgerSnapshot(store: other).referenceData
        let recorded = try other.commits(from: 0)
        let categories = JoinedCategories(called, of: recorded, index, try joinedEnds(of: other))
        let theirs = recorded.map { commit in
            categories.named(
                BranchCommit(header: commit.header, rows: commit.rows.map(names.renamed)))
        }
        let left = try replacedBudgets(by: theirs, index)
            .merging(categories.late(in: theirs)) { $0.merging($1) { known, _ in known } }
        let merger = try BranchMerger.merged(theirs, over: self, index, shared: 0, without: left)
        let taken = merger.outcomes.filter(\.isTaken)
        let isNew = merger.outcomes.contains { commit in
            switch commit.outcome {
            case .taken, .aside: true
            case .here, .known: false
            }
        }
        guard isNew else { return .nothing(shared: 0) }
        let end = try other.head()
        let asides = merger.asides(of: theirs, called, at: time, id: id)
        let merge = BranchMerge(
            base: .mine, commits: merger.commits, outcomes: merger.outcomes,
            asides: asides.commits, links: asides.links,
            positions: merger.positions, root: end.root, size: end.count, cameCount: nil)
        return MergePlan(
            shared: 0, step: .merge(merge), came: taken.map(\.origin),
            eventsCame: taken.reduce(0) { $0 + $1.takenCount }, isMoved: false,
            positions: MovedPositions(shared: .max))
    }

    /// The persons and accounts of another ledger that no join has brought yet.
    ///
    /// - Complexity: O(*n*) in the events, all of which are held.
    package func strangers(
        of other: FileEventStore
    ) throws(StoreError) -> (people: [String], accounts: [String]) {
        let index = BranchIndex(try commits(from: 0), isOfOtherLedger: true)
        let snapshot = try LedgerSnapshot(store: other)
        func isStrange(_ position: UInt64) throws(StoreError) -> Bool {
            guard let id = try snapshot.commit(at: position)?.header.id else { return false }
            return index.commits[id] == nil && !index.settled.contains(id)
        }
        var (people, accounts) = ([String](), [String]())
        for person in snapshot.referenceData.persons where try isStrange(person.position) {
            people.append(person.name)
        }
        for account in snapshot.referenceData.accounts where try isStrange(account.position) {
            accounts.append(account.facts.name)
        }
        return (people, accounts)
    }
}
