internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What was spent, what is to be done, and a form for what comes next.
    func today() throws(ApplicationError) -> HTML {
        let config = try call(ShowConfig.self, NoInput())
        let spans: [(Phrase, String)] = [
            ("Today", "today"), ("This week", "this week"), ("This month", "this month"),
        ]
        var tiles: [HTML] = []
        for (name, phrase) in spans {
            tiles.append(try tile(name, phrase, config.currency))
        }
        let budgets = try call(ReportBudgets.self, ReportBudgets.Input())
        let due = try call(DueTasks.self, DueTasks.Input())
        var recent = ListEntries.Input()
        recent.limit = 8
        recent.sort = "position"
        let lines = try call(ListEntries.self, recent)
        let form = canWrite ? try addForm() : .empty
        return document(.today, "Today", root: config.root) {
            tag("section", .css("tiles"), .of("aria-label", "Spent")) { HTML(tiles) }
            form
            tag("div", .css("two")) {
                tag("section", .css("card")) {
                    tag("h2") { "Recorded last" }
                    lines.rows.isEmpty
                        ? tag("p", .css("dim")) { "Nothing yet." } : entryTable(lines.rows)
                }
                tag("div") {
                    tag("section", .css("card")) {
                        tag("h2") { "To do" }
                        due.rows.isEmpty
                            ? tag("p", .css("dim")) { "Nothing is late or due today." }
                            : taskList(due.rows)
                    }
                    tag("section", .css("card")) {
                        tag("h2") { "Budget" }
                        budgets.rows.isEmpty
                            ? tag("p", .css("dim")) { "There is no budget yet." }
                            : budgetList(budgets.rows)
                    }
                }
            }
        }
    }

    private func tile(
        _ name: Phrase, _ phrase: String, _ currency: String
    ) throws(ApplicationError) -> HTML {
        let report = try call(
            SpendingReportEndpoint.self,
            SpendingReportEndpoint.Input(range: phrase, kinds: [.expense]))
        let own = report.rows.first { $0.currency == currency }
        let others = report.rows.filter { $0.currency != currency }
        let days = try call(ReadPeriod.self, ReadPeriod.Input(text: phrase))
        return tag("div", .css("card")) {
            tag("span", .css("tile-name")) { name }
            tag("span", .css("big")) {
                figure(
                    own?.sum ?? "0", currency, begin: days.start, end: days.end, kind: .expense)
                tag("span", .css("unit")) { " \(currency)" }
            }
            if !others.isEmpty {
                tag("span", .css("dim more")) {
                    others.map { "and \(Figure.grouped($0.sum)) \($0.currency)" }
                        .joined(separator: ", ")
                }
            }
        }
    }

    /// A figure that leads to the events that make it.
    func figure(
        _ sum: String, _ currency: String, begin: Day?, end: Day?, kind: EntryKind,
        category: String? = nil, depth: Int? = nil, terms: String? = nil
    ) -> HTML {
        let target = link(
            "/explain",
            [
                "begin": begin?.description, "end": end?.description,
                "kind": kind == .expense ? nil : kind.name, "category": category,
                "depth": depth.map { "\($0)" }, "q": terms, "currency": currency,
            ])
        return tag("a", .href(target)) { Figure.grouped(sum) }
    }

    private func addForm() throws(ApplicationError) -> HTML {
        let names = try names()
        return tag("section", .css("card")) {
            tag("h2") { "Record" }
            alert(.add)
            form(.add) {
                tag("div", .css("fields")) {
                    field(
                        .add, "amount", "Amount", "", .of("inputmode", "decimal"),
                        .of("placeholder", "12.50"), .flag("required"), .of("autocomplete", "off"))
                    field(.add, "title", "What", "", .flag("required"))
                    field(.add, "category", "Category", list: "categories")
                    field(.add, "day", "Day", "today")
                    choice(
                        "kind", "Kind",
                        [("expense", "Expense"), ("income", "Income")],
                        chosen: retry?.fields["kind"] ?? "expense")
                }
                tag("details") {
                    tag("summary") { "More fields" }
                    tag("div", .css("fields")) {
                        field(.add, "account", "Account", list: "accounts")
                        field(.add, "payee", "Payee")
                        field(.add, "tags", "Tags", "", .of("placeholder", "work trip"))
                        field(.add, "note", "Note")
                    }
                }
                names
                tag("div", .css("actions")) { button("Record") }
            }
        }
    }

    /// What a category and an account may be.
    func names() throws(ApplicationError) -> HTML {
        // A report adds up what is stored together; a list of names would read every text.
        let input = SpendingReportEndpoint.Input(by: "category")
        let categories = try call(SpendingReportEndpoint.self, input).rows.compactMap(\.category)
        let accounts = try call(ListAccounts.self, NoInput()).rows.filter { !$0.closed }.map(\.name)
        var known: Set<String> = []
        let unique = categories.filter { !$0.isEmpty && known.insert($0).inserted }
        return HTML([suggestions("categories", unique), suggestions("accounts", accounts)])
    }
}
