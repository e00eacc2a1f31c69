internal import Ledger

/// The cells of a spending table on their way into rows: by label and first day of a bucket.
struct ReportCells {
    /// What rows have in common beside their bucket: kind, currency, exponent, category, account;
    /// in the order of the primary key.
    let labels: [[SQLValue]]

    /// A row to be.
    struct Row {
        let start: Day
        let label: Int
        var sum: Int128
        var count: Int64
    }

    /// A cell of the table; its key is the day, then the label.
    private struct Cell {
        var key: UInt64
        var sum: Int128
        var count: Int64
    }

    private let cells: [Cell]

    init(_ table: SpendingTable, _ names: ModelNames) {
        let texts = table.cellGroups.map { group in
            [
                .text(group.kind.name), .text(group.currency.code),
                .integer(Int64(group.currency.exponent)), .text(names.category(group.category)),
                .text(names.account(group.account)),
            ] as [SQLValue]
        }
        labels = Set(texts).sorted(by: ReportCells.isBefore)
        let indexes = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
        let indexOfGroup = texts.map { UInt64(indexes[$0] ?? 0) }
        var cells: [Cell] = []
        table.forEachCell { day, group, cell in
            cells.append(
                Cell(
                    key: ReportCells.key(day) | indexOfGroup[group], sum: cell.sum,
                    count: cell.count))
        }
        self.cells = ReportCells.merged(cells)
    }

    /// The rows by a period, in the order of the primary key.
    func rows(_ period: Period, _ weekStart: Weekday) -> [Row] {
        var buckets = cells
        if period != .daily {
            var (day, start) = (UInt64.max, UInt64(0))
            for index in buckets.indices {
                let key = buckets[index].key
                if key >> 32 != day {
                    day = key >> 32
                    let bucket = period.interval(
                        containing: ReportCells.day(key), weekStart: weekStart)
                    start = ReportCells.key(bucket.start)
                }
                buckets[index].key = start | key & 0xFFFF_FFFF
            }
            buckets = ReportCells.merged(buckets)
        }
        return buckets.map { cell in
            Row(
                start: ReportCells.day(cell.key), label: Int(cell.key & 0xFFFF_FFFF),
                sum: cell.sum, count: cell.count)
        }
    }

    /// In order, those of one key added up.
    private static func merged(_ cells: [Cell]) -> [Cell] {
        var merged: [Cell] = []
        merged.reserveCapacity(cells.count)
        for cell in cells.sorted(by: { $0.key < $1.key }) {
            if let last = merged.indices.last, merged[last].key == cell.key {
                merged[last].sum &+= cell.sum
                merged[last].count &+= cell.count
            } else {
                merged.append(cell)
            }
        }
        return merged
    }

    /// A day in the upper half, so that keys are in the order of days.
    private static func key(_ day: Day) -> UInt64 {
        UInt64(UInt32(bitPattern: day.daysSince1970) ^ 0x8000_0000) << 32
    }

    private static func day(_ key: UInt64) -> Day {
        Day(daysSince1970: Int32(bitPattern: UInt32(key >> 32) ^ 0x8000_0000))
    }

    private static func isBefore(_ left: [SQLValue], _ right: [SQLValue]) -> Bool {
        for (one, other) in zip(left, right) where one != other {
            switch (one, other) {
            case (.integer(let one), .integer(let other)): return one < other
            default: return one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
            }
        }
        return false
    }
}
