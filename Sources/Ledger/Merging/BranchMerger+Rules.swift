internal import EventLog

extension BranchMerger {
    /// The commits that were taken in and break a rule of the ledger.
    func broken() throws(StoreError) -> [CommitID: MergeObstacle] {
        var taken: [(id: CommitID, positions: Range<UInt64>)] = []
        for commit in outcomes {
            if case .taken(let positions) = commit.outcome { taken.append((commit.id, positions)) }
        }
        guard let first = taken.first?.positions.lowerBound else { return [:] }
        let snapshot = try LedgerSnapshot(store: draft)
        var check = RuleCheck(snapshot.referenceData)
        try draft.read(first..<draft.head().count, .all) { batch throws(StoreError) in
            try check.take(batch, in: draft)
            return .next
        }
        try check.settle(in: draft)
        var found: [CommitID: MergeObstacle] = [:]
        for rule in check.found {
            let commit = taken.first { $0.positions.contains(rule.position) }
            if let commit { found[commit.id] = found[commit.id] ?? .rule(rule.rule) }
        }
        let attributes = Dictionary(
            try snapshot.attributes().map { ($0.name, $0.kind) },
            uniquingKeysWith: { first, _ in first })
        for commit in taken where try hasStrangeValue(commit.positions, attributes) {
            found[commit.id] = found[commit.id] ?? .baseless
        }
        let currencies = Dictionary(
            snapshot.referenceData.currencies.map { ($0.code, $0) },
            uniquingKeysWith: { first, _ in first })
        if !currencies.isEmpty {
            for commit in taken where try hasStrangeCurrency(commit.positions, currencies) {
                found[commit.id] = found[commit.id] ?? .baseless
            }
        }
        let links = try snapshot.todoLinks()
        for commit in taken where try hasRing(commit.positions, links) {
            found[commit.id] = found[commit.id] ?? .ring
        }
        return found
    }

    /// Whether some events are in a currency that is declared with other digits.
    private func hasStrangeCurrency(
        _ positions: Range<UInt64>, _ currencies: [String: Currency]
    ) throws(StoreError) -> Bool {
        var isFound = false
        try draft.read(positions, .all) { batch throws(StoreError) in
            try batch.forEachEvent(of: BranchMerger.moneyTypes) { position, event in
                guard positions.contains(position), case .bytes(let bytes) = event.row[.currency],
                    let currency = currencies[String(decoding: bytes.dropLast(), as: UTF8.self)],
                    let exponent = bytes.last
                else { return }
                if currency.exponent != Int(exponent) { isFound = true }
            }
            return .next
        }
        return isFound
    }

    /// What has amounts.
    private static let moneyTypes: Set<EventType> = [
        .lineAdded, .lineAmended, .lineRestored, .accountOpened, .accountChanged, .budgetSet,
        .goalSet, .priceSet, .repeatAdded, .statementAsserted, .taskValued,
    ]

    /// Whether some events give a task a value of an attribute that is declared otherwise.
    private func hasStrangeValue(
        _ positions: Range<UInt64>, _ attributes: [String: TodoAttributeKind]
    ) throws(StoreError) -> Bool {
        var isFound = false
        try draft.readReferenceEvents(in: positions, of: [.taskValued]) { _, event in
            guard case .taskValued(let valued) = event, let value = valued.value else { return }
            if attributes[valued.attribute] != value.kind { isFound = true }
        }
        return isFound
    }

    /// Whether a dependency that some events bring closes a ring.
    private func hasRing(
        _ positions: Range<UInt64>, _ links: TodoLinks
    ) throws(StoreError) -> Bool {
        var isFound = false
        try draft.readReferenceEvents(in: positions, of: [.taskLinked]) { _, event in
            guard case .taskLinked(let link) = event, !link.ends,
                let task = link.target.position, let prerequisite = link.prerequisite.position
            else { return }
            if links.path(from: prerequisite, to: task) != nil { isFound = true }
        }
        return isFound
    }
}
