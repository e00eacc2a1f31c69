internal import EventLog
internal import Interchange
internal import Ledger

/// The known rows of a journal, or of another list that names each line's category, of which the
/// file says another category, other tags or another status than it did when it was imported last.
struct RelabelledRows {
    private let rows: RowReading
    private let lines: ImportedLines
    private let marks: ImportedMarks
    private let data: ReferenceData

    /// `nil` for files whose rows do not say as much, and where nothing was imported before.
    init?(
        _ rows: RowReading, _ lines: ImportedLines, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        guard rows.plan.columns.own != nil, !lines.isEmpty else { return nil }
        (self.rows, self.lines, data) = (rows, lines, snapshot.referenceData)
        marks = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.importedMarks(snapshot.importBatches())
        }
    }

    /// The pairs, in the order of the rows; of more than can be shown the first ones, so that the
    /// next import of the file finds the others.
    ///
    /// - Parameter isKnown: Whether a row is known, by its place.
    func pairs(
        _ isKnown: (Int) -> Bool, account: (ImportRow) -> LineFingerprint.Account
    ) throws(ApplicationError) -> [ChangedRows.Pair] {
        var index = FingerprintIndex()
        try lines.forEachLabelled(marks) { index.add(LineFingerprint($1, $2)) }
        index.close()
        var open: [(place: Int, row: ImportRow, look: LineFingerprint)] = []
        try rows.rows { place, row in
            guard isKnown(place) else { return true }
            let look = LineFingerprint(row.facts, row.details, account: account(row))
            let labels = LineLabels(
                row.facts.category.map(data.renamed), row.details.tags, row.own?.status)
            if index.take(LineFingerprint(look, labels)) { return true }
            if open.count < RowMatching.missingMax { open.append((place, row, look)) }
            return true
        }
        if open.isEmpty { return [] }
        let wanted = Dictionary(grouping: open, by: \.look)
        var left: [LineFingerprint: [UInt64]] = [:]
        try lines.forEachLabelled(marks) { id, look, labels in
            guard wanted[look] != nil, index.take(LineFingerprint(look, labels)) else { return }
            left[look, default: []].append(id)
        }
        let known = try lines.lines(at: left.values.flatMap(\.self))
        var pairs: [ChangedRows.Pair] = []
        for (look, ids) in left {
            for (id, found) in zip(ids, wanted[look] ?? []) {
                guard let line = known[id] else { continue }
                var facts = found.row.facts
                if case .known(let position) = account(found.row) {
                    facts.account = .position(position)
                }
                let row = ChangedRows.Row(found.row, found.place, facts)
                pairs.append(labelled(ChangedRows.Pair(row: row, line: line, isErased: false)))
            }
        }
        return pairs.sorted { $0.row.index < $1.row.index }
    }

    /// A pair whose line says its status, too.
    func labelled(_ pair: ChangedRows.Pair) -> ChangedRows.Pair {
        var line = pair.line
        line.status = marks.status(of: line.id)
        return ChangedRows.Pair(row: pair.row, line: line, isErased: pair.isErased)
    }
}

extension ImportedLines {
    /// Goes through the lines on the days of the file, with what they look like and what their
    /// files said of them; not those whose text was erased.
    fileprivate func forEachLabelled(
        _ marks: ImportedMarks, _ body: (UInt64, LineFingerprint, LineLabels) -> Void
    ) throws(ApplicationError) {
        try forEach { (row) throws(StoreError) in
            guard !isRestated.contains(row.id), days?.contains(row.day) == true, !row.isErased
            else { return }
            var labels = row.labels
            labels.status = marks.status(of: row.id)
            body(row.id, row.fingerprint, labels)
        }
        for (id, line) in try restatedLines().sorted(by: { $0.key < $1.key }) {
            guard days?.contains(line.facts.day) == true else { continue }
            let category = line.facts.category.map(snapshot.referenceData.renamed)
            let labels = LineLabels(category, line.details.tags, marks.status(of: id))
            body(id, line.fingerprint, labels)
        }
    }

    /// Lines as they were imported, or restated since.
    fileprivate func lines(at ids: [UInt64]) throws(ApplicationError) -> [UInt64: ImportedLine] {
        var lines = try restatedLines()
        let others = ids.filter { lines[$0] == nil }.sorted()
        for line in try mappingError(
            ApplicationError.store, snapshot.importedLines(at: others))
        { lines[line.id] = line }
        return lines
    }

    private func restatedLines() throws(ApplicationError) -> [UInt64: ImportedLine] {
        if isRestated.isEmpty { return [:] }
        return try mappingError(ApplicationError.store, snapshot.restatements(batches))
            .lines.filter { isRestated.contains($0.key) }.mapValues(\.line)
    }
}

extension ChangedRows.Row {
    /// A row of a file; of a list that names each line's category with what people change most.
    ///
    /// - Parameter facts: What it says, with the account that the ledger has.
    init(_ row: ImportRow, _ index: Int, _ facts: LineFacts) {
        self.init(
            index: index, line: row.line, facts: facts, details: row.details,
            status: row.own?.status, hasLabels: row.own != nil)
    }
}

extension ChangedRows.Pair {
    /// A row of this ledger's own list with its line: only category, tags, status, day, amount and
    /// title may differ.
    init(
        ofOwn row: ImportRow, at index: Int, _ line: LineState, withStatus hasStatus: Bool,
        _ data: ReferenceData
    ) {
        var now = ImportedLine(id: line.id, facts: line.facts, details: line.details)
        now.status = line.status
        var (facts, details) = (line.facts, line.details)
        (facts.day, facts.amount) = (row.facts.day, row.facts.amount)
        if !details.title.isEmpty, !row.hasTitle(of: details) {
            details.set(payee: nil, title: row.details.title)
        }
        if !row.facts.category.isSame(as: facts.category, data) {
            facts.category = row.facts.category
        }
        // Where a list has commas between tags, one with a comma comes back as two.
        if ChangedRows.Pair.parts(of: row.details.tags) != ChangedRows.Pair.parts(of: details.tags)
        {
            details.tags = row.details.tags
        }
        let said = ChangedRows.Row(
            index: index, line: row.line, facts: facts, details: details,
            status: hasStatus ? row.own?.status : line.status, hasLabels: true)
        self.init(row: said, line: now, isErased: line.details.title.isEmpty)
    }

    private static func parts(of tags: [String]) -> [String] {
        tags.flatMap { $0.split(separator: ",").map { String($0).trimmed } }.sorted()
    }

    /// The same pair with category, tags and status of the line as they are here now, and those of
    /// the row where the file said something else the last time: what somebody changed here is
    /// neither overlooked nor taken back for it.
    func against(_ now: LineState, _ data: ReferenceData) -> ChangedRows.Pair {
        guard row.hasLabels else { return self }
        var (facts, details, status) = (row.facts, row.details, row.status)
        var line = line
        if facts.category.isSame(as: line.facts.category, data)
            || facts.category.isSame(as: now.facts.category, data)
        {
            facts.category = now.facts.category
        }
        let tags = details.tags.sorted()
        if tags == line.details.tags.sorted() || tags == now.details.tags.sorted() {
            details.tags = now.details.tags
        }
        if status == line.status { status = now.status }
        line.facts.category = now.facts.category
        (line.details.tags, line.status) = (now.details.tags, now.status)
        let row = ChangedRows.Row(
            index: row.index, line: row.line, facts: facts, details: details, status: status,
            hasLabels: true)
        return ChangedRows.Pair(row: row, line: line, isErased: isErased)
    }
}

extension ImportRow {
    /// Whether the title is that of a line; a journal has blanks for other white space in it.
    func hasTitle(of line: LineDetails) -> Bool {
        details.title == line.title || details.title == JournalText.plain(line.title)
    }
}

extension CategoryPath? {
    /// Whether both are one category, in whichever case they are written.
    fileprivate func isSame(as other: CategoryPath?, _ data: ReferenceData) -> Bool {
        func text(_ path: CategoryPath?) -> String { path?.text.lowercased() ?? "" }
        if text(self) == text(other) { return true }
        return text(map(data.renamed)) == text(other.map(data.renamed))
    }
}
