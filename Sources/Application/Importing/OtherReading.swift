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
    /// - Parameters:
    ///   - new: The rows that the ledger does not have.
    ///   - held: Rows that are held back and may be lines that were read in another way. An import
    ///     is asked about for their sake where all of its lines come again, so that nothing is lost
    ///     when it is undone.
    func found(
        among new: RowSet, held: RowSet
    ) throws(ApplicationError) -> (batch: UInt64, rows: Int)? {
        guard new.count + held.count > 0, count <= OtherReading.rowsMax,
            rows.plan.columns.own == nil
        else { return nil }
        let looks = try looks(new, held)
        if new.count + held.count == count, let batch = try whole(looks) { return (batch, count) }
        return try grown(looks, new: new.count, held: held.count)
    }

    /// The rows of the file, as lines are compared with them.
    private struct Looks {
        typealias Rows = [RowTwin: [Day]]

        /// Rows that the ledger has, that it does not have, and that are held back.
        var (known, new, held) = (Rows(), Rows(), Rows())
        /// What rows are as they are read: such a line was read in the same way, and taken back.
        var own: Set<LineFingerprint> = []
        /// What new rows would be in other accounts of the ledger.
        var elsewhere: Set<LineFingerprint> = []
        /// The accounts that the file does not name, if it names one for each row.
        var others: Set<UInt64> = []
        /// The digits of the amounts of all rows.
        var amounts: Set<UInt64> = []

        func isOwn(_ line: LedgerSnapshot.ImportedRow) -> Bool {
            let twin = line.twin
            return (new[twin] != nil || held[twin] != nil) && own.contains(line.fingerprint)
        }
    }

    private func looks(_ new: RowSet, _ held: RowSet) throws(ApplicationError) -> Looks {
        var (looks, accounts) = (Looks(), [String: UInt64]())
        for account in survey.accounts {
            accounts[account.name] =
                snapshot.referenceData.account(named: account.name.trimmed)?.position
        }
        if !survey.hasRowsWithoutAccount {
            looks.others = Set(snapshot.referenceData.accounts.map(\.position))
                .subtracting(accounts.values)
        }
        let compared = looks.others.count * new.count <= OtherReading.pairsMax ? looks.others : []
        try rows.rows { index, row in
            let (twin, day) = (RowTwin(row.facts, row.details), row.facts.day)
            looks.amounts.insert(row.facts.amount.minor.magnitude)
            guard new.contains(index) || held.contains(index) else {
                looks.known[twin, default: []].append(day)
                return true
            }
            let position = row.accountName.flatMap { accounts[$0] }
            if row.accountName == nil || position != nil {
                let account = position.map { LineFingerprint.Account.known($0) }
                looks.own.insert(LineFingerprint(row.facts, row.details, account: account))
            }
            guard new.contains(index) else {
                looks.held[twin, default: []].append(day)
                return true
            }
            looks.new[twin, default: []].append(day)
            for account in compared {
                looks.elsewhere.insert(
                    LineFingerprint(row.facts, row.details, account: .known(account)))
            }
            return true
        }
        return looks
    }

    /// Goes through the lines of imports that were not undone, and were not read as the file is.
    ///
    /// - Parameters:
    ///   - most: Of an import of which so many lines are no rows the others are passed over.
    ///   - body: Returns whether a line is a row; not asked of lines whose amount no row has.
    /// - Returns: How many lines of each import are no rows.
    private func lines(
        of batches: ImportBatches, on days: DayRange, _ looks: Looks, missing most: Int,
        _ body: (LedgerSnapshot.ImportedRow) -> Bool
    ) throws(ApplicationError) -> [UInt64: Int] {
        let accounts = Set<UInt64?>(snapshot.referenceData.accounts.map(\.position) + [nil])
        var missing: [UInt64: Int] = [:]
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let undone = try snapshot.linesVoidedByUndo()
            try snapshot.forEachImportedLine(
                of: batches, on: days, in: accounts,
                where: { id, batch, minor in
                    if looks.amounts.contains(minor.magnitude) { return true }
                    if !undone.contains(id) { missing[batch, default: 0] += 1 }
                    return false
                },
                passing: { batch in missing[batch] ?? 0 >= most }
            ) { line in
                if undone.contains(line.id) || looks.isOwn(line) { return }
                if !body(line) { missing[line.batch, default: 0] += 1 }
            }
        }
        return missing
    }

    /// The last import of a file of as many rows, all of whose lines are rows of this one.
    private func whole(_ looks: Looks) throws(ApplicationError) -> UInt64? {
        let batches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.importBatches().having(rows: count)
        }
        if batches.starts.isEmpty { return nil }
        let open = looks.new.merging(looks.held) { $0 + $1 }
        var tallies: [UInt64: (open: Looks.Rows, taken: Int)] = [:]
        let all = DayRange(start: .min, end: .max)
        let missing = try lines(of: batches, on: all, looks, missing: 1) { line in
            var tally = tallies[line.batch] ?? (open, 0)
            let place = tally.open[line.twin]?.firstIndex { OtherReading.isSame($0, line.day) }
            guard let place else { return false }
            tally.open[line.twin]?.remove(at: place)
            tally.taken += 1
            tallies[line.batch] = tally
            return true
        }
        return tallies.filter { missing[$0.key] == nil && $0.value.taken * 2 >= count }.keys.max()
    }

    /// What of an import's lines comes again.
    private struct Tally {
        /// Rows that were not taken yet.
        private var open: Looks
        /// Lines that new rows are, and lines that rows are that are held back.
        private var (taken, held) = (0, 0)
        /// Those of them that are of the same day.
        private var exact = 0
        /// Whether some of the lines are in accounts that the file does not name.
        private var isElsewhere = false

        init(_ looks: Looks) { open = looks }

        /// Whether a line is a row.
        mutating func add(_ line: LedgerSnapshot.ImportedRow) -> Bool {
            // The other side of a transfer is not the same row.
            let isOther = line.account.map(open.others.contains) == true
            if isOther, !open.elsewhere.contains(line.fingerprint) { return false }
            if let place = open.known[line.twin]?.firstIndex(of: line.day) {
                open.known[line.twin]?.remove(at: place)
            } else if let isSame = Tally.take(line, from: &open.new) {
                (taken, exact) = (taken + 1, exact + (isSame ? 1 : 0))
                isElsewhere = isElsewhere || isOther
            } else if let isSame = Tally.take(line, from: &open.held) {
                (held, exact) = (held + 1, exact + (isSame ? 1 : 0))
            } else {
                return false
            }
            return true
        }

        /// Whether the row that is a line has its day, and not only the parts of it; `nil` for no
        /// row.
        private static func take(
            _ line: LedgerSnapshot.ImportedRow, from rows: inout Looks.Rows
        ) -> Bool? {
            let days = rows[line.twin] ?? []
            let same = days.firstIndex(of: line.day)
            guard let place = same ?? days.firstIndex(where: { OtherReading.isSame($0, line.day) })
            else { return nil }
            rows[line.twin]?.remove(at: place)
            return same != nil
        }

        /// How many lines come again; 0 if these may be other payments.
        ///
        /// - Parameter missing: Lines that no row is.
        func count(new: Int, held: Int, missing: Int) -> Int {
            let isWhole = missing == 0
            if isElsewhere, !isWhole { return 0 }
            let (came, all) = isWhole ? (taken + self.held, new + held) : (taken, new)
            let isMany = came >= 3 || came * 2 >= all
            return came > missing && isMany && (came > 1 || exact == 1) ? came : 0
        }
    }

    /// The last import most of whose lines are new rows of this file, among others; known rows are
    /// lines that were read in the same way.
    ///
    /// Only lines of the years of the file are looked at. What lies in another account that has a
    /// name as well is asked about where all of the import comes again, and all else is the same.
    private func grown(
        _ looks: Looks, new: Int, held: Int
    ) throws(ApplicationError) -> (batch: UInt64, rows: Int)? {
        guard let days = survey.days,
            let start = Day(year: days.start.year, month: 1, day: 1),
            let end = Day(year: days.end.year, month: 12, day: 31)
        else { return nil }
        let batches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.importBatches()
        }
        if batches.starts.isEmpty { return nil }
        let none = Tally(looks)
        var tallies: [UInt64: Tally] = [:]
        let range = DayRange(start: start, end: end.adding(days: 1))
        // No more lines come again than there are rows.
        let missing = try lines(of: batches, on: range, looks, missing: new + held) { line in
            tallies[line.batch, default: none].add(line)
        }
        var found: [UInt64: Int] = [:]
        for (batch, tally) in tallies {
            let rows = tally.count(new: new, held: held, missing: missing[batch] ?? 0)
            if rows > 0 { found[batch] = rows }
        }
        return found.keys.max().map { ($0, found[$0] ?? 0) }
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
