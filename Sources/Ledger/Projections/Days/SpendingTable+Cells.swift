extension SpendingTable {
    /// What the cells are about, by the index that ``forEachCell(_:)`` passes.
    package var cellGroups: [Group] { groups }

    /// Calls `body` with every cell that is not empty with its day and the index of its group, in
    /// no particular order.
    package func forEachCell(_ body: (Day, Int, Cell) -> Void) {
        forEachDay { day, cells in
            for (group, cell) in zip(cells.groups, cells.cells) { body(day, Int(group), cell) }
        }
    }
}
