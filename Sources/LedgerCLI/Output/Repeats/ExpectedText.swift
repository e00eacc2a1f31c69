internal import Ledger

/// What is expected and not recorded, as text.
struct ExpectedText {
    let rows: [ExpectedRow]
    let today: Day
    let output: OutputShape

    /// A line for each, and how to record it; empty for none.
    var text: String {
        if rows.isEmpty { return "" }
        var table = TextTable(
            columns: [
                .init(title: "Rule", alignment: .right), .init(title: "Expected"),
                .init(title: "When"), .init(title: "Amount", alignment: .right),
                .init(title: "Title", widthMin: 12), .init(title: ""),
            ], style: output.style)
        for row in rows {
            table.add(
                "\(row.rule)", "\(row.day)", when(row),
                RepeatText.amount(row.amount, row.currency), Screen.plain(row.title),
                RepeatText.how(row.kind, post: row.post))
        }
        return table.rendered(columns: output.columns) + hint
    }

    private var hint: String {
        let due = rows.filter { $0.day <= today }
        let commands =
            (due.contains(where: \.post) ? ["repeat post"] : [])
            + (due.first { !$0.post }.map { ["repeat post \($0.rule) \($0.day)"] } ?? [])
        return commands.map { output.style.dim("  record: \(output.program) \($0)") + "\n" }
            .joined()
    }

    private func when(_ row: ExpectedRow) -> String {
        let days = today.days(until: row.day)
        switch days {
        case 0: return "today"
        case 1: return "tomorrow"
        default: return days < 0 ? "\(grouped(-days)) d late" : "in \(grouped(days)) d"
        }
    }
}
