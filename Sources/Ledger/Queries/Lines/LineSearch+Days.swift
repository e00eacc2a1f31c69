internal import EventLog

extension LineSearch {
    /// Finds the lines of some days without taking those of others apart.
    ///
    /// - Returns: Whether it could: days have to be asked for, and neither text nor voided lines.
    mutating func findOfDays() throws(StoreError) -> Bool {
        guard let days = matcher.days.numbers, matcher.needles.isEmpty, !filter.withVoided else {
            return false
        }
        let parts = try snapshot.spans()
        guard try pickAtOnce(parts, days, narrowing: false) else { return false }
        spans = parts.map(\.positions)
        return true
    }

    /// Finds the lines of some days in parts of the log, on all cores.
    ///
    /// - Parameters:
    ///   - parts: It is known which versions are followed in them.
    ///   - isNarrowing: Whether days behind the limit may be left out and not be counted, because
    ///     all parts were looked at for that.
    /// - Returns: As ``pick(_:_:narrowing:)``; `false` leaves the search as it was.
    mutating func pickAtOnce(
        _ parts: [FrameInfo], _ days: ClosedRange<Int64>, narrowing isNarrowing: Bool
    ) throws(StoreError) -> Bool {
        let threads = min(threads, parts.count)
        let areCells = cells != nil
        let (filter, snapshot, superseded, creations) = (filter, snapshot, superseded, creations)
        let least = isNarrowing ? least : .min
        let found = Parallel.map(threads) { thread -> Result<Found?, StoreError> in
            do throws(StoreError) {
                var search = LineSearch(filter, in: snapshot, superseded, creations, least: least)
                if areCells { search.cells = FoundCells() }
                for index in stride(from: thread, to: parts.count, by: threads) {
                    let isKnown = try search.pick(parts[index], days, narrowing: isNarrowing)
                    guard isKnown else { return .success(nil) }
                }
                search.addSums()
                return .success(search.found)
            } catch { return .failure(error) }
        }
        var all: [Found] = []
        for found in found {
            guard let found = try found.get() else { return false }
            all.append(found)
        }
        for found in all {
            hits += found.hits
            count += found.count
            for (key, sum) in found.sums { sums[key, default: .zero] += sum }
            if let others = found.cells { cells?.add(others) }
            // What a thread has dropped is missing here, too.
            self.least = max(self.least, found.least)
            lacksTies = lacksTies || found.lacksTies
        }
        keepFirst()
        return true
    }

    /// What one of several threads has found.
    private struct Found {
        let hits: [Hit]
        let count: UInt64
        let sums: [LineSum.Key: SpendingTable.Cell]
        let cells: FoundCells?
        let least: Int128
        let lacksTies: Bool
    }

    private var found: Found {
        Found(
            hits: hits, count: count, sums: sums, cells: cells, least: least, lacksTies: lacksTies)
    }

    /// Finds the lines of some days in a part of the log.
    ///
    /// - Parameter isNarrowing: Whether days behind the limit may be left out and not be counted.
    /// - Returns: Whether there is nothing but what this program knows, or need not know: what is
    ///   wrong with an event is found by the search that looks at each.
    mutating func pick(
        _ part: FrameInfo, _ days: ClosedRange<Int64>, narrowing isNarrowing: Bool
    ) throws(StoreError) -> Bool {
        // Where nobody else has looked at every part, none is left out: it may hold what this
        // program must not pass over.
        guard isNarrowing else { return try pick(part.positions, days) }
        let first = max(days.lowerBound, Int64(clamping: least))
        guard first <= min(days.upperBound, part.dayHigh ?? .max) else { return true }
        return try pick(part.positions, first...days.upperBound)
    }

    private mutating func pick(
        _ positions: Range<UInt64>, _ days: ClosedRange<Int64>
    ) throws(StoreError) -> Bool {
        var pick = ScanRequest(types: .all, integers: [.target, .day, .amount], days: days)
        // Which of the lines of a day come first is a matter of their times.
        let readsTimes = filter.order == .day && filter.limit != nil
        if readsTimes { pick.integers.append(.timeOfDay) }
        var isKnown = true
        try snapshot.store.scan(positions, pick) { kind in
            let type = EventType(kind)
            if type == nil, kind.isCritical { isKnown = false }
            return type?.statesFacts == true
        } _: { picked throws(StoreError) in
            try look(through: picked, readsTimes: readsTimes)
        }
        keepFirst()
        return isKnown
    }

    private mutating func look(
        through picked: ScanResult, readsTimes: Bool
    ) throws(StoreError) {
        var plans: [KeyPlan?] = Array(repeating: nil, count: picked.keys.count)
        var targets = picked.values(of: .target)
        var (days, amounts) = (picked.values(of: .day), picked.values(of: .amount))
        var times = picked.values(of: .timeOfDay)
        for (row, code) in zip(picked.rows, picked.codes) {
            let position = picked.firstPosition + UInt64(row)
            if plans[Int(code)] == nil {
                plans[Int(code)] = try plan(picked.keys[Int(code)]) { position }
            }
            guard let plan = plans[Int(code)], let open = plan.open, !superseded.contains(position),
                let day = days.value(at: row)
            else { continue }
            let target = targets.value(at: row).flatMap { UInt64(exactly: $0) }
            var hit = Hit(rank: 0, id: target ?? position)
            if target == nil, readsTimes { hit.time = times.value(at: row) ?? -1 }
            let amount = amounts.value(at: row) ?? 0
            let isFound = take(
                hit, plan, open,
                LineMatcher.Values(
                    id: hit.id, day: Day(daysSince1970: Int32(clamping: day)), amount: amount,
                    findings: 0))
            if isFound { plan.count(amount) }
        }
    }
}

extension DayRange {
    /// Its days as they are stored; `nil` for all days, and for none.
    var numbers: ClosedRange<Int64>? {
        guard self != .all, !isEmpty else { return nil }
        let first = hasStart ? Int64(start.daysSince1970) : .min
        return first...(Int64(end.daysSince1970) - 1)
    }
}
