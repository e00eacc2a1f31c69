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
        guard let found = try sumsOfKeys(days) else { return false }
        let isByDay = filter.order == .day
        if isByDay, limit > 0, let first = found.firstDay(limit),
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
        let parts = try snapshot.spans().filter {
            $0.dayHigh ?? .max >= first
        }
        try findSuperseded(from: parts.map(\.positions.lowerBound).min() ?? snapshot.count)
        // Every part was looked at for the sums.
        if try pickAtOnce(parts, first...last, narrowing: true), hits.count >= limit {
            spans = parts.map(\.positions)
            return true
        }
        hits.removeAll()
        return false
    }

    /// What lines that pass by their keys come to.
    private struct KeySums {
        var count: UInt64 = 0
        var sums: [LineSum.Key: SpendingTable.Cell] = [:]
        /// How many there are on each day, where they are wanted by day.
        var days: [(day: Day, count: Int64)] = []

        /// The day of the last of so many lines, the latest first; `nil` where there are fewer.
        func firstDay(_ limit: Int) -> Int64? {
            LineTotals.bound(ofLatest: limit, days).map { Int64($0.day.daysSince1970) }
        }
    }

    /// How many lines of some days pass by their keys, and what they come to; `nil` where a line is
    /// not as it should be: what is wrong is found by the search that looks at each.
    private func sumsOfKeys(_ days: ClosedRange<Int64>?) throws(StoreError) -> KeySums? {
        let table: LineTotals
        do throws(StoreError) {
            table = try snapshot.fold { $0.lines }
        } catch .undecodable { return nil } catch { throw error }
        var found = KeySums()
        let keys = table.groups.map { group in
            LineMatcher.KeyFacts(
                kind: group.kind, currency: group.currency,
                category: group.category.map(snapshot.referenceData.renamed),
                account: group.account, isIncoming: group.isIncoming)
        }
        let passes = keys.map { matcher.open($0) != nil }
        for (index, cell) in table.totals(on: days).enumerated() where cell != .zero {
            guard passes[index] else { continue }
            found.count += UInt64(clamping: cell.count)
            found.sums[LineSum.Key(keys[index]), default: .zero] += cell
        }
        if filter.order == .day { found.days = table.days(on: days) { passes[$0] } }
        return found
    }
}

extension LineMatcher {
    /// Whether keys and days alone decide which lines pass.
    var isAboutKeys: Bool {
        clauses.joined().allSatisfy { if case .key = $0.test { true } else { false } }
    }
}
