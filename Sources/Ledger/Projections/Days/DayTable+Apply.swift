internal import EventLog

extension DayTable {
    /// Takes in the events that follow.
    ///
    /// - Complexity: O(*n*) in the events, with a table of days × groups for each batch.
    mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        for postings in try batch.postings() {
            var groups: [Int32] = []
            for (code, key) in postings.keys.enumerated() {
                let group = try key.map { (key) throws(StoreError) in
                    try self.group(of: key) { postings.position(ofKey: code) }
                }
                groups.append(group ?? -1)
            }
            try add(LineTerms(postings: postings, groups: groups))
        }
    }

    /// The group of a key, or -1 for one that does not count.
    ///
    /// - Parameter position: The position of the first event that has the key.
    mutating func group(
        of key: GroupKey, _ position: () -> UInt64
    ) throws(StoreError) -> Int32 {
        var memo = KeyMemo<Int32>()
        swap(&memo, &known)
        defer { swap(&memo, &known) }
        return try memo.value(of: key, at: position) { (reader) throws(StoreError) in
            try Group(of: reader).map { index(of: $0) } ?? -1
        }
    }

    /// Adds terms: through a small table of days × groups where that is worth it, else one by one.
    private mutating func add(_ terms: LineTerms) throws(StoreError) {
        let count = terms.codes.count
        guard terms.postings.areWhole, let used = UsedTerms(terms) else { return }
        if let index = used.badDay(of: terms) {
            throw .undecodable(position: terms.postings.position(at: index), column: .day)
        }
        if used.amountMax < LineTerms.smallAmountMax,
            let window = used.window(of: terms, slots: 4 * count)
        {
            addThroughTable(terms, used, window)
        } else {
            var rest: [SparseCells.Entry] = []
            for index in terms.codes.indices { add(terms, at: index, rest: &rest) }
            add(rest: rest)
        }
    }

    /// Adds the terms of most days through a table, those of the others one by one.
    private mutating func addThroughTable(
        _ terms: LineTerms, _ used: UsedTerms, _ window: (first: Int64, dayCount: Int)
    ) {
        let width = used.groups.count
        var rest: [SparseCells.Entry] = []
        var table = Array(repeating: SIMD2<Int64>(0, 0), count: window.dayCount * width)
        for index in terms.codes.indices {
            let slot = used.slots[Int(terms.codes[index])]
            if slot < 0 { continue }
            let day = Int(terms.days[index] &- window.first)
            guard day >= 0, day < window.dayCount else {
                add(terms, at: index, rest: &rest)
                continue
            }
            table[day &* width &+ slot] &+= SIMD2(terms.amounts[index], 1)
        }
        var row: [(group: Int32, cell: SpendingTable.Cell)] = []
        for offset in 0..<window.dayCount {
            row.removeAll(keepingCapacity: true)
            for slot in 0..<width {
                let total = table[offset * width + slot]
                if total == SIMD2(0, 0) { continue }
                let cell = SpendingTable.Cell(
                    sum: Int128(total[0] * terms.sign), count: total[1] * terms.sign)
                row.append((used.groups[slot], cell))
            }
            guard let last = row.last else { continue }
            let day = Int32(truncatingIfNeeded: window.first + Int64(offset))
            let had = Int32(dense.row(of: day).width)
            if last.group >= had {
                let lines = row.reduce(into: Int64(0)) { $0 &+= abs($1.cell.count) }
                open(day, new: row.count { $0.group >= had }, lines: lines)
            }
            for (group, cell) in row { add(cell, day: day, group: group, rest: &rest) }
        }
        add(rest: rest)
    }

    private mutating func add(
        _ terms: LineTerms, at index: Int, rest: inout [SparseCells.Entry]
    ) {
        let group = terms.groups[Int(terms.codes[index])]
        if group < 0 { return }
        let day = Int32(truncatingIfNeeded: terms.days[index])
        let sum = Int128(terms.amounts[index]) * Int128(terms.sign)
        add(SpendingTable.Cell(sum: sum, count: terms.sign), day: day, group: group, rest: &rest)
    }
}

/// Postings, and what their keys mean.
private struct LineTerms {
    let postings: Postings
    /// The group of each key; -1 for one that does not count.
    let groups: [Int32]

    var codes: [UInt16] { postings.codes }
    var days: [Int64] { postings.days }
    var amounts: [Int64] { postings.amounts }
    var sign: Int64 { postings.sign }

    /// Amounts below this add up in 64 bits over a whole batch.
    static let smallAmountMax: UInt64 = 1 << 46
}

/// Which days, groups and amounts occur among the terms that count.
private struct UsedTerms {
    var dayMin = Int64.max
    var dayMax = Int64.min
    var amountMax: UInt64 = 0
    /// The groups that occur, ascending.
    var groups: [Int32] = []
    /// For each code the place of its group in `groups`; -1 for one that does not count.
    var slots: [Int] = []

    /// `nil` when nothing counts.
    init?(_ terms: LineTerms) {
        guard let last = terms.groups.max(), last >= 0 else { return nil }
        var slotOf = Array(repeating: -1, count: Int(last) + 1)
        for group in terms.groups where group >= 0 { slotOf[Int(group)] = 0 }
        for group in slotOf.indices where slotOf[group] == 0 {
            slotOf[group] = groups.count
            groups.append(Int32(group))
        }
        slots = terms.groups.map { $0 < 0 ? -1 : slotOf[Int($0)] }
        for index in terms.codes.indices where terms.groups[Int(terms.codes[index])] >= 0 {
            dayMin = min(dayMin, terms.days[index])
            dayMax = max(dayMax, terms.days[index])
            amountMax = max(amountMax, terms.amounts[index].magnitude)
        }
        guard dayMin <= dayMax else { return nil }
    }

    /// From the first day to the last; both are days, so there are at most 2^32.
    var dayCount: Int { Int(dayMax - dayMin) + 1 }

    /// The days of which a table of some slots is worth it: all of them, or those on which most
    /// of the terms are. `nil` when there are too few of these.
    func window(of terms: LineTerms, slots: Int) -> (first: Int64, dayCount: Int)? {
        let room = slots / groups.count
        guard room > 0 else { return nil }
        guard dayCount > room else { return (dayMin, dayCount) }
        let step = max(1, terms.codes.count / 1_024)
        let sample = stride(from: 0, to: terms.codes.count, by: step)
            .filter { terms.groups[Int(terms.codes[$0])] >= 0 }.map { terms.days[$0] }.sorted()
        var best = (first: 0, end: 0)
        var end = 0
        for first in sample.indices {
            while end < sample.count, sample[end] - sample[first] < room { end += 1 }
            if end - first > best.end - best.first { best = (first, end) }
        }
        guard 2 * (best.end - best.first) > sample.count else { return nil }
        // It is but a sample: what room is left goes to both sides.
        let spare = Int64(room) - 1 - (sample[best.end - 1] - sample[best.first])
        return (max(dayMin, sample[best.first] - spare / 2), room)
    }

    /// The first term that counts on what is no day.
    func badDay(of terms: LineTerms) -> Int? {
        if dayMin >= Int64(Int32.min), dayMax <= Int64(Int32.max) { return nil }
        return terms.codes.indices.first { index in
            terms.groups[Int(terms.codes[index])] >= 0
                && Int32(exactly: terms.days[index]) == nil
        }
    }
}
