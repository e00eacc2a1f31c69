internal import Ledger
internal import LedgerCLI

/// The rows of a report in one currency, as a page shows them.
struct ReportTable {
    /// How many buckets a table shows that has a row for each.
    static let rowsMax = 100
    /// How many buckets stand side by side.
    static let columnsMax = 6
    /// How many groups a table shows.
    static let groupsMax = 60

    let currency: String
    /// What all lines of a bucket come to, oldest first.
    let buckets: [SpendingReport.Row]
    /// What distinguishes rows, the largest first; empty for nothing.
    let groups: [String]
    /// By bucket and group.
    let cells: [Day: [String: SpendingReport.Row]]

    /// A table for each currency, in order.
    static func all(
        of totals: SpendingReport, _ groups: SpendingReport?, _ asked: ReportQuestion
    ) -> [ReportTable] {
        totals.currencies.map { currency in
            ReportTable(
                currency: currency, totals.rows.filter { $0.currency == currency },
                (groups?.rows ?? []).filter { $0.currency == currency })
        }
    }

    private init(
        currency: String, _ buckets: [SpendingReport.Row], _ rows: [SpendingReport.Row]
    ) {
        self.currency = currency
        self.buckets = buckets
        var cells: [Day: [String: SpendingReport.Row]] = [:]
        var sums: [String: Int128] = [:]
        let shown = Set(buckets.suffix(ReportTable.columnsMax).map(\.start))
        for row in rows where shown.contains(row.start) {
            let group = row.category ?? row.account ?? row.payee ?? row.tag ?? row.person ?? ""
            cells[row.start, default: [:]][group] = row
            sums[group, default: 0] += Figure(row.sum).minor
        }
        self.cells = cells
        groups = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
