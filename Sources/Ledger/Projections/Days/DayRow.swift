/// The cells of a day, as a table keeps them.
enum DayRow {
    /// Those that are not empty.
    case cells(DayCells)
    /// By group, empty ones among them.
    case dense(ArraySlice<DenseDays.Cell>)

    /// Calls `body` with the cells in which lines count, with their groups.
    @inline(__always)
    func forEachCell(_ body: (Int, SpendingTable.Cell) -> Void) {
        switch self {
        case .cells(let row):
            for (group, cell) in zip(row.groups, row.cells) where cell.count != 0 {
                body(Int(group), cell)
            }
        case .dense(let cells):
            for group in cells.indices where cells[group].count != 0 {
                body(group - cells.startIndex, cells[group].wide)
            }
        }
    }
}
