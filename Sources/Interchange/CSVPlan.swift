/// What was understood of a file, with all that is needed to read its rows.
package struct CSVPlan {
    /// How its bytes are text.
    package let text: TextForm
    /// Where its rows are.
    package let layout: CSVLayout
    /// What the whole of the columns says.
    let evidence: RowEvidence
    /// The first rows, to show.
    package let samples: [CellSample]
    /// Makes rows of records.
    let builder: RowBuilder

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
    /// wrong, stands where the dates are, and no words as in `3 rows`; or it has an amount and says
    /// what for, and not that it is a sum.
    func isDated(_ record: CSVRecord) -> Bool {
        let cell = record[columns.date.index].trimmed
        if cell.first?.isNumber == true {
            let hasWord = zip(cell, cell.dropFirst()).contains { $0.isLetter && $1.isLetter }
            if !hasWord { return true }
        }
        if DateCell(record.bytes(columns.date.index)).map({ dates.form?.day(of: $0) != nil })
            == true
        {
            return true
        }
        return hasAmountForSomething(record, cell)
    }

    private func hasAmountForSomething(_ record: CSVRecord, _ date: String) -> Bool {
        let amounts = [columns.amount, columns.debit, columns.credit].compactMap { $0 }
        let hasAmount = amounts.contains { column in
            AmountCell(record.bytes(column.index)).map { !$0.isZero } ?? false
        }
        guard hasAmount else { return false }
        let words = date.lowercased()
        if CSVPlan.sums.contains(where: words.contains) { return false }
        if CSVPlan.unsettled.contains(where: words.contains) { return true }
        guard case .column(let title) = columns.title, title.index < record.count else {
            return false
        }
        let text = record[title.index].trimmed
        return !text.isEmpty && !CSVPlan.sums.contains(where: text.lowercased().contains)
    }

    /// What stands where the date is in rows that are not settled.
    private static let unsettled = [
        "pending", "vorgemerkt", "en attente", "pendiente", "in behandeling", "tbd", "open",
    ]
    /// What stands in rows of sums.
    private static let sums = [
        "total", "sum", "saldo", "balance", "gesamt", "totaal", "solde", "totale", "summa",
        "kontostand",
    ]
}
