package import Ledger

/// Reads the CSV files of banks, cards and other programs.
package enum CSVImport {
    /// Reads a whole file and decides, over whole columns, how its dates and amounts are written.
    ///
    /// The file is gone through twice, so only the rows take memory.
    ///
    /// - Parameters:
    ///   - bytes: The file, UTF-8, with a header in its first record that is not empty.
    ///   - options: What the user says about it.
    ///   - baseCurrency: The currency of rows that name none.
    ///   - currency: The currency that a code stands for in the ledger; `nil` for none.
    /// - Returns: The rows, and those that must be refused with the reason for each; without any
    ///   row after the header, both are empty.
    /// - Throws: ``ImportError`` when the file cannot be read as a whole, or must not be guessed
    ///   at.
    /// - Complexity: O(bytes).
    package static func parse(
        _ bytes: [UInt8], _ options: CSVImportOptions, baseCurrency: Currency,
        currency: @escaping (String) -> Currency?
    ) throws(ImportError) -> ParsedImport {
        let separator = options.separator ?? .sniffed(in: bytes)
        var start = CSVReader(bytes, separator: separator)
        let header = try readHeader(&start)
        let columns = try CSVColumns(header: header, options: options)
        let shape = RowShape(header: header, needed: columns.needed.map(\.index))

        var dates = DateEvidenceCollector(given: options.dateForm)
        var amounts = AmountEvidenceCollector(given: options.decimalMark)
        var reader = start
        while let record = try reader.next() {
            guard !record.isEmpty, shape.refusal(of: record) == nil else { continue }
            dates.add(CellSample(line: record.line, text: record.fields[columns.date.index]))
            amounts.add(CellSample(line: record.line, text: record.fields[columns.amount.index]))
        }
        let dateEvidence = try dates.decided()
        let (amountFormat, amountEvidence) = try amounts.decided()

        var builder = try RowBuilder(
            columns: columns, dateForm: dateEvidence.form, amountFormat: amountFormat,
            baseCurrency: baseCurrency, currency: currency)
        var parsed = ParsedImport(
            separator: separator, columns: columns, dates: dateEvidence, amounts: amountEvidence)
        reader = start
        while let record = try reader.next() {
            if record.isEmpty {
                parsed.emptyRows += 1
            } else if let refused = shape.refusal(of: record) {
                parsed.refused.append(refused)
            } else {
                switch builder.row(of: record) {
                case .success(let row): parsed.rows.append(row)
                case .failure(let refusal):
                    parsed.refused.append(
                        RefusedRow(
                            line: record.line, column: refusal.column, reason: refusal.reason))
                }
            }
        }
        parsed.splitCategoryRows = builder.splitCategoryRows
        return parsed
    }

    private static func readHeader(_ reader: inout CSVReader) throws(ImportError) -> [String] {
        while let record = try reader.next() {
            if let fault = record.fault { throw .badHeader(fault, line: record.line) }
            if !record.isEmpty { return record.fields }
        }
        throw .empty
    }
}

/// What a file says.
package struct ParsedImport: Hashable, Sendable {
    /// The rows that can be imported, in the order of the file.
    package internal(set) var rows: [ImportRow] = []
    /// The rows that cannot, in the order of the file.
    package internal(set) var refused: [RefusedRow] = []
    /// Records, after the header, of which every field is empty; they are left out.
    package internal(set) var emptyRows = 0
    /// Rows in which a `:` inside a category's cell made a sub-level.
    package internal(set) var splitCategoryRows = 0
    /// What stands between fields.
    package let separator: CSVSeparator
    /// Which column means what.
    package let columns: CSVColumns
    /// How the dates are read.
    package let dates: DateEvidence
    /// How the amounts are read.
    package let amounts: AmountEvidence

    init(
        separator: CSVSeparator, columns: CSVColumns, dates: DateEvidence, amounts: AmountEvidence
    ) {
        self.separator = separator
        self.columns = columns
        self.dates = dates
        self.amounts = amounts
    }
}

/// One row of a file, as a line of the ledger.
package struct ImportRow: Hashable, Sendable {
    /// The line of the file on which it starts, from 1.
    package let line: Int
    /// What reports need; the account is left open, ``accountName`` says which.
    package let facts: LineFacts
    /// Time, title, note and tags, title and note byte for byte.
    package let details: LineDetails
    /// The account or payment method; `nil` for none.
    package let accountName: String?
}

/// How many fields a row must have.
private struct RowShape {
    private let header: [String]
    private let fieldsMin: Int

    /// Columns at the end that are not `needed` may be missing.
    init(header: [String], needed: [Int]) {
        self.header = header
        fieldsMin = (needed.max() ?? 0) + 1
    }

    func refusal(of record: CSVRecord) -> RefusedRow? {
        if let fault = record.fault {
            let column = fault.field < header.count ? header[fault.field].trimmed : nil
            let reason: RefusalReason =
                switch fault {
                case .notUTF8: .notUTF8
                case .textAfterQuote: .textAfterQuote
                }
            return RefusedRow(line: record.line, column: column, reason: reason)
        }
        let (found, expected) = (record.fields.count, header.count)
        if found < fieldsMin {
            let reason = RefusalReason.tooFewFields(found: found, expected: expected)
            return RefusedRow(line: record.line, column: nil, reason: reason)
        }
        if record.fields.dropFirst(expected).contains(where: { !$0.isEmpty }) {
            let reason = RefusalReason.tooManyFields(found: found, expected: expected)
            return RefusedRow(line: record.line, column: nil, reason: reason)
        }
        return nil
    }
}
