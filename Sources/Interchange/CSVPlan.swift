/// What was understood of a file, with all that is needed to read its rows.
package struct CSVPlan {
    /// How its bytes are text.
    package let text: TextForm
    /// Where its rows are.
    package let layout: CSVLayout
    /// Which column means what.
    package let columns: CSVColumns
    /// How the dates are read.
    package let dates: DateEvidence
    /// How the amounts are read.
    package let amounts: AmountEvidence
    /// The first rows, to show.
    package let samples: [CellSample]
    /// Makes rows of records.
    let builder: RowBuilder

    /// Whether a record behind the last row can only be a row: something like a date, right or
    /// wrong, stands where the dates are, and no words as in `3 rows`.
    func isDated(_ record: CSVRecord) -> Bool {
        let cell = record[columns.date.index].trimmed
        if cell.first?.isNumber == true {
            let hasWord = zip(cell, cell.dropFirst()).contains { $0.isLetter && $1.isLetter }
            if !hasWord { return true }
        }
        return DateCell(cell).map { dates.form?.day(of: $0) != nil } ?? false
    }
}
