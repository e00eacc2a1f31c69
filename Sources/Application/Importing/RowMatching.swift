internal import EventLog
internal import Interchange
internal import Ledger

/// What the rows of a file are to a ledger: new, known, or an earlier row that looks different now.
///
/// A row is known by an id that the bank gave it, else by all that it says. What then still has
/// the account, the amount and about the day of a line that no row is known to be is held back.
/// Equal rows within one file are all real; over several files the largest number of them counts,
/// not the sum, because two statements may overlap.
struct RowMatching {
    /// The rows that the ledger does not have.
    private(set) var new = RowSet()
    /// How many of these lie before other rows of their account that were imported earlier.
    private(set) var lateCount = 0
    /// Rows that restate a line; they are not among the new ones.
    private(set) var changed: [ChangedRows.Pair] = []
    /// Rows that are held back beside these, where there are too many to say which line is which.
    private(set) var held = RowSet()
    /// Those of ``held`` that a line of no account may be, or whose account only the line says.
    private(set) var unplaced = RowSet()
    /// Lines of earlier files that this one should have and has not, and that no row restates.
    private(set) var missing: [ImportedLine] = []
    /// Those of ``changed`` whose line was voided by hand.
    private(set) var voided: Set<UInt64> = []

    /// Lines that no row took that are looked at, at most.
    static let missingMax = 10_000

    private let survey: FileSurvey
    /// Rows on the days on which there are lines.
    private var rowsAmong = 0
    private var lines: ImportedLines
    /// Rows of this ledger's own list.
    private var own = OwnLines()
    private let accounts: [String: LineFingerprint.Account]
    /// What comes again, of which no row was looked at yet.
    private let expected: ExpectedRows

    init(
        _ snapshot: LedgerSnapshot, _ survey: FileSurvey, _ rows: RowReading,
        _ expected: ExpectedRows
    ) throws(ApplicationError) {
        (self.survey, self.expected) = (survey, expected)
        var accounts: [String: LineFingerprint.Account] = [:]
        for account in survey.accounts {
            let known = snapshot.referenceData.account(named: account.name.trimmed)
            accounts[account.name] =
                known.map { .known($0.position) } ?? .new(account.name.lowercased())
        }
        self.accounts = accounts
        // The accounts of the ledger that the file names.
        var known: Set<UInt64?> = survey.hasRowsWithoutAccount ? [nil] : []
        for case .known(let position) in accounts.values { known.insert(position) }
        lines = try ImportedLines(snapshot, survey.days, known)
        var ids = RowIDs()
        if rows.plan.columns.externalID != nil, !lines.isEmpty {
            ids = try RowIDs(rows, lines) { account($0) }
            lines.takeRestated(ids)
        }
        own = try OwnLines(rows, snapshot)
        held = own.changed
        try lines.index(ids)
        try compare(rows, ids)
        try findChanged(rows, ids, snapshot)
    }

    private func account(_ row: ImportRow) -> LineFingerprint.Account {
        row.accountName.flatMap { accounts[$0] } ?? .none
    }

    private var overlap: ChangedRows.Overlap {
        ChangedRows.Overlap(
            known: survey.rows - new.count, rows: survey.rows, lines: lines.inside,
            rowsAmong: rowsAmong)
    }

    private mutating func compare(_ rows: RowReading, _ ids: RowIDs) throws(ApplicationError) {
        // Into a ledger without any of them all rows are new.
        if lines.hasNone, own.isEmpty, ids.isEmpty {
            new = RowSet(first: survey.rows)
            return
        }
        var matching = self
        // Asked of the whole, it would be copied for each row.
        let accounts = accounts
        let common = lines.insideDays
        try rows.rows { index, row in
            if common?.contains(row.facts.day) == true { matching.rowsAmong += 1 }
            if matching.own.has(index) { return true }
            if ids.known.contains(index) || ids.moved[index] != nil { return true }
            let account: LineFingerprint.Account =
                row.accountName.flatMap { accounts[$0] } ?? .none
            if matching.lines.take(row, account) { return true }
            matching.new.insert(index)
            return true
        }
        self = matching
    }

    /// The lines that no row took, the rows that are such a line, and how many of the others are
    /// late.
    private mutating func findChanged(
        _ rows: RowReading, _ ids: RowIDs, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        let moved = try lines.moved(ids)
        var left = try lines.left(ids, survey)
        if !left.isOverfull { try takeEntries(rows, &left.lines, snapshot) }
        missing = left.lines.filter(\.isMissing).map(\.line)
        if left.isOverfull {
            try hold(rows, ids)
        } else if !left.lines.isEmpty || !moved.isEmpty {
            try pair(rows, ids, moved, left.lines)
        }
        try findRelabelled(rows, snapshot)
        changed = (changed + own.relabelled).sorted { $0.row.index < $1.row.index }
        let restated = Set(changed.map(\.line.id))
        missing.removeAll { restated.contains($0.id) }
        try findRecorded(rows, snapshot)
        let states = try states(of: missing.map(\.id) + restated.sorted(), snapshot)
        missing.removeAll { states[$0.id]?.isVoided != false }
        voided = restated.filter { states[$0]?.isVoided == true }
        // What someone has amended by hand to what the row says is known.
        changed = changed.compactMap { pair in
            guard let line = states[pair.line.id] else { return pair }
            if line.isVoided { return pair.isSure ? nil : pair }
            let pair = pair.against(line, snapshot.referenceData)
            var now = ImportedLine(id: line.id, facts: line.facts, details: line.details)
            now.status = line.status
            let open = ChangedRows.Pair(row: pair.row, line: now, isErased: pair.isErased)
            return open.hasChanges ? pair : nil
        }
        unplaced = try UnplacedRows(rows, snapshot, survey).found(among: new)
        held.insert(unplaced)
        new.remove(unplaced)
        try countLate(rows)
    }

    /// Takes the rows that are entries of several lines, with the lines of these.
    private mutating func takeEntries(
        _ rows: RowReading, _ left: inout [ChangedRows.Line], _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        let matching = self
        let entries = try EntryRows(rows, new, left, snapshot) { matching.account($0) }
        new.remove(entries.known)
        left.removeAll { entries.knownLines.contains($0.line.id) }
        guard overlap.isReal(with: entries.held.count) else { return }
        held.insert(entries.held)
        new.remove(entries.held)
        left.removeAll { entries.heldLines.contains($0.line.id) }
    }

    /// The known rows of a journal whose categories, tags or status are not what they were.
    private mutating func findRelabelled(
        _ rows: RowReading, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        guard let search = try RelabelledRows(rows, lines, snapshot) else { return }
        changed = changed.map { search.labelled($0) }
        var other = new
        other.insert(held)
        other.insert(own.known)
        other.insert(own.restated)
        for pair in changed { other.insert(pair.row.index) }
        let matching = self
        let isFree = { (row: Int) in !other.contains(row) }
        let found = try search.pairs(isFree) { matching.account($0) }
        changed = (changed + found).sorted { $0.row.index < $1.row.index }
    }

    /// Rows of which the ledger has the line already, by what comes again: those restate it.
    private mutating func findRecorded(
        _ rows: RowReading, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        var expected = expected
        if expected.isEmpty || new.count == 0 { return }
        let (open, rules) = (new, expected)
        var candidates: [(index: Int, row: ImportRow)] = []
        try rows.rows { index, row in
            if open.contains(index), rules.isMeant(by: row) { candidates.append((index, row)) }
            return true
        }
        var found: [(index: Int, row: ImportRow, line: UInt64)] = []
        for (index, row) in candidates {
            if let line = try expected.recorded(row) { found.append((index, row, line)) }
        }
        let states = try states(of: found.map(\.line), snapshot)
        for (index, row, id) in found {
            guard let line = states[id], !line.isVoided else { continue }
            var facts = row.facts
            if case .known(let position) = account(row) { facts.account = .position(position) }
            let same = ChangedRows.Pair(
                row: ChangedRows.Row(
                    index: index, line: row.line, facts: facts, details: row.details),
                line: ImportedLine(id: id, facts: line.facts, details: line.details),
                isErased: false)
            new.remove(index)
            if same.changes != LineChanges() { changed.append(same) }
        }
        changed.sort { $0.row.index < $1.row.index }
    }

    /// Finds out which row is which line.
    private mutating func pair(
        _ rows: RowReading, _ ids: RowIDs, _ moved: [UInt64: ChangedRows.Line],
        _ left: [ChangedRows.Line]
    ) throws(ApplicationError) {
        var search = ChangedRows(left)
        var pairs: [ChangedRows.Pair] = []
        let isNew = new
        try rows.rows { index, row in
            let key = ids.moved[index]
            guard key != nil || isNew.contains(index) else { return true }
            var facts = row.facts
            if case .known(let position) = account(row) { facts.account = .position(position) }
            let row = ChangedRows.Row(row, index, facts)
            if let line = key.flatMap({ moved[$0] }) {
                pairs.append(
                    ChangedRows.Pair(row: row, line: line.line, isErased: line.isErased))
            } else {
                search.add(row)
            }
            return true
        }
        if search.isOverfull {
            try hold(rows, ids)
        } else {
            let found = search.pairs(overlap)
            pairs += found.pairs
            for pair in found.older { new.remove(pair.row.index) }
            let older = Set(found.older.map(\.line.id))
            missing.removeAll { older.contains($0.id) }
        }
        changed = pairs.sorted { $0.row.index < $1.row.index }
        for pair in changed { new.remove(pair.row.index) }
    }

    /// Holds back all rows of the amount of a line, however many they are, and those of its title
    /// if they are most.
    private mutating func hold(_ rows: RowReading, _ ids: RowIDs) throws(ApplicationError) {
        let days = ChangedRows.daysApartMax
        let near = [0] + (1...days).flatMap { [$0, -$0] }
        var amounts = try lines.leftIndex(ids, \.amountFingerprint)
        let (open, count) = (new, amounts.left)
        var found = RowSet()
        try rows.rows { index, row in
            guard open.contains(index) else { return true }
            let head = LineFingerprint.Head(row.facts, account(row))
            let isHeld = near.contains { apart in
                let day = row.facts.day.adding(days: apart)
                return amounts.take(
                    LineFingerprint(amountOf: head, day: day, minor: row.facts.amount.minor))
            }
            if isHeld { found.insert(index) }
            return true
        }
        if found.count * 2 < min(count, open.count) {
            var titles = try lines.leftIndex(ids, \.titleFingerprint)
            var alike = found
            try rows.rows { index, row in
                guard open.contains(index), !found.contains(index) else { return true }
                let head = LineFingerprint.Head(row.facts, account(row))
                let title = TextHash(row.details.title.utf8)
                if titles.take(LineFingerprint(titleOf: head, day: row.facts.day, title: title)) {
                    alike.insert(index)
                }
                return true
            }
            if alike.count * 2 >= min(count, open.count) { found = alike }
        }
        guard overlap.isReal(with: found.count) else { return }
        held.insert(found)
        new.remove(found)
    }

    /// The changes that can be taken over: a line that was voided stays so.
    var accepted: [ChangedRows.Pair] {
        changed.filter { !voided.contains($0.line.id) && $0.hasChanges }
    }

    /// Those of ``changed`` that have another sign, if there are several.
    var turned: RowSet {
        var turned = RowSet()
        for pair in changed {
            let (row, line) = (pair.row.facts, pair.line.facts)
            let isSame = row.kind == line.kind && row.amount.minor == line.amount.minor
            if !isSame, row.kind != .transfer, line.kind != .transfer,
                row.amount.minor.magnitude == line.amount.minor.magnitude
            {
                turned.insert(pair.row.index)
            }
        }
        return turned.count > 1 ? turned : RowSet()
    }

    private mutating func countLate(_ rows: RowReading) throws(ApplicationError) {
        if lines.isEmpty || new.count == 0 { return }
        var late = 0
        try rows.rows { index, row in
            if new.contains(index), lines.isLate(row.facts.day, account(row)) { late += 1 }
            return true
        }
        lateCount = late
    }

    private func states(
        of ids: [UInt64], _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [UInt64: LineState] {
        if ids.isEmpty { return [:] }
        return try mappingError(
            ApplicationError.store, snapshot.state(for: ids, withCategories: false).lines)
    }
}
