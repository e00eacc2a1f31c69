internal import EventLog

extension LineSearch {
    /// So many of the first lines are kept, or more: pages behind the first come from them, too.
    private static let keptMin = 512
    /// Of more lines nothing is kept.
    private static let keptMax = 2_048
    /// Where more was recorded since, all lines are looked at.
    private static let newMax: UInt64 = 1_024

    /// Finds the lines, of those that were there the last time by what was found then, where that
    /// is kept.
    mutating func findOnward() throws(StoreError) {
        guard let folds = snapshot.folds, let store = snapshot.store as? FileEventStore,
            let limit = filter.limit, let question
        else {
            try findAll()
            return addSums()
        }
        // Asked before they are read: others may stand there by then, or less text.
        let durable = try mappingError(StoreError.ofLog, store.log.durableCount())
        let files = try store.files(of: snapshot.count)
        let found = folds.searches.found(question, upTo: snapshot.count, in: store, files)
        filter.limit = max(limit, LineSearch.keptMin)
        var isFound = false
        if let found, found.limit >= limit { isFound = try carryOn(found, limit) }
        if !isFound {
            try findAll()
            addSums()
        }
        if durable >= snapshot.count {
            let found = KeptSearches.Found(
                end: snapshot.count, limit: filter.limit ?? limit, count: count, sums: sums,
                hits: hits, least: least, lacksTies: lacksTies)
            folds.searches.keep(found, of: question, in: store, files)
        }
        filter.limit = limit
        keepFirst()
    }

    /// What is kept of the search; `nil` where nothing is, because other things than a line itself
    /// decide whether it passes.
    private var question: KeptSearches.Question? {
        guard let limit = filter.limit, limit <= LineSearch.keptMax, cells == nil,
            !filter.withVoided, !filter.everyVersion, matcher.commitTests.isEmpty,
            matcher.needles.allSatisfy(\.isOfText)
        else { return nil }
        return KeptSearches.Question(
            query: filter.query, order: filter.order, renames: snapshot.referenceData.renames)
    }

    /// Goes on from what was found among the lines of fewer events.
    ///
    /// - Returns: Whether it could; else the search is as it was.
    private mutating func carryOn(
        _ found: KeptSearches.Found, _ limit: Int
    ) throws(StoreError) -> Bool {
        guard snapshot.count - found.end <= LineSearch.newMax,
            let changes = try snapshot.lineChanges(from: found.end)
        else { return false }
        let ids = Set(changes.map(\.line)).sorted()
        let older = ids.filter { $0 < found.end }
        let before = try snapshot.before(found.end).state(for: older, withCategories: false)
        guard LineChange.follow(changes, before) else { return false }
        var next = self
        (next.count, next.sums, next.hits) = (found.count, found.sums, found.hits)
        (next.least, next.lacksTies) = (found.least, found.lacksTies)
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
