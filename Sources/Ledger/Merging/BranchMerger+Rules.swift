internal import EventLog

extension BranchMerger {
    /// The events that were taken in and break a rule of the ledger, by their commit and their
    /// index in it.
    func broken() throws(StoreError) -> [CommitID: [Int: MergeObstacle]] {
        var taken: [(commit: MergedCommit, positions: Range<UInt64>)] = []
        for commit in outcomes {
            if case .taken(let positions) = commit.outcome { taken.append((commit, positions)) }
        }
        guard let first = taken.first?.positions.lowerBound else { return [:] }
        let snapshot = try LedgerSnapshot(store: draft)
        var check = RuleCheck(snapshot.referenceData)
        try draft.read(first..<draft.head().count, .all) { batch throws(StoreError) in
            try check.take(batch, in: draft)
            return .next
        }
        try check.settle(in: draft)
        var found: [CommitID: [Int: MergeObstacle]] = [:]
        func note(_ positions: [UInt64], _ why: MergeObstacle) {
            for position in positions {
                guard let (commit, range) = taken.first(where: { $1.contains(position) }) else {
                    continue
                }
                let number = Int(position - range.lowerBound)
                let place = places[commit.id].map { $0[number] } ?? number
                if found[commit.id]?[place] == nil { found[commit.id, default: [:]][place] = why }
            }
        }
        for rule in check.found where rule.rule != .closedDays {
            note([rule.position], .rule(rule.rule))
        }
        let ranges = taken.map(\.positions)
        let closed =
            index.isEmpty
            ? try unsaid(check.watch, ranges, snapshot.referenceData)
            : try againstClosings(ranges)
        note(closed, .rule(.closedDays))
        let attributes = Dictionary(
            try snapshot.attributes().map { ($0.name, $0.kind) },
            uniquingKeysWith: { first, _ in first })
        let currencies = Dictionary(
            snapshot.referenceData.currencies.map { ($0.code, $0) },
            uniquingKeysWith: { first, _ in first })
        let links = try snapshot.todoLinks()
        for (_, positions) in taken {
            note(try strangeValues(positions, attributes), .baseless)
            if !currencies.isEmpty { note(try strangeMoney(positions, currencies), .baseless) }
            note(try rings(positions, links), .ring)
        }
        return found
    }

    /// The events that are in a currency that is declared with other digits.
    private func strangeMoney(
        _ positions: Range<UInt64>, _ currencies: [String: Currency]
    ) throws(StoreError) -> [UInt64] {
        var found: [UInt64] = []
        try draft.read(positions, .all) { batch throws(StoreError) in
            try batch.forEachEvent(of: BranchMerger.moneyTypes) { position, event in
                guard positions.contains(position), case .bytes(let bytes) = event.row[.currency],
                    let currency = currencies[String(decoding: bytes.dropLast(), as: UTF8.self)],
                    let exponent = bytes.last
                else { return }
                if currency.exponent != Int(exponent) { found.append(position) }
            }
            return .next
        }
        return found
    }

    /// What has amounts.
    private static let moneyTypes: Set<EventType> = [
        .lineAdded, .lineAmended, .lineRestored, .accountOpened, .accountChanged, .budgetSet,
        .goalSet, .priceSet, .repeatAdded, .statementAsserted, .taskValued,
    ]

    /// The events that give a task a value of an attribute that is declared otherwise.
    private func strangeValues(
        _ positions: Range<UInt64>, _ attributes: [String: TodoAttributeKind]
    ) throws(StoreError) -> [UInt64] {
        var found: [UInt64] = []
        try draft.readReferenceEvents(in: positions, of: [.taskValued]) { position, event in
            guard case .taskValued(let valued) = event, let value = valued.value else { return }
            if attributes[valued.attribute] != value.kind { found.append(position) }
        }
        return found
    }

    /// The events that bring a dependency which closes a ring.
    private func rings(
        _ positions: Range<UInt64>, _ links: TodoLinks
    ) throws(StoreError) -> [UInt64] {
        var found: [UInt64] = []
        try draft.readReferenceEvents(in: positions, of: [.taskLinked]) { position, event in
            guard case .taskLinked(let link) = event, !link.ends,
                let task = link.target.position, let prerequisite = link.prerequisite.position
            else { return }
            if links.path(from: prerequisite, to: task) != nil { found.append(position) }
        }
        return found
    }
}
