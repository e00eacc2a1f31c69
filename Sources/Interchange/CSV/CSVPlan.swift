/// What was understood of a file, with all that is needed to read its rows.
package struct CSVPlan: Sendable {
    /// How its bytes are text.
    package let text: TextForm
    /// Where its rows are.
    package let layout: CSVLayout
    /// What the whole of the columns says.
    private(set) var evidence: RowEvidence
    /// The first rows, to show.
    package let samples: [CellSample]
    /// What the statements of the file say of themselves; empty for CSV.
    package let statements: [StatementNote]
    /// Makes rows of records.
    let builder: RowBuilder
    /// The records behind the header; `nil` where they are to be read again.
    private(set) var records: [RecordList]?
    /// The rows, where they were not made of a file; else `nil`.
    private(set) var rows: [ImportRow]?

    /// Forgets records and rows, which then are read again.
    package mutating func forgetRecords() { (records, rows) = (nil, nil) }

    /// The same with rows that are there.
    ///
    /// - Parameters:
    ///   - positive: Amounts above zero.
    ///   - negative: Amounts below zero.
    func with(_ rows: [ImportRow], positive: Int, negative: Int) -> CSVPlan {
        var plan = self
        (plan.records, plan.rows) = (nil, rows)
        (plan.evidence.signs.positive, plan.evidence.signs.negative) = (positive, negative)
        return plan
    }

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

    /// Whether a record behind the last row can only be a row: something like a date, right or
    /// wrong, is where the dates are, and no words as in `3 rows`; or it has an amount, and
    /// does not say that it is a sum.
    func isRow(_ record: CSVRecord) -> Bool {
        let cell = record[columns.date.index].trimmed
        if cell.first?.isNumber == true {
            let hasWord = zip(cell, cell.dropFirst()).contains { $0.isLetter && $1.isLetter }
            if !hasWord { return true }
        }
        if let date = DateCell(record.bytes(columns.date.index)), dates.form?.day(of: date) != nil {
            return true
        }
        let amounts = [columns.amount, columns.debit, columns.credit].compactMap { $0 }
        let hasAmount = amounts.contains { column in
            AmountCell(record.bytes(column.index)).map { !$0.isZero } ?? false
        }
        return hasAmount && (CSVPlan.isUnsettled(cell) || !CSVPlan.isSum(record))
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init)
    }

    /// Whether what is where the date is says that the row is not settled.
    private static func isUnsettled(_ date: String) -> Bool {
        words(date).contains { unsettled.contains($0) }
    }

    /// Whether the first text of a record says that it is a sum, or it has no text at all.
    private static func isSum(_ record: CSVRecord) -> Bool {
        let texts = record.texts.map(words).filter { !$0.isEmpty }
        guard let first = texts.first(where: { $0.contains { $0.count > 3 } }) ?? texts.first else {
            return true
        }
        return first.prefix(2).contains { word in
            sums.contains { $0.count > 4 ? word.hasSuffix($0) || word.hasPrefix($0) : word == $0 }
        }
    }

    private static let unsettled: Set = [
        "pending", "vorgemerkt", "attente", "pendiente", "behandeling", "tbd", "open", "reserved",
    ]
    /// The longer ones also as a part of a compound.
    private static let sums = [
        "total", "totals", "sum", "sums", "summe", "saldo", "balance", "gesamt", "totaal", "solde",
        "totale", "totales", "summa", "suma", "kontostand", "endbestand", "subtotal", "rows",
        "records", "zeilen", "umsätze", "razem", "celkem", "yhteensä", "sammanlagt", "count",
    ]
}
