internal import EventLog

extension LedgerSnapshot {
    /// What is known of an imported line without reading it as an event.
    package struct ImportedRow: Sendable {
        /// The position of its creation.
        package let id: UInt64
        /// The day on which it was first imported.
        package let day: Day
        /// The import that brought it.
        package let batch: UInt64
        /// The position of the account; `nil` for none.
        package let account: UInt64?
        /// Whether its text was erased.
        package let isErased: Bool
        fileprivate let head: LineFingerprint.Head
        fileprivate let minor: Int64
        fileprivate let time: TimeOfDay?
        fileprivate let title: TextHash
        fileprivate let note: TextHash
        fileprivate let externalID: TextHash?
        /// Its category and its tags; of its status nothing is said.
        package let labels: LineLabels

        /// What recognises its row.
        package var fingerprint: LineFingerprint {
            isErased
                ? LineFingerprint(textless: head, day: day, minor: minor)
                : LineFingerprint(
                    head, day: day, minor: minor, time: time, title: title, note: note)
        }

        /// What recognises its row by the id of another system; `nil` for none.
        package var idFingerprint: LineFingerprint? {
            externalID.map { LineFingerprint($0, of: head, day: day, minor: minor) }
        }

        /// What recognises rows of its amount and day.
        package var amountFingerprint: LineFingerprint {
            LineFingerprint(amountOf: head, day: day, minor: minor)
        }

        /// What it is under every reading of its file.
        package var twin: RowTwin { RowTwin(minor: minor, title: title) }

        /// What recognises rows of its title and day.
        package var titleFingerprint: LineFingerprint {
            LineFingerprint(titleOf: head, day: day, title: title)
        }
    }

    /// Hands over the lines that imports brought, as they were first imported, voided ones too.
    ///
    /// - Parameters:
    ///   - batches: The imports.
    ///   - days: The days that are wanted.
    ///   - accounts: The accounts that are wanted; `nil` in it for lines without one.
    ///   - isWanted: Whether one of these lines is wanted, by its id, its import and its amount in
    ///     minor units; asked before any text is read.
    ///   - isPassed: Whether an import is passed over from here on; asked where its lines begin,
    ///     and behind each that is not wanted.
    /// - Complexity: O(*n*) in the hot columns of the parts of the log that have such days; text is
    ///   read only of batches that have such lines.
    package func forEachImportedLine(
        of batches: ImportBatches, on days: DayRange, in accounts: Set<UInt64?>,
        where isWanted: (_ id: UInt64, _ batch: UInt64, _ minor: Int64) -> Bool = { _, _, _ in
            true
        },
        passing isPassed: (_ batch: UInt64) -> Bool = { _ in false },
        _ body: (ImportedRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let first = batches.starts.min(), !days.isEmpty else { return }
        let added = TypeSet([EventType.lineAdded.rawValue])
        for span in try spans(of: first..<count, from: days.start) {
            try store.read(span, [.hot, .commits], holding: added) { (batch) throws(StoreError) in
                let found = try ImportScan(batch, batches, days, accounts, isWanted, isPassed)
                guard let scan = found else { return .next }
                try store.read(scan.positions(in: batch.positions), [.hot, .facts, .text]) {
                    (text) throws(StoreError) in
                    try scan.rows(of: text, referenceData, body)
                    return .next
                }
                return .next
            }
        }
    }

    /// The parts of some events that may say a day or a later one.
    func spans(
        of positions: Range<UInt64>, from day: Day
    ) throws(StoreError) -> [Range<UInt64>] {
        var spans: [Range<UInt64>] = []
        for part in try self.spans() where part.dayHigh ?? .max >= Int64(day.daysSince1970) {
            let part = part.positions.clamped(to: positions)
            if part.isEmpty { continue }
            if let last = spans.last, last.upperBound == part.lowerBound {
                spans[spans.count - 1] = last.lowerBound..<part.upperBound
            } else {
                spans.append(part)
            }
        }
        return spans
    }

    /// The parts of all events in their order, and whether they may state a day or a later one:
    /// those that may are one where they follow each other.
    func parts(
        from day: Day
    ) throws(StoreError) -> [(positions: Range<UInt64>, mayHaveDay: Bool)] {
        if day == .min { return [(0..<count, true)] }
        var parts: [(positions: Range<UInt64>, mayHaveDay: Bool)] = []
        for part in try spans() {
            let mayHaveDay = part.dayHigh ?? .max >= Int64(day.daysSince1970)
            if mayHaveDay, let last = parts.last, last.mayHaveDay {
                let start = last.positions.lowerBound
                parts[parts.count - 1].positions = start..<part.positions.upperBound
            } else {
                parts.append((part.positions, mayHaveDay))
            }
        }
        return parts
    }

    /// The parts in which the events are stored; see ``EventStore/spans(of:)``. They are looked for
    /// once: whoever seals the log meanwhile changes no event of a part.
    func spans() throws(StoreError) -> [FrameInfo] {
        try foundImports.spans { () throws(StoreError) in try store.spans(of: 0..<count) }
    }
}

/// The lines of one batch of columns that an import brought and that are wanted.
private struct ImportScan {
    /// The positions of the wanted lines, ascending.
    private var wanted: [UInt64] = []
    /// The import of each.
    private var imports: [UInt64] = []

    /// Where the texts of the wanted lines are read: of a short file in a small part of a frame.
    func positions(in batch: Range<UInt64>) -> Range<UInt64> {
        guard let first = wanted.first, let last = wanted.last,
            last - first < UInt64(batch.count / 8)
        else { return batch }
        return first..<(last + 1)
    }

    /// `nil` when there is none.
    init?(
        _ batch: ColumnBatch, _ batches: ImportBatches, _ days: DayRange, _ accounts: Set<UInt64?>,
        _ isOpen: (_ id: UInt64, _ batch: UInt64, _ minor: Int64) -> Bool,
        _ isPassed: (_ batch: UInt64) -> Bool
    ) throws(StoreError) {
        let types = try batch.knownTypes()
        var isWanted: [Bool] = []
        for (code, key) in batch.keys.enumerated() {
            let account = key[.account]?.integer.flatMap { UInt64(exactly: $0) }
            isWanted.append(types[code] == .lineAdded && accounts.contains(account))
        }
        guard isWanted.contains(true), let lineDays = batch.numbers[.day] else { return nil }
        let amounts = batch.numbers[.amount]
        for (number, run) in batch.commits.enumerated() {
            guard let id = run.header.batch, batches.starts.contains(id), !isPassed(id) else {
                continue
            }
            let end =
                number + 1 < batch.commits.count
                ? batch.commits[number + 1].firstIndex : batch.count
            for index in run.firstIndex..<end where isWanted[Int(batch.keyCodes[index])] {
                let day = Day(daysSince1970: Int32(clamping: lineDays[index]))
                guard days.contains(day) else { continue }
                let position = batch.firstPosition + UInt64(index)
                if let amounts, !isOpen(position, id, amounts[index]) {
                    if isPassed(id) { break }
                    continue
                }
                wanted.append(position)
                imports.append(id)
            }
        }
        if wanted.isEmpty { return nil }
    }

    /// Hands over those lines that lie in a batch with facts and text.
    func rows(
        of batch: ColumnBatch, _ data: ReferenceData,
        _ body: (LedgerSnapshot.ImportedRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        var heads: [(row: LineFingerprint.Head, category: TextHash)?] =
            Array(repeating: nil, count: batch.keys.count)
        var tags = TextCursor(batch.bytes[.tags], isList: true)
        var payees = TextCursor(batch.bytes[.payee])
        var titles = TextCursor(batch.bytes[.title])
        var notes = TextCursor(batch.bytes[.note])
        var ids = TextCursor(batch.bytes[.externalID])
        var erased = TextCursor(batch.bytes[.commitment])
        let (amounts, days) = (batch.numbers[.amount], batch.numbers[.day])
        let times = batch.integers[.timeOfDay]
        for (position, id) in zip(wanted, imports) where batch.positions.contains(position) {
            let index = Int(position - batch.firstPosition)
            let code = Int(batch.keyCodes[index])
            let (head, category): (LineFingerprint.Head, TextHash)
            if let known = heads[code] {
                (head, category) = known
            } else {
                let key = batch.keys[code]
                head = try LineFingerprint.Head(key, at: position)
                let path = try key.reader(at: position).category(.category)
                category = LineLabels.hash(path.map(data.renamed))
                heads[code] = (head, category)
            }
            guard let minor = amounts?[index], let number = days?[index] else {
                throw .undecodable(position: position, column: .amount)
            }
            let day = Day(daysSince1970: Int32(clamping: number))
            let seconds = times?.value(at: index)
            let time = seconds.flatMap { Int(exactly: $0) }.flatMap {
                TimeOfDay(secondsSinceMidnight: $0)
            }
            var title = titles.hash(at: index)
            if let payee = payees.text(at: index) {
                let description = titles.text(at: index) ?? ""
                title = TextHash(LineTitle.joined(payee, description).utf8)
            }
            let account = batch.keys[code][.account]?.integer.flatMap { UInt64(exactly: $0) }
            try body(
                LedgerSnapshot.ImportedRow(
                    id: position, day: day, batch: id, account: account,
                    isErased: erased.has(index), head: head, minor: minor, time: time,
                    title: title, note: notes.hash(at: index), externalID: ids.known(at: index),
                    labels: LineLabels(category, tags: tags.hash(at: index))))
        }
    }
}

/// The hashes of a text column, asked for in ascending order; each distinct text is hashed once.
private struct TextCursor {
    private let column: BytesColumn
    private var hashes: [TextHash?]
    private var place = 0
    /// Whether texts are lists of words, in no order.
    private let isList: Bool

    init(_ column: BytesColumn?, isList: Bool = false) {
        (self.column, self.isList) = (column ?? BytesColumn(), isList)
        hashes = Array(repeating: nil, count: self.column.dictionary.count)
    }

    mutating func text(at index: Int) -> String? {
        code(at: index).map { String(decoding: column.dictionary[$0], as: UTF8.self) }
    }

    private mutating func code(at index: Int) -> Int? {
        while place < column.rows.count, column.rows[place] < index { place += 1 }
        guard place < column.rows.count, column.rows[place] == index else { return nil }
        return Int(column.codes[place])
    }

    /// Whether there is anything.
    mutating func has(_ index: Int) -> Bool { code(at: index) != nil }

    mutating func hash(at index: Int) -> TextHash { known(at: index) ?? .empty }

    /// `nil` where there is no text.
    mutating func known(at index: Int) -> TextHash? {
        guard let code = code(at: index) else { return nil }
        if let hash = hashes[code] { return hash }
        let bytes = column.dictionary[code]
        let hash = isList ? LineLabels.hash(stored: bytes) : TextHash(bytes)
        hashes[code] = hash
        return hash
    }
}

extension LineFingerprint.Head {
    /// The head of the lines of a key.
    fileprivate init(_ key: GroupKey, at position: UInt64) throws(StoreError) {
        let reader = key.reader(at: position)
        let flags: LineFlags = try reader.value(.flags) ?? []
        let account = try reader.reference(.account)?.position
        self.init(
            kind: try reader.required(.kind, reader.value),
            isIncoming: flags.contains(.incoming),
            currency: try reader.required(.currency, reader.currency),
            account: account.map { .known($0) } ?? .none)
    }
}
