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

    /// A day and the index of a group.
    private struct Place: Hashable {
        let day: Int32
        let group: Int32
    }

    private var groups: [Group] = []
    private var indexes: [Group: Int32] = [:]
    private var cells: [Place: Cell] = [:]

    /// A table of nothing.
    public init() {}

    /// `spending`.
    public static let name = "spending"
    /// 1.
    public static let version = 1
    /// Links and hot columns.
    public static let sections = Sections.report

    /// Whether no line counts.
    public var isEmpty: Bool { cells.isEmpty }

    /// How many cells are not empty.
    public var count: Int { cells.count }

    /// The days from the first to the last that have a cell, or `nil` for a table of nothing.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    public var days: DayRange? {
        guard let first = cells.keys.map(\.day).min(), let last = cells.keys.map(\.day).max()
        else { return nil }
        let day = Day(daysSince1970: last)
        return DayRange(start: Day(daysSince1970: first), end: day.adding(days: 1))
    }

    /// What a group comes to on a day; ``Cell/zero`` when nothing counts there.
    public subscript(day: Day, group: Group) -> Cell {
        guard let index = indexes[group] else { return .zero }
        return cells[Place(day: day.daysSince1970, group: index)] ?? .zero
    }

    /// Every cell with its day and group, in no particular order.
    public var entries: some Sequence<Entry> {
        cells.lazy.map { place, cell in
            Entry(
                day: Day(daysSince1970: place.day), group: groups[Int(place.group)], cell: cell)
        }
    }

    /// Takes in the table of the events that follow.
    public mutating func merge(_ other: SpendingTable) {
        let mine = other.groups.map { index(of: $0) }
        for (place, cell) in other.cells {
            add(cell, at: Place(day: place.day, group: mine[Int(place.group)]))
        }
    }

    /// Equal when all cells are, in whatever order they came to be.
    public static func == (left: SpendingTable, right: SpendingTable) -> Bool {
        guard left.cells.count == right.cells.count else { return false }
        return left.cells.allSatisfy { place, cell in
            right[Day(daysSince1970: place.day), left.groups[Int(place.group)]] == cell
        }
    }

    /// The index of a group, a new one if need be.
    mutating func index(of group: Group) -> Int32 {
        if let index = indexes[group] { return index }
        let index = Int32(groups.count)
        groups.append(group)
        indexes[group] = index
        return index
    }

    /// Adds to a cell, which disappears when nothing is left in it.
    mutating func add(_ cell: Cell, day: Int32, group: Int32) {
        add(cell, at: Place(day: day, group: group))
    }

    private mutating func add(_ cell: Cell, at place: Place) {
        guard cell != .zero else { return }
        var sum = cells[place] ?? .zero
        sum += cell
        cells[place] = sum == .zero ? nil : sum
    }
}
