internal import Application
internal import Ledger

/// What one has, what one owes, and what is left of it, as text.
struct BalanceSheetText {
    let report: BalanceReport
    let output: OutputShape

    init(_ report: BalanceReport, _ output: OutputShape) {
        self.report = report
        self.output = output
    }

    var text: String {
        if report.rows.isEmpty { return BalanceText(report: report, output: output).text }
        let title = output.style.bold("Balance sheet at the end of \(report.asOf)")
        let notes = BalanceText(report: report, output: output).notes
        return title + "\n\n" + table.rendered(columns: output.columns) + notes + "\n"
            + output.footer(report.position, report.root)
    }

    /// The same as a table.
    var page: TablePage {
        let title = "Balance sheet at the end of \(report.asOf)"
        return TablePage(
            title: title, tables: [TablePage.Block(title: title, table: table)])
    }

    private var table: TextTable {
        var table = TextTable(
            columns: [
                .init(title: "Account", widthMin: 12), .init(title: "Balance", alignment: .right),
                .init(title: ""),
            ], style: output.style)
        for type in AccountType.allCases {
            let rows = report.rows.filter { $0.type == type }
            if rows.isEmpty { continue }
            if !table.rows.isEmpty { table.rows.append(.blank) }
            table.add(BalanceSheetText.title(type), "", "")
            var last: UInt64?
            for row in rows {
                let name = Screen.plain(row.account) + (row.closed ? " (closed)" : "")
                let figure = row.balance.map { BalanceSheetText.figure($0, type) }
                table.add(last == row.id ? "" : "  " + name, figure ?? "not known", row.currency)
                last = row.id
            }
            for (index, total) in report.types.filter({ $0.type == type }).enumerated() {
                table.add(
                    index == 0 ? "  total" : "", BalanceSheetText.figure(total.sum, type),
                    total.currency)
            }
        }
        table.rows.append(.rule)
        for (index, total) in report.totals.enumerated() {
            table.add(index == 0 ? "Net worth" : "", Figure(total.sum).text, total.currency)
        }
        return table
    }

    /// `Assets`, `Liabilities`
    static func title(_ type: AccountType) -> String {
        type.plural.prefix(1).uppercased() + type.plural.dropFirst()
    }

    /// A sum as it is shown below its type: what is owed without a sign.
    static func figure(_ sum: String, _ type: AccountType) -> String {
        let figure = Figure(sum)
        return (type == .asset ? figure : figure.zeroed - figure).text
    }
}
