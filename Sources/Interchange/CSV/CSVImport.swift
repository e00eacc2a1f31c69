package import Ledger

/// Reads the files of banks, cards and other programs: CSV, and each ``StatementFormat``.
///
/// A file is gone through several times and never held in memory: once to see how its bytes are
/// text, once to decide over whole columns how its cells are written, and once for each use of its
/// rows.
package enum CSVImport {
    /// Goes over a whole file and says how it is to be read.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - options: What the user says about it.
    ///   - zone: The zone in which times that name another one are told.
    ///   - baseCurrency: The currency of rows that name none.
    ///   - currency: The currency that a code stands for in the ledger; `nil` for none.
    /// - Throws: ``ImportError`` when the file cannot be read as a whole, or must not be guessed
    ///   at.
    /// - Complexity: O(bytes); memory does not grow with the file.
    package static func examine(
        _ source: some ByteSource, _ options: CSVImportOptions, zone: Zone = .utc,
        baseCurrency: Currency, currency: @escaping @Sendable (String) -> Currency?
    ) throws(ImportError) -> CSVPlan {
        let (text, layout) = try CSVLayout.found(in: source, options, zone: zone)
        let options =
            try layout.statement?.format.options(options)
            ?? OwnColumns(header: layout.header)?.options(options) ?? options
        let columns = try columns(layout, options)
        let shape = RowShape(layout, needed: columns.needed.map(\.index))

        let isOFX = layout.statement?.format == .ofx
        var collector = RowEvidenceCollector(
            columns: columns, options: options, baseCurrency: baseCurrency, readsEitherMark: isOFX)
        var samples: [CellSample] = []
        var reader = try layout.reader(source, text)
        var (record, kept) = (CSVRecord(), KeptRecords())
        while try reader.next(into: &record) {
            kept.append(record)
            guard !record.isEmpty, shape.refusal(of: record) == nil, !shape.isHeader(record),
                !columns.leavesOut(record)
            else { continue }
            if samples.count < samplesMax {
                samples.append(
                    CellSample(
                        line: record.line,
                        text: CellSample.joined(record.texts, layout.separator)))
            }
            collector.add(record)
        }
        kept.close()
        let evidence = try collector.decided(headerLine: layout.headerLine ?? 1)
        let builder = try RowBuilder(
            evidence: evidence, baseCurrency: baseCurrency, currency: currency)
        return CSVPlan(
            text: text, layout: layout, evidence: evidence, samples: samples,
            statements: isOFX ? reader.notes.map { $0.told(by: evidence) } : reader.notes,
            builder: builder, records: kept.isWhole ? kept.lists : nil)
    }

    /// The columns by their names; a date whose column has no usual name is in the only one that
    /// holds dates.
    private static func columns(
        _ layout: CSVLayout, _ options: CSVImportOptions
    ) throws(ImportError) -> CSVColumns {
        let (header, guess) = (layout.header, layout.guess)
        func names(_ columns: [Int]) -> [String] {
            columns.map { index in
                let name = header[index].trimmed
                let indexes = header.indices.filter { header[$0].trimmed == name }
                guard indexes.count > 1, let number = indexes.firstIndex(of: index) else {
                    return name.isEmpty ? "\(index + 1)" : name
                }
                return "\(name)#\(number + 1)"
            }
        }
        do throws(ImportError) {
            var columns = try CSVColumns(header: header, options: options)
            columns.add(
                kinds: guess.directions.map {
                    CSVColumns.Column(index: $0, name: header[$0].trimmed)
                })
            return columns
        } catch .missingColumn(.date, _) where options.date == nil {
            let dates = names(guess.dates)
            guard let only = dates.first else {
                throw .missingColumn(.date, header: header)
            }
            guard dates.count == 1 else { throw .ambiguousColumn(.date, names: dates) }
            var options = options
            options.date = only
            return try columns(layout, options)
        } catch .missingColumn(.amount, _) {
            if let sides = guess.sides {
                throw .ambiguousSides(names([sides.first, sides.second]))
            }
            let amounts = names(guess.amounts)
            if amounts.isEmpty { throw .missingColumn(.amount, header: header) }
            throw .ambiguousColumn(.amount, names: amounts)
        }
    }

    private static let samplesMax = 3

    /// Goes through all records behind the header, in the order of the file; only what says
    /// nothing (``SkipReason/empty``, ``SkipReason/repeatedHeader``) may come before a row that is
    /// refused and precedes it.
    ///
    /// - Parameters:
    ///   - source: The file that was examined.
    ///   - plan: What was understood of it.
    ///   - body: Takes each record and returns whether to go on.
    /// - Returns: How many records were given to `body`.
    /// - Throws: What the source or `body` throws.
    /// - Complexity: O(bytes); memory does not grow with the file.
    @discardableResult
    package static func rows(
        _ source: some ByteSource, _ plan: CSVPlan,
        _ body: (CSVRow) throws(ImportError) -> Bool
    ) throws(ImportError) -> CSVTally {
        if let rows = plan.rows {
            var tally = CSVTally()
            for row in rows {
                tally.rows += 1
                guard try body(.row(row)) else { break }
            }
            return tally
        }
        var reader = try CSVRowReader(source, plan)
        return try reader.run(body)
    }

    /// Examines a small file and takes all of its rows into memory.
    ///
    /// - Throws: As ``examine(_:_:baseCurrency:currency:)``.
    package static func parse(
        _ bytes: [UInt8], _ options: CSVImportOptions, zone: Zone = .utc, baseCurrency: Currency,
        currency: @escaping @Sendable (String) -> Currency?
    ) throws(ImportError) -> ParsedImport {
        let source = MemoryBytes(bytes)
        let plan = try examine(
            source, options, zone: zone, baseCurrency: baseCurrency, currency: currency)
        var parsed = ParsedImport(plan)
        let tally = try rows(source, plan) { row in
            switch row {
            case .row(let row): parsed.rows.append(row)
            case .refused(let row): parsed.refused.append(row)
            case .skipped(let line, .footer(let text)):
                parsed.footers.append(CellSample(line: line, text: text))
            case .skipped: break
            }
            return true
        }
        parsed.emptyRows = tally.empty
        parsed.repeatedHeaders = tally.repeatedHeaders
        parsed.leftOut = tally.leftOut
        parsed.splitCategoryRows = tally.splitCategoryRows
        return parsed
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
    /// Records that say the same as the header; they are left out.
    package internal(set) var repeatedHeaders = 0
    /// Rows that were left out because of one of their values.
    package internal(set) var leftOut = 0
    /// Records behind the last row that are none; they are left out.
    package internal(set) var footers: [CellSample] = []
    /// Rows in which a `:` inside a category's cell made a sub-level.
    package internal(set) var splitCategoryRows = 0
    /// How the bytes are text.
    package let text: TextForm
    /// Where the rows are.
    package let layout: CSVLayout
    /// What the statements of the file say of themselves; empty for CSV.
    package let statements: [StatementNote]
    private let evidence: RowEvidence

    /// Which column means what.
    package var columns: CSVColumns { evidence.columns }
    /// How the dates are read.
    package var dates: DateEvidence { evidence.dates }
    /// How the amounts are read.
    package var amounts: AmountEvidence { evidence.amounts }
    /// What the signs of amounts mean.
    package var signs: SignEvidence { evidence.signs }
    /// Whether the balances agree; `nil` for none.
    package var balance: BalanceEvidence? { evidence.balance }

    /// What separates fields.
    package var separator: CSVSeparator { layout.separator }

    init(_ plan: CSVPlan) {
        text = plan.text
        layout = plan.layout
        statements = plan.statements
        evidence = plan.evidence
    }
}
