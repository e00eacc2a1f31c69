/// The cells of a day, as a table keeps them.
enum DayRow {
    /// Those that are not empty.
    case cells(DayCells)
    /// By group, empty ones among them.
    case dense(ArraySlice<DenseDays.Cell>)

    /// Calls `body` with the cells that are not empty, with their groups: those, too, in which no
    /// line counts, but something is left of lines, or is taken back that stands elsewhere.
    @inline(__always)
    func forEachCell(_ body: (Int, SpendingTable.Cell) -> Void) {
        switch self {
        case .cells(let row):
            for (group, cell) in zip(row.groups, row.cells) {
                body(Int(group), cell)
            }
        case .dense(let cells):
            for group in cells.indices where !cells[group].isEmpty {
                body(group - cells.startIndex, cells[group].wide)
            }
        }
    }
}
