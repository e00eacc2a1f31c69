internal import Ledger

/// Budgets as text.
struct BudgetText {
    private static let barWidth = 10

    private let report: BudgetReport
    private let output: OutputShape

    init(_ report: BudgetReport, _ output: OutputShape) {
        self.report = report
        self.output = output
    }

    /// A line for each budget and period.
    var list: String {
        if report.rows.isEmpty {
            return "No budgets there: \(output.program) budget set CATEGORY AMOUNT --monthly\n\n"
                + footer
        }
        let showsEnds = report.rows.contains(where: \.running)
        var table = TextTable(
            columns: [
                .init(title: "Category", widthMin: 8), .init(title: "From"),
                .init(title: "Goal", alignment: .right), .init(title: "Spent", alignment: .right),
                .init(title: "Left", alignment: .right),
            ], style: output.style)
        if showsEnds { table.columns.append(.init(title: "a day", alignment: .right)) }
        table.columns += [.init(title: ""), .init(title: "%", alignment: .right)]
        for row in report.rows {
            var cells = [
                BudgetText.name(row),
                "\(row.start)\(row.cut == true ? "*" : "")\(row.running ? "~" : "")",
                BudgetText.available(row), Figure(row.spent).text,
                row.left.map { Figure($0).text } ?? "–",
            ]
            if showsEnds { cells.append(row.perDay.map { Figure($0).text } ?? "") }
            table.add(
                cells + [
                    row.currency, row.percent.map { "\(NumberStyle.plain($0))%" } ?? "–",
                ])
        }
        // A bar only where there is room for the names.
        let width = table.naturalWidth + TextTable.gap + BudgetText.barWidth
        if width <= output.columns ?? .max { table = table.with(report.rows.map(BudgetText.bar)) }
        let isCut = report.rows.contains { $0.cut == true }
        let cut = isCut ? ["* cut by a change or an end: the goal is for the whole period"] : []
        return table.rendered(columns: output.columns) + notes(cut) + "\n" + footer
    }

    /// The periods one below the other, each with what it comes to.
    var periods: String {
        if report.rows.isEmpty { return list }
        var table = TextTable(
            columns: [
                .init(title: "From"), .init(title: "Category", widthMin: 8),
                .init(title: "Goal", alignment: .right), .init(title: "Spent", alignment: .right),
                .init(title: "Left", alignment: .right), .init(title: ""),
                .init(title: "%", alignment: .right),
            ], style: output.style)
        var start: Day?
        for row in report.rows {
            let mark = (row.partial ? "*" : "") + (row.running ? "~" : "")
            if start != nil, start != row.start { table.rows.append(.blank) }
            table.add(
                start == row.start ? "" : "\(row.start)\(mark)", BudgetText.name(row),
                BudgetText.available(row), Figure(row.spent).text,
                row.left.map { Figure($0).text } ?? "–", row.currency,
                row.percent.map { "\(NumberStyle.plain($0))%" } ?? "–")
            start = row.start
        }
        let title = output.style.bold("Budgets, \(report.period ?? "")") + "\n\n"
        let isCut = report.rows.contains { $0.goal == nil && $0.cut == true }
        let cut = isCut ? ["– a change or an end cuts a period of the budget"] : []
        return title + table.rendered(columns: output.columns) + notes(cut) + "\n" + footer
    }

    private var footer: String { output.footer(report.position, report.root) }

    private func notes(_ cut: [String]) -> String {
        var lines = apart
        if report.rows.contains(where: { $0.carried != nil }) {
            lines.append("goals of budgets that roll over are with what is carried")
        }
        let isApart = { (row: BudgetReport.Row) in
            row.goal == nil && row.cut != true && !row.category.isEmpty
        }
        if report.rows.contains(where: isApart) {
            lines.append("– the budget's own periods do not lie whole in these")
        }
        lines += cut
        if report.rows.contains(where: \.partial) {
            lines.append("* only a part of it lies in the range asked for")
        }
        if report.rows.contains(where: \.running) { lines.append("~ not over yet") }
        return lines.isEmpty ? "" : "\n" + output.style.dim(lines.joined(separator: "\n")) + "\n"
    }

    /// What each budget leaves out because it is in another currency.
    private var apart: [String] {
        struct Budget: Hashable {
            let category: String
            let currency: String
        }
        var order: [Budget] = []
        var sums: [Budget: [(currency: String, sum: Figure)]] = [:]
        for row in report.rows {
            let budget = Budget(category: row.category, currency: row.currency)
            for part in row.apart ?? [] {
                if sums[budget] == nil { order.append(budget) }
                var own = sums[budget] ?? []
                if let place = own.firstIndex(where: { $0.currency == part.currency }) {
                    own[place].sum = own[place].sum + Figure(part.spent)
                } else {
                    own.append((part.currency, Figure(part.spent)))
                }
                sums[budget] = own
            }
        }
        return order.map { budget in
            let left = (sums[budget] ?? []).map { "\($0.sum.text) \(Screen.plain($0.currency))" }
            return "not in \(Screen.plain(budget.category)), which is in "
                + "\(Screen.plain(budget.currency)): \(left.joined(separator: ", "))"
        }
    }

    private static func name(_ row: BudgetReport.Row) -> String {
        row.category.isEmpty ? "(no budget)" : Screen.plain(row.category)
    }

    /// The goal and what is carried.
    private static func available(_ row: BudgetReport.Row) -> String {
        row.goal.map { (Figure($0) + Figure(row.carried ?? "0")).text } ?? "–"
    }

    /// Ten strokes, as many full as tenths were spent, rounded down.
    private static func bar(_ row: BudgetReport.Row) -> String {
        guard let percent = row.percent else { return "" }
        let tenths = Int(max(0, min(100, Figure(percent).minor / 10))) / 10
        return String(repeating: "█", count: tenths)
            + String(repeating: "░", count: barWidth - tenths)
    }
}

extension ReportCSV {
    /// Budgets.
    static func text(_ report: BudgetReport) -> String {
        CSVOutput.text(
            header: [
                "start", "end", "partial", "running", "category", "currency", "goal", "carried",
                "spent", "left", "perDay", "percent", "every", "within",
            ],
            rows: report.rows.map { row in
                [
                    "\(row.start)", "\(row.end)", "\(row.partial)", "\(row.running)",
                    row.category, row.currency, row.goal ?? "", row.carried ?? "", row.spent,
                    row.left ?? "", row.perDay ?? "", row.percent ?? "", row.every ?? "",
                    "\(row.within)",
                ]
            })
    }
}
