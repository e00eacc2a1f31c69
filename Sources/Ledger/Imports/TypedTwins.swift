internal import EventLog

/// New rows of a file that look like entries that were typed by hand: of the same account and
/// amount, on days close by.
package enum TypedTwins {
    /// A row that is to be recorded.
    package struct Row: Hashable, Sendable {
        /// Its place among the rows.
        let index: Int
        /// Its account and its currency.
        fileprivate let key: AccountCurrency
        let day: Day
        /// What it does to its account, in minor units: negative when it leaves.
        let effect: Int128

        /// A row.
        ///
        /// - Parameter account: The position of its account; `nil` for none.
        package init(index: Int, account: UInt64?, facts: LineFacts) {
            (self.index, day, effect) = (index, facts.day, facts.effect)
            key = AccountCurrency(account: account, currency: facts.amount.currency)
        }
    }

    /// A row and the entry that it looks like.
    package struct Pair: Hashable, Sendable {
        /// The row's place among the rows.
        package let row: Int
        /// The first line of the entry.
        package let id: UInt64
        /// Its day.
        package let day: Day
        /// Whether the entry has other lines, too.
        package let hasParts: Bool
    }

    /// An account, or none, and a currency.
    fileprivate struct AccountCurrency: Hashable {
        let account: UInt64?
        let currency: Currency
    }
}

extension LedgerSnapshot {
    /// Pairs each row with the nearest entry that was typed and does the same to its account, at
    /// most three days before or after it; each entry with one row at most. An entry of several
    /// lines does what they do together. Entries that an earlier import brought, too, have their
    /// row already.
    ///
    /// - Complexity: O(*n*) in the links and hot columns of the parts of the log that have such
    ///   days; commits are read only of those between lines that do the same.
    package func typedTwins(of rows: [TypedTwins.Row]) throws(StoreError) -> [TypedTwins.Pair] {
        guard let first = rows.lazy.map(\.day).min(), let last = rows.lazy.map(\.day).max() else {
            return []
        }
        let days = DayRange(
            start: first.adding(days: -OpenLines.twinDaysMax),
            end: last.adding(days: OpenLines.twinDaysMax + 1))
        var search = TwinSearch(rows, days)
        let spans = try spans(of: 0..<count, from: days.start)
        guard let low = spans.first?.lowerBound else { return [] }
        var (superseded, grouped) = (PositionSet(count), PositionSet(count))
        try store.readLinks(low..<count, in: [.previous, .group]) { column, position, link in
            if column == .previous { return superseded.insert(link) }
            grouped.insert(position)
            grouped.insert(link)
        }
        for span in spans {
            try store.read(span, .report) { (batch) throws(StoreError) in
                try search.look(at: batch, superseded, grouped)
                return .next
            }
        }
        try search.join(self)
        guard let range = search.range else { return [] }
        return search.pairs(try ImportedPositions(self, in: range))
    }
}

/// Looks for lines that do what rows do.
private struct TwinSearch {
    /// A line, or an entry of several.
    private struct Found {
        var id: UInt64
        var day: Day
        var effect: Int128
        let place: Int
        var hasParts = false
    }

    /// What the key of a line says.
    private struct Head {
        let place: Int
        let isOutgoing: Bool
    }

    private struct Part: Hashable {
        let leader: UInt64
        let place: Int
    }

    private let rows: [TypedTwins.Row]
    private let days: DayRange
    private var places: [TypedTwins.AccountCurrency: Int] = [:]
    /// What rows do, by the place of their account and currency.
    private var effects: [Set<Int128>] = []
    private var heads = KeyMemo<Head?>()
    private var found: [Found] = []
    /// Lines of entries of several.
    private var parts: [Found] = []

    init(_ rows: [TypedTwins.Row], _ days: DayRange) {
        (self.rows, self.days) = (rows, days)
        for row in rows {
            let place = places[row.key] ?? effects.count
            if place == effects.count {
                places[row.key] = place
                effects.append([])
            }
            effects[place].insert(row.effect)
        }
    }

    /// From the first to the last line that was found; `nil` without any.
    var range: Range<UInt64>? {
        guard let low = found.lazy.map(\.id).min(), let high = found.lazy.map(\.id).max() else {
            return nil
        }
        return low..<high + 1
    }

    mutating func look(
        at batch: ColumnBatch, _ superseded: PositionSet, _ grouped: PositionSet
    ) throws(StoreError) {
        let stated = try batch.statedPostings()
        let places = places
        let heads = try heads.values(of: stated) { (reader) throws(StoreError) -> Head? in
            let kind: EntryKind = try reader.required(.kind, reader.value)
            let flags: LineFlags = try reader.value(.flags) ?? []
            let key = TypedTwins.AccountCurrency(
                account: try reader.reference(.account)?.position,
                currency: try reader.required(.currency, reader.currency))
            return places[key].map { Head(place: $0, isOutgoing: kind.isOutgoing(flags)) }
        }.map { $0 ?? nil }
        guard stated.areWhole, heads.contains(where: { $0 != nil }) else { return }
        let targets = batch.links[.target]
        for index in stated.indices {
            guard let head = heads[Int(stated.codes[index])] else { continue }
            let day = Day(daysSince1970: Int32(clamping: stated.days[index]))
            let position = stated.position(at: index)
            guard days.contains(day), !superseded.contains(position) else { continue }
            let amount = Int128(stated.amounts[index])
            let effect = head.isOutgoing ? -amount : amount
            let target = targets?.value(at: stated.row(at: index))
            let id = target.flatMap { UInt64(exactly: $0) } ?? position
            let line = Found(id: id, day: day, effect: effect, place: head.place)
            if grouped.contains(id) {
                parts.append(line)
            } else if effects[head.place].contains(effect) {
                found.append(line)
            }
        }
    }

    /// Makes entries of the lines that are parts of one.
    mutating func join(_ snapshot: LedgerSnapshot) throws(StoreError) {
        guard let low = parts.lazy.map(\.id).min(), let high = parts.lazy.map(\.id).max() else {
            return
        }
        let ids = Set(parts.lazy.map(\.id))
        var leaders: [UInt64: UInt64] = [:]
        try snapshot.store.readLinks(low..<high + 1, in: [.group]) { _, position, leader in
            if ids.contains(position) { leaders[position] = leader }
        }
        var entries: [Part: Found] = [:]
        for line in parts {
            let leader = leaders[line.id] ?? line.id
            let part = Part(leader: leader, place: line.place)
            var entry = entries[part] ?? line
            if entries[part] != nil {
                entry.effect += line.effect
                entry.day = min(entry.day, line.day)
            }
            (entry.id, entry.hasParts) = (leader, true)
            entries[part] = entry
        }
        found += entries.values.filter { effects[$0.place].contains($0.effect) }
        parts = []
    }

    /// The rows with the entries that were typed and that no import brought, too: what was there
    /// before comes first.
    func pairs(_ imported: ImportedPositions) -> [TypedTwins.Pair] {
        var before = Array(repeating: OpenLines(), count: effects.count)
        var known: [UInt64: Found] = [:]
        for line in found {
            let open = OpenLine(id: line.id, day: line.day, effect: line.effect)
            before[line.place].add(open, isImported: imported.contains(line.id))
            known[line.id] = line
        }
        var after = Array(repeating: OpenLines(), count: effects.count)
        for index in before.indices {
            before[index].pair()
            for line in before[index].typed where line.twin == nil {
                after[index].add(line, isImported: false)
            }
        }
        let base = (known.keys.max() ?? 0) + 1
        for row in rows {
            guard let place = places[row.key] else { continue }
            let open = OpenLine(id: base + UInt64(row.index), day: row.day, effect: row.effect)
            after[place].add(open, isImported: true)
        }
        var pairs: [TypedTwins.Pair] = []
        for index in after.indices {
            after[index].pair()
            for line in after[index].typed {
                guard let twin = line.twin, let entry = known[line.id] else { continue }
                pairs.append(
                    TypedTwins.Pair(
                        row: Int(twin - base), id: line.id, day: line.day,
                        hasParts: entry.hasParts))
            }
        }
        return pairs.sorted { $0.row < $1.row }
    }
}
