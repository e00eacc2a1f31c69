internal import EventLog

/// What lines have in common that a table of days adds up.
protocol LineGroup: Hashable, Sendable {
    /// The group of lines with the given key columns; `nil` for lines that do not count.
    init?(of reader: RowReader) throws(StoreError)
}

/// A sum and a count for every day and group: what the tables over lines have in common.
///
/// Purely additive: what an event states is added, what it replaces is subtracted. A cell is what
/// stands in two layers together: busy days have all their cells one behind the other, everything
/// else is found by a search and takes room only where there is something.
struct DayTable<Group: LineGroup>: Equatable, Sendable {
    /// Lines of a day that are added together, from which on the day may become a busy one.
    private static var busyLinesMin: Int64 { 16 }

    /// What cells stand for, by the index that cells know it by.
    private(set) var groups: [Group] = []
    private var indexes: [Group: Int32] = [:]
    /// What keys were found to stand for: a group, or -1 for one that does not count. A key is the
    /// same in many batches.
    var known: [[Field]: Int32] = [:]
    /// The same for keys of frames, by number; ``unknownGroup`` for one not looked at.
    var numbers = KeyNumbers()
    var numbered: [Int32] = []
    /// Cells of busy days.
    private(set) var dense = DenseDays()
    /// All others, by days since 1970-01-01; none is empty.
    private var sparse: [Int32: DayCells] = [:]

    /// How many cells are not empty.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    var count: Int {
        var count = 0
        forEachDay { _, row in count += row.groups.count }
        return count
    }

    /// Whether all cells are empty.
    var isEmpty: Bool { days.isEmpty }

    /// The days that have a cell, ascending.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    var days: [Int32] {
        var days: [Int32] = []
        forEachDay { day, _ in days.append(day) }
        return days.sorted()
    }

    /// What a group comes to on a day; zero when nothing counts there.
    subscript(day: Day, group: Group) -> SpendingTable.Cell {
        indexes[group].map { self[day.daysSince1970, $0] } ?? .zero
    }

    private subscript(day: Int32, group: Int32) -> SpendingTable.Cell {
        var cell = dense[day, group]?.wide ?? .zero
        if let rest = sparse[day]?[group] { cell += rest }
        return cell
    }

    /// Hands over the cells of every day that has some, in no particular order of the days.
    func forEachDay(_ body: (Int32, DayCells) -> Void) {
        for day in dense.days {
            let row = cells(ofBusy: day)
            if !row.groups.isEmpty { body(day, row) }
        }
        for (day, row) in sparse where dense.row(of: day).width == 0 { body(day, row) }
    }

    /// Hands over the cells of every day as they are kept, in no particular order of the days.
    func forEachRow(_ body: (Int32, DayRow) -> Void) {
        for day in dense.days {
            let isDense = sparse[day] == nil
            body(day, isDense ? .dense(dense.cells(of: day)) : .cells(cells(ofBusy: day)))
        }
        for (day, row) in sparse where dense.row(of: day).width == 0 { body(day, .cells(row)) }
    }

    private func cells(ofBusy day: Int32) -> DayCells {
        var row = DayCells()
        for group in 0..<Int32(dense.row(of: day).width) {
            if let cell = dense[day, group], !cell.isEmpty { row.append(cell.wide, group: group) }
        }
        if let rest = sparse[day] { row.add(Array(zip(rest.groups, rest.cells))) }
        return row
    }

    /// Every cell with its day and group, in no particular order.
    var entries: [(day: Day, group: Group, cell: SpendingTable.Cell)] {
        var entries: [(day: Day, group: Group, cell: SpendingTable.Cell)] = []
        forEachDay { day, row in
            for (group, cell) in zip(row.groups, row.cells) {
                entries.append((Day(daysSince1970: day), groups[Int(group)], cell))
            }
        }
        return entries
    }

    /// Takes in the table of the events that follow.
    mutating func merge(_ other: DayTable) {
        let mine = other.groups.map { index(of: $0) }
        for day in other.dense.days {
            // A busy day stays one.
            _ = dense.open(day, width: groups.count)
            for group in 0..<Int32(other.dense.row(of: day).width) {
                guard let cell = other.dense[day, group], !cell.isEmpty else { continue }
                add(cell, day: day, group: mine[Int(group)])
            }
        }
        for (day, row) in other.sparse {
            let terms = zip(row.groups, row.cells).map { (group: mine[Int($0)], cell: $1) }
            add(terms.sorted { $0.group < $1.group }, day: day)
        }
    }

    /// Equal when all cells are, in whatever order they came to be.
    static func == (left: DayTable, right: DayTable) -> Bool {
        guard left.count == right.count else { return false }
        let indexes = left.groups.map { right.indexes[$0] ?? -1 }
        var isEqual = true
        left.forEachDay { day, row in
            for (group, cell) in zip(row.groups, row.cells) {
                let other = indexes[Int(group)]
                if other < 0 || right[day, other] != cell { isEqual = false }
            }
        }
        return isEqual
    }

    /// The index of a group, a new one if need be.
    mutating func index(of group: Group) -> Int32 {
        if let index = indexes[group] { return index }
        let index = Int32(groups.count)
        groups.append(group)
        indexes[group] = index
        return index
    }

    // MARK: Adding

    /// Adds to one cell.
    mutating func add(_ term: DenseDays.Cell, day: Int32, group: Int32) {
        if dense.add(term, day: day, group: group) { return }
        addSparse([(group, term.wide)], day: day)
    }

    /// Adds to the cells of a day, ascending by group. Many of them make a day a busy one.
    mutating func add(_ terms: [(group: Int32, cell: SpendingTable.Cell)], day: Int32) {
        let width = Int32(dense.row(of: day).width)
        if let last = terms.last, last.group >= width {
            let lines = terms.reduce(into: Int64(0)) { $0 &+= abs($1.cell.count) }
            open(day, new: terms.count { $0.group >= width }, lines: lines)
        }
        var rest: [(group: Int32, cell: SpendingTable.Cell)] = []
        for (group, cell) in terms {
            if let sum = Int64(exactly: cell.sum),
                dense.add(DenseDays.Cell(sum: sum, count: cell.count), day: day, group: group)
            {
                continue
            }
            rest.append((group, cell))
        }
        if !rest.isEmpty { addSparse(rest, day: day) }
    }

    /// Adds a busy day's slots.
    mutating func add(
        _ slots: Span<UInt64>, _ packing: SlotPacking, day: Int32, _ row: DenseDays.Row,
        _ targets: Span<DenseDays.Target>
    ) {
        var spilled: [(group: Int32, cell: DenseDays.Cell)] = []
        dense.add(slots, packing, to: row, targets) { spilled.append(($0, $1)) }
        for (group, cell) in spilled { addSparse([(group, cell.wide)], day: day) }
    }

    /// Makes a day a busy one when at least a quarter of the cells that it does not have yet would
    /// be used.
    ///
    /// - Parameters:
    ///   - new: How many of them would be.
    ///   - lines: How many lines are added to the day.
    /// - Returns: Whether the day has cells of all groups now.
    @discardableResult
    mutating func open(_ day: Int32, new: Int, lines: Int64) -> Bool {
        let width = Int(dense.row(of: day).width)
        guard lines >= DayTable.busyLinesMin, 4 * new >= groups.count - width,
            dense.open(day, width: groups.count)
        else { return false }
        if let old = sparse.removeValue(forKey: day) {
            for (group, cell) in zip(old.groups, old.cells) { add([(group, cell)], day: day) }
        }
        return true
    }

    /// A cell in which nothing is left disappears.
    private mutating func addSparse(
        _ terms: [(group: Int32, cell: SpendingTable.Cell)], day: Int32
    ) {
        var row = sparse.removeValue(forKey: day) ?? DayCells()
        row.add(terms)
        if !row.groups.isEmpty { sparse[day] = row }
    }
}
