internal import EventLog

/// What a report needs that distinguishes neither categories nor accounts: a sum and a count for
/// every day, kind and currency. A spending table of the same lines has some hundred times as many
/// cells.
struct KindTable: Projection {
    /// What lines have in common that are summed up.
    struct Group: LineGroup {
        let kind: EntryKind
        let currency: Currency

        /// What a spending table does not count or cannot read is treated alike.
        init?(of reader: RowReader) throws(StoreError) {
            guard let group = try SpendingTable.Group(of: reader) else { return nil }
            kind = group.kind
            currency = group.currency
        }
    }

    private var table = DayTable<Group>()

    /// Bytes of the cells.
    var bytes: Int { table.bytes }

    static let name = "kinds"
    static let version = 1
    static let sections = Sections.report

    mutating func apply(_ batch: ColumnBatch) throws(StoreError) { try table.apply(batch) }

    mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers) -> Bool {
        table.apply(frame, using: &space)
    }

    mutating func merge(_ other: KindTable) { table.merge(other.table) }
}

extension KindTable: SpendingCells {
    var groups: [SpendingTable.Group] {
        table.groups.map {
            SpendingTable.Group(kind: $0.kind, currency: $0.currency, category: nil, account: nil)
        }
    }

    func forEachRow(_ body: (Day, DayRow) -> Void) {
        table.forEachRow { body(Day(daysSince1970: $0), $1) }
    }
}

/// Cells by day and group.
protocol DayRows {
    /// Calls `body` with every day, in no particular order.
    func forEachRow(_ body: (Day, DayRow) -> Void)
}

/// Cells by day and group, as reports add them up.
protocol SpendingCells: DayRows {
    /// What cells are about, by the index that rows know it by.
    var groups: [SpendingTable.Group] { get }

    /// What a group's lines have in common besides, where rows are distinguished by it.
    func names(of group: Int) -> ReportNames
}

extension SpendingCells {
    /// Nothing.
    func names(of group: Int) -> ReportNames { .none }
}

extension SpendingTable: SpendingCells {}
