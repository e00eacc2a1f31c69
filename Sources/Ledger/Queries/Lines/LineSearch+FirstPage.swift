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
        // What a part holds ranks no higher than this: a line has the position that it began at.
        let highest = { (part: FrameInfo) in
            isByDay ? Int128(part.dayHigh ?? .max) : Int128(part.positions.upperBound) - 1
        }
        let parts = try snapshot.store.spans(of: 0..<snapshot.count).sorted { left, right in
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
        (count, sums) = found
        return true
    }

    /// How many lines of some days pass by their keys, and what they come to; `nil` where a line is
    /// not as it should be: what is wrong is found by the search that looks at each.
    private func sumsOfKeys(
        _ days: ClosedRange<Int64>?
    ) throws(StoreError) -> (UInt64, [LineSum.Key: SpendingTable.Cell])? {
        let table: LineTotals
        do throws(StoreError) {
            table = try snapshot.fold { $0.lines }
        } catch .undecodable { return nil } catch { throw error }
        var count: UInt64 = 0
        var sums: [LineSum.Key: SpendingTable.Cell] = [:]
        for (group, cell) in table.totals(on: days) where cell != .zero {
            let facts = LineMatcher.KeyFacts(
                kind: group.kind, currency: group.currency,
                category: group.category.map(snapshot.referenceData.renamed),
                account: group.account, isIncoming: group.isIncoming)
            if matcher.open(facts) == nil { continue }
            count += UInt64(clamping: cell.count)
            sums[LineSum.Key(facts), default: .zero] += cell
        }
        return (count, sums)
    }
}

extension LineMatcher {
    /// Whether keys and days alone decide which lines pass.
    var isAboutKeys: Bool {
        clauses.joined().allSatisfy { if case .key = $0.test { true } else { false } }
    }
}
