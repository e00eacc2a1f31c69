internal import Ledger

/// Goals as text.
struct GoalText {
    private static let barWidth = 10

    private let report: GoalReport
    private let output: OutputShape

    init(_ report: GoalReport, _ output: OutputShape) {
        self.report = report
        self.output = output
    }

    var text: String {
        let footer = output.footer(report.position, report.root)
        if report.rows.isEmpty {
            return "No goals there: "
                + "\(output.program) goal set AMOUNT NAME --by 2027-06 --account ACCOUNT\n\n"
                + footer
        }
        var table = TextTable(
            columns: [
                .init(title: "Goal", widthMin: 8), .init(title: "By"),
                .init(title: "Amount", alignment: .right),
                .init(title: "There", alignment: .right),
                .init(title: "Missing", alignment: .right),
                .init(title: "a month", alignment: .right), .init(title: "%", alignment: .right),
            ], style: output.style)
        for row in report.rows {
            table.add(
                Screen.plain(row.name), row.by.map { "\($0)\(row.late ? "!" : "")" } ?? "–",
                "\(Figure(row.goal).text) \(row.currency)", Figure(row.saved).text,
                Figure(row.missing).text, row.perMonth.map { Figure($0).text } ?? "–",
                "\(row.percent)%")
        }
        // A bar only where there is room for the names.
        let width = table.naturalWidth + TextTable.gap + GoalText.barWidth
        if width <= output.columns ?? .max {
            table = table.with(report.rows.map { GoalText.bar($0.percent) })
        }
        return table.rendered(columns: output.columns) + notes + "\n" + footer
    }

    private var notes: String {
        var lines: [String] = []
        if report.rows.contains(where: \.late) { lines.append("! the day is over") }
        return lines.isEmpty ? "" : "\n" + output.style.dim(lines.joined(separator: "\n")) + "\n"
    }

    /// Ten strokes, as many full as tenths are there, rounded down.
    private static func bar(_ percent: Int) -> String {
        let tenths = max(0, min(barWidth, percent / 10))
        return String(repeating: "█", count: tenths)
            + String(repeating: "░", count: barWidth - tenths)
    }
}

extension ReportCSV {
    /// Goals.
    static func text(_ report: GoalReport) -> String {
        CSVOutput.text(
            header: [
                "id", "name", "currency", "goal", "saved", "missing", "percent", "account",
                "since", "by", "months", "perMonth", "late",
            ],
            rows: report.rows.map { row in
                [
                    "\(row.id)", row.name, row.currency, row.goal, row.saved, row.missing,
                    "\(row.percent)", row.account, "\(row.since)",
                    row.by.map { "\($0)" } ?? "", row.months.map { "\($0)" } ?? "",
                    row.perMonth ?? "", "\(row.late)",
                ]
            })
    }
}
