/// The cells of one day that are not empty.
struct DayCells: Sendable {
    /// The indexes of their groups, ascending.
    private(set) var groups: [Int32] = []
    /// The cells, parallel to `groups`.
    private(set) var cells: [SpendingTable.Cell] = []

    /// Entries of one day, in order.
    init(_ entries: some Sequence<SparseCells.Entry>) {
        for entry in entries where entry.cell != .zero {
            groups.append(entry.group)
            cells.append(entry.cell)
        }
    }
}
