/// Where in a file its rows are, and what separates their fields.
package struct CSVLayout: Hashable, Sendable {
    /// What separates fields.
    package let separator: CSVSeparator
    /// Lines at the beginning that are passed over: as many as the user said, or a first line
    /// `sep=;`.
    package let skippedLines: Int
    /// The line on which the header starts, from 1; `nil` if the file has none.
    package let headerLine: Int?
    /// The names of the columns; their numbers, from 1, if the file has no header.
    package let header: [String]
    /// Lines before the header that are not empty, the first few of them.
    package let preamble: [CellSample]
    /// How many lines before the header are not empty.
    package let preambleLines: Int
    /// The format that says where the rows are; `nil` for CSV.
    package let statement: StatementShape?
    /// What the columns seem to hold, to propose where their names do not say it.
    let guess: ColumnGuess

    /// Finds the header of a file and the separator.
    ///
    /// The header is the first record whose columns are called as the options or usage say. Without
    /// such a record it is the first one of the table's width, so that an error can name what there
    /// is, unless that holds dates or amounts.
    ///
    /// - Throws: ``ImportError/empty``, ``ImportError/noHeader(lines:date:amount:others:)``,
    ///   ``ImportError/badHeader(_:line:)`` or what stops reading before a header is found.
    package init(
        _ source: any ByteSource, _ form: TextForm, _ options: CSVImportOptions
    ) throws(ImportError) {
        var named = options.separator
        var skippedLines = max(0, options.skippedLines ?? 0)
        if skippedLines == 0, let said = try CSVLayout.saidSeparator(source, form) {
            skippedLines = 1
            named = named ?? said
        }
        let candidates = named.map { [$0] } ?? CSVSeparator.allCases
        let samples = candidates.map {
            CSVSample(source, form, separator: $0, skippedLines: skippedLines)
        }
        let hasHeader = options.hasHeader ?? true
        var best: (sample: CSVSample, header: Int?)?
        for sample in samples {
            let header = hasHeader ? sample.namedHeader(options) : nil
            if let best, !sample.isBetter(than: best.sample, header, best.header) { continue }
            best = (sample, header)
        }
        guard let (sample, found) = best, let first = sample.firstOfTable else {
            throw best?.sample.error ?? .empty
        }
        let separator = sample.separator
        self.separator = separator
        self.skippedLines = skippedLines
        statement = nil
        guard hasHeader else {
            header = (1...max(1, sample.widthMax)).map { "\($0)" }
            (headerLine, preamble, preambleLines) = (nil, [], 0)
            guess = ColumnGuess(sample.records[...], width: header.count)
            return
        }
        // A line that the user counted to is the header, whatever it looks like.
        let index = options.skippedLines != nil ? 0 : found ?? first
        let record = sample.records[index]
        if options.skippedLines == nil, record.looksLikeRow {
            let likely = record.likelyColumns
            let guess = ColumnGuess(sample.records[index...], width: record.fields.count)
            throw .noHeader(
                lines: sample.records.prefix(3).map { CellSample($0, separator) },
                date: likely?.date ?? guess.dates.first.map { $0 + 1 }, amount: likely?.amount,
                others: guess.others)
        }
        if let fault = record.fault { throw .badHeader(fault, line: record.line) }
        headerLine = record.line
        header = record.fields
        preamble = sample.records.prefix(min(index, CSVLayout.preambleSamplesMax)).map {
            CellSample($0, separator)
        }
        preambleLines = index
        guess = ColumnGuess(sample.records.dropFirst(index + 1), width: header.count)
    }

    /// The layout of a format whose rows have no columns of their own.
    init(_ statement: StatementShape) {
        self.statement = statement
        (separator, skippedLines, headerLine) = (.tab, 0, nil)
        header = statement.format.columns
        (preamble, preambleLines) = ([], 0)
        guess = ColumnGuess([], width: 0)
    }

    private static let preambleSamplesMax = 20

    /// What a first line `sep=;`, as spreadsheets write it, says.
    private static func saidSeparator(
        _ source: any ByteSource, _ form: TextForm
    ) throws(ImportError) -> CSVSeparator? {
        var lines = TextLines(source, form)
        guard let line = try lines.next() else { return nil }
        let text = String(decoding: line.bytes.prefix(16), as: UTF8.self).filter { $0 != "\"" }
        guard text.prefix(4).lowercased() == "sep=" else { return nil }
        return CSVSeparator(rawValue: String(text.dropFirst(4)))
    }

    /// A reader behind the header, or behind the lines that are passed over.
    ///
    /// - Throws: What stops reading before that.
    package func reader(
        _ source: any ByteSource, _ form: TextForm, chunkBytes: Int = TextReader.chunkBytes
    ) throws(ImportError) -> RecordReader {
        if let statement { return RecordReader(StatementReader(source, form, statement)) }
        var reader = CSVReader(source, form, separator: separator, chunkBytes: chunkBytes)
        try reader.skipLines(skippedLines)
        guard let headerLine else { return RecordReader(reader) }
        var record = CSVRecord()
        while try reader.next(into: &record), record.line < headerLine {}
        return RecordReader(reader)
    }
}

extension CSVSample {
    /// Whether its separator is likelier than another one's: that with a header that can be read,
    /// else that with the larger share of regular records, else that with more fields.
    fileprivate func isBetter(
        than other: CSVSample, _ header: Int?, _ otherHeader: Int?
    ) -> Bool {
        if (header == nil) != (otherHeader == nil) { return header != nil }
        let (own, others) = (regularity, other.regularity)
        let (share, otherShare) = (
            own.records * other.records.count, others.records * records.count
        )
        return share == otherShare ? own.width > others.width : share > otherShare
    }
}

extension CellSample {
    /// A record as a line to show.
    init(_ record: CSVSample.Record, _ separator: CSVSeparator) {
        self.init(line: record.line, text: CellSample.joined(record.fields, separator))
    }

    /// Fields with their separator between them, cut to what a line of a terminal holds.
    static func joined(_ fields: [String], _ separator: CSVSeparator) -> String {
        let text = fields.joined(separator: separator == .tab ? "  " : separator.rawValue)
        return text.count > 160 ? String(text.prefix(159)) + "…" : text
    }
}
