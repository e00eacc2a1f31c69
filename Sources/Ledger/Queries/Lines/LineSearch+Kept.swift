internal import EventLog

extension LineSearch {
    /// Of more lines nothing is kept.
    private static let keptMax = 2_048
    /// Where more was recorded since, all lines are looked at.
    private static let newMax: UInt64 = 1_024

    /// Finds the lines, of those that were there the last time by what was found then, where that
    /// is kept.
    mutating func findOnward() throws(StoreError) {
        guard snapshot.folds != nil, snapshot.store is FileEventStore, let question else {
            try findAll()
            return addSums()
        }
        let found = try snapshot.answer(to: question) { $0.searches }
        take(found)
        spans = found.spans
        keepFirst()
    }

    /// What is asked, and kept; `nil` where nothing is, because other things than a line itself
    /// decide whether it passes.
    private var question: KeptSearch? {
        guard let limit = filter.limit, limit <= LineSearch.keptMax, cells == nil,
            !filter.withVoided, !filter.everyVersion, matcher.commitTests.isEmpty,
            matcher.needles.allSatisfy(\.isOfText)
        else { return nil }
        let key = KeptSearch.Key(
            query: filter.query, order: filter.order, renames: snapshot.referenceData.renames)
        return KeptSearch(key: key, search: self, limit: limit)
    }

    /// Takes what was found before.
    private mutating func take(_ found: KeptSearch.Found) {
        (count, sums, hits) = (found.count, found.sums, found.hits)
        (least, lacksTies) = (found.least, found.lacksTies)
    }

    /// Goes on from what was found among the lines of the events before a position.
    ///
    /// - Parameter limit: How many of the first lines there have to be, or all.
    /// - Returns: Whether it could; else the search is as it was.
    mutating func carryOn(
        _ found: KeptSearch.Found, from end: UInt64, _ limit: Int
    ) throws(StoreError) -> Bool {
        guard snapshot.count - end <= LineSearch.newMax,
            let changes = try snapshot.lineChanges(from: end)
        else { return false }
        let ids = Set(changes.map(\.line)).sorted()
        let older = ids.filter { $0 < end }
        let before = try snapshot.before(end).state(for: older, withCategories: false)
        guard LineChange.follow(changes, before) else { return false }
        var next = self
        next.take(found)
        for id in older {
            if let line = before.lines[id], !line.isVoided, !next.takeBack(line) { return false }
        }
        // Of what a line that went had kept out nothing is known.
        if next.hits.count < found.hits.count, found.lacksTies { return false }
        let now = try snapshot.state(for: ids, withCategories: false)
        for id in ids {
            if let line = now.lines[id], !line.isVoided { next.take(line) }
        }
        guard UInt64(next.hits.count) >= min(UInt64(limit), next.count) else { return false }
        next.keepFirst()
        self = next
        return true
    }

    /// Takes back a line as it was.
    ///
    /// - Returns: Whether it was there once, if it passed.
    private mutating func takeBack(_ line: LineState) -> Bool {
        guard let found = passing(line) else { return true }
        guard count > 0, hits.count(where: { $0.id == line.id }) < 2 else { return false }
        count -= 1
        sums[LineSum.Key(found.plan.facts), default: .zero] += SpendingTable.Cell(
            sum: -Int128(found.values.amount), count: -1)
        hits.removeAll { $0.id == line.id }
        return true
    }
}

extension LineMatcher.Needle {
    /// Whether it is a text or a tag: expressions may be found where nothing is said, too.
    fileprivate var isOfText: Bool {
        switch pattern {
        case .contains, .tag: !places.contains(.payer)
        case .matches, .something, .person: false
        }
    }
}

/// What an event does to a line.
private struct LineChange {
    let type: EventType
    let position: UInt64
    /// The line, by the position of its creation.
    let line: UInt64
    /// The version that the event follows.
    let previous: UInt64?

    /// Whether each of some events follows the version that is there: then a line is what its last
    /// event says, and nothing else.
    static func follow(_ changes: [LineChange], _ before: LedgerState) -> Bool {
        var versions: [UInt64: (position: UInt64, isVoided: Bool)] = [:]
        for change in changes {
            let isVoided = change.type == .lineVoided
            if change.type != .lineAdded {
                let old = before.lines[change.line].map { ($0.version, $0.isVoided) }
                guard let (version, wasVoided) = versions[change.line] ?? old,
                    change.previous == version, wasVoided == (change.type == .lineRestored)
                else { return false }
            }
            versions[change.line] = (change.position, isVoided)
        }
        return true
    }
}

extension LedgerSnapshot {
    /// What the events from a position on do to lines, in their order; `nil` where one is not known
    /// to this program.
    fileprivate func lineChanges(from start: UInt64) throws(StoreError) -> [LineChange]? {
        var changes: [LineChange] = []
        var areKnown = true
        let pick = ScanRequest(types: .all, integers: [.target, .previous])
        try store.scan(start..<count, pick) { kind in
            let type = EventType(kind)
            if type == nil, kind.isCritical { areKnown = false }
            return type.map(NameFold.types.contains) ?? false
        } _: { picked in
            let types = picked.keys.map { EventType(ScanResult.Kind($0)) }
            var targets = picked.values(of: .target)
            var previous = picked.values(of: .previous)
            for (row, code) in zip(picked.rows, picked.codes) {
                let position = picked.firstPosition + UInt64(row)
                let target = targets.value(at: row).flatMap { UInt64(exactly: $0) }
                guard let type = types[Int(code)], let line = type == .lineAdded ? position : target
                else {
                    areKnown = false
                    continue
                }
                changes.append(
                    LineChange(
                        type: type, position: position, line: line,
                        previous: previous.value(at: row).flatMap { UInt64(exactly: $0) }))
            }
        }
        return areKnown ? changes : nil
    }
}
