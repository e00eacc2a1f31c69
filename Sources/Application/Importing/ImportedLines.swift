internal import EventLog
internal import Interchange
internal import Ledger

/// The lines of a ledger that the rows of a file can be: those that imports brought into its
/// accounts, on its days and a few around them.
struct ImportedLines {
    /// Lines that are kept so that the log is not read once more for them, at most.
    private static let keptMax = 4_096
    /// Lines for which room is made ahead, at most.
    private static let indexedMax: UInt64 = 1 << 24

    /// How many days apart a row and a line of one id may be; references come again every month.
    private static let idDaysApartMax = 21

    let snapshot: LedgerSnapshot
    /// The days of the file, and those around it.
    let days: DayRange?
    private let wideDays: DayRange
    /// Days on which the id of a row is looked for.
    private let idDays: DayRange
    private let accounts: Set<UInt64?>
    let batches: ImportBatches
    /// Lines that later imports restated and no row took.
    private var restated: [UInt64: RestatedLine]
    let isRestated: Set<UInt64>
    /// Lines whose rows do not count as known.
    private let takenBack: Set<UInt64>
    private let undone: PositionSet
    /// The restated lines by what they look like now.
    private var alike: [LineFingerprint: [UInt64]] = [:]
    /// The restated lines as they were first imported.
    private var restatedRows: [UInt64: LedgerSnapshot.ImportedRow] = [:]
    private var texts = FingerprintIndex()
    private var latest: [UInt64?: Day] = [:]
    private var spans = ImportSpans()
    private var outside = 0
    /// All lines that count, where there are few, once they were gone through.
    private var kept: [LedgerSnapshot.ImportedRow]?
    /// The lines on the days of the file.
    private(set) var inside = 0
    /// The days from the first of these to the last.
    private(set) var insideDays: ClosedRange<Day>?

    /// Whether no import brought any.
    var isEmpty: Bool { batches.starts.isEmpty || days == nil || accounts.isEmpty }

    init(
        _ snapshot: LedgerSnapshot, _ days: DayRange?, _ accounts: Set<UInt64?>
    ) throws(ApplicationError) {
        (self.snapshot, self.days, self.accounts) = (snapshot, days, accounts)
        let around = ChangedRows.daysApartMax
        wideDays =
            days.map {
                DayRange(
                    start: $0.start.adding(days: -around), end: $0.end.adding(days: around))
            } ?? DayRange(start: .min, end: .min)
        let apart = ImportedLines.idDaysApartMax
        idDays =
            days.map {
                DayRange(
                    start: $0.start.adding(days: -apart), end: $0.end.adding(days: apart))
            } ?? wideDays
        let (batches, found, undone) = try mappingError(ApplicationError.store) {
            () throws(StoreError) in
            let batches = try snapshot.importBatches()
            return (batches, try snapshot.restatements(batches), try snapshot.linesVoidedByUndo())
        }
        (self.batches, self.undone, takenBack) = (batches, undone, found.voided)
        restated = found.lines.filter { id, _ in
            !found.voided.contains(id) && !undone.contains(id)
        }
        isRestated = Set(restated.keys)
        for (id, line) in restated {
            for look in line.line.fingerprints { alike[look, default: []].append(id) }
        }
    }

    /// Goes through the lines that count: neither an import nor an undo took them back.
    func forEach(
        on days: DayRange? = nil,
        _ body: (LedgerSnapshot.ImportedRow) throws(StoreError) -> Void
    ) throws(ApplicationError) {
        if isEmpty { return }
        if days == nil, let kept {
            return try mappingError(ApplicationError.store) { () throws(StoreError) in
                for row in kept { try body(row) }
            }
        }
        try mappingError(
            ApplicationError.store,
            snapshot.forEachImportedLine(of: batches, on: days ?? wideDays, in: accounts) {
                (row) throws(StoreError) in
                if !takenBack.contains(row.id), !undone.contains(row.id) { try body(row) }
            })
    }

    private func emptyIndex() -> FingerprintIndex {
        // To grow step by step would take twice the room.
        FingerprintIndex(capacity: Int(min(snapshot.count, ImportedLines.indexedMax)))
    }

    /// The lines that have ids.
    func idIndex() throws(ApplicationError) -> FingerprintIndex {
        var index = emptyIndex()
        for (_, line) in restated.sorted(by: { $0.key < $1.key }) {
            if let key = line.line.idFingerprint { index.add(key) }
        }
        try forEach(on: idDays) { (row) throws(StoreError) in
            if !isRestated.contains(row.id), let key = row.idFingerprint { index.add(key) }
        }
        index.close()
        return index
    }

    /// Indexes the lines that no row is known to be by its id.
    mutating func index(_ ids: RowIDs) throws(ApplicationError) {
        var (texts, latest, spans) = (emptyIndex(), latest, spans)
        var (inside, outside) = (0, 0)
        var insideDays: ClosedRange<Day>?
        var restatedRows: [UInt64: LedgerSnapshot.ImportedRow] = [:]
        var left = LeftLines(ids)
        var kept: [LedgerSnapshot.ImportedRow]? = []
        try forEach { (row) throws(StoreError) in
            if let count = kept?.count {
                if count < ImportedLines.keptMax { kept?.append(row) } else { kept = nil }
            }
            latest[row.account] = max(latest[row.account] ?? row.day, row.day)
            spans.add(row)
            let isInside = days?.contains(row.day) == true
            if isInside {
                inside += 1
                let (low, high) = (insideDays?.lowerBound, insideDays?.upperBound)
                insideDays = min(low ?? row.day, row.day)...max(high ?? row.day, row.day)
            }
            if isRestated.contains(row.id) {
                restatedRows[row.id] = row
                return
            }
            guard isInside else {
                outside += 1
                return
            }
            if left.has(row) { texts.add(row.fingerprint) }
        }
        texts.close()
        spans.close()
        (self.texts, self.latest, self.spans) = (texts, latest, spans)
        (self.inside, self.outside) = (inside, outside)
        self.insideDays = insideDays
        self.restatedRows = restatedRows
        self.kept = kept
    }

    /// Whether no row can be one of them, and none is on a day on which there are any.
    var hasNone: Bool { texts.left == 0 && restated.isEmpty && insideDays == nil }

    /// Takes the line that says what a row says; false when there is none left.
    mutating func take(_ row: ImportRow, _ account: LineFingerprint.Account) -> Bool {
        if texts.left == 0, restated.isEmpty { return false }
        let (facts, head) = (row.facts, LineFingerprint.Head(row.facts, account))
        let text = LineFingerprint(facts, row.details, account: account)
        if take(text) { return true }
        return take(
            LineFingerprint(textless: head, day: facts.day, minor: facts.amount.minor))
    }

    private mutating func take(_ fingerprint: LineFingerprint) -> Bool {
        if texts.take(fingerprint) { return true }
        guard let id = alike[fingerprint]?.first(where: { restated[$0] != nil }) else {
            return false
        }
        restated[id] = nil
        return true
    }

    /// Takes the restated lines that rows are known to be by their ids.
    mutating func takeRestated(_ ids: RowIDs) {
        var left = LeftLines(ids)
        for (id, line) in restated.sorted(by: { $0.key < $1.key }) {
            guard let key = line.line.idFingerprint else { continue }
            if !left.has(key) || ids.movedHalves.contains(key.high) { restated[id] = nil }
        }
    }

    /// Whether a day lies before the last on which the account has imported lines.
    func isLate(_ day: Day, _ account: LineFingerprint.Account) -> Bool {
        let position: UInt64?
        switch account {
        case .none: position = nil
        case .known(let known): position = known
        case .new: return false
        }
        return latest[position].map { day < $0 } ?? false
    }
}

extension ImportedLines {
    /// The lines whose ids rows have that say something else, by the first half of both.
    func moved(_ ids: RowIDs) throws(ApplicationError) -> [UInt64: ChangedRows.Line] {
        if ids.moved.isEmpty { return [:] }
        var found: [UInt64: (id: UInt64, isErased: Bool)] = [:]
        var lines: [UInt64: ChangedRows.Line] = [:]
        for line in try mappingError(ApplicationError.store, snapshot.restatements(batches))
            .lines
            .sorted(by: { $0.key < $1.key }).map(\.value.line)
        {
            guard let key = line.idFingerprint, ids.movedHalves.contains(key.high) else { continue }
            lines[key.high] = ChangedRows.Line(line)
        }
        var left = LeftLines(ids)
        try forEach(on: idDays) { (row) throws(StoreError) in
            guard !isRestated.contains(row.id), let key = row.idFingerprint, left.has(key),
                ids.movedHalves.contains(key.high), found[key.high] == nil, lines[key.high] == nil
            else { return }
            found[key.high] = (row.id, row.isErased)
        }
        let read = try mappingError(
            ApplicationError.store, snapshot.importedLines(at: found.values.map(\.id).sorted()))
        for line in read {
            guard let key = line.idFingerprint, let row = found[key.high] else { continue }
            lines[key.high] = ChangedRows.Line(line, isErased: row.isErased)
        }
        return lines
    }

    /// Whether a row and a line of one id lie too far apart to be the same.
    func contradict(_ ids: RowIDs, _ rows: RowReading) throws(ApplicationError) -> Bool {
        let lines = try moved(ids)
        var isFar = false
        try rows.rows { index, row in
            guard let key = ids.moved[index] else { return true }
            guard let line = lines[key]?.line else {
                isFar = true
                return false
            }
            // The same amount and title on another day is the same payment.
            let isSame =
                line.facts.amount == row.facts.amount && line.details.title == row.details.title
            let days = line.facts.day.days(until: row.facts.day)
            if abs(days) > ChangedRows.daysApartMax, !isSame { isFar = true }
            return !isFar
        }
        return isFar
    }

    /// The lines that no row took.
    func left(
        _ ids: RowIDs, _ survey: FileSurvey
    ) throws(ApplicationError) -> (lines: [ChangedRows.Line], isOverfull: Bool) {
        let most = texts.left + restated.count
        if most + outside == 0 || isEmpty { return ([], false) }
        if most > RowMatching.missingMax { return ([], true) }
        let missing = Set(try missingIDs(ids, survey))
        var (lines, rows) = ([ChangedRows.Line](), [UInt64: LedgerSnapshot.ImportedRow]())
        var (left, texts) = (LeftLines(ids), texts)
        try forEach { (row) throws(StoreError) in
            if isRestated.contains(row.id) || !left.has(row) { return }
            if days?.contains(row.day) == true, !texts.take(row.fingerprint) { return }
            rows[row.id] = row
        }
        // Far fewer lines lie around a file than in it.
        if rows.count > RowMatching.missingMax * 2 { return ([], true) }
        let read = try mappingError(
            ApplicationError.store, snapshot.importedLines(at: rows.keys.sorted()))
        for line in read {
            guard let row = rows[line.id] else { continue }
            lines.append(
                ChangedRows.Line(
                    line, isErased: row.isErased, isOfFile: days?.contains(row.day) ?? false,
                    isMissing: missing.contains(line.id), span: spans.span(of: row)))
        }
        for (id, line) in restated.sorted(by: { $0.key < $1.key }) {
            guard accounts.contains(line.line.facts.account?.position) else { continue }
            lines.append(
                ChangedRows.Line(
                    line, isMissing: missing.contains(id), in: days,
                    span: restatedRows[id].flatMap { spans.span(of: $0) }))
        }
        return (lines, false)
    }

    /// The lines that no row took on the days of the file, by something of theirs.
    func leftIndex(
        _ ids: RowIDs, _ key: (LedgerSnapshot.ImportedRow) -> LineFingerprint
    ) throws(ApplicationError) -> FingerprintIndex {
        var (index, left, texts) = (emptyIndex(), LeftLines(ids), texts)
        try forEach { (row) throws(StoreError) in
            if isRestated.contains(row.id) || !left.has(row) { return }
            if days?.contains(row.day) == true, texts.take(row.fingerprint) { index.add(key(row)) }
        }
        index.close()
        return index
    }

    /// Of the lines that no row took, those that the file should have; see ``MissingLines``.
    private func missingIDs(
        _ ids: RowIDs, _ survey: FileSurvey
    ) throws(ApplicationError) -> [UInt64] {
        guard let whole = survey.wholeDays, let days, texts.left + restated.count > 0 else {
            return []
        }
        var search = MissingLines(wholeDays: whole)
        var (left, texts) = (LeftLines(ids), texts)
        try forEach { (row) throws(StoreError) in
            guard days.contains(row.day) else { return }
            let isOther = isRestated.contains(row.id) || !left.has(row)
            search.count(row, isLeft: isOther ? false : texts.take(row.fingerprint))
        }
        left = LeftLines(ids)
        try forEach { (row) throws(StoreError) in
            guard days.contains(row.day) else { return }
            search.look(at: row, isOther: isRestated.contains(row.id) || !left.has(row))
        }
        for (id, line) in restated where accounts.contains(line.line.facts.account?.position) {
            search.look(at: id, on: line.line.facts.day)
        }
        return search.found()
    }
}

/// Tells of lines, in the order of the ledger, whether a row is known to be them by its id.
private struct LeftLines {
    private var index: FingerprintIndex?
    private let moved: Set<UInt64>

    init(_ ids: RowIDs) { (index, moved) = (ids.left, ids.movedHalves) }

    /// Of a line that a row may be by what it says.
    mutating func has(_ row: LedgerSnapshot.ImportedRow) -> Bool {
        guard index != nil, let key = row.idFingerprint else { return true }
        return has(key) && !moved.contains(key.high)
    }

    mutating func has(_ key: LineFingerprint) -> Bool { index?.take(key) ?? true }
}

/// From which to which day each import has lines of an account.
private struct ImportSpans {
    private struct Key: Hashable {
        let batch: UInt64
        let account: UInt64?
    }

    private var spans: [Key: DayRange] = [:]
    /// That of the last lines: an import's are together.
    private var current: (key: Key, days: DayRange)?

    mutating func add(_ row: LedgerSnapshot.ImportedRow) {
        let key = Key(batch: row.batch, account: row.account)
        if current?.key != key {
            close()
            current = (key, spans[key] ?? DayRange(start: row.day, end: row.day.adding(days: 1)))
        }
        guard let days = current?.days, !days.contains(row.day) else { return }
        current?.days = DayRange(
            start: min(days.start, row.day), end: max(days.end, row.day.adding(days: 1)))
    }

    mutating func close() {
        if let current { spans[current.key] = current.days }
    }

    func span(of row: LedgerSnapshot.ImportedRow) -> DayRange? {
        spans[Key(batch: row.batch, account: row.account)]
    }
}

extension ChangedRows.Line {
    /// A line that a later import restated.
    fileprivate init(
        _ restated: RestatedLine, isMissing: Bool, in days: DayRange?, span: DayRange?
    ) {
        let line = restated.line
        self.init(
            line, isErased: false, isOfFile: days?.contains(line.facts.day) ?? false,
            isMissing: isMissing, span: span, olderLooks: Set(restated.fingerprints))
    }

    /// A line that a row names by its id.
    fileprivate init(_ line: ImportedLine, isErased: Bool = false) {
        self.init(line, isErased: isErased, isOfFile: false, isMissing: false, span: nil)
    }
}
