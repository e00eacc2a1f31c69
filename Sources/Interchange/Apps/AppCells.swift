internal import Ledger

/// Why a row of such a file cannot be taken over.
struct AppRefusal: Error {
    let column: String?
    let reason: RefusalReason

    init(_ column: String?, _ reason: RefusalReason) {
        (self.column, self.reason) = (column, reason)
    }
}

/// Reads the dates and amounts of such a file, as the whole of its columns says.
struct AppCells {
    private let table: AppTable
    private let dates: DateForm?
    private let format: NumberFormat
    private let base: Currency
    /// The currency that the user gave.
    private let given: Currency?
    private let reading: (String) -> CurrencyReading

    /// - Parameter amounts: The columns of amounts, by their indexes.
    /// - Throws: ``ImportError`` where columns can be read in several ways, or in none.
    init(
        _ table: AppTable, amounts: [Int], _ options: CSVImportOptions, base: Currency,
        _ reading: @escaping (String) -> CurrencyReading
    ) throws(ImportError) {
        (self.table, self.base, self.reading) = (table, base, reading)
        var days = DateEvidenceCollector(given: options.dateForm)
        var numbers = AmountEvidenceCollector(given: options.decimalMark)
        var symbol: (unit: String, sample: CellSample)?
        for record in table.records where record.fault == nil {
            _ = days.add(table.cell(record, "date"), line: record.line)
            for column in amounts {
                let cell = record.bytes(column).trimmedCell
                if cell.isEmpty { continue }
                let amount = AmountCell(cell)
                numbers.add(amount, of: cell, line: record.line)
                if let amount, !amount.unit.isEmpty, symbol == nil {
                    symbol = (
                        amount.unit.text, CellSample(line: record.line, text: cell.text)
                    )
                }
            }
        }
        dates = try days.decided().form
        format = try numbers.decided().format
        if let text = options.currency.map({ $0.hasPrefix("=") ? String($0.dropFirst()) : $0 }) {
            guard case .one(let known) = reading(text) else {
                throw .badConstant(.currency, value: text)
            }
            given = known
        } else {
            given = nil
            if let symbol, case .several(let codes) = reading(symbol.unit) {
                throw .ambiguousCurrency(
                    symbol.unit, codes: Array(codes.prefix(4)), sample: symbol.sample)
            }
        }
    }

    /// The day of a row, and the time where it names one other than midnight.
    func day(_ record: CSVRecord) throws(AppRefusal) -> (day: Day, time: TimeOfDay?) {
        let cell = table.cell(record, "date")
        guard let date = DateCell(cell), let day = dates?.day(of: date) else {
            throw AppRefusal("date", .badDate(cell.text))
        }
        return (day, date.time == TimeOfDay(hour: 0, minute: 0, second: 0) ? nil : date.time)
    }

    /// What a row says of how far it has come with a bank, in the words of these programs; `nil`
    /// where it says nothing.
    func status(_ record: CSVRecord, _ name: String) -> LineStatus? {
        switch table.text(record, name).lowercased() {
        case "c", "cleared", "r", "reconciled", "1", "true": .cleared
        case "u", "uncleared", "not cleared": .pending
        default: nil
        }
    }

    /// The currency of a code in a row; that which was given, or the ledger's own, for none.
    func currency(_ code: String) throws(AppRefusal) -> Currency {
        if let given { return given }
        if code.isEmpty { return base }
        guard case .one(let known) = reading(code) else {
            throw AppRefusal("currency", .unknownCurrency(code))
        }
        return known
    }

    /// An amount with its sign; `nil` for an empty cell.
    ///
    /// - Parameter code: The code of the currency; `nil` for what stands beside the number.
    func amount(
        _ record: CSVRecord, _ column: Int, _ code: String? = nil
    ) throws(AppRefusal) -> Money? {
        let cell = record.bytes(column).trimmedCell
        if cell.isEmpty { return nil }
        let name = table.header.indices.contains(column) ? table.header[column] : nil
        guard let amount = AmountCell(cell) else { throw AppRefusal(name, .badAmount(cell.text)) }
        let currency = try currency(code ?? amount.unit.text)
        do throws(NumberFormat.Fault) {
            let value = try format.value(of: amount.number, exponent: currency.exponent)
            guard let minor = Int64(exactly: value) else { throw NumberFormat.Fault.overflow }
            return Money(minor: amount.isNegative ? -minor : minor, currency: currency)
        } catch {
            switch error {
            case .notOfFormat: throw AppRefusal(name, .badAmount(cell.text))
            case .tooPrecise:
                throw AppRefusal(
                    name, .tooPrecise(cell.text, decimalsMax: currency.exponent))
            case .overflow: throw AppRefusal(name, .amountOverflow(cell.text))
            }
        }
    }

    /// The same, of the first column of a name.
    func amount(
        _ record: CSVRecord, _ name: String, _ code: String? = nil
    ) throws(AppRefusal) -> Money? {
        guard let column = table.column(name) else { return nil }
        return try amount(record, column, code)
    }
}
