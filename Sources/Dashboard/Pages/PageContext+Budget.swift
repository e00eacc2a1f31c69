internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What was to be spent, and what was; and what is put aside.
    func budget() throws(ApplicationError) -> WebPage {
        let now = try call(ReportBudgets.self, ReportBudgets.Input())
        let goals = try call(ReportGoals.self, ReportGoals.Input())
        let names = may(.budget) || may(.goal) ? try names() : .empty
        let standing = may(.budget) ? try standingBudgets() : [:]
        return document(.budget, "Budget", root: now.root) {
            tag("section", .css("card")) {
                tag("h2") { "Now" }
                now.rows.isEmpty
                    ? tag("p", .css("dim")) { "There is no budget yet." }
                    : tag("ul", .css("list")) {
                        for row in now.rows {
                            budgetItem(row, standing[BudgetName(row.category, row.currency)])
                        }
                    }
            }
            if may(.budget) { setBudgetForm(names) }
            if !goals.rows.isEmpty {
                tag("section", .css("card")) {
                    tag("h2") { "Goals" }
                    tag("ul", .css("list")) { for row in goals.rows { goalItem(row) } }
                }
            }
            if may(.goal) { setGoalForm }
        }
    }

    private func setBudgetForm(_ names: HTML) -> HTML {
        let own = narrowed(to: .budget, ["currency": nil])
        return tag("section", .css("card")) {
            tag("h2") { "Set a budget" }
            own.alert(.budget)
            own.form(.budget) {
                tag("div", .css("fields")) {
                    own.field(
                        .budget, "category", "Category", "", .flag("required"),
                        list: "categories")
                    own.budgetFields(
                        "", Period.monthly.name,
                        [
                            ("", "as it was; else it lapses"), ("yes", "is carried over"),
                            ("no", "lapses"),
                        ], "")
                }
                names
                tag("div", .css("actions")) { button("Set the budget") }
            }
        }
    }

    /// How much, of what periods, and what becomes of the rest.
    private func budgetFields(
        _ amount: String, _ period: String, _ choices: [(value: String, text: Phrase)],
        _ rollover: String
    ) -> HTML {
        let typed = retry?.action == .budget ? retry?.fields : nil
        return HTML([
            field(
                .budget, "amount", "Amount", amount, .of("inputmode", "decimal"),
                .flag("required"), .of("autocomplete", "off")),
            choice(
                "period", "Every",
                Period.named.map { ($0.name, ReportQuestion.noun(of: $0)) },
                chosen: typed?["period"] ?? period),
            choice(
                "rollover", "What is left of a period", choices,
                chosen: typed.map { $0["rollover"] ?? "" } ?? rollover, isWide: true),
        ])
    }

    /// What a budget is known by.
    private struct BudgetName: Hashable {
        let category: String
        let currency: String

        init(_ category: String, _ currency: String) {
            (self.category, self.currency) = (category, currency)
        }
    }

    /// What holds today, with where it was said last; what has ended is not there.
    private struct StandingBudget {
        let goal: Budget.Goal
        let version: UInt64
        /// Whether it was said to end later.
        let isEnding: Bool
    }

    private func standingBudgets() throws(ApplicationError) -> [BudgetName: StandingBudget] {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot).day
        let book = try mappingError(ApplicationError.store, snapshot.budgetBook())
        var standing: [BudgetName: StandingBudget] = [:]
        for budget in book.budgets(snapshot.referenceData) {
            guard let goal = budget.goal(on: today), let version = budget.version else { continue }
            standing[BudgetName(budget.category.text, budget.currency.code)] = StandingBudget(
                goal: goal, version: version, isEnding: budget.goals.last?.minor == nil)
        }
        return standing
    }

    /// The way to the forms of one budget or goal, and back: those of all would be a long page.
    private func way(toChange link: Link, _ name: Phrase, isThere: Bool) -> HTML {
        isThere
            ? tag("a", .href(Link("/budget"))) { "Close" }
            : tag("a", .href(link), .label(name)) { "Change" }
    }

    /// Whether the page is asked for the forms of a budget.
    private func isChosen(_ row: BudgetReport.Row) -> Bool {
        request.query["category"] == row.category && request.query["currency"] == row.currency
    }

    /// What changes a budget from this period on, and what ends it.
    private func changeBudget(_ row: BudgetReport.Row, _ standing: StandingBudget) -> HTML {
        let names: KeyValuePairs<StaticString, String?> = [
            "category": row.category, "currency": row.currency,
        ]
        let own = narrowed(to: .budget, names).narrowed(to: .endBudget, names)
        let hidden: KeyValuePairs<StaticString, String> = [
            "category": row.category, "currency": row.currency, "version": "\(standing.version)",
        ]
        return tag("div", .css("change")) {
            own.alert(.endBudget)
            own.alert(.budget)
            own.form(.budget, hidden: hidden) {
                tag("div", .css("fields")) {
                    own.budgetFields(
                        row.goal ?? "", standing.goal.period.name,
                        [("yes", "is carried over"), ("no", "lapses")],
                        standing.goal.rollsOver ? "yes" : "no")
                }
                tag("div", .css("actions")) { button("Save the change") }
            }
            if !standing.isEnding {
                own.form(.endBudget, hidden: hidden) {
                    tag("div", .css("actions")) { button("End this budget", isPlain: true) }
                }
            }
        }
    }

    /// Budgets with how much of each is gone; the words say what the bar shows.
    func budgetList(_ rows: [BudgetReport.Row]) -> HTML {
        tag("ul", .css("list")) { for row in rows { budgetItem(row, nil) } }
    }

    /// - Parameter standing: What it is to be changed from; `nil` where it is not.
    private func budgetItem(_ row: BudgetReport.Row, _ standing: StandingBudget?) -> HTML {
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
                    if let carried = row.carried, Figure(carried).minor != 0 {
                        "\(Figure.grouped(carried)) carried over"
                        " · "
                    }
                    DayRange(start: row.start, end: row.end).phrase
                    if standing != nil {
                        " · "
                        way(
                            toChange: Link(
                                "/budget", ["category": row.category, "currency": row.currency]),
                            "Change the budget of \(row.category)", isThere: isChosen(row))
                    }
                }
                if let apart = row.apart {
                    let others = apart.map { "\(Figure.grouped($0.spent)) \($0.currency)" }
                    tag("div", .css("dim")) {
                        "not in it, which is in \(row.currency): \(others.joined(separator: ", "))"
                    }
                }
                if let standing, isChosen(row) { changeBudget(row, standing) }
            }
        }
    }

    // MARK: Goals

    private var setGoalForm: HTML {
        let own = narrowed(to: .goal, ["currency": nil])
        return tag("section", .css("card")) {
            tag("h2") { "Set a goal" }
            own.alert(.goal)
            own.form(.goal) {
                tag("div", .css("fields")) {
                    own.field(
                        .goal, "name", "What for", "", .flag("required"),
                        .of("autocomplete", "off"))
                    own.goalFields("", "", "")
                }
                tag("div", .css("actions")) { button("Set the goal") }
            }
        }
    }

    /// How much is to be there, in which account, and until when.
    private func goalFields(_ amount: String, _ account: String, _ day: String) -> HTML {
        HTML([
            field(
                .goal, "amount", "Amount", amount, .of("inputmode", "decimal"),
                .flag("required"), .of("autocomplete", "off")),
            field(.goal, "account", "Account", account, .flag("required"), list: "accounts"),
            field(.goal, "by", "By when", day, .hint("optional")),
        ])
    }

    /// What is put aside for something, and what is missing.
    private func goalItem(_ row: GoalReport.Row) -> HTML {
        let (saved, goal) = (Figure.grouped(row.saved), Figure.grouped(row.goal))
        let isChosen = request.query["goal"] == row.name
        return tag("li") {
            tag("div", .css("grow")) {
                tag("div", .css("axis")) {
                    tag("span") { row.name }
                    tag("span", .css("n")) {
                        "\(saved) of \(goal) \(row.currency)"
                    }
                }
                BarChart.row(
                    Figure(row.saved).minor, of: max(Figure(row.goal).minor, 0), isOver: false)
                tag("div", .css("dim")) {
                    if row.late {
                        "! late"
                        " · "
                    }
                    Figure(row.missing).minor == 0
                        ? "reached" : "\(Figure.grouped(row.missing)) missing"
                    if let day = row.by { " · by \(day)" }
                    if let share = row.perMonth { " · \(Figure.grouped(share)) a month" }
                    " · "
                    row.account
                    if may(.goal) {
                        " · "
                        way(
                            toChange: Link("/budget", ["goal": row.name]),
                            "Change the goal \(row.name)", isThere: isChosen)
                    }
                }
                if may(.goal), isChosen { changeGoal(row) }
            }
        }
    }

    /// What changes a goal, and what ends it.
    private func changeGoal(_ row: GoalReport.Row) -> HTML {
        let names: KeyValuePairs<StaticString, String?> = [
            "name": row.name, "currency": row.currency,
        ]
        let own = narrowed(to: .goal, names).narrowed(to: .endGoal, names)
        let hidden: KeyValuePairs<StaticString, String> = [
            "name": row.name, "currency": row.currency, "version": "\(row.id)",
        ]
        return tag("div", .css("change")) {
            own.alert(.endGoal)
            own.alert(.goal)
            own.form(.goal, hidden: hidden) {
                tag("div", .css("fields")) {
                    own.goalFields(row.goal, row.account, row.by.map { "\($0)" } ?? "")
                }
                tag("div", .css("actions")) { button("Save the change") }
            }
            own.form(.endGoal, hidden: hidden) {
                tag("div", .css("actions")) { button("End this goal", isPlain: true) }
            }
        }
    }
}
