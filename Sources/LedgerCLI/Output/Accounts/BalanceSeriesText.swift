internal import Ledger

/// Balances at the end of periods as text.
struct BalanceSeriesText {
    let series: BalanceSeries
    let output: OutputShape
    /// Whether accounts are added up by what they are.
    let byType: Bool
    private let label: PeriodLabel

    init(_ series: BalanceSeries, _ output: OutputShape, byType: Bool = false) {
        self.byType = byType
        self.series = series
        self.output = output
        label = PeriodLabel(series)
    }

    var text: String {
        if series.rows.isEmpty {
            return "No account has anything in it: "
                + "\(output.program) account open NAME --opening AMOUNT\n\n" + footer
        }
        let blocks = page.tables.map { block in
            output.heading(block.title) + "\n\n" + block.table.rendered(columns: output.columns)
        }
        let notes = page.notes.map { output.style.dim($0) + "\n" }.joined()
        return blocks.joined(separator: "\n") + (notes.isEmpty ? "" : "\n" + notes) + "\n" + footer
    }

    /// The same as tables: one a currency.
    var page: TablePage {
        TablePage(
            title: "\(what), \(series.period)",
            tables: series.currencies.map { currency in
                TablePage.Block(
                    title: "\(what) in \(currency), \(series.period)", table: table(currency))
            }, notes: notes)
    }

    private var what: String { byType ? "Balance sheets" : "Balances" }

    private var footer: String { output.footer(series.position, series.root) }

    private var notes: [String] {
        var notes = series.exchange?.linesOfBalances(Set(series.rows.map(\.currency))) ?? []
        if series.rows.contains(where: { $0.balance == nil }) {
            notes.append(
                byType
                    ? "° without accounts whose opening balance holds from a later day on"
                    : "– the opening balance holds from a later day on")
        }
        if series.rows.contains(where: \.partial) {
            notes.append("* only until the end of the days asked for")
        }
        if series.rows.contains(where: \.running) { notes.append("~ not over yet: so it is today") }
        return notes
    }

    /// A row a period, a column an account; or a row for each of both where that is too wide.
    private func table(_ currency: String) -> TextTable {
        let rows = series.rows.filter { $0.currency == currency }
        if byType { return sheet(rows, currency) }
        let wide = columns(rows, currency)
        let limit = output.format == .text ? output.columns ?? 80 : .max
        return wide.naturalWidth <= limit ? wide : listing(rows, currency)
    }

    /// A row a period, a column for what one has, what one owes, and what is left.
    private func sheet(_ rows: [BalanceSeries.Row], _ currency: String) -> TextTable {
        var table = TextTable(columns: [.init(title: label.noun)], style: output.style)
        let types = AccountType.allCases.filter { type in rows.contains { $0.type == type } }
        for type in types {
            table.columns.append(
                .init(title: BalanceSheetText.title(type), alignment: .right))
        }
        table.columns.append(.init(title: "Net worth", alignment: .right))
        let totals = totals(currency)
        for (start, rows) in grouped(rows) {
            let cells = types.map { type in
                if !isKnown(rows.filter { $0.type == type }) { return "–" }
                return series.types.first {
                    $0.start == start && $0.type == type && $0.currency == currency
                }.map { BalanceSheetText.figure($0.sum, type) } ?? "–"
            }
            let total = isKnown(rows) ? totals[start] ?? "–" : "–"
            let mark = rows.contains { $0.balance == nil } ? "°" : ""
            table.add([name(rows[0]) + mark] + cells + [total])
        }
        return table
    }

    /// Whether anything is known of what is in some accounts.
    private func isKnown(_ rows: [BalanceSeries.Row]) -> Bool {
        rows.contains { $0.balance != nil }
    }

    private func columns(_ rows: [BalanceSeries.Row], _ currency: String) -> TextTable {
        var accounts: [(id: UInt64, name: String)] = []
        for row in rows where !accounts.contains(where: { $0.id == row.id }) {
            accounts.append((row.id, Screen.plain(row.account)))
        }
        var table = TextTable(columns: [.init(title: label.noun)], style: output.style)
        for account in accounts {
            table.columns.append(.init(title: account.name, alignment: .right))
        }
        if accounts.count > 1 { table.columns.append(.init(title: "Total", alignment: .right)) }
        let totals = totals(currency)
        for (start, rows) in grouped(rows) {
            let cells = accounts.map { account in
                rows.first { $0.id == account.id }.map(BalanceSeriesText.figure) ?? "–"
            }
            let total = accounts.count > 1 ? [totals[start] ?? "–"] : []
            table.add([name(rows[0])] + cells + total)
        }
        return table
    }

    private func listing(_ rows: [BalanceSeries.Row], _ currency: String) -> TextTable {
        var table = TextTable(
            columns: [
                .init(title: label.noun), .init(title: "Account", widthMin: 12),
                .init(title: "Balance", alignment: .right),
            ], style: output.style)
        let totals = totals(currency)
        for (start, rows) in grouped(rows) {
            for (index, row) in rows.enumerated() {
                table.add(
                    index == 0 ? name(row) : "", Screen.plain(row.account),
                    BalanceSeriesText.figure(row))
            }
            if rows.count > 1 { table.add("", "Total", totals[start] ?? "–") }
            table.rows.append(.blank)
        }
        table.rows.removeLast()
        return table
    }

    private func totals(_ currency: String) -> [Day: String] {
        var totals: [Day: String] = [:]
        for total in series.totals where total.currency == currency {
            totals[total.start] = Figure(total.sum).text
        }
        return totals
    }

    private func grouped(_ rows: [BalanceSeries.Row]) -> [(Day, [BalanceSeries.Row])] {
        Dictionary(grouping: rows, by: \.start).sorted { $0.key < $1.key }.map { ($0, $1) }
    }

    private func name(_ row: BalanceSeries.Row) -> String {
        label.short(row.start, row.end) + (row.partial ? "*" : "") + (row.running ? "~" : "")
    }

    private static func figure(_ row: BalanceSeries.Row) -> String {
        row.balance.map { Figure($0).text } ?? "–"
    }
}

extension ReportCSV {
    static func text(_ series: BalanceSeries) -> String {
        CSVOutput.text(
            header: [
                "start", "end", "partial", "running", "account", "id", "currency", "balance",
                "type",
            ],
            rows: series.rows.map { row in
                [
                    "\(row.start)", "\(row.end)", "\(row.partial)", "\(row.running)", row.account,
                    "\(row.id)",
                    row.currency, row.balance ?? "", row.type.rawValue,
                ]
            })
    }
}
