internal import EventLog

/// Cells of lines that were read one by one: what keys alone cannot tell.
struct FoundCells: SpendingCells {
    private struct Key: Hashable {
        let group: SpendingTable.Group
        let names: ReportNames
    }

    private(set) var groups: [SpendingTable.Group] = []
    private var names: [ReportNames] = []
    private var indexes: [Key: Int32] = [:]
    /// By the day and the index of the group: a look for each line, not two.
    private var cells: [Place: SpendingTable.Cell] = [:]

    /// A day and the index of a group.
    private struct Place: Hashable, Comparable {
        /// The day above the index, both as they ascend.
        private let bits: UInt64

        init(_ day: Day, _ group: Int32) {
            let day = UInt32(bitPattern: day.daysSince1970) ^ 1 << 31
            bits = UInt64(day) << 32 | UInt64(UInt32(bitPattern: group))
        }

        var day: Int32 { Int32(bitPattern: UInt32(bits >> 32) ^ 1 << 31) }
        var group: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: bits)) }

        static func < (left: Place, right: Place) -> Bool { left.bits < right.bits }
    }

    /// Adds a line, in each of some rows.
    mutating func add(_ facts: LineFacts, in rows: [ReportNames]) {
        let group = SpendingTable.Group(facts)
        let cell = SpendingTable.Cell(sum: Int128(facts.amount.minor), count: 1)
        for names in rows {
            let index = index(of: group, names)
            add(cell, index, on: facts.day)
        }
    }

    /// Adds what several lines come to, all of them under one day.
    mutating func add(_ cell: SpendingTable.Cell, _ index: Int32, on day: Day) {
        cells[Place(day, index), default: .zero] += cell
    }

    /// Adds all of other cells.
    mutating func add(_ other: FoundCells) {
        let places = zip(other.groups, other.names).map { index(of: $0, $1) }
        for (place, cell) in other.cells {
            add(cell, places[Int(place.group)], on: Day(daysSince1970: place.day))
        }
    }

    func names(of group: Int) -> ReportNames { names[group] }

    func forEachRow(_ body: (Day, DayRow) -> Void) {
        var entries: [SparseCells.Entry] = []
        func endDay() {
            guard let day = entries.first?.day else { return }
            body(Day(daysSince1970: day), .cells(DayCells(entries)))
            entries.removeAll(keepingCapacity: true)
        }
        for (place, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if entries.first?.day != place.day { endDay() }
            entries.append(
                SparseCells.Entry(day: place.day, group: place.group, cell: cell))
        }
        endDay()
    }

    /// The index of a group with some names, which may be new.
    mutating func index(of group: SpendingTable.Group, _ names: ReportNames) -> Int32 {
        let key = Key(group: group, names: names)
        if let index = indexes[key] { return index }
        let index = Int32(groups.count)
        groups.append(group)
        self.names.append(names)
        indexes[key] = index
        return index
    }
}

extension SpendingTable.Group {
    /// What a line counts for.
    init(_ facts: LineFacts) {
        self.init(
            kind: facts.kind, currency: facts.amount.currency, category: facts.category,
            account: facts.account?.position)
    }
}

/// The cells of a table whose groups pass.
struct PassingCells: SpendingCells {
    let table: SpendingTable
    private let passes: [Bool]

    init(_ table: SpendingTable, _ passes: (SpendingTable.Group) -> Bool) {
        self.table = table
        self.passes = table.groups.map(passes)
    }

    var groups: [SpendingTable.Group] { table.groups }

    func forEachRow(_ body: (Day, DayRow) -> Void) {
        table.forEachRow { day, row in
            var entries: [SparseCells.Entry] = []
            row.forEachCell { group, cell in
                guard passes[group] else { return }
                let index = Int32(truncatingIfNeeded: group)
                entries.append(
                    SparseCells.Entry(day: day.daysSince1970, group: index, cell: cell))
            }
            if !entries.isEmpty { body(day, .cells(DayCells(entries))) }
        }
    }
}
