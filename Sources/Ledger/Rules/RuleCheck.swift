internal import EventLog

/// Holds events, one after the other, against the rules of a ledger.
///
/// What one event alone can tell is a row of ``rules``. Whatever takes the version before to tell
/// is kept, and looked up for many changes at once, so that memory is bounded.
struct RuleCheck: Sendable {
    /// An event and what the rules ask of it.
    struct Subject {
        let event: Event
        let position: UInt64
        let commit: CommitHeader
        /// The position of the first person.
        let owner: UInt64?
    }

    /// The rules that are told from one event, and when it breaks them.
    static let rules: [(rule: LedgerRule, isBroken: @Sendable (Subject) -> Bool)] = [
        (
            .openedOnce,
            { subject in
                if case .ledgerOpened = subject.event { return subject.position != 0 }
                return subject.position == 0
            }
        ),
        (
            .actor,
            { subject in
                guard let owner = subject.owner, owner < subject.commit.firstPosition else {
                    return false
                }
                return subject.commit.actor == nil
            }
        ),
        (
            .amount,
            { subject in
                guard case .lineAdded(let line) = subject.event else { return false }
                return line.facts.amount.minor == 0 && subject.commit.batch == nil
            }
        ),
    ]

    /// Changes that are kept before the versions before them are looked up.
    private static let changesMax = 65_536
    /// How many broken rules are told, at most.
    static let brokenMax = 100

    private let owner: UInt64?
    private(set) var watch: ClosingWatch
    private var changes: [VersionChange] = []
    /// The versions that something goes on from.
    private var superseded = PositionBits()
    private var broken: [BrokenRule] = []

    /// A check of no events yet.
    init(_ referenceData: ReferenceData) {
        owner = referenceData.owner?.position
        watch = ClosingWatch(referenceData)
    }

    /// Takes in the events of a batch that follows.
    mutating func take(_ batch: ColumnBatch, in store: any EventStore) throws(StoreError) {
        var next = 0
        var header: CommitHeader?
        try batch.forEachEvent { view throws(StoreError) in
            let index = Int(view.position - batch.firstPosition)
            while next < batch.commits.count, batch.commits[next].firstIndex <= index {
                header = batch.commits[next].header
                next += 1
            }
            guard let header else { return }
            do throws(StoreError) {
                take(try view.event(), at: view.position, of: header)
            } catch .undecodable(let position, _) { note(.readable, at: position) }
        }
        if changes.count >= RuleCheck.changesMax { try settle(in: store) }
    }

    private mutating func take(_ event: Event, at position: UInt64, of commit: CommitHeader) {
        // Nothing is known of it, or it stands in the place of something that was lost.
        if case .unknown = event { return }
        let subject = Subject(event: event, position: position, commit: commit, owner: owner)
        for (rule, isBroken) in RuleCheck.rules where isBroken(subject) {
            note(rule, at: position)
        }
        if !watch.isIdle { watch.take(event, at: position, of: commit.firstPosition) }
        guard let change = VersionChange(event, at: position) else { return }
        if !superseded.insert(change.previous) { note(.versionOnce, at: change.previous) }
        changes.append(change)
    }

    private mutating func note(_ rule: LedgerRule, at position: UInt64) {
        if broken.count < RuleCheck.brokenMax { broken.append(BrokenRule(rule, at: position)) }
    }

    /// Holds the changes that are kept against the versions that they go on from.
    mutating func settle(in store: any EventStore) throws(StoreError) {
        if changes.isEmpty { return }
        let sorted = changes.sorted { $0.previous < $1.previous }
        changes = []
        var positions: [UInt64] = []
        for change in sorted where positions.last != change.previous {
            positions.append(change.previous)
        }
        var rest = sorted[...]
        try store.readBatches(at: positions, [.links, .hot], spans: []) {
            batch, positions throws(StoreError) in
            let columns = EventColumns(batch)
            for position in positions {
                let index = Int(position - batch.firstPosition)
                let version = VersionChange.Version(columns, at: index)
                while let change = rest.first, change.previous <= position {
                    rest = rest.dropFirst()
                    if let rule = change.broken(by: version) { note(rule, at: change.position) }
                }
            }
        }
    }

    /// Takes in a check of the events that follow.
    mutating func merge(_ other: RuleCheck) {
        for rule in other.broken { note(rule.rule, at: rule.position) }
        for position in superseded.merge(other.superseded) { note(.versionOnce, at: position) }
        watch.merge(other.watch)
    }

    /// What was found, by position.
    var found: [BrokenRule] {
        let closed = watch.unrecorded.values.joined().map { BrokenRule(.closedDays, at: $0) }
        let all = Set(broken + closed).sorted {
            ($0.position, $0.rule.rawValue) < ($1.position, $1.rule.rawValue)
        }
        return Array(all.prefix(RuleCheck.brokenMax))
    }
}

extension EventStore {
    /// The events among the first that break a rule of the ledger, a hundred at most, by position.
    ///
    /// - Parameters:
    ///   - count: How many events to look at.
    ///   - referenceData: What tells since when there are persons, and which days are closed;
    ///     without it those two rules are not held.
    /// - Throws: What reading throws, and ``StoreError/needsNewerVersion(position:type:schema:)``.
    /// - Complexity: O(*n*) in the events, each of which is decoded; a bit for each in memory.
    package func brokenRules(
        upTo count: UInt64, by referenceData: ReferenceData = ReferenceData()
    ) throws(StoreError) -> [BrokenRule] {
        let parts = try inParts(0..<count, threads: LedgerSnapshot.threads(for: count)) {
            range throws(StoreError) in
            var check = RuleCheck(referenceData)
            try read(range, .all) { batch throws(StoreError) in
                try check.take(batch, in: self)
                return .next
            }
            try check.settle(in: self)
            return check
        }
        var whole = RuleCheck(referenceData)
        for part in parts { whole.merge(part) }
        return whole.found
    }
}

extension LedgerSnapshot {
    /// The events that break a rule of the ledger, a hundred at most, by position: none where
    /// everything that was recorded was decided.
    ///
    /// - Throws: What reading throws, and ``StoreError/needsNewerVersion(position:type:schema:)``
    ///   for a critical event that this program does not know.
    /// - Complexity: O(*n*) in the events, each of which is decoded; a bit for each in memory.
    public func brokenRules() throws(StoreError) -> [BrokenRule] {
        try store.brokenRules(upTo: count, by: referenceData)
    }
}
