internal import EventLog
internal import Interchange
internal import Ledger

/// Finds the import of the same file, or of one that has grown since, that was read in another way:
/// with days and months the other way round, for another account, in another currency, with other
/// signs.
///
/// Every reading of a file has the same rows, and of each the digits of the amount and the title.
struct OtherReading {
    /// Rows of a file that is looked at, at most.
    private static let rowsMax = 100_000
    /// New rows times accounts, at most.
    private static let pairsMax = 1_000_000

    private let rows: RowReading
    private let snapshot: LedgerSnapshot
    private let survey: FileSurvey

    private var count: Int { survey.rows }

    init(_ rows: RowReading, _ snapshot: LedgerSnapshot, _ survey: FileSurvey) {
        (self.rows, self.snapshot, self.survey) = (rows, snapshot, survey)
    }

    /// The last such import, and how many of its rows come again; `nil` for none.
    ///
    /// - Parameter new: The rows that the ledger does not have.
    func found(among new: RowSet) throws(ApplicationError) -> (batch: UInt64, rows: Int)? {
        guard new.count > 0, count <= OtherReading.rowsMax, rows.plan.columns.own == nil else {
            return nil
        }
        if new.count == count, let batch = try whole() { return (batch, count) }
        return try grown(new)
    }

    /// The last import of a file of as many rows, all of whose lines are rows of this one.
    private func whole() throws(ApplicationError) -> UInt64? {
        let batches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.importBatches().having(rows: count)
        }
        if batches.starts.isEmpty { return nil }
        var days: [RowTwin: [Day]] = [:]
        try rows.rows { _, row in
            days[RowTwin(row.facts, row.details), default: []].append(row.facts.day)
            return true
        }
        var tallies: [UInt64: (lines: Int, open: [RowTwin: [Day]], taken: Int)] = [:]
        let accounts = Set<UInt64?>(snapshot.referenceData.accounts.map(\.position) + [nil])
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let undone = try snapshot.linesVoidedByUndo()
            try snapshot.forEachImportedLine(
                of: batches, on: DayRange(start: .min, end: .max), in: accounts
            ) { line in
                if undone.contains(line.id) { return }
                var tally = tallies[line.batch] ?? (0, days, 0)
                tally.lines += 1
                if let place = tally.open[line.twin]?.firstIndex(where: {
                    OtherReading.isSame($0, line.day)
                }) {
                    tally.open[line.twin]?.remove(at: place)
                    tally.taken += 1
                }
                tallies[line.batch] = tally
            }
        }
        return tallies.filter { $0.value.lines == $0.value.taken && $0.value.taken * 2 >= count }
            .keys.max()
    }

    /// What of an import's lines comes again.
    private struct Tally {
        /// Rows that were not taken yet.
        private var open: (known: [RowTwin: [Day]], new: [RowTwin: [Day]])
        /// Lines that new rows are, and of these the ones of the same day.
        private(set) var (taken, exact) = (0, 0)
        /// Lines that no row is.
        private(set) var missing = 0

        init(known: [RowTwin: [Day]], new: [RowTwin: [Day]]) { open = (known, new) }

        mutating func miss() { missing += 1 }

        mutating func add(_ line: LedgerSnapshot.ImportedRow) {
            if let place = open.known[line.twin]?.firstIndex(of: line.day) {
                open.known[line.twin]?.remove(at: place)
                return
            }
            let days = open.new[line.twin] ?? []
            let same = days.firstIndex(of: line.day)
            guard let place = same ?? days.firstIndex(where: { OtherReading.isSame($0, line.day) })
            else {
                missing += 1
                return
            }
            open.new[line.twin]?.remove(at: place)
            taken += 1
            if same != nil { exact += 1 }
        }
    }

    /// The last import most of whose lines are new rows of this file, among others; known rows are
    /// lines that were read in the same way.
    ///
    /// Only lines of the years of the file are looked at. What lies in another account that has a
    /// name as well is the other side of a transfer unless all else is the same.
    private func grown(_ new: RowSet) throws(ApplicationError) -> (batch: UInt64, rows: Int)? {
        guard let days = survey.days,
            let start = Day(year: days.start.year, month: 1, day: 1),
            let end = Day(year: days.end.year, month: 12, day: 31)
        else { return nil }
        let batches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.importBatches()
        }
        if batches.starts.isEmpty { return nil }
        let own = Set(
            survey.accounts.compactMap {
                snapshot.referenceData.account(named: $0.name.trimmed)?.position
            })
        let others = Set(snapshot.referenceData.accounts.map(\.position)).subtracting(own)
        let isNamed = !survey.hasRowsWithoutAccount
        let comparesOthers = isNamed && others.count * new.count <= OtherReading.pairsMax
        var prints: Set<LineFingerprint> = []
        var (knownDays, newDays) = ([RowTwin: [Day]](), [RowTwin: [Day]]())
        try rows.rows { index, row in
            let twin = RowTwin(row.facts, row.details)
            if new.contains(index) {
                newDays[twin, default: []].append(row.facts.day)
                for account in others where comparesOthers {
                    prints.insert(
                        LineFingerprint(row.facts, row.details, account: .known(account)))
                }
            } else {
                knownDays[twin, default: []].append(row.facts.day)
            }
            return true
        }
        let none = Tally(known: knownDays, new: newDays)
        var tallies: [UInt64: Tally] = [:]
        let accounts = Set<UInt64?>(snapshot.referenceData.accounts.map(\.position) + [nil])
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let undone = try snapshot.linesVoidedByUndo()
            try snapshot.forEachImportedLine(
                of: batches, on: DayRange(start: start, end: end.adding(days: 1)), in: accounts
            ) { line in
                if undone.contains(line.id) { return }
                let isElsewhere = isNamed && line.account.map(others.contains) == true
                if isElsewhere, !prints.contains(line.fingerprint) {
                    tallies[line.batch, default: none].miss()
                    return
                }
                tallies[line.batch, default: none].add(line)
            }
        }
        let found = tallies.filter { _, tally in
            let isMost = tally.taken > tally.missing
            let isMany = tally.taken >= 3 || tally.taken * 2 >= new.count
            return isMost && isMany && (tally.taken > 1 || tally.exact == 1)
        }
        return found.keys.max().map { ($0, found[$0]?.taken ?? 0) }
    }

    /// Whether two days are one date, read in two orders.
    private static func isSame(_ day: Day, _ other: Day) -> Bool {
        if day == other { return true }
        func parts(_ day: Day) -> [Substring] {
            var parts = day.description.split(separator: "-")
            if let first = parts.first { parts[0] = first.suffix(2) }
            return parts.sorted()
        }
        return parts(day) == parts(other)
    }
}
