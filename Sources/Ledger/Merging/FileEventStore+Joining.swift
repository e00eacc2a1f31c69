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

    /// An event with the names that it has here.
    fileprivate func renamed(_ row: Row) -> Row {
        guard !names.isEmpty, let column = row.nameColumn, let bytes = row[column]?.bytes else {
            return row
        }
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

    /// The persons and accounts of another ledger, and what those are called here that came.
    ///
    /// - Complexity: O(*n*) in the events of both, all of which are held.
    package func names(in other: FileEventStore) throws(StoreError) -> OtherNames {
        let recorded = try commits(from: 0)
        let index = BranchIndex(recorded, isOfOtherLedger: true)
        let (own, snapshot) = (NamedThings(recorded), try LedgerSnapshot(store: other))
        let persons = snapshot.referenceData.persons.map { ($0.position, $0.name) }
        let accounts = snapshot.referenceData.accounts.map { ($0.position, $0.facts.name) }
        let theirs = try other.commits(from: 0)
        let things = NamedThings(theirs)
        var names = OtherNames(all: things.all)
        var known: Set<UInt64> = []
        for commit in theirs {
            let id = commit.header.id
            guard index.commits[id] != nil || index.settled.contains(id) else { continue }
            known.formUnion(commit.positions)
            if index.asides[id] != nil { continue }
            let here = index.commits[id].map { $0.twins(of: commit, where: \.namesThing) } ?? [:]
            for position in commit.positions {
                // What is one with a thing of this ledger has names of that.
                let called =
                    index.commits[id] == nil
                    ? own.all : here[position].flatMap { own.names[$0] } ?? []
                for name in called.isEmpty ? [] : things.names[position] ?? [] {
                    names.here[name, default: []].formUnion(called)
                }
            }
        }
        names.people = persons.filter { !known.contains($0.0) }.map(\.1)
        names.accounts = accounts.filter { !known.contains($0.0) }.map(\.1)
        return names
    }
}

/// The persons and accounts of another ledger; names that are compared are in lower case.
package struct OtherNames: Sendable {
    /// What its persons and accounts are called, or were.
    package let all: Set<String>
    /// The persons whom no join has brought yet.
    package fileprivate(set) var people: [String] = []
    /// The accounts that no join has brought yet.
    package fileprivate(set) var accounts: [String] = []
    /// What those are called here, or were, that a join brought, by their names there.
    package fileprivate(set) var here: [String: Set<String>] = [:]

    fileprivate init(all: Set<String>) { self.all = all }

    /// Whether a name is one of what no join has brought yet.
    package func isNew(_ name: String) -> Bool {
        (people + accounts).contains { $0.lowercased() == name.lowercased() }
    }
}

/// What persons and accounts are called, or were, in lower case.
private struct NamedThings {
    /// The names by where the thing was added.
    var names: [UInt64: Set<String>] = [:]
    /// All of them.
    var all: Set<String> = []

    init(_ commits: [BranchCommit]) {
        for commit in commits {
            for (place, row) in commit.rows.enumerated() {
                guard let column = row.nameColumn, let bytes = row[column]?.bytes, !bytes.isEmpty
                else { continue }
                let name = String(decoding: bytes, as: UTF8.self).lowercased()
                let target = row[.target]?.integer.map { UInt64(clamping: $0) }
                names[target ?? commit.origin(place), default: []].insert(name)
                all.insert(name)
            }
        }
    }
}

extension Row {
    /// Where an event says what a person or an account is called; `nil` for other events.
    fileprivate var nameColumn: ColumnID? {
        switch EventType(rawValue: type) {
        case .accountOpened, .accountChanged: .name
        case .personAdded, .personChanged: .personName
        default: nil
        }
    }

    /// Whether it adds a person or an account.
    fileprivate var namesThing: Bool { nameColumn != nil && self[.target] == nil }
}

extension BranchCommit {
    /// Where events of another commit stand in this one, which has the same id: those of some kind,
    /// one after the other, where each has as many.
    fileprivate func twins(
        of other: BranchCommit, where isMeant: (Row) -> Bool
    ) -> [UInt64: UInt64] {
        let (own, others) = (
            rows.indices.filter { isMeant(rows[$0]) },
            other.rows.indices.filter { isMeant(other.rows[$0]) }
        )
        if own.count != others.count { return [:] }
        return Dictionary(
            uniqueKeysWithValues: zip(others.map(other.origin), own.map(origin)))
    }
}
