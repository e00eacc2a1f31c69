internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What was to be spent, and what was.
    func budget() throws(ApplicationError) -> WebPage {
        let now = try call(ReportBudgets.self, ReportBudgets.Input())
        let names = may(.budget) ? try names() : .empty
        return document(.budget, "Budget", root: now.root) {
            tag("section", .css("card")) {
                tag("h2") { "Now" }
                now.rows.isEmpty
                    ? tag("p", .css("dim")) { "There is no budget yet." } : budgetList(now.rows)
            }
            if may(.budget) {
                tag("section", .css("card")) {
                    tag("h2") { "Set a budget" }
                    alert(.budget)
                    form(.budget) {
                        tag("div", .css("fields")) {
                            field(
                                .budget, "category", "Category", "", .flag("required"),
                                list: "categories")
                            field(.budget, "amount", "Amount", "", .flag("required"))
                            choice(
                                "period", "Every",
                                Period.named.map { ($0.name, ReportQuestion.noun(of: $0)) },
                                chosen: retry?.fields["period"] ?? Period.monthly.name)
                            choice(
                                "rollover", "What is left of a period",
                                [
                                    ("", "as it was; else it lapses"), ("yes", "is carried over"),
                                    ("no", "lapses"),
                                ], chosen: retry?.fields["rollover"])
                        }
                        names
                        tag("div", .css("actions")) { button("Set the budget") }
                    }
                }
            }
        }
    }

    /// Budgets with how much of each is gone; the words say what the bar shows.
    func budgetList(_ rows: [BudgetReport.Row]) -> HTML {
        tag("ul", .css("list")) { for row in rows { budgetItem(row) } }
    }

    private func budgetItem(_ row: BudgetReport.Row) -> HTML {
        let isOver = row.left?.hasPrefix("-") ?? false
        let available = row.goal.map { Figure($0) + Figure(row.carried ?? "0") }
        return tag("li") {
            tag("div", .css("grow")) {
                tag("div", .css("axis")) {
                    tag("span") { Phrase(row.category, or: "everything else") }
                    tag("span", .css("n")) {
                        figure(
                            row.spent, row.currency, begin: row.start, end: row.end,
                            kind: .expense,
                            category: row.category.isEmpty ? nil : row.category)
                        if let available {
                            " of \(Figure.grouped(available)) \(row.currency)"
                        }
                    }
                }
                if let available {
                    BarChart.row(
                        Figure(row.spent).minor, of: max(available.minor, 0), isOver: isOver)
                }
                tag("div", .css("dim")) {
                    if let left = row.left {
                        isOver
                            ? "! \(Figure.grouped(String(left.dropFirst()))) over"
                            : "\(Figure.grouped(left)) left"
                        " · "
                    }
                    if let carried = row.carried {
                        "\(Figure.grouped(carried)) carried over"
                        " · "
                    }
                    DayRange(start: row.start, end: row.end).phrase
                }
                if let apart = row.apart {
                    let others = apart.map { "\(Figure.grouped($0.spent)) \($0.currency)" }
                    tag("div", .css("dim")) {
                        "not in it, which is in \(row.currency): \(others.joined(separator: ", "))"
                    }
                }
            }
        }
    }
}
