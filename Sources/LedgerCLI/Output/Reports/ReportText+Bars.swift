/// Reports with strokes beside their rows.
extension ReportText {
    /// The widest bar, where there is room.
    private static let widthMax = 40
    /// The narrowest that tells anything.
    private static let widthMin = 5

    /// A table with a bar beside each of its first rows.
    func withBars(_ table: TextTable, of figures: [Figure?]) -> TextTable {
        let columns = output.format == .text ? output.columns ?? 80 : 80
        let room = columns - table.naturalWidth - TextTable.gap
        guard room >= ReportText.widthMin else { return table }
        return table.with(
            Bars.lengths(
                figures, width: min(room, ReportText.widthMax), isASCII: output.isASCII))
    }

    /// A table with a curve beside each of its first rows.
    func withSparklines(_ table: TextTable, of sums: [[Figure?]]) -> TextTable {
        table.with(sums.map { Bars.curve($0, isASCII: output.isASCII) })
    }
}

extension TextTable {
    /// The same with one more column without title; cells are those of the first rows.
    func with(_ cells: [String]) -> TextTable {
        var table = self
        let count = table.columns.count
        table.columns.append(.init(title: ""))
        for (index, cell) in cells.enumerated() where index < table.rows.count {
            guard case .cells(let row, let paints) = table.rows[index] else { continue }
            let blanks = Array(repeating: "", count: max(0, count - row.count))
            table.rows[index] = .cells(row + blanks + [cell], paints: paints)
        }
        return table
    }
}
