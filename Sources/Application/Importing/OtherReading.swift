internal import EventLog
internal import Interchange
internal import Ledger

/// Finds the import of the same file that was read in another way: with days and months the other
/// way round, for another account, in another currency.
///
/// Every reading of a file has the same number of rows, and of each the digits of the amount and
/// the title.
struct OtherReading {
    /// Rows of a file that is looked at, at most.
    private static let rowsMax = 100_000

    private let rows: RowReading
    private let snapshot: LedgerSnapshot
    private let count: Int

    init(_ rows: RowReading, _ snapshot: LedgerSnapshot, count: Int) {
        (self.rows, self.snapshot, self.count) = (rows, snapshot, count)
    }

    /// The last such import; `nil` for none.
    func found() throws(ApplicationError) -> UInt64? {
        guard count > 0, count <= OtherReading.rowsMax, rows.plan.columns.own == nil else {
            return nil
        }
        let batches = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.importBatches().having(rows: count)
        }
        if batches.starts.isEmpty { return nil }
        var days: [RowTwin: [Day]] = [:]
        try rows.rows { _, row in
            days[RowTwin(row.facts, row.details), default: []].append(row.facts.day)
            return true
        }
        var tallies: [UInt64: (lines: Int, open: [RowTwin: [Day]], taken: Int)] = [:]
        let accounts = Set<UInt64?>(snapshot.referenceData.accounts.map(\.position) + [nil])
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let undone = try snapshot.linesVoidedByUndo()
            try snapshot.forEachImportedLine(
                of: batches, on: DayRange(start: .min, end: .max), in: accounts
            ) { line in
                if undone.contains(line.id) { return }
                var tally = tallies[line.batch] ?? (0, days, 0)
                tally.lines += 1
                if let place = tally.open[line.twin]?.firstIndex(where: {
                    OtherReading.isSame($0, line.day)
                }) {
                    tally.open[line.twin]?.remove(at: place)
                    tally.taken += 1
                }
                tallies[line.batch] = tally
            }
        }
        return tallies.filter { $0.value.lines == $0.value.taken && $0.value.taken * 2 >= count }
            .keys.max()
    }

    /// Whether two days are one date, read in two orders.
    private static func isSame(_ day: Day, _ other: Day) -> Bool {
        if day == other { return true }
        func parts(_ day: Day) -> [Substring] {
            var parts = day.description.split(separator: "-")
            if let first = parts.first { parts[0] = first.suffix(2) }
            return parts.sorted()
        }
        return parts(day) == parts(other)
    }
}
