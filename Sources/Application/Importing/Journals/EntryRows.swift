internal import EventLog
internal import Interchange
internal import Ledger

/// New rows of a bank that are entries of several lines which an earlier file brought, such as a
/// journal: those with what the lines of an entry come to in the account of the row.
struct EntryRows {
    /// Rows that are an entry of their very day.
    private(set) var known = RowSet()
    /// The lines of these entries.
    private(set) var knownLines: Set<UInt64> = []
    /// Rows that may be one: the day is another one, or more rows than entries fit.
    private(set) var held = RowSet()
    /// The lines of these entries.
    private(set) var heldLines: Set<UInt64> = []

    private struct Sum: Hashable {
        let account: UInt64
        let currency: Currency
        let effect: Int128
    }

    /// Where lines of one entry can only be together.
    private struct Place: Hashable {
        let account: UInt64
        let currency: Currency
        let day: Day
    }

    fileprivate struct Entry {
        let day: Day
        var effect: Int128 = 0
        var lines: [ChangedRows.Line] = []
    }

    private struct Row {
        let index: Int
        let day: Day
    }

    /// - Parameters:
    ///   - new: The rows that no line is known to be.
    ///   - left: The lines that no row is known to be.
    init(
        _ rows: RowReading, _ new: RowSet, _ left: [ChangedRows.Line], _ snapshot: LedgerSnapshot,
        account: (ImportRow) -> LineFingerprint.Account
    ) throws(ApplicationError) {
        guard rows.plan.columns.own == nil, new.count > 0 else { return }
        let entries = try EntryRows.entries(left, snapshot)
        if entries.isEmpty { return }
        var fitting: [Sum: [Row]] = [:]
        try rows.rows { index, row in
            guard new.contains(index), case .known(let position) = account(row) else { return true }
            let sum = Sum(
                account: position, currency: row.facts.amount.currency, effect: row.facts.effect)
            if entries[sum] != nil {
                fitting[sum, default: []].append(Row(index: index, day: row.facts.day))
            }
            return true
        }
        if fitting.isEmpty { return }
        // A line alone that fits as well is found, and proposed, as elsewhere.
        var alone: [Sum: Set<Day>] = [:]
        for line in left {
            if let sum = EntryRows.sum(of: line) {
                alone[sum, default: []].insert(line.line.facts.day)
            }
        }
        for (sum, rows) in fitting {
            take(rows, entries[sum] ?? [], alone: alone[sum] ?? [])
        }
    }

    /// Takes the rows of one sum: first those of the very days of entries.
    private mutating func take(_ rows: [Row], _ entries: [Entry], alone: Set<Day>) {
        var (rows, entries) = (rows, entries)
        for (day, sameDay) in Dictionary(grouping: rows, by: \.day) where !alone.contains(day) {
            let fitting = entries.filter { $0.day == day }
            guard !fitting.isEmpty, sameDay.count <= fitting.count else { continue }
            // Which of several it is makes no difference.
            for row in sameDay { known.insert(row.index) }
            for entry in fitting { knownLines.formUnion(entry.lines.map(\.line.id)) }
            rows.removeAll { $0.day == day }
            entries.removeAll { $0.day == day }
        }
        let most = ChangedRows.daysApartMax
        for row in rows where !alone.contains(where: { abs($0.days(until: row.day)) <= most }) {
            let near = entries.filter {
                abs($0.day.days(until: row.day)) <= most && $0.isNear(row.day)
            }
            if near.isEmpty { continue }
            held.insert(row.index)
            for entry in near { heldLines.formUnion(entry.lines.map(\.line.id)) }
        }
    }

    private static func sum(of line: ChangedRows.Line) -> Sum? {
        let facts = line.line.facts
        return facts.account?.position.map {
            Sum(account: $0, currency: facts.amount.currency, effect: facts.effect)
        }
    }

    /// The entries of several lines in one account that no row has any line of, by what they do.
    private static func entries(
        _ left: [ChangedRows.Line], _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [Sum: [Entry]] {
        var places: [Place: [ChangedRows.Line]] = [:]
        for line in left {
            let facts = line.line.facts
            guard let account = facts.account?.position else { continue }
            let place = Place(
                account: account, currency: facts.amount.currency, day: facts.day)
            places[place, default: []].append(line)
        }
        places = places.filter { $0.value.count > 1 }
        if places.isEmpty { return [:] }
        let ids = places.values.flatMap { $0.map(\.line.id) }
        let open = Set(ids)
        let states = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.state(for: snapshot.parts(among: open), withCategories: false).lines
        }
        var found: [Sum: [Entry]] = [:]
        for (place, lines) in places {
            var entries: [UInt64: Entry] = [:]
            for line in lines {
                // What was voided by hand is in no account: its row is another payment.
                guard let state = states[line.line.id], !state.isVoided else { continue }
                let entry = state.entry
                guard let leader = entry.first, entry.count > 1 else { continue }
                // A row that is one of its lines says that the file has them one by one.
                let isTaken = entry.contains {
                    !open.contains($0) && states[$0]?.facts.account?.position == place.account
                }
                if isTaken { continue }
                entries[leader, default: Entry(day: place.day)].lines.append(line)
                entries[leader]?.effect += line.line.facts.effect
            }
            for entry in entries.values where entry.lines.count > 1 {
                let sum = Sum(
                    account: place.account, currency: place.currency, effect: entry.effect)
                found[sum, default: []].append(entry)
            }
        }
        return found
    }
}

extension EntryRows.Entry {
    /// Whether one of the two files should have both.
    fileprivate func isNear(_ day: Day) -> Bool {
        lines.contains { $0.isOfFile || $0.span?.contains(day) ?? false }
    }
}
