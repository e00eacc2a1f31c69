internal import Ledger

/// Makes lines of the ledger of the records of a file whose columns are known.
struct RowBuilder: Sendable {
    /// Bytes of title, note, tags, category, account and external id of a row together, at most; an
    /// event of the log holds little more.
    static let rowTextBytesMax = 60_000

    /// Why a record is refused, and for which column.
    struct Refusal: Error {
        let column: String?
        let reason: RefusalReason

        init(_ column: CSVColumns.Column?, _ reason: RefusalReason) {
            self.column = column?.name
            self.reason = reason
        }
    }

    let columns: CSVColumns
    let evidence: RowEvidence
    let currencies: CurrencyFinder
    private(set) var splitCategoryRows = 0

    /// What a cell of an empty or constant source stands for.
    private let constantKind: KindWord?
    private var currencyCells = CellCache<Currency?>()
    private var kindCells = CellCache<KindWord?>()
    private var accountCells = CellCache<String>()
    private var pathCells = CellCache<PathResult>()
    private var joined: [UInt8] = []
    /// What the record is given by its columns.
    private var given = ColumnRule.Changes()
    private var lastDate: (cell: [UInt8], day: Day, time: TimeOfDay?)?

    private typealias PathResult = (path: CategoryPath?, isSplit: Bool, refused: String?)

    /// - Parameters:
    ///   - evidence: What the whole of the columns says.
    ///   - baseCurrency: The currency of rows that name none.
    ///   - currency: The currency that a code stands for in the ledger; `nil` for none.
    /// - Throws: ``ImportError/badConstant(_:value:)`` for a constant that no row could take.
    init(
        evidence: RowEvidence, baseCurrency: Currency,
        currency: @escaping @Sendable (String) -> Currency?
    ) throws(ImportError) {
        self.evidence = evidence
        columns = evidence.columns
        var fixed: Currency?
        if case .constant(let code) = columns.currency {
            guard let found = currency(code) else { throw .badConstant(.currency, value: code) }
            fixed = found
        }
        currencies = CurrencyFinder(base: baseCurrency, fixed: fixed, named: currency)
        if case .constant(let word) = columns.kind {
            guard let kind = KindWord(word) else { throw .badConstant(.kind, value: word) }
            constantKind = kind
        } else {
            constantKind = nil
        }
        for case .constant(let tag) in columns.tags where !RowBuilder.isTag(tag) {
            throw .badConstant(.tag, value: tag)
        }
        for case .constant(let text) in columns.category
        where (try? CategoryPath(RowBuilder.segments(of: text).joined(separator: ":"))) == nil {
            throw .badConstant(.category, value: text)
        }
    }

    /// The line of a record that is neither empty nor of the wrong shape.
    mutating func row(of record: CSVRecord) -> Result<ImportRow, Refusal> {
        do throws(Refusal) {
            return .success(try read(record))
        } catch {
            return .failure(error)
        }
    }

    private mutating func read(_ record: CSVRecord) throws(Refusal) -> ImportRow {
        if !columns.rules.isEmpty { given = ColumnRule.changes(columns.rules, to: record) }
        let (day, time) = try date(in: record)
        let (direction, amount) = try amount(in: record)
        var details = LineDetails(
            time: time, externalID: externalID(in: record), note: text(columns.note, in: record),
            tags: columns.tags.isEmpty ? [] : try tags(in: record))
        let title = text(columns.title, in: record)
        details.set(payee: columns.hasPayees ? title : nil, title: columns.hasPayees ? nil : title)
        columns.own?.divide(&details, record)
        take(given, into: &details)
        var (flags, own) = (direction.flags, OwnRow?.none)
        if let list = columns.own {
            details.tags += list.tags(record)
            if direction.kind == .transfer, list.isIncoming(record) { flags = .incoming }
            do throws(OwnRowFault) { own = try list.row(record, amount.currency) } catch {
                throw Refusal(nil, .badAmount(error.text))
            }
        }
        let account = account(in: record)
        var (category, isSplit) = (given.category?.first, false)
        if given.category == nil { (category, isSplit) = try self.category(in: record) }
        let bytes =
            details.title.utf8.count + details.note.utf8.count + (account?.utf8.count ?? 0)
            + (category?.text.utf8.count ?? 0) + (details.externalID?.utf8.count ?? 0)
            + details.tags.reduce(0) { $0 + $1.utf8.count }
        guard bytes <= RowBuilder.rowTextBytesMax else {
            throw Refusal(nil, .textTooLong(bytes: bytes, bytesMax: RowBuilder.rowTextBytesMax))
        }
        if isSplit, columns.own == nil { splitCategoryRows += 1 }
        return ImportRow(
            line: record.line,
            facts: LineFacts(
                kind: direction.kind, amount: amount, day: day, category: category,
                flags: flags),
            details: details, accountName: account, own: own)
    }

    private func take(_ given: ColumnRule.Changes, into details: inout LineDetails) {
        if let payee = given.payee { details.payee = payee }
        if let title = given.title { details.description = title }
        if let note = given.note { details.note = note }
        details.tags += given.tags.filter { !details.tags.contains($0) }
    }

    private mutating func date(in record: CSVRecord) throws(Refusal) -> (Day, TimeOfDay?) {
        let bytes = record.bytes(columns.date.index)
        var (day, time): (Day, TimeOfDay?)
        if let lastDate, lastDate.cell.elementsEqual(bytes) {
            (day, time) = (lastDate.day, lastDate.time)
        } else {
            guard let cell = DateCell(bytes), let found = evidence.dates.form?.day(of: cell) else {
                throw Refusal(columns.date, .badDate(bytes.text))
            }
            (day, time) = (found, cell.time)
            lastDate = (Array(bytes), day, time)
        }
        if let column = columns.time {
            let cell = record.bytes(column.index).trimmedCell
            if !cell.isEmpty {
                guard let found = TimeOfDay(cell: cell) else {
                    throw Refusal(column, .badTime(cell.text))
                }
                time = found
            }
        }
        return (day, time)
    }

    /// The kind that the row says; `nil` if it says nothing of it.
    mutating func word(in record: CSVRecord) throws(Refusal) -> KindWord? {
        if let kind = given.kind { return kind }
        if let incoming = columns.incoming { return KindWord(isIncoming: incoming.has(record)) }
        guard case .column(let column) = columns.kind else { return constantKind }
        let cell = record.bytes(column.index)
        guard let word = kindCells.value(cell, make: { KindWord($0.text) }) else {
            throw Refusal(column, .unknownKind(cell.text))
        }
        return word
    }

    /// The currency that the row names, or that was given for all; `nil` if nothing says it.
    mutating func currency(in record: CSVRecord) throws(Refusal) -> Currency? {
        guard case .column(let column) = columns.currency else { return currencies.fixed }
        let cell = record.bytes(column.index).trimmedCell
        if cell.isEmpty { return nil }
        let finder = currencies
        guard let currency = currencyCells.value(cell, make: finder.currency) else {
            throw Refusal(column, .unknownCurrency(cell.text))
        }
        return currency
    }

    private mutating func account(in record: CSVRecord) -> String? {
        if let account = given.account { return account.isEmpty ? nil : account }
        let name: String
        switch columns.account {
        case .column(let column):
            name = accountCells.value(record.bytes(column.index)) {
                FormulaMark.undone($0.text.trimmed)
            }
        case .constant(let text): name = text.trimmed
        case nil: return nil
        }
        return name.isEmpty ? nil : name
    }

    private func externalID(in record: CSVRecord) -> String? {
        guard case .column(let column) = columns.externalID else { return nil }
        let text = record[column.index].trimmed
        return text.isEmpty ? nil : text
    }

    private mutating func category(
        in record: CSVRecord
    ) throws(Refusal) -> (CategoryPath?, isSplit: Bool) {
        if columns.category.isEmpty { return (nil, false) }
        let result: PathResult
        if columns.category.count == 1, case .column(let column) = columns.category[0] {
            result = pathCells.value(record.bytes(column.index)) {
                RowBuilder.path(of: [(RowBuilder.segments(of: FormulaMark.undone($0.text)), true)])
            }
        } else {
            // Cells beside each other are remembered by what they say together.
            joined.removeAll(keepingCapacity: true)
            for case .column(let column) in columns.category {
                joined += record.bytes(column.index)
                joined.append(0x1F)
            }
            let sources = columns.category
            result = pathCells.value(joined[...]) { _ in
                RowBuilder.path(
                    of: sources.map { source in
                        switch source {
                        case .column(let column):
                            (RowBuilder.segments(of: record[column.index]), true)
                        case .constant(let text): (RowBuilder.segments(of: text), false)
                        }
                    })
            }
        }
        if let refused = result.refused {
            guard case .column(let column) = columns.category[0] else {
                throw Refusal(nil, .badCategory(refused))
            }
            throw Refusal(column, .badCategory(refused))
        }
        return (result.path, result.isSplit)
    }

    private static func path(of parts: [(segments: [String], isCell: Bool)]) -> PathResult {
        let segments = parts.flatMap(\.segments)
        if segments.isEmpty { return (nil, false, nil) }
        let joined = segments.joined(separator: ":")
        guard let path = try? CategoryPath(joined) else { return (nil, false, joined) }
        return (path, parts.contains { $0.isCell && $0.segments.count > 1 }, nil)
    }

    private func tags(in record: CSVRecord) throws(Refusal) -> [String] {
        var tags: [String] = []
        for source in columns.tags {
            let tag = text(source, in: record).trimmed
            guard RowBuilder.isTag(tag) else {
                if case .column(let column) = source { throw Refusal(column, .badTag(tag)) }
                throw Refusal(nil, .badTag(tag))
            }
            if !tag.isEmpty { tags.append(tag) }
        }
        return tags
    }

    /// What a source says; empty where the row ends before its column.
    private func text(_ source: CSVColumns.Source?, in record: CSVRecord) -> String {
        switch source {
        case .column(let column): FormulaMark.undone(record[column.index])
        case .constant(let text): text
        case nil: ""
        }
    }

    private static func segments(of text: String) -> [String] {
        let parts =
            text.utf8.contains(UInt8(ascii: ":"))
            ? text.unicodeScalars.split(separator: ":").map { String($0) } : [text]
        return parts.map(\.trimmed).filter { !$0.isEmpty }
    }

    private static func isTag(_ text: String) -> Bool {
        !text.unicodeScalars.contains("\n")
    }
}
