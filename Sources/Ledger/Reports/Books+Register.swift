internal import EventLog

extension Books {
    /// Live lines in their current version: newest day first, then the latest time (those without
    /// one last), then the newest.
    ///
    /// - Complexity: O(*n*) in the links and hot columns, and in the text where the filter asks for
    ///   it; in memory are one bit an event and the lines that come back.
    public func lines(_ filter: LineFilter = LineFilter()) throws(StoreError) -> [LineState] {
        let limit = filter.limit ?? .max
        guard limit > 0 else { return [] }
        let found = try candidates(filter, superseded: supersededVersions())
        let state = try state(for: found, withCategories: false)
        var lines: [LineState] = []
        for id in found {
            guard let line = state.lines[id], !filter.needsText || filter.admits(line.details)
            else { continue }
            lines.append(line)
        }
        lines.sort(by: Books.isBefore)
        return Array(lines.prefix(limit))
    }

    /// The order of a register.
    private static func isBefore(_ left: LineState, _ right: LineState) -> Bool {
        if left.facts.day != right.facts.day { return left.facts.day > right.facts.day }
        let leftTime = left.details.time?.secondsSinceMidnight ?? -1
        let rightTime = right.details.time?.secondsSinceMidnight ?? -1
        return leftTime != rightTime ? leftTime > rightTime : left.id > right.id
    }

    /// The versions that another one follows.
    private func supersededVersions() throws(StoreError) -> PositionSet {
        var superseded = PositionSet(count)
        try store.read(0..<count, .links) { batch in
            batch.forEachLink(in: .previous) { _, previous in superseded.insert(previous) }
            return .next
        }
        return superseded
    }

    /// The ids of the lines that pass as far as the hot columns tell. With a limit and nothing else
    /// to look at, only those that can be among the first are kept.
    private func candidates(
        _ filter: LineFilter, superseded: PositionSet
    ) throws(StoreError) -> [UInt64] {
        let limit = filter.needsText ? Int.max : filter.limit ?? .max
        let compactAt = limit < .max / 8 ? 4 * limit + 4_096 : Int.max
        var found: [(day: Int64, id: UInt64)] = []
        try store.read(0..<count, .report) { batch throws(StoreError) in
            let admitted = try admittedKeys(filter, batch)
            guard admitted.contains(true), let days = batch.numbers[.day] else { return .next }
            for index in 0..<batch.count where admitted[Int(batch.keyCodes[index])] {
                let position = batch.firstPosition + UInt64(index)
                let day = days[index]
                guard filter.days.contains(Day(daysSince1970: Int32(clamping: day))),
                    !superseded.contains(position)
                else { continue }
                let target = batch.links[.target]?.value(at: index)
                found.append((day, target.flatMap { UInt64(exactly: $0) } ?? position))
            }
            if found.count >= compactAt { Books.keepNewest(limit, of: &found) }
            return .next
        }
        return found.map(\.id)
    }

    /// Drops what lies on earlier days than the `limit` newest; those of the last day all stay, for
    /// their times are not known yet.
    private static func keepNewest(_ limit: Int, of found: inout [(day: Int64, id: UInt64)]) {
        let days = found.map(\.day).sorted(by: >)
        guard limit < days.count else { return }
        let oldest = days[limit - 1]
        found.removeAll { $0.day < oldest }
    }

    private func admittedKeys(
        _ filter: LineFilter, _ batch: ColumnBatch
    ) throws(StoreError) -> [Bool] {
        let types = try batch.knownTypes()
        var admitted: [Bool] = []
        for (code, key) in batch.keys.enumerated() {
            guard types[code]?.statesFacts == true else {
                admitted.append(false)
                continue
            }
            admitted.append(try admits(filter, key, batch.position(ofKey: code)))
        }
        return admitted
    }

    private func admits(
        _ filter: LineFilter, _ key: HotKey, _ position: UInt64
    ) throws(StoreError) -> Bool {
        let row = Row(type: 0, schema: 0, isCritical: false, fields: key.fields)
        let reader = RowReader(row: row, position: position)
        let kind: EntryKind = try reader.required(.kind, reader.value)
        if !filter.kinds.isEmpty, !filter.kinds.contains(kind) { return false }
        if let account = filter.account {
            guard try reader.reference(.account)?.position == account else { return false }
        }
        guard let wanted = filter.category else { return true }
        guard let category = try reader.category(.category) else { return false }
        return wanted.contains(chart.renamed(category))
    }
}

/// Some of the first positions of a log: one bit each.
struct PositionSet {
    private var words: [UInt64]

    /// An empty set, for the positions below `count`.
    init(_ count: UInt64) { words = Array(repeating: 0, count: Int(clamping: count / 64 + 1)) }

    mutating func insert(_ position: UInt64) {
        guard position / 64 < words.count else { return }
        words[Int(position / 64)] |= 1 << (position % 64)
    }

    func contains(_ position: UInt64) -> Bool {
        position / 64 < words.count && words[Int(position / 64)] & (1 << (position % 64)) != 0
    }
}
