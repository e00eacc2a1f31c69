internal import Ledger

/// Makes lines of the ledger of the records of a file whose columns are known.
struct RowBuilder {
    /// Bytes of title, note, tags, category and account of a row together, at most; an event of the
    /// log holds little more.
    static let rowTextBytesMax = 60_000

    /// Why a record is refused, and for which column.
    struct Refusal: Error {
        let column: String?
        let reason: RefusalReason
    }

    private let columns: CSVColumns
    private let dateForm: DateForm?
    private let amountFormat: MoneyFormat
    private let baseCurrency: Currency
    private let currency: (String) -> Currency?
    private(set) var splitCategoryRows = 0

    /// - Throws: ``ImportError/badConstant(_:value:)`` for a constant that no row could take.
    init(
        columns: CSVColumns, dateForm: DateForm?, amountFormat: MoneyFormat, baseCurrency: Currency,
        currency: @escaping (String) -> Currency?
    ) throws(ImportError) {
        self.columns = columns
        self.dateForm = dateForm
        self.amountFormat = amountFormat
        self.baseCurrency = baseCurrency
        self.currency = currency
        if case .constant(let code) = columns.currency, currency(code) == nil {
            throw .badConstant(.currency, value: code)
        }
        if case .constant(let word) = columns.kind, KindWord(word) == nil {
            throw .badConstant(.kind, value: word)
        }
        for case .constant(let tag) in columns.tags where !RowBuilder.isTag(tag) {
            throw .badConstant(.tag, value: tag)
        }
        for case .constant(let text) in columns.category
        where (try? CategoryPath(RowBuilder.segments(of: text).joined(separator: ":"))) == nil {
            throw .badConstant(.category, value: text)
        }
    }

    mutating func row(of record: CSVRecord) -> Result<ImportRow, Refusal> {
        do throws(Refusal) {
            return .success(try read(record))
        } catch {
            return .failure(error)
        }
    }

    private mutating func read(_ record: CSVRecord) throws(Refusal) -> ImportRow {
        let (day, time) = try date(in: record)
        let kind = try kind(in: record)
        let amount = try amount(in: record)
        let details = LineDetails(
            time: time, title: text(columns.title, in: record),
            note: text(columns.note, in: record), tags: try tags(in: record))
        let account = text(columns.account, in: record).trimmed
        let (category, isSplit) = try category(in: record)
        let bytes =
            ([details.title, details.note, account, category?.text ?? ""] + details.tags)
            .reduce(0) { $0 + $1.utf8.count }
        guard bytes <= RowBuilder.rowTextBytesMax else {
            let reason = RefusalReason.textTooLong(
                bytes: bytes, bytesMax: RowBuilder.rowTextBytesMax)
            throw Refusal(column: nil, reason: reason)
        }
        if isSplit { splitCategoryRows += 1 }
        return ImportRow(
            line: record.line,
            facts: LineFacts(
                kind: kind.kind, amount: amount, day: day, category: category, flags: kind.flags),
            details: details, accountName: account.isEmpty ? nil : account)
    }

    private func date(in record: CSVRecord) throws(Refusal) -> (Day, TimeOfDay?) {
        let text = record[columns.date.index]
        guard let cell = DateCell(text), let day = dateForm?.day(of: cell) else {
            throw Refusal(column: columns.date.name, reason: .badDate(text))
        }
        return (day, cell.time)
    }

    private func amount(in record: CSVRecord) throws(Refusal) -> Money {
        let currency = try currency(in: record)
        let text = record[columns.amount.index]
        let reason: RefusalReason
        do throws(AmountError) {
            let cell = text.trimmed
            guard amountFormat.fits(cell) else { throw .malformed(text: cell) }
            return try Money(parsing: cell, currency: currency, format: amountFormat)
        } catch .tooManyFractionDigits(let allowed) {
            reason = .tooPrecise(text, decimalsMax: allowed)
        } catch .outOfRange {
            reason = .amountOverflow(text)
        } catch {
            reason = .badAmount(text)
        }
        throw Refusal(column: columns.amount.name, reason: reason)
    }

    /// An empty cell stands for the base currency.
    private func currency(in record: CSVRecord) throws(Refusal) -> Currency {
        let code = text(columns.currency, in: record).trimmed
        if code.isEmpty { return baseCurrency }
        guard let currency = currency(code) else {
            throw Refusal(column: name(of: columns.currency), reason: .unknownCurrency(code))
        }
        return currency
    }

    private func kind(in record: CSVRecord) throws(Refusal) -> (kind: EntryKind, flags: LineFlags) {
        guard let source = columns.kind else { return (.expense, []) }
        let text = text(source, in: record)
        guard let word = KindWord(text) else {
            throw Refusal(column: name(of: source), reason: .unknownKind(text))
        }
        return (word.kind, word.flags)
    }

    private func category(in record: CSVRecord) throws(Refusal) -> (CategoryPath?, isSplit: Bool) {
        var segments: [String] = []
        var isSplit = false
        for source in columns.category {
            let parts = RowBuilder.segments(of: text(source, in: record))
            if parts.count > 1, case .column = source { isSplit = true }
            segments += parts
        }
        if segments.isEmpty { return (nil, false) }
        let joined = segments.joined(separator: ":")
        guard let path = try? CategoryPath(joined) else {
            throw Refusal(column: name(of: columns.category.first), reason: .badCategory(joined))
        }
        return (path, isSplit)
    }

    private func tags(in record: CSVRecord) throws(Refusal) -> [String] {
        var tags: [String] = []
        for source in columns.tags {
            let tag = text(source, in: record).trimmed
            guard RowBuilder.isTag(tag) else {
                throw Refusal(column: name(of: source), reason: .badTag(tag))
            }
            if !tag.isEmpty { tags.append(tag) }
        }
        return tags
    }

    /// What a source says; empty where the row ends before its column.
    private func text(_ source: CSVColumns.Source?, in record: CSVRecord) -> String {
        switch source {
        case .column(let column):
            record[column.index]
        case .constant(let text): text
        case nil: ""
        }
    }

    private func name(of source: CSVColumns.Source?) -> String? {
        if case .column(let column) = source { column.name } else { nil }
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
