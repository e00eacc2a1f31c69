internal import EventLog

/// A sum and a count for every day and group: what the tables over lines have in common.
///
/// Purely additive: what an event states is added, what it replaces is subtracted. A cell is the
/// sum of two layers: busy days have all their cells one behind the other, everything
/// else is found by a search and takes room only where there is something.
struct DayTable<Group: LineGroup>: Equatable, Sendable {
    /// Lines of a day that are added together, from which on the day may become a busy one.
    private static var busyLinesMin: Int64 { 16 }

    /// What cells are about, by the index that cells know it by.
    private(set) var groups: [Group] = []
    private var indexes: [Group: Int32] = [:]
    /// What keys were found to mean: a group, or -1 for one that does not count. A key is the
    /// same in many batches.
    var known = KeyMemo<Int32>()
    /// The same for keys of frames, by number; ``unknownGroup`` for one not looked at.
    var numbers = KeyInterner()
    var numbered: [Int32] = []
    /// Cells of busy days.
    private(set) var dense = DenseDays()
    /// All others.
    private var sparse = SparseCells()

    /// How many cells are not empty.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    var count: Int {
        var count = 0
        forEachDay { _, row in count += row.groups.count }
        return count
    }

    /// Bytes of the cells, empty ones among them.
    var bytes: Int { dense.bytes + sparse.bytes }

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
        cell += sparse[day, group]
        return cell
    }

    /// Calls `body` with the cells of every day that has some, in no particular order of the days.
    func forEachDay(_ body: (Int32, DayCells) -> Void) {
        forEachRow { day, row in
            switch row {
            case .cells(let cells): if !cells.groups.isEmpty { body(day, cells) }
            case .dense:
                let cells = DayCells(denseEntries(of: day))
                if !cells.groups.isEmpty { body(day, cells) }
            }
        }
    }

    /// Calls `body` with the cells of every day as they are kept, in no particular order of the
    /// days.
    func forEachRow(_ body: (Int32, DayRow) -> Void) {
        var mixed: Set<Int32> = []
        var rest = sparse.entries[...]
        while let day = rest.first?.day {
            let entries = Array(rest.prefix { $0.day == day })
            rest = rest.dropFirst(entries.count)
            if dense.row(of: day).width > 0 {
                mixed.insert(day)
                body(day, .cells(DayCells(SparseCells.merged(denseEntries(of: day), entries))))
            } else {
                body(day, .cells(DayCells(entries)))
            }
        }
        for day in dense.days where !mixed.contains(day) {
            body(day, .dense(dense.cells(of: day)))
        }
    }

    /// The cells of a busy day, without what does not fit there.
    private func denseEntries(of day: Int32) -> [SparseCells.Entry] {
        var entries: [SparseCells.Entry] = []
        for (group, cell) in zip(Int32(0)..., dense.cells(of: day)) where !cell.isEmpty {
            entries.append(SparseCells.Entry(day: day, group: group, cell: cell.wide))
        }
        return entries
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
        var rest: [SparseCells.Entry] = []
        for day in other.dense.days {
            // A busy day stays one.
            _ = dense.open(day, width: groups.count)
            dense.add(other.dense.cells(of: day), groups: mine, to: day) { group, cell in
                rest.append(SparseCells.Entry(day: day, group: group, cell: cell.wide))
            }
        }
        for entry in other.sparse.entries {
            let group = mine[Int(entry.group)]
            add(entry.cell, day: entry.day, group: group, rest: &rest)
        }
        rest.arrange(from: 0)
        sparse.add(rest)
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
    ///
    /// - Parameter rest: Takes what is not added to a busy day; see ``add(rest:)``.
    mutating func add(
        _ cell: SpendingTable.Cell, day: Int32, group: Int32, rest: inout [SparseCells.Entry]
    ) {
        if let sum = Int64(exactly: cell.sum),
            dense.add(DenseDays.Term(sum: sum, count: cell.count), day: day, group: group)
        {
            return
        }
        rest.append(SparseCells.Entry(day: day, group: group, cell: cell))
    }

    /// Adds what was left over, in any order.
    mutating func add(rest: [SparseCells.Entry]) {
        var rest = rest
        rest.arrange(from: 0)
        sparse.add(rest)
    }

    /// Adds what was left over, day by day and in order.
    mutating func add(ordered rest: [SparseCells.Entry]) { sparse.add(rest) }

    /// Changes the cells of a busy day in place; see ``DenseDays/withCells(of:_:)``.
    @inline(__always)
    mutating func withCells(
        ofBusy day: Int32, _ body: (inout MutableSpan<DenseDays.Cell>, Int) -> Void
    ) {
        dense.withCells(of: day, body)
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
        var rest: [SparseCells.Entry] = []
        for entry in sparse.take(day) {
            add(entry.cell, day: day, group: entry.group, rest: &rest)
        }
        sparse.add(rest)
        return true
    }
}

/// What lines have in common that a table of days adds up.
protocol LineGroup: Hashable, Sendable {
    /// The group of lines with the given key columns; `nil` for lines that do not count.
    init?(of reader: RowReader) throws(StoreError)
}
