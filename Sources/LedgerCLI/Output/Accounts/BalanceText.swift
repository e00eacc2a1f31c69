internal import Ledger

/// Balances as text.
struct BalanceText {
    let report: BalanceReport
    let output: OutputShape

    var text: String {
        if report.rows.isEmpty {
            return "No account has anything in it: "
                + "\(output.program) account open NAME --opening AMOUNT\n\n"
                + output.footer(report.position, report.root)
        }
        return output.style.bold("Balances at the end of \(report.asOf)") + "\n\n"
            + table.rendered(columns: output.columns) + notes + "\n"
            + output.footer(report.position, report.root)
    }

    private var table: TextTable {
        var table = TextTable(
            columns: [
                .init(title: "Account", widthMin: 12), .init(title: "Lines", alignment: .right),
                .init(title: "Balance", alignment: .right), .init(title: ""),
            ], style: output.style)
        var last: String?
        for row in report.rows {
            let name = Screen.plain(row.account) + (row.closed ? " (closed)" : "")
            let figure = row.balance.map { Figure($0).text } ?? "not known"
            table.add(name == last ? "" : name, grouped(row.lines), figure, row.currency)
            last = name
        }
        if report.rows.count > 1 {
            table.rows.append(.rule)
            for (index, total) in report.totals.enumerated() {
                table.add(index == 0 ? "Total" : "", "", Figure(total.sum).text, total.currency)
            }
        }
        return table
    }

    /// What has to be said below.
    var notes: String {
        var lines = report.exchange?.linesOfBalances(Set(report.rows.map(\.currency))) ?? []
        for row in report.rows {
            let name = Screen.plain(row.account)
            if row.balance == nil {
                lines.append("\(name): the opening balance holds from a later day on")
            } else if row.earlier > 0 {
                let them = counted(row.earlier, "line")
                lines.append("\(name): the opening balance contains \(them) dated before it")
            }
        }
        let later = report.rows.reduce(0) { $0 + $1.later }
        if later > 0 {
            let verb = later == 1 ? "is" : "are"
            lines.append("\(counted(later, "line")) \(verb) dated later and not counted")
        }
        return lines.isEmpty ? "" : "\n" + output.style.dim(lines.joined(separator: "\n")) + "\n"
    }
}
