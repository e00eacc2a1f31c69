internal import EventLog

/// What the first page of a list and the sums beside the log need of all lines: a sum and a count
/// for every day and all that keys say of lines, the other sides of transfers included.
struct LineTotals: Projection {
    /// What lines have in common that are summed up.
    struct Group: LineGroup {
        let kind: EntryKind
        /// Of these only those that say something of a transfer.
        let flags: LineFlags
        let currency: Currency
        let category: CategoryPath?
        let account: UInt64?

        /// What it is in a report; `nil` for the other side of a transfer.
        var spending: SpendingTable.Group? {
            if flags.contains(.counterpart) { return nil }
            return SpendingTable.Group(
                kind: kind, currency: currency, category: category, account: account)
        }
    }

    private var table = DayTable<Group>()

    /// Bytes of the cells.
    var bytes: Int { table.bytes }

    static let name = "line-totals"
    static let version = 1
    static let sections = Sections.report

    /// What lines have in common, by index.
    var groups: [Group] { table.groups }

    /// What the lines of some days come to, by group.
    ///
    /// - Parameter days: The days that count; `nil` for all.
    func totals(on days: ClosedRange<Int64>?) -> [SpendingTable.Cell] {
        var totals = Array(repeating: SpendingTable.Cell.zero, count: table.groups.count)
        table.forEachRow { day, row in
            if let days, !days.contains(Int64(day)) { return }
            row.forEachCell { group, cell in totals[group] += cell }
        }
        return totals
    }

    /// How many lines count on each day.
    var days: [(day: Day, count: Int64)] { days(on: nil) { _ in true } }

    /// How many lines of some groups count on each of some days.
    func days(
        on days: ClosedRange<Int64>?, where counts: (Int) -> Bool
    ) -> [(day: Day, count: Int64)] {
        var found: [(day: Day, count: Int64)] = []
        table.forEachRow { day, row in
            if let days, !days.contains(Int64(day)) { return }
            var count: Int64 = 0
            row.forEachCell { group, cell in if counts(group) { count &+= cell.count } }
            found.append((Day(daysSince1970: day), count))
        }
        return found
    }

    func forEachRow(_ body: (Day, DayRow) -> Void) {
        table.forEachRow { body(Day(daysSince1970: $0), $1) }
    }

    /// The day of the last of so many lines, the latest first, and how many of the lines of that
    /// day are among them; `nil` where there are fewer lines.
    func bound(ofLatest limit: Int) -> (day: Day, room: Int)? {
        LineTotals.bound(ofLatest: limit, days)
    }

    /// The same of the lines of some days.
    static func bound(
        ofLatest limit: Int, _ days: [(day: Day, count: Int64)]
    ) -> (day: Day, room: Int)? {
        var room = limit
        for (day, count) in days.sorted(by: { $0.day > $1.day }) {
            let count = Int(clamping: max(0, count))
            if count >= room { return (day, room) }
            room -= count
        }
        return nil
    }

    mutating func apply(_ batch: ColumnBatch) throws(StoreError) { try table.apply(batch) }

    mutating func apply(_ frame: borrowing HotFrame, using space: inout ScratchBuffers) -> Bool {
        table.apply(frame, using: &space)
    }

    mutating func merge(_ other: LineTotals) { table.merge(other.table) }
}

extension LineTotals: DayRows {}

extension LineTotals.Group {
    init?(of reader: RowReader) throws(StoreError) {
        kind = try reader.required(.kind, reader.value)
        let flags: LineFlags = try reader.value(.flags) ?? []
        self.flags = flags.intersection([.incoming, .counterpart])
        currency = try reader.required(.currency, reader.currency)
        category = try reader.category(.category)
        account = try reader.reference(.account)?.position
    }
}
