/// Sums of the first events and a table of those that follow, month by month.
///
/// Both are purely additive, so that what they come to together is what a fold over all events
/// comes to: an amendment takes back what a line stated, wherever that one stands.
struct SumMerger<Group: Hashable & Sendable> {
    /// A day or a month with its cells.
    typealias Row = (day: Day, cells: DayCells)

    /// What cells are about, by the index that rows know it by: groups of the sums come first, in
    /// their order.
    let groups: [Group]
    /// The months in which something may count, ascending.
    let months: [Int]

    private let sums: SpendingSums?
    /// For each month its place in the sums.
    private let places: [Int: Int]
    /// The cells of the months of the sums, where they are read.
    private var monthCells: [[SparseCells.Entry]] = []
    /// The days of the table by month, ascending.
    private let days: [Int: [(day: Day, row: DayRow)]]
    /// For each group of the sums, and of the table, the group here; -1 for one left out.
    private let indexes: (sums: [Int32], table: [Int32])
    private let sign: Int64
    private var scratch: Scratch

    /// - Parameters:
    ///   - sums: Of the first events; `nil` for none.
    ///   - table: Of the others.
    ///   - ofTable: What the groups of the table are here, by index; `nil` for one left out.
    ///   - sign: -1 for the difference of the two.
    ///   - ofSums: What a group of the sums is here.
    init(
        _ sums: SpendingSums?, _ table: some DayRows, _ ofTable: [Group?], sign: Int64 = 1,
        _ ofSums: (LineTotals.Group) -> Group?
    ) {
        self.sums = sums
        self.sign = sign
        var groups: [Group] = []
        var known: [Group: Int32] = [:]
        func index(_ group: Group?) -> Int32 {
            guard let group else { return -1 }
            if let index = known[group] { return index }
            known[group] = Int32(groups.count)
            groups.append(group)
            return Int32(groups.count - 1)
        }
        let summed = sums?.groups ?? []
        indexes = (summed.map { index(ofSums($0)) }, ofTable.map(index))
        self.groups = groups
        scratch = Scratch(groups.count)
        var days: [Int: [(day: Day, row: DayRow)]] = [:]
        table.forEachRow { day, row in days[day.monthNumber, default: []].append((day, row)) }
        self.days = days.mapValues { $0.sorted { $0.day < $1.day } }
        let kept = sums?.months.map(\.number) ?? []
        places = Dictionary(zip(kept, kept.indices)) { first, _ in first }
        months = Set(kept).union(days.keys).sorted()
    }

    /// Reads the cells of months, without which there are rows of days only.
    ///
    /// - Returns: Whether they can be believed.
    mutating func readMonths() -> Bool {
        guard let sums else { return true }
        guard let cells = sums.monthCells() else { return false }
        monthCells = cells
        return true
    }

    /// The days of a month on which something may count, ascending; `nil` where the sums cannot be
    /// believed.
    mutating func days(ofMonth month: Int) -> [Row]? {
        var kept: [(day: Int32, cells: [SparseCells.Entry])] = []
        if let place = places[month] {
            guard let found = sums?.days(ofMonth: place) else { return nil }
            kept = found
        }
        let added = days[month] ?? []
        var rows: [Row] = []
        var (one, other) = (0, 0)
        while one < kept.count || other < added.count {
            let first = one < kept.count ? kept[one].day : .max
            let second = other < added.count ? added[other].day.daysSince1970 : .max
            let day = min(first, second)
            if one < kept.count, first == day {
                add(kept[one].cells)
                one += 1
            }
            if other < added.count, second == day {
                add(added[other].row)
                other += 1
            }
            rows.append((Day(daysSince1970: day), scratch.take(on: day)))
        }
        return rows
    }

    /// What all days of a month come to, under its first day.
    ///
    /// - Returns: `nil` where the sums cannot be believed.
    mutating func total(_ month: Int) -> Row? {
        if let place = places[month] {
            guard place < monthCells.count else { return nil }
            add(monthCells[place])
        }
        for (_, row) in days[month] ?? [] { add(row) }
        let first = Day(month: month, dayOfMonth: 1)
        return (first, scratch.take(on: first.daysSince1970))
    }

    /// All days of a month as one, under its first day.
    ///
    /// - Returns: `nil` where a look at the days could show a kind of lines that they do not show
    ///   together: what counts on one day and less than not at all on another, or is gone.
    mutating func whole(_ month: Int) -> Row? {
        if let place = places[month] {
            guard place < monthCells.count, sums?.months[place].isUsual == true else { return nil }
            add(monthCells[place])
        }
        scratch.mark()
        for (_, row) in days[month] ?? [] { add(row) }
        let isSure = scratch.isSure
        let first = Day(month: month, dayOfMonth: 1)
        let cells = scratch.take(on: first.daysSince1970)
        return isSure ? (first, cells) : nil
    }

    private mutating func add(_ cells: [SparseCells.Entry]) {
        for entry in cells {
            let index = indexes.sums[Int(entry.group)]
            if index >= 0 { scratch.add(entry.cell, Int(index)) }
        }
    }

    private mutating func add(_ row: DayRow) {
        row.forEachCell { group, cell in
            let index = indexes.table[group]
            if index < 0 { return }
            let signed = SpendingTable.Cell(
                sum: cell.sum &* Int128(sign), count: cell.count &* sign)
            scratch.add(signed, Int(index))
        }
    }

    /// The cells of one row while they are added up.
    private struct Scratch {
        private var cells: [SpendingTable.Cell]
        private var isUsed: [Bool]
        private var used: [Int32] = []
        /// The groups to which something was added since ``mark()``.
        private var later: [Int32]?

        init(_ count: Int) {
            cells = Array(repeating: .zero, count: count)
            isUsed = Array(repeating: false, count: count)
        }

        /// From here on it is noted what is added to.
        mutating func mark() { later = [] }

        /// Whether lines count in every cell to which something was added since.
        var isSure: Bool { later?.allSatisfy { cells[Int($0)].count > 0 } ?? true }

        mutating func add(_ cell: SpendingTable.Cell, _ index: Int) {
            cells[index] += cell
            if !isUsed[index] {
                isUsed[index] = true
                used.append(Int32(truncatingIfNeeded: index))
            }
            later?.append(Int32(truncatingIfNeeded: index))
        }

        /// The cells; then there are none.
        mutating func take(on day: Int32) -> DayCells {
            used.sort()
            var entries: [SparseCells.Entry] = []
            entries.reserveCapacity(used.count)
            for index in used {
                entries.append(
                    SparseCells.Entry(day: day, group: index, cell: cells[Int(index)]))
                cells[Int(index)] = .zero
                isUsed[Int(index)] = false
            }
            used.removeAll(keepingCapacity: true)
            later = nil
            return DayCells(entries)
        }
    }
}

extension Day {
    /// Months since January of year 0.
    var monthNumber: Int {
        let date = civil
        return date.year * 12 + date.month - 1
    }
}
