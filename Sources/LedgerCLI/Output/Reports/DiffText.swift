internal import Ledger

/// What changed in a report, as text and CSV.
struct DiffText {
    let diff: ReportDiff
    let output: OutputShape

    /// Cell by cell, each with the events that changed it.
    var text: String {
        let since = diff.fromPosition.map { "event \(grouped($0))" } ?? "nothing"
        let states = "from \(since) to event \(grouped(diff.position))"
        let footer = output.footer(diff.position, diff.root)
        if diff.rows.isEmpty { return "No figure\(terms) changed \(states).\n\n\(footer)" }
        let cells = counted(diff.rows.count, "figure")
        var text = output.style.bold("\(cells)\(terms) changed \(states)") + "\n"
        for row in diff.rows { text += "\n" + block(row) }
        return text + "\n" + footer
    }

    /// What lines had to pass.
    private var terms: String { diff.terms.map { " of \(Screen.plain($0))" } ?? "" }

    private func block(_ row: DiffRow) -> String {
        let (was, now) = (Figure(row.was).text, Figure(row.now).text)
        let change = Figure(row.change).signedText
        let figures = "\(was) → \(now) \(row.currency) (\(change))"
        var text = output.style.bold("\(name(row)): \(figures)") + "\n"
        var table = TextTable(
            columns: [
                .init(title: "", alignment: .right), .init(title: ""),
                .init(title: "", widthMin: 20), .init(title: "", alignment: .right),
            ], style: output.style)
        for step in row.events {
            table.add(
                "  \(step.event.position)", "\(step.event.recordedAt.description.prefix(10))",
                LogPageText.what(step.event, withAmount: false),
                Figure(step.amount).signedText)
        }
        text += table.rendered(columns: output.columns)
        let rest = row.eventCount - row.events.count
        if rest > 0 { text += output.style.dim("  and \(counted(rest, "event")) more") + "\n" }
        return text
    }

    /// `Mar 2026, expenses of food`
    private func name(_ row: DiffRow) -> String {
        let nouns: [EntryKind: String] = [
            .expense: "expenses", .income: "income", .transfer: "transfers",
        ]
        var text = nouns[row.kind] ?? row.kind.name
        if let category = row.category {
            text += category.isEmpty ? " without category" : " of \(Screen.plain(category))"
        }
        if let account = row.account {
            text += account.isEmpty ? " without account" : " by \(Screen.plain(account))"
        }
        guard let start = row.start, let end = row.end else {
            return row.start.map { "from \($0) on, \(text)" }
                ?? row.end.map { "up to \($0.adding(days: -1)), \(text)" }
                ?? text.prefix(1).uppercased() + text.dropFirst()
        }
        let label = PeriodLabel(period: diff.period.flatMap { Period(name: $0) })
        return "\(label.long(start, end)), \(text)"
    }

    /// One row a cell, under the keys of the JSON form; of its events the positions.
    static func csv(_ diff: ReportDiff) -> String {
        CSVOutput.text(
            header: [
                "start", "end", "kind", "category", "account", "currency", "was", "now", "change",
                "wasCount", "nowCount", "eventCount", "events",
            ],
            rows: diff.rows.map { row in
                [
                    row.start?.description ?? "", row.end?.description ?? "", row.kind.name,
                    row.category ?? "", row.account ?? "", row.currency, row.was, row.now,
                    row.change, "\(row.wasCount)", "\(row.nowCount)", "\(row.eventCount)",
                    row.events.map { "\($0.event.position)" }.joined(separator: " "),
                ]
            })
    }
}
