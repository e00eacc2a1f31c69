internal import EventLog

/// What lines have in common that a table of days adds up.
protocol LineGroup: Hashable, Sendable {
    /// The group of lines with the given key columns; `nil` for lines that do not count.
    init?(of reader: RowReader) throws(StoreError)
}

/// A sum and a count for every day and group: what the tables over lines have in common.
///
/// Purely additive: what an event states is added, what it replaces is subtracted.
struct DayTable<Group: LineGroup>: Equatable, Sendable {
    /// What cells stand for, by the index that cells know it by.
    private(set) var groups: [Group] = []
    private var indexes: [Group: Int32] = [:]
    /// What keys were found to stand for: a group, or -1 for one that does not count. A key is the
    /// same in many batches.
    var known: [[Field]: Int32] = [:]
    /// By days since 1970-01-01; none is empty.
    private(set) var rows: [Int32: DayCells] = [:]

    /// How many cells are not empty.
    ///
    /// - Complexity: O(*d*) in the number of days.
    var count: Int { rows.values.reduce(0) { $0 + $1.groups.count } }

    /// What a group comes to on a day; zero when nothing counts there.
    subscript(day: Day, group: Group) -> SpendingTable.Cell {
        guard let index = indexes[group] else { return .zero }
        return rows[day.daysSince1970]?[index] ?? .zero
    }

    /// Every cell with its day and group, in no particular order.
    var entries: some Sequence<(day: Day, group: Group, cell: SpendingTable.Cell)> {
        rows.lazy.flatMap { day, row in
            zip(row.groups, row.cells).lazy.map { group, cell in
                (day: Day(daysSince1970: day), group: groups[Int(group)], cell: cell)
            }
        }
    }

    /// Takes in the table of the events that follow.
    mutating func merge(_ other: DayTable) {
        let mine = other.groups.map { index(of: $0) }
        for (day, row) in other.rows {
            let terms = zip(row.groups, row.cells).map { (group: mine[Int($0)], cell: $1) }
            add(terms.sorted { $0.group < $1.group }, day: day)
        }
    }

    /// Equal when all cells are, in whatever order they came to be.
    static func == (left: DayTable, right: DayTable) -> Bool {
        left.count == right.count
            && left.entries.allSatisfy { right[$0.day, $0.group] == $0.cell }
    }

    /// The index of a group, a new one if need be.
    mutating func index(of group: Group) -> Int32 {
        if let index = indexes[group] { return index }
        let index = Int32(groups.count)
        groups.append(group)
        indexes[group] = index
        return index
    }

    /// Adds to the cells of a day, ascending by group; a cell in which nothing is left disappears.
    mutating func add(_ terms: [(group: Int32, cell: SpendingTable.Cell)], day: Int32) {
        var row = rows.removeValue(forKey: day) ?? DayCells()
        row.add(terms)
        if !row.groups.isEmpty { rows[day] = row }
    }
}
