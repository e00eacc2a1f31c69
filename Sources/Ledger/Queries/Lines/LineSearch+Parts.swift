internal import EventLog

extension LineSearch {
    /// A line that was changed, as its last version states it: what text it has may be said in
    /// another part of the log.
    struct Changed: Sendable {
        let id: UInt64
        let day: Int64
        let amount: Int64
        /// The number of its plan.
        let plan: Int
    }

    /// With more lines of a part that were changed the log is gone through from front to back.
    private static let changedMax = 1 << 18

    /// What is found in a part of the log.
    private struct Part: Sendable {
        let hits: [Hit]
        /// What ranks below was dropped.
        let least: Int128
        let count: UInt64
        let sums: [LineSum.Key: SpendingTable.Cell]
        let cells: FoundCells?
        let spans: [Range<UInt64>]
        let changed: [Changed]
        /// What is kept of the text of lines that are amended.
        let texts: [[UInt64: UInt64]]
        /// What lines have in common, by the number of the plan.
        let keys: [(facts: LineMatcher.KeyFacts, group: SpendingTable.Group?)]
    }

    /// Looks through the text of all events on all cores, where it is known which versions are
    /// followed and which change text.
    ///
    /// - Returns: Whether it did; else the search is as it was.
    mutating func findInParts(_ sections: Sections) throws(StoreError) -> Bool {
        guard threads > 1, matcher.isOpenToAll, !filter.everyVersion, !filter.withVoided else {
            return false
        }
        let (filter, snapshot, superseded, creations) = (filter, snapshot, superseded, creations)
        let (changes, areCells) = (texts.changes, cells != nil)
        let found = try snapshot.store.inParts(0..<snapshot.count, threads: threads) {
            range throws(StoreError) -> Part? in
            var search = LineSearch(filter, in: snapshot, superseded, creations, least: .min)
            if areCells { search.cells = FoundCells() }
            return try search.part(range, sections, changes)
        }
        let parts = found.compactMap(\.self)
        guard parts.count == found.count else { return false }
        for part in parts {
            hits += part.hits
            least = max(least, part.least)
            count += part.count
            for (key, sum) in part.sums { sums[key, default: .zero] += sum }
            if let others = part.cells { cells?.add(others) }
            spans += part.spans
            texts.take(part.texts)
        }
        for part in parts { takeChanged(part) }
        return true
    }

    /// Looks through a part; `nil` where too many of its lines were changed.
    private mutating func part(
        _ range: Range<UInt64>, _ sections: Sections, _ changes: [PositionSet]
    ) throws(StoreError) -> Part? {
        texts = FoundTexts(matcher, superseded, changes: changes)
        changed = []
        try snapshot.store.read(range, sections) { batch throws(StoreError) in
            try look(through: batch, readsText: true)
            return (changed?.count ?? 0) > LineSearch.changedMax ? .stop : .next
        }
        guard let changed, changed.count <= LineSearch.changedMax else { return nil }
        keepFirst()
        addSums()
        return Part(
            hits: hits, least: least, count: count, sums: sums, cells: cells, spans: spans,
            changed: changed, texts: texts.kept, keys: plans.map { ($0.facts, $0.group) })
    }

    /// Takes the lines of a part that were changed, of all of whose text it is known by now what
    /// was found in it.
    private mutating func takeChanged(_ part: Part) {
        let plans = part.keys.map { KeyPlan($0.facts, matcher, group: $0.group) }
        for line in part.changed {
            let plan = plans[line.plan]
            guard let open = plan.open else { continue }
            let findings = texts.findings(line.id, 0)
            if plan.needsFindings, findings == 0 { continue }
            let values = LineMatcher.Values(
                id: line.id, day: Day(daysSince1970: Int32(clamping: line.day)),
                amount: line.amount, findings: findings)
            if take(Hit(rank: 0, id: line.id), plan, open, values) {
                sums[LineSum.Key(plan.facts), default: .zero] += SpendingTable.Cell(
                    sum: Int128(line.amount), count: 1)
            }
        }
    }
}
