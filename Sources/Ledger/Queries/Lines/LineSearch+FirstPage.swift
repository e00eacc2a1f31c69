internal import EventLog

extension LineSearch {
    /// With more lines than this it costs less to look at all of them.
    private static let pageMax = 10_000
    /// Of days that were asked for this many parts are looked through before all others are.
    private static let latestParts = 4

    /// Finds the first lines, by day from the parts of the log that hold the latest days on, by
    /// position from its end on, and counts all by their keys.
    ///
    /// - Returns: Whether it could: nothing but keys and days may decide which lines pass.
    mutating func findFirstPage() throws(StoreError) -> Bool {
        guard let limit = filter.limit, limit <= LineSearch.pageMax, filter.order != .amount,
            !filter.withVoided, matcher.isAboutKeys, !matcher.days.isEmpty
        else { return false }
        let days = matcher.days.numbers
        let isByDay = filter.order == .day
        guard let found = try sumsOfKeys(days, latest: isByDay ? limit : 0) else { return false }
        if isByDay, limit > 0, let first = found.firstDay,
            try findFirstPage(from: first, through: days?.upperBound ?? .max, limit)
        {
            (count, sums) = (found.count, found.sums)
            return true
        }
        // What a part holds ranks no higher than this: a line has the position that it began at.
        let highest = { (part: FrameInfo) in
            isByDay ? Int128(part.dayHigh ?? .max) : Int128(part.positions.upperBound) - 1
        }
        let parts = try snapshot.spans().sorted { left, right in
            let ranks = (highest(left), highest(right))
            return ranks.0 == ranks.1
                ? left.positions.lowerBound > right.positions.lowerBound : ranks.0 > ranks.1
        }
        for (index, part) in parts.enumerated() {
            if limit == 0 || hits.count >= limit && highest(part) < least { break }
            if let days, isByDay {
                // Days that are long ago may be said anywhere behind them.
                let isLast = index == LineSearch.latestParts
                try findSuperseded(from: isLast ? 0 : part.positions.lowerBound)
                if isLast {
                    _ = try pickAtOnce(Array(parts[index...]), days, narrowing: true)
                    break
                }
                _ = try pick(part, days, narrowing: true)
                continue
            }
            try findSuperseded(from: part.positions.lowerBound)
            try snapshot.store.read(part.positions, [.report, .facts]) { batch throws(StoreError) in
                try look(through: batch, readsText: false, readsTimes: true)
                return .next
            }
            keepFirst()
        }
        (count, sums) = (found.count, found.sums)
        return true
    }

    /// Finds the first lines among those of the days from one on, which have at least so many.
    ///
    /// - Returns: Whether there were; if not, nothing has changed: changes take back what no line
    ///   stated.
    private mutating func findFirstPage(
        from first: Int64, through last: Int64, _ limit: Int
    ) throws(StoreError) -> Bool {
        guard first <= last else { return false }
        let parts = try snapshot.parts(statingFrom: first)
        try findSuperseded(in: parts, of: first...last)
        // Every part was looked at for the sums.
        if try pickAtOnce(parts, first...last, narrowing: true), hits.count >= limit {
            spans = parts.map(\.positions)
            return true
        }
        hits.removeAll()
        return false
    }

    /// Learns which versions are followed by another one: of the latest of some parts all, of those
    /// before them the ones that state one of some days, which may be few.
    private mutating func findSuperseded(
        in parts: [FrameInfo], of days: ClosedRange<Int64>
    ) throws(StoreError) {
        let start = parts.first?.positions.lowerBound ?? snapshot.count
        guard try snapshot.sums() != nil, parts.count > LineSearch.latestParts else {
            return try findSuperseded(from: start)
        }
        var old: Set<UInt64> = []
        let pick = ScanRequest(types: .all, integers: [.day], days: days)
        for part in parts.dropLast(LineSearch.latestParts) {
            try snapshot.store.scan(part.positions, pick) { kind in
                EventType(kind)?.statesFacts == true
            } _: { picked in
                var stated = picked.values(of: .day)
                for row in picked.rows where stated.value(at: row).map(days.contains) == true {
                    old.insert(picked.firstPosition + UInt64(row))
                }
            }
            // Of many it costs less to read what all are followed by.
            if old.count > LedgerSnapshot.fewEntities { return try findSuperseded(from: start) }
        }
        let late = parts.suffix(LineSearch.latestParts).first?.positions.lowerBound
        try findSuperseded(from: late ?? start)
        var followed: Set<UInt64> = []
        for part in try snapshot.linkParts(from: old.min() ?? snapshot.count)
        where part.events.lowerBound < late ?? start && part.mayHold(old) {
            try snapshot.store.readLinks(part.events, in: [.previous]) { _, _, previous in
                if old.contains(previous) { followed.insert(previous) }
            }
        }
        insertSuperseded(followed)
    }

    /// How many lines of some days pass by their keys, and what they come to; `nil` where a line is
    /// not as it should be: what is wrong is found by the search that looks at each.
    ///
    /// - Parameter limit: Of how many lines, the latest first, the last day is wanted.
    private func sumsOfKeys(
        _ days: ClosedRange<Int64>?, latest limit: Int
    ) throws(StoreError) -> KeySums? {
        let table: LineTotals
        do throws(StoreError) {
            if let sums = try snapshot.sums() {
                let rest = try snapshot.fold({ $0.linesBehindSums }, from: sums.position)
                let merger = SumMerger<LineTotals.Group>(sums, rest, rest.groups) { $0 }
                if let found = summedKeys(merger, days, latest: limit) { return found }
            }
            table = try snapshot.fold { $0.lines }
        } catch .undecodable { return nil } catch { throw error }
        let keys = keys(table.groups)
        var found = KeySums()
        for (index, cell) in table.totals(on: days).enumerated() { found.add(cell, keys[index]) }
        if limit > 0 {
            let days = table.days(on: days) { keys[$0] != nil }
            let bound = LineTotals.bound(ofLatest: limit, days)
            found.firstDay = bound.map { Int64($0.day.daysSince1970) }
        }
        return found
    }

    /// The same by sums and what follows them; `nil` where they cannot be believed.
    private func summedKeys(
        _ merger: SumMerger<LineTotals.Group>, _ days: ClosedRange<Int64>?, latest limit: Int
    ) -> KeySums? {
        var merger = merger
        guard merger.readMonths() else { return nil }
        let keys = keys(merger.groups)
        var totals = Array(repeating: SpendingTable.Cell.zero, count: keys.count)
        func add(_ cells: DayCells) {
            for (group, cell) in zip(cells.groups, cells.cells) { totals[Int(group)] += cell }
        }
        var found = KeySums()
        var room = limit
        for month in merger.months.reversed() {
            let first = Int64(Day(month: month, dayOfMonth: 1).daysSince1970)
            let end = Int64(Day(month: month + 1, dayOfMonth: 1).daysSince1970)
            let isWhole = days.map { $0.contains(first) && $0.contains(end - 1) } ?? true
            if let days, !days.overlaps(first...(end - 1)) { continue }
            if isWhole, room <= 0 {
                guard let total = merger.total(month) else { return nil }
                add(total.cells)
                continue
            }
            guard let rows = merger.days(ofMonth: month) else { return nil }
            for (day, cells) in rows.reversed() {
                let number = Int64(day.daysSince1970)
                if let days, !days.contains(number) { continue }
                add(cells)
                if room <= 0 { continue }
                var count: Int64 = 0
                for (group, cell) in zip(cells.groups, cells.cells) where keys[Int(group)] != nil {
                    count &+= cell.count
                }
                room -= Int(clamping: max(0, count))
                if room <= 0 { found.firstDay = number }
            }
        }
        for (index, cell) in totals.enumerated() { found.add(cell, keys[index]) }
        return found
    }

    /// What lines of some groups have in common that are added up; `nil` for those that do not
    /// pass.
    private func keys(_ groups: [LineTotals.Group]) -> [LineSum.Key?] {
        groups.map { group in
            let facts = LineMatcher.KeyFacts(
                kind: group.kind, currency: group.currency,
                category: group.category.map(snapshot.referenceData.renamed),
                account: group.account, isIncoming: group.flags.contains(.incoming))
            return matcher.open(facts) == nil ? nil : LineSum.Key(facts)
        }
    }
}

/// What lines that pass by their keys come to.
private struct KeySums {
    var count: UInt64 = 0
    var sums: [LineSum.Key: SpendingTable.Cell] = [:]
    /// The day of the last of as many lines as are wanted, the latest first; `nil` where there are
    /// fewer.
    var firstDay: Int64?

    /// Adds the lines of a group, unless they do not pass.
    mutating func add(_ cell: SpendingTable.Cell, _ key: LineSum.Key?) {
        guard let key, cell != .zero else { return }
        count += UInt64(clamping: cell.count)
        sums[key, default: .zero] += cell
    }
}

extension LineMatcher {
    /// Whether keys and days alone decide which lines pass.
    var isAboutKeys: Bool {
        clauses.joined().allSatisfy { if case .key = $0.test { true } else { false } }
    }
}
