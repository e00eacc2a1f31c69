internal import Ledger

/// How the rows of a file are to be read: what the whole of its columns says.
package struct RowEvidence: Hashable, Sendable {
    /// The columns, without those whose cells are not what their usual name promised.
    package let columns: CSVColumns
    /// How the dates are read.
    package let dates: DateEvidence
    /// How the amounts are read.
    package let amounts: AmountEvidence
    /// What the signs of amounts mean.
    package internal(set) var signs: SignEvidence
    /// Whether the balances agree; `nil` for none.
    package let balance: BalanceEvidence?
    /// How numbers are written.
    let format: NumberFormat
    /// Whether numbers that can be read with the other mark only are read so.
    let readsEitherMark: Bool
    /// Whether amounts are in the smallest units.
    let areMinorUnits: Bool

    /// How a number is read.
    func format(of number: Cell) -> NumberFormat {
        if !readsEitherMark { return format }
        let fitting = NumberFormat.fitting(number)
        if fitting.contains(format) { return format }
        let others = NumberFormat.all.filter { fitting.contains($0) }
        return others.first { $0.decimalMark == format.decimalMark } ?? others.first ?? format
    }
}

/// Collects what the cells of all rows say, in constant memory: counts and a few samples.
struct RowEvidenceCollector {
    private let columns: CSVColumns
    private let options: CSVImportOptions
    private let baseCurrency: Currency
    private let readsEitherMark: Bool
    private let titleColumn: Int?
    private let accountColumn: Int?
    private var dates: DateEvidenceCollector
    private var amounts: AmountEvidenceCollector
    private var readings: [KindReading]
    private var units = UnitCollector()
    private var questions: RowQuestions
    private var knownTimes = 0
    private var unknownTimes = 0

    /// - Parameters:
    ///   - columns: What the header says.
    ///   - options: What the user says.
    ///   - baseCurrency: The currency of rows that name none.
    ///   - readsEitherMark: Whether numbers that can be read in one way only are read so, whatever
    ///     the others say.
    init(
        columns: CSVColumns, options: CSVImportOptions, baseCurrency: Currency,
        readsEitherMark: Bool
    ) {
        self.columns = columns
        self.readsEitherMark = readsEitherMark
        self.options = options
        self.baseCurrency = baseCurrency
        questions = RowQuestions(columns)
        dates = DateEvidenceCollector(given: options.dateForm)
        amounts = AmountEvidenceCollector(
            given: options.decimalMark, isEither: readsEitherMark)
        func index(_ source: CSVColumns.Source?) -> Int? {
            if case .column(let column) = source { column.index } else { nil }
        }
        titleColumn = index(columns.title)
        accountColumn = index(columns.account)
        let candidates: [CSVColumns.Column?] =
            columns.kindColumns.isEmpty
            ? [index(columns.kind).map { CSVColumns.Column(index: $0, name: "") }]
            : columns.kindColumns
        var constant: KindWord?
        if case .constant(let word) = columns.kind { constant = KindWord(word) }
        readings = candidates.map {
            KindReading(column: $0, constant: constant, incoming: columns.incoming)
        }
    }

    /// Adds a row; those that are empty or of the wrong shape are not to be added.
    mutating func add(_ record: CSVRecord) {
        let line = record.line
        // The sums of footers say nothing about the amounts of rows.
        guard dates.add(record.bytes(columns.date.index), line: line) else { return }
        if let time = columns.time {
            let cell = record.bytes(time.index).trimmedCell
            if !cell.isEmpty {
                if TimeOfDay(cell: cell) == nil { unknownTimes += 1 } else { knownTimes += 1 }
            }
        }
        var (amount, side) = (AmountCell?.none, Side?.none)
        if let column = columns.amount {
            let cell = record.bytes(column.index)
            amount = AmountCell(cell)
            amounts.add(amount, of: cell, line: line)
        } else {
            (amount, side) = sides(in: record)
        }
        if let amount { units.add(amount, line: line) }
        questions.add(record, amount)
        let account = columns.balance == nil ? "" : accountColumn.map { record[$0] } ?? ""
        for index in readings.indices {
            let word = readings[index].word(in: record)
            if let amount {
                readings[index].add(amount, side: side, word: word, record, title: titleColumn)
            }
            if let column = columns.balance {
                readings[index].add(
                    amount, side: side, word: word, balance: record.bytes(column.index),
                    account: account, line: line)
            }
        }
    }

    /// The column whose cells are words for kinds most often; the first where none is.
    private var best: Int {
        readings.indices.max { left, right in
            (readings[left].known - readings[left].unknown, -left)
                < (readings[right].known - readings[right].unknown, -right)
        } ?? 0
    }

    /// What all rows say.
    ///
    /// - Parameter headerLine: Where the names of the columns are.
    /// - Throws: ``ImportError/ambiguousDates(_:samples:)``,
    ///   ``ImportError/ambiguousAmounts(samples:)``, ``ImportError/unknownDates(samples:)``,
    ///   ``ImportError/unknownAmounts(samples:)``,
    ///   ``ImportError/ambiguousCurrency(_:codes:sample:)``, and what ``RowQuestions`` asks.
    func decided(headerLine: Int = 1) throws(ImportError) -> RowEvidence {
        let dateEvidence = try dates.decided()
        let (format, amountEvidence) = try amounts.decided()
        var columns = columns
        if let unit = columns.unit {
            let code = try unit.code(base: baseCurrency, headerLine: headerLine)
            columns.currency = .constant(code)
        } else if columns.currency == nil {
            try units.check(base: baseCurrency)
        }
        let reading = readings[best]
        let balance = reading.balances.decided(format.decimalMark)
        var isWordless = false
        if !columns.kindColumns.isEmpty, let column = reading.column {
            columns.take(kind: column)
            if !reading.isBelieved {
                columns.leaveOut(.kind)
                isWordless = columns.amount != nil
            }
        }
        if !columns.given.contains(.time), unknownTimes > 0, knownTimes <= unknownTimes {
            columns.leaveOut(.time)
        }
        let evidence = RowEvidence(
            columns: columns, dates: dateEvidence, amounts: amountEvidence,
            signs: reading.signs.decided(
                given: options.sign, balance: balance, isWordless: isWordless,
                meaning: columns.meaning),
            balance: balance, format: format, readsEitherMark: readsEitherMark,
            areMinorUnits: options.minorUnits ?? false)
        try questions.check(evidence)
        return evidence
    }

    /// The amount of the debit or credit column that has one.
    private mutating func sides(in record: CSVRecord) -> (AmountCell?, Side?) {
        var found: (amount: AmountCell, side: Side)?
        for (column, side) in [(columns.debit, Side.debit), (columns.credit, .credit)] {
            guard let column else { continue }
            let cell = record.bytes(column.index).trimmedCell
            if cell.isEmpty { continue }
            let amount = AmountCell(cell)
            amounts.add(amount, of: cell, line: record.line)
            if let amount, found.map({ $0.amount.isZero }) ?? true { found = (amount, side) }
        }
        return (found?.amount, found?.side)
    }
}

/// Collects the currencies beside numbers that can mean several.
private struct UnitCollector {
    private static let unitsMax = 8

    private var rows = 0
    private var units: [(unit: [UInt8], rows: Int, sample: CellSample)] = []

    mutating func add(_ amount: AmountCell, line: Int) {
        rows += 1
        if amount.unit.isEmpty { return }
        if let index = units.firstIndex(where: { $0.unit.elementsEqual(amount.unit) }) {
            units[index].rows += 1
        } else if units.count < UnitCollector.unitsMax {
            let text = amount.unit.text + amount.number.text
            units.append((Array(amount.unit), 1, CellSample(line: line, text: text)))
        }
    }

    /// Refuses the file when every amount has the same sign, and it cannot mean the base currency.
    func check(base: Currency) throws(ImportError) {
        guard let only = units.first, only.rows == rows else { return }
        let codes = CurrencySymbol.codes(of: only.unit[...])
        guard codes.count > 1, !codes.contains(base.code) else { return }
        throw .ambiguousCurrency(
            String(decoding: only.unit, as: UTF8.self), codes: Array(codes.prefix(4)),
            sample: only.sample)
    }
}
