public import EventLog

/// What was spent, earned and moved: a sum and a count for every day, kind, currency, category and
/// account. Every periodic report is a roll-up of this table.
///
/// The table is purely additive: what an event states is added, what it replaces is subtracted. A
/// sum fits in 128 bits whatever a log holds: it has fewer than 2^63 events, each with at most two
/// amounts below 2^63.
public struct SpendingTable: Projection {
    /// What lines have in common that are summed up.
    public struct Group: Hashable, Sendable {
        /// Expense, income or transfer.
        public let kind: EntryKind
        /// The currency.
        public let currency: Currency
        /// The category as it was spelled; `nil` is uncategorised.
        public let category: CategoryPath?
        /// The position of the account; `nil` is none.
        public let account: UInt64?
    }

    /// What lines of one group and day come to.
    public struct Cell: Hashable, Sendable {
        /// The sum, in minor units of the group's currency.
        public var sum: Int128
        /// How many live lines; in the table of a part of a log it may be negative.
        public var count: Int64

        /// A sum and a count.
        public init(sum: Int128, count: Int64) {
            self.sum = sum
            self.count = count
        }

        /// Nothing.
        public static let zero = Cell(sum: 0, count: 0)

        /// Adds sums and counts.
        static func += (left: inout Cell, right: Cell) {
            left.sum &+= right.sum
            left.count &+= right.count
        }
    }

    /// A cell with its place.
    public struct Entry: Hashable, Sendable {
        /// The day.
        public let day: Day
        /// What its lines have in common.
        public let group: Group
        /// What they come to.
        public let cell: Cell
    }

    /// What cells stand for, by the index that cells know it by.
    private(set) var groups: [Group] = []
    private var indexes: [Group: Int32] = [:]
    /// What keys were found to stand for: a group, or -1 for one that does not count. A key is the
    /// same in many batches.
    var known: [[Field]: Int32] = [:]
    /// By days since 1970-01-01; none is empty.
    private var rows: [Int32: SpendingDay] = [:]

    /// A table of nothing.
    public init() {}

    /// `spending`.
    public static let name = "spending"
    /// 1.
    public static let version = 1
    /// Links and hot columns.
    public static let sections = Sections.report

    /// Whether no line counts.
    public var isEmpty: Bool { rows.isEmpty }

    /// How many cells are not empty.
    ///
    /// - Complexity: O(*d*) in the number of days.
    public var count: Int { rows.values.reduce(0) { $0 + $1.groups.count } }

    /// The days from the first to the last that have a cell, or `nil` for a table of nothing.
    ///
    /// - Complexity: O(*d*) in the number of days.
    public var days: DayRange? {
        guard let first = rows.keys.min(), let last = rows.keys.max() else { return nil }
        let day = Day(daysSince1970: last)
        return DayRange(start: Day(daysSince1970: first), end: day.adding(days: 1))
    }

    /// What a group comes to on a day; ``Cell/zero`` when nothing counts there.
    public subscript(day: Day, group: Group) -> Cell {
        guard let index = indexes[group] else { return .zero }
        return rows[day.daysSince1970]?[index] ?? .zero
    }

    /// Every cell with its day and group, in no particular order.
    public var entries: some Sequence<Entry> {
        rows.lazy.flatMap { day, row in
            zip(row.groups, row.cells).lazy.map { group, cell in
                Entry(day: Day(daysSince1970: day), group: groups[Int(group)], cell: cell)
            }
        }
    }

    /// Hands over every day, in no particular order.
    func forEachDay(_ body: (Day, SpendingDay) -> Void) {
        for (day, row) in rows { body(Day(daysSince1970: day), row) }
    }

    /// Takes in the table of the events that follow.
    public mutating func merge(_ other: SpendingTable) {
        let mine = other.groups.map { index(of: $0) }
        for (day, row) in other.rows {
            let terms = zip(row.groups, row.cells).map { (group: mine[Int($0)], cell: $1) }
            add(terms.sorted { $0.group < $1.group }, day: day)
        }
    }

    /// Equal when all cells are, in whatever order they came to be.
    public static func == (left: SpendingTable, right: SpendingTable) -> Bool {
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
    mutating func add(_ terms: [(group: Int32, cell: Cell)], day: Int32) {
        var row = rows.removeValue(forKey: day) ?? SpendingDay()
        row.add(terms)
        if !row.groups.isEmpty { rows[day] = row }
    }
}
