internal import EventLog

extension LineSearch {
    /// With more lines than this it costs less to look at all of them.
    private static let pageMax = 10_000
    /// Of days that were asked for this many parts are looked through before all others are.
    private static let latestParts = 4

    /// Finds the first lines by day from the parts of the log that hold the latest days on, and
    /// counts all by their keys.
    ///
    /// - Returns: Whether it could: nothing but keys and days may decide which lines pass.
    mutating func findFirstPage() throws(StoreError) -> Bool {
        guard let limit = filter.limit, limit <= LineSearch.pageMax, filter.order == .day,
            !filter.withVoided, matcher.isAboutKeys, !matcher.days.isEmpty
        else { return false }
        let days = matcher.days.numbers
        let counts = try snapshot.store.lineCounts(
            of: 0..<snapshot.count, days: days, threads: threads)
        var found: UInt64 = 0
        for (fields, lines) in counts.totals {
            let key = GroupKey(
                type: 0, schema: 0, isCritical: false, fields: fields, numbersMask: 3)
            // What is wrong with a line is found by the search that looks at each.
            guard let plan = try? plan(key, { 0 }) else { return false }
            if plan.open != nil { found += UInt64(clamping: lines) }
        }
        let parts = try snapshot.store.spans(of: 0..<snapshot.count).sorted { left, right in
            let days = (left.dayHigh ?? .max, right.dayHigh ?? .max)
            return days.0 == days.1
                ? left.positions.lowerBound > right.positions.lowerBound : days.0 > days.1
        }
        for (index, part) in parts.enumerated() {
            if limit == 0 || hits.count >= limit && Int128(part.dayHigh ?? .max) < least { break }
            if let days {
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
        count = found
        return true
    }
}

extension LineMatcher {
    /// Whether keys and days alone decide which lines pass.
    var isAboutKeys: Bool {
        clauses.joined().allSatisfy { if case .key = $0.test { true } else { false } }
    }
}
