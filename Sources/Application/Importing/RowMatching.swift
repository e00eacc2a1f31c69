internal import Interchange
internal import Ledger

/// What the rows of a file are to a ledger: new, known, or an earlier row that looks different now.
///
/// Equal rows within one file are all real; over several files the largest number of them counts,
/// not the sum, because two statements may overlap.
struct RowMatching {
    /// The rows that the ledger does not have.
    private(set) var new = RowSet()
    /// How many of these lie before other rows of their account that were imported earlier.
    private(set) var lateCount = 0
    /// Rows that restate a line; they are not among the new ones.
    private(set) var changed: [ChangedRows.Pair] = []
    /// Lines of earlier files that this one should have and has not, and that no row restates.
    private(set) var missing: [ImportedLine] = []

    /// Lines that no row took that are looked at, at most.
    static let missingMax = 10_000
    /// Lines for which room is made ahead, at most.
    private static let indexedMax: UInt64 = 1 << 24

    private let books: Books
    private let survey: FileSurvey
    private let batches: ImportBatches
    private let accounts: [String: LineFingerprint.Account]
    private var restated: [UInt64: RestatedLine]
    private let isRestated: Set<UInt64>
    /// Lines whose rows do not count as known.
    private let takenBack: Set<UInt64>
    private let undone: PositionSet
    /// The restated lines that look, or looked, like a row.
    private var alike: [LineFingerprint: [UInt64]] = [:]
    private var index = FingerprintIndex()
    private var latest: [UInt64?: Day] = [:]

    init(_ books: Books, _ survey: FileSurvey, _ rows: RowReading) throws(ApplicationError) {
        self.books = books
        self.survey = survey
        var accounts: [String: LineFingerprint.Account] = [:]
        for account in survey.accounts {
            let known = books.chart.account(named: account.name.trimmed)
            accounts[account.name] =
                known.map { .known($0.position) } ?? .new(account.name.lowercased())
        }
        self.accounts = accounts
        let (batches, found) = try lift { () throws(StoreError) in
            let batches = try books.importBatches()
            return (batches, try books.restatements(batches))
        }
        self.batches = batches
        restated = found.lines
        takenBack = found.voided
        undone = try lift { () throws(StoreError) in try books.linesVoidedByUndo() }
        let (undone, takenBack) = (undone, takenBack)
        restated = restated.filter { !takenBack.contains($0.key) && !undone.contains($0.key) }
        isRestated = Set(restated.keys)
        try collect()
        try compare(rows)
        try findMissing()
        try findChanged(rows)
    }

    /// Whether a line's row counts as known: neither an import nor an undo took it back.
    private func isCounted(_ id: UInt64) -> Bool {
        !takenBack.contains(id) && !undone.contains(id)
    }

    private func account(_ row: ImportRow) -> LineFingerprint.Account {
        row.accountName.flatMap { accounts[$0] } ?? .none
    }

    private func fingerprint(_ row: ImportRow) -> LineFingerprint {
        LineFingerprint(row.facts, row.details, account: account(row))
    }

    /// The accounts of the ledger that the file names.
    private var knownAccounts: Set<UInt64?> {
        var known: Set<UInt64?> = survey.hasRowsWithoutAccount ? [nil] : []
        for case .known(let position) in accounts.values { known.insert(position) }
        return known
    }

    private func forEachLine(
        _ body: (Books.ImportedRow) throws(StoreError) -> Void
    ) throws(ApplicationError) {
        guard let days = survey.days else { return }
        try lift { () throws(StoreError) in
            try books.forEachImportedLine(of: batches, on: days, in: knownAccounts, body)
        }
    }

    /// Indexes the lines that rows can be.
    private mutating func collect() throws(ApplicationError) {
        for (id, line) in restated {
            for fingerprint in Set(line.fingerprints) { alike[fingerprint, default: []].append(id) }
        }
        // To grow step by step would take twice the room.
        var index = FingerprintIndex(capacity: Int(min(books.count, RowMatching.indexedMax)))
        var latest: [UInt64?: Day] = [:]
        try forEachLine { (row) throws(StoreError) in
            latest[row.account] = max(latest[row.account] ?? row.day, row.day)
            if !isRestated.contains(row.id), isCounted(row.id) {
                index.add(row.fingerprint)
            }
        }
        index.close()
        (self.index, self.latest) = (index, latest)
    }

    /// Whether a day lies before the last on which the account has imported lines.
    private func isLate(_ day: Day, _ account: LineFingerprint.Account) -> Bool {
        let position: UInt64?? =
            switch account {
            case .none: .some(nil)
            case .known(let position): position
            case .new: nil
            }
        guard let position, let latest = latest[position] else { return false }
        return day < latest
    }

    private mutating func take(_ fingerprint: LineFingerprint) -> Bool {
        if index.take(fingerprint) { return true }
        guard let id = alike[fingerprint]?.first(where: { restated[$0] != nil }) else {
            return false
        }
        restated[id] = nil
        return true
    }

    private mutating func compare(_ rows: RowReading) throws(ApplicationError) {
        var matching = self
        try rows.rows { index, row in
            if matching.take(matching.fingerprint(row)) { return true }
            matching.new.insert(index)
            if matching.isLate(row.facts.day, matching.account(row)) { matching.lateCount += 1 }
            return true
        }
        self = matching
    }

    /// Of the lines that no row took, those that the file should have; see ``MissingLines``.
    private mutating func findMissing() throws(ApplicationError) {
        guard let whole = survey.wholeDays, index.left + restated.count > 0,
            index.left <= RowMatching.missingMax
        else { return }
        var search = MissingLines(wholeDays: whole)
        var index = index
        try forEachLine { (row) throws(StoreError) in
            guard isCounted(row.id) else { return }
            let isLeft = isRestated.contains(row.id) ? false : index.take(row.fingerprint)
            search.count(row, isLeft: isLeft)
        }
        try forEachLine { (row) throws(StoreError) in
            guard isCounted(row.id) else { return }
            search.look(
                at: row, isLeft: isRestated.contains(row.id) ? restated[row.id] != nil : nil)
        }
        let ids = search.found()
        let found =
            try lift { () throws(StoreError) in
                try books.importedLines(at: ids.filter { !isRestated.contains($0) })
            } + ids.compactMap { restated[$0]?.line }
        let states = try states(of: ids)
        missing = found.filter { states[$0.id]?.isVoided == false }.sorted { $0.id < $1.id }
    }

    private mutating func findChanged(_ rows: RowReading) throws(ApplicationError) {
        guard !missing.isEmpty, new.count > 0 else { return }
        var search = ChangedRows(missing: missing)
        let isNew = new
        try rows.rows { index, row in
            guard isNew.contains(index) else { return true }
            var facts = row.facts
            if case .known(let position) = account(row) { facts.account = .position(position) }
            search.add(ChangedRows.Row(index: index, facts: facts, details: row.details))
            return true
        }
        let pairs = search.pairs()
        let restatedIDs = Set(pairs.map(\.line.id))
        missing.removeAll { restatedIDs.contains($0.id) }
        for pair in pairs {
            new.remove(pair.row.index)
            let account = pair.row.facts.account?.position
            if isLate(pair.row.facts.day, account.map { .known($0) } ?? .none) { lateCount -= 1 }
        }
        // What someone has amended by hand to what the row says is known.
        let states = try states(of: restatedIDs.sorted())
        changed = pairs.filter { pair in
            guard let line = states[pair.line.id] else { return true }
            let now = ImportedLine(id: line.id, facts: line.facts, details: line.details)
            return ChangedRows.Pair(row: pair.row, line: now).changes != LineChanges()
        }
    }

    private func states(of ids: [UInt64]) throws(ApplicationError) -> [UInt64: LineState] {
        try lift { () throws(StoreError) in
            try books.state(for: ids, withCategories: false).lines
        }
    }
}
