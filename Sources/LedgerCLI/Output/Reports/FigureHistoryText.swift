internal import Ledger

/// How a figure came to be, as text and CSV.
struct FigureHistoryText {
    let history: FigureHistory
    let output: OutputShape

    /// Oldest first, with the figure up to every event.
    var text: String {
        let sum = "\(Figure(history.sum).text) \(history.currency)"
        let lines = counted(history.count, "line")
        var text = output.style.bold("\(title): \(sum) of \(lines)") + "\n\n"
        let page = PageText(
            noun: "event", shown: history.rows.count, count: history.events,
            skipped: history.skipped ?? 0, more: history.more, all: "--all")
        if !history.rows.isEmpty {
            var table = TextTable(
                columns: [
                    .init(title: "Event", alignment: .right), .init(title: "Recorded"),
                    .init(title: "What", widthMin: 20),
                    .init(title: "Amount", alignment: .right),
                    .init(title: "Figure", alignment: .right),
                ], style: output.style)
            for step in history.rows {
                table.add(
                    "\(step.event.position)", "\(step.event.recordedAt.description.prefix(10))",
                    LogPageText.what(step.event, withAmount: false), Figure(step.amount).signedText,
                    Figure(step.running ?? "").text)
            }
            text += table.rendered(columns: output.columns) + "\n"
        }
        let proof = history.rows.last.map {
            "  prove one: \(output.program) prove \($0.event.position)\n"
        }
        text += HintText.lines(history.hints)
        return text + output.style.dim(page.text) + "\n" + output.style.dim(proof ?? "")
            + output.footer(history.position, history.root)
    }

    /// `Expenses of food:lunch from wallet, 2026-03-01 to 2026-03-31`
    private var title: String {
        let nouns = [
            "expense": "Expenses", "income": "Income", "transfer": "Transfers",
            "net": "Income less expenses",
        ]
        var text = nouns[history.kind] ?? history.kind
        if let category = history.category {
            text += category.isEmpty ? " without category" : " of \(Screen.plain(category))"
        }
        if let account = history.account {
            text += account.isEmpty ? " without account" : " by \(Screen.plain(account))"
        }
        if let terms = history.terms { text += ", \(Screen.plain(terms))" }
        switch (history.start, history.end) {
        case (let start?, let end?): return "\(text), \(PeriodLabel.days(start, end))"
        case (let start?, nil): return "\(text) from \(start) on"
        case (nil, let end?): return "\(text) up to \(end.adding(days: -1))"
        case (nil, nil): return text
        }
    }

    /// The rows of the JSON form under the same keys, as `ledger log` has them, too.
    static func csv(_ history: FigureHistory) -> String {
        CSVOutput.text(
            header: LogPageText.header + ["old", "new", "amount", "count", "running"]
                + LogPageText.ruleHeader,
            rows: history.rows.map { step in
                LogPageText.values(step.event) + [
                    step.old ?? "", step.new ?? "", step.amount, "\(step.count)",
                    step.running ?? "",
                ] + LogPageText.ruleValues(step.event)
            })
    }
}

extension Figure {
    /// With a sign, unless it is 0.
    var signedText: String { minor > 0 ? "+\(text)" : text }
}
