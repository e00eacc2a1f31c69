internal import Ledger

/// The day as text, on one screen.
enum TodayText {
    /// Currencies that are shown, at most.
    private static let currenciesMax = 3

    static func text(_ today: DayOverview, _ output: OutputShape) -> String {
        let name = today.day.weekday.name
        let title = "\(name.prefix(1).uppercased())\(name.dropFirst()) \(today.day)"
        var table = TextTable(columns: [.init(title: ""), .init(title: "")], style: output.style)
        table.add("spent today", words(today.spentToday, today.currency))
        table.add("spent this month", words(today.spentThisMonth, today.currency))
        let late = today.late == 0 ? "" : ", \(grouped(today.late)) late"
        table.add("tasks due", today.due == 0 ? "none" : grouped(today.due) + late)
        if let count = today.setAside {
            let command = "\(output.program) log --kind commit-set-aside"
            table.add("set aside", "\(grouped(count)) to decide about: \(command)")
        }
        var text = output.heading(title) + "\n\n" + table.rendered(columns: output.columns)
        if !today.tasks.isEmpty { text += "\n" + tasks(today.tasks, output) }
        let task = today.tasks.first.map { "task done \($0.id)" } ?? "task add Call Ann due:friday"
        let next = [
            "add 12.50 Lunch -c food",
            today.spentThisMonth.isEmpty ? "report -M" : "report this month --by category",
            task,
        ]
        text += "\n" + commands(next, "next: ", output) + "\n"
        return text + output.footer(today.position, today.root)
    }

    /// How to begin where there is no ledger.
    static func first(_ home: String, _ output: OutputShape) -> String {
        let steps = ["init", "add 12.50 Lunch -c food", "report -M"]
        let others = "A sample to look at: \(output.program) demo. "
        return output.heading("There is no ledger in \(Screen.plain(home)) yet.") + "\n\n"
            + commands(steps, "begin with: ", output) + "\n"
            + output.style.dim(others + "All commands: \(output.name) --help") + "\n"
    }

    static func csv(_ today: DayOverview?) -> String {
        let header = ["what", "currency", "sum", "count"]
        guard let today else { return CSVOutput.text(header: header, rows: []) }
        func rows(_ what: String, _ sums: [DayOverview.Sum]) -> [[String]] {
            sums.map { [what, $0.currency, $0.sum, "\($0.count)"] }
        }
        return CSVOutput.text(
            header: header,
            rows: rows("spentToday", today.spentToday)
                + rows("spentThisMonth", today.spentThisMonth)
                + [["due", "", "", "\(today.due)"], ["late", "", "", "\(today.late)"]]
                + (today.setAside.map { [["setAside", "", "", "\($0)"]] } ?? []))
    }

    /// `12.50 EUR`, several currencies beside each other.
    private static func words(_ sums: [DayOverview.Sum], _ currency: String) -> String {
        if sums.isEmpty { return "nothing" }
        // The ledger's own currency first.
        let own = sums.filter { $0.currency == currency }
        let all = own + sums.filter { $0.currency != currency }
        let shown = all.prefix(currenciesMax).map { "\(Figure($0.sum).text) \($0.currency)" }
        let rest = all.count - shown.count
        return (shown + (rest > 0 ? ["\(grouped(rest)) more"] : [])).joined(separator: ", ")
    }

    private static func tasks(_ rows: [TaskRow], _ output: OutputShape) -> String {
        var table = TextTable(
            columns: [
                .init(title: "", alignment: .right), .init(title: "", widthMin: 10),
                .init(title: ""),
            ], style: output.style)
        for row in rows {
            let due = Screen.plain(row.dueLocal)
            table.add("\(row.id)", Screen.plain(row.title), row.late ? "late: \(due)" : due)
        }
        return table.rendered(columns: output.columns)
    }

    private static func commands(
        _ commands: [String], _ head: String, _ output: OutputShape
    ) -> String {
        let indent = String(repeating: " ", count: head.count)
        return commands.enumerated().map { index, command in
            "\(index == 0 ? head : indent)\(output.program) \(command)\n"
        }.joined()
    }
}
