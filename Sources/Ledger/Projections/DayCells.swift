/// The cells of one day that are not empty.
struct DayCells: Sendable {
    /// The indexes of their groups, ascending.
    private(set) var groups: [Int32] = []
    /// The cells, parallel to `groups`.
    private(set) var cells: [SpendingTable.Cell] = []

    /// The cell of a group.
    subscript(group: Int32) -> SpendingTable.Cell? {
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            if groups[middle] < group { low = middle + 1 } else { high = middle }
        }
        return low < groups.count && groups[low] == group ? cells[low] : nil
    }

    /// Adds to cells, ascending by group.
    mutating func add(_ terms: [(group: Int32, cell: SpendingTable.Cell)]) {
        var place = 0
        for (number, term) in terms.enumerated() {
            while place < groups.count, groups[place] < term.group { place += 1 }
            guard place < groups.count, groups[place] == term.group else {
                return rebuild(with: terms[number...])
            }
            cells[place] += term.cell
        }
        if cells.contains(.zero) { rebuild(with: []) }
    }

    /// Adds cells that are not all there yet, and drops those in which nothing is left.
    private mutating func rebuild(
        with terms: ArraySlice<(group: Int32, cell: SpendingTable.Cell)>
    ) {
        let old = self
        var rest = terms
        self = DayCells()
        for (group, cell) in zip(old.groups, old.cells) {
            while let term = rest.first, term.group < group {
                append(term.cell, group: term.group)
                rest = rest.dropFirst()
            }
            var cell = cell
            if let term = rest.first, term.group == group {
                cell += term.cell
                rest = rest.dropFirst()
            }
            append(cell, group: group)
        }
        for term in rest { append(term.cell, group: term.group) }
    }

    /// Adds a cell behind the others, unless it is empty.
    mutating func append(_ cell: SpendingTable.Cell, group: Int32) {
        if cell == .zero { return }
        groups.append(group)
        cells.append(cell)
    }
}
