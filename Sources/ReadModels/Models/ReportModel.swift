internal import EventLog
internal import Ledger

/// What was spent, earned and moved by day, week and month: the rows of every periodic report.
enum ReportModel: ReadModel {
    static let name = "report"
    static let version = 1

    static let tables = [
        table("daily_report", "day", "what was spent, earned and moved on each day", "the day"),
        table(
            "weekly_report", "week", "the same by week, from the ledger's week start",
            "the first day of the week"),
        table("monthly_report", "month", "the same by month", "the first day of the month"),
    ]

    static let views = [
        view(
            "quarterly_report", "quarter", "the same by quarter",
            "printf('%s-%02d-01', substr(month, 1, length(month) - 6), "
                + "(CAST(substr(month, -5, 2) AS INTEGER) - 1) / 3 * 3 + 1)"),
        view(
            "yearly_report", "year", "the same by year",
            "substr(month, 1, length(month) - 6) || '-01-01'"),
    ]

    /// The week start, and what categories and accounts are called.
    static let terms: ModelTerms = [.weekStart, .categories, .accounts]

    /// The lines of a row, which are known to the projection of lines.
    static func evidence(for table: String, weekStart: Weekday) -> String? {
        let start =
            switch table {
            case "daily_report": "day"
            // The first such weekday from six days before on.
            case "weekly_report":
                "date(day, '-6 days', 'weekday \(weekStart.rawValue % 7)') AS week"
            default: "substr(day, 1, length(day) - 2) || '01' AS month"
            }
        return """
            SELECT position, \(start), kind, currency, exponent, category, account
            FROM @expense WHERE counterpart = 0
            """
    }

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let isFirst = positions.lowerBound == 0
        let threads = isFirst ? LedgerSnapshot.threads(for: source.count) : 1
        let spending: SpendingTable = try source.store.project(positions, threads: threads)
        let cells = ReportCells(spending, source.names)
        let periods: [Period] = [.daily, .weekly, .monthly]
        for (number, (table, period)) in zip(tables, periods).enumerated() {
            let rows = cells.rows(period, source.names.weekStart)
            // What is left of the work counts as events, for want of anything better.
            let tell = { (done: Int) in
                let share = (Double(number) + Double(done) / Double(max(1, rows.count))) / 3
                writer.reached(
                    positions.lowerBound + UInt64(Double(positions.count) * min(1, share)))
            }
            if isFirst {
                try insert(rows, into: table, cells, source.names, writer, tell)
            } else {
                try add(rows, to: table, cells, source.names, writer)
            }
        }
    }

    private static func insert(
        _ rows: [ReportCells.Row], into table: ModelTable, _ cells: ReportCells,
        _ names: ModelNames, _ writer: ModelWriter, _ tell: (Int) -> Void
    ) throws {
        let insertion = try writer.insertion(table)
        for (index, row) in rows.enumerated() where row.count != 0 {
            let key = [.text(names.day(row.start))] + cells.labels[row.label]
            try insertion.run(key + [.integer(try sum(row, table)), .integer(row.count)])
            if index % 8_192 == 0 { tell(index) }
        }
    }

    /// Changes rows by what was added and taken back; a row in which nothing counts any more goes.
    private static func add(
        _ rows: [ReportCells.Row], to table: ModelTable, _ cells: ReportCells,
        _ names: ModelNames, _ writer: ModelWriter
    ) throws {
        let condition = table.keyCondition
        let search = try writer.statement(
            "SELECT amount, count FROM @\(table.name) WHERE \(condition)")
        let deletion = try writer.statement("DELETE FROM @\(table.name) WHERE \(condition)")
        let insertion = try writer.insertion(table, replacing: true)
        for var row in rows {
            let key = [.text(names.day(row.start))] + cells.labels[row.label]
            if let old = try search.first(key), let sum = old[0].integer, let count = old[1].integer
            {
                row.sum &+= Int128(sum)
                row.count &+= count
            }
            if row.count == 0 {
                try deletion.run(key)
            } else {
                try insertion.run(key + [.integer(try sum(row, table)), .integer(row.count)])
            }
        }
    }

    private static func sum(_ row: ReportCells.Row, _ table: ModelTable) throws -> Int64 {
        guard let sum = Int64(exactly: row.sum) else {
            throw ModelError.sumTooLarge(table: table.name, day: row.start)
        }
        return sum
    }

    private static func table(
        _ name: String, _ start: String, _ meaning: String, _ startMeaning: String
    ) -> ModelTable {
        ModelTable(
            name: name, meaning: meaning,
            columns: [
                .text(start, startMeaning),
                .text("kind", "expense, income or transfer"),
                .text("currency", "its code"),
                .integer("exponent", "digits behind the point of an amount"),
                .text("category", "as it is called now; empty for none"),
                .text("account", "as it is called now; empty for none"),
                .integer("amount", "the sum in minor units: 1250 with exponent 2 is 12.50"),
                .integer("count", "how many lines"),
            ],
            key: [start, "kind", "currency", "exponent", "category", "account"])
    }

    private static func view(
        _ name: String, _ start: String, _ meaning: String, _ expression: String
    ) -> ModelView {
        ModelView(
            name: name, meaning: meaning,
            query: """
                SELECT \(expression) AS \(start), kind, currency, exponent, category, account,
                  sum(amount) AS amount, sum(count) AS count
                FROM monthly_report GROUP BY 1, 2, 3, 4, 5, 6
                """)
    }
}
