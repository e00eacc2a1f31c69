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

    /// The cells.
    private var table = DayTable<Group>()

    /// An empty table.
    public init() {}

    /// `spending`.
    public static let name = "spending"
    /// 1.
    public static let version = 1
    /// Links and hot columns.
    public static let sections = Sections.report

    /// What cells are about, by the index that cells know it by.
    var groups: [Group] { table.groups }

    /// Whether no line counts.
    public var isEmpty: Bool { table.isEmpty }

    /// How many cells are not empty.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    public var count: Int { table.count }

    /// Bytes of the cells.
    var bytes: Int { table.bytes }

    /// The days from the first to the last that have a cell, or `nil` for an empty table.
    ///
    /// - Complexity: O(*n*) in the number of cells.
    public var days: DayRange? {
        let days = table.days
        guard let first = days.first, let last = days.last else { return nil }
        let day = Day(daysSince1970: last)
        return DayRange(start: Day(daysSince1970: first), end: day.adding(days: 1))
    }

    /// What a group comes to on a day; ``Cell/zero`` when nothing counts there.
    public subscript(day: Day, group: Group) -> Cell { table[day, group] }

    /// Every cell with its day and group, in no particular order.
    public var entries: some Sequence<Entry> {
        table.entries.map { Entry(day: $0.day, group: $0.group, cell: $0.cell) }
    }

    /// Calls `body` with every day, in no particular order.
    func forEachRow(_ body: (Day, DayRow) -> Void) {
        table.forEachRow { body(Day(daysSince1970: $0), $1) }
    }

    /// Calls `body` with the cells of every day that are not empty, in no particular order of the
    /// days.
    func forEachDay(_ body: (Day, DayCells) -> Void) {
        table.forEachDay { body(Day(daysSince1970: $0), $1) }
    }

    /// Takes in the events that follow.
    ///
    /// - Complexity: O(*n*) in the events, with a table of days × groups for each batch.
    public mutating func apply(_ batch: ColumnBatch) throws(StoreError) { try table.apply(batch) }

    /// Takes in the events that follow as they are stored.
    ///
    /// - Complexity: O(*n*) in the events, with a table of days × keys for each frame.
    public mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers)
        -> Bool
    {
        table.apply(frame, using: &space)
    }

    /// Takes in the table of the events that follow.
    public mutating func merge(_ other: SpendingTable) { table.merge(other.table) }

    /// Equal when all cells are, in whatever order they came to be.
    public static func == (left: SpendingTable, right: SpendingTable) -> Bool {
        left.table == right.table
    }
}

extension SpendingTable.Group: LineGroup {
    /// The other side of a transfer does not count.
    init?(of reader: RowReader) throws(StoreError) {
        kind = try reader.required(.kind, reader.value)
        currency = try reader.required(.currency, reader.currency)
        category = try reader.category(.category)
        account = try reader.reference(.account)?.position
        let flags: LineFlags = try reader.value(.flags) ?? []
        if flags.contains(.counterpart) { return nil }
    }
}
