internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What was spent, what is to be done, and a form for what comes next.
    func today() throws(ApplicationError) -> WebPage {
        if !permissions.contains(.read), may(.add) { return recordOnly() }
        let figures = try todayFigures()
        let (due, budgets, currency) = (figures.due, figures.budgets, figures.config.currency)
        let names: [Phrase] = ["Spent today", "Spent this week", "Spent this month"]
        return document(.today, "Today", root: figures.config.root) {
            tag("section", .css("tiles"), .label("Spent")) {
                for (name, tile) in zip(names, figures.tiles) { self.tile(name, tile, currency) }
            }
            if may(.add) {
                addForm(
                    HTML([
                        suggestions(categories: figures.categories, accounts: figures.accounts),
                        suggestions("people", figures.people),
                    ]))
            }
            tag("div", .css("two")) {
                tag("section", .css("card")) {
                    tag("h2") { "Recorded last" }
                    figures.recent.rows.isEmpty
                        ? tag("p", .css("dim")) { "Nothing yet." }
                        : entryTable(figures.recent.rows)
                }
                tag("div") {
                    tag("section", .css("card")) {
                        tag("h2") { "To do" }
                        if figures.setAside > 0 { setAside(figures.setAside) }
                        if !due.rows.isEmpty { dueList(due) }
                        if let expected = due.expected, !expected.isEmpty {
                            expectedList(expected)
                        } else if due.rows.isEmpty {
                            tag("p", .css("dim")) { "Nothing is late or due today." }
                        }
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

    /// The form alone, for who may record and not read.
    private func recordOnly() -> WebPage {
        let form = addForm(.empty)
        return WebPage(
            status: 200,
            html: Shell.document(title: "Record", keeps: keeps, hasScript: true) {
                tag("main", .css("alone")) {
                    done
                    form
                    present.logOutForm
                }
            })
    }

    /// What the page shows, made a moment ago where nothing was recorded since. Who looks may read:
    /// that was asked for this very page.
    private func todayFigures() throws(ApplicationError) -> TodayFigures {
        guard at == nil, permissions.contains(.read) else { return try addedUp() }
        guard let key = try present.todayKey(), key.head.count == position + 1 else {
            return try addedUp()
        }
        return try present.todays.figures(key) { () throws(ApplicationError) in try addedUp() }
    }

    private func addedUp() throws(ApplicationError) -> TodayFigures {
        let config = try call(ShowConfig.self, NoInput())
        var tiles: [TodayFigures.Tile] = []
        for phrase in ["today", "this week", "this month"] {
            let report = try call(
                SpendingReportEndpoint.self,
                SpendingReportEndpoint.Input(range: phrase, kinds: [.expense]))
            let days = try call(ReadPeriod.self, ReadPeriod.Input(text: phrase))
            tiles.append(
                TodayFigures.Tile(rows: report.rows, start: days.start, end: days.end))
        }
        var recent = ListEntries.Input()
        recent.limit = 8
        recent.sort = "position"
        let (categories, accounts) = try known()
        // Who may see a part of the ledger only decides nothing of it.
        let waiting = try? call(CountAsides.self, NoInput())
        return TodayFigures(
            config: config, tiles: tiles,
            budgets: try call(ReportBudgets.self, ReportBudgets.Input()),
            due: try call(DueTasks.self, DueTasks.Input(limit: PageContext.dueMax)),
            recent: try call(ListEntries.self, recent),
            setAside: waiting?.count ?? 0, categories: categories,
            accounts: accounts,
            people: try env.snapshot().referenceData.persons.prefix(200).map(\.name)
                .filter { !$0.isEmpty })
    }

    /// Tasks on the page, at most: whoever has more looks at the page of tasks.
    private static let dueMax = 50

    private func dueList(_ due: TaskList) -> HTML {
        let rest = due.count - due.rows.count
        return HTML([
            taskList(due.rows),
            rest <= 0
                ? .empty
                : tag("p") {
                    tag("a", .href(link("/tasks", ["tab": "today"]))) {
                        "and \(Figure.grouped(rest)) more"
                    }
                },
        ])
    }

    private func setAside(_ count: Int) -> HTML {
        tag("p") {
            tag("a", .href(link("/conflicts"))) { "Merges set aside \(count) to decide about" }
        }
    }

    private func tile(_ name: Phrase, _ tile: TodayFigures.Tile, _ currency: String) -> HTML {
        let own = tile.rows.first { $0.currency == currency }
        let others = tile.rows.filter { $0.currency != currency }
        return tag("div", .css("card")) {
            tag("span", .css("tile-name")) { name }
            tag("span", .css("big")) {
                figure(
                    own?.sum ?? "0", currency, begin: tile.start, end: tile.end, kind: .expense)
                tag("span", .css("unit")) { " \(currency)" }
            }
            if !others.isEmpty {
                tag("span", .css("dim more")) {
                    others.map { ("and \(Figure.grouped($0.sum)) \($0.currency)" as Phrase).text }
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

    /// - Parameter names: What may be meant by its fields.
    private func addForm(_ names: HTML) -> HTML {
        tag("section", .css("card")) {
            tag("h2") { "Record" }
            alert(.add)
            form(.add, hasFile: may(.attach)) {
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
                moreFields
                sharing
                names
                tag("div", .css("actions")) { button("Record") }
            }
        }
    }

    /// What else is recorded; open where some of it was typed and did not go well.
    private var moreFields: HTML {
        let typed = retry?.action == .add ? retry?.fields : nil
        let isOpen = ["account", "payee", "tags", "note"].contains { typed?[$0] != nil }
        return .element(
            "details", isOpen ? [.flag("open")] : [],
            HTML([
                tag("summary") { "More fields" },
                tag("div", .css("fields")) {
                    field(.add, "account", "Account", list: "accounts")
                    field(.add, "payee", "Payee")
                    field(.add, "tags", "Tags", "", .hint("work trip"))
                    area(.add, "note", "Note")
                },
            ]))
    }

    /// Who bears what is recorded, and a file of it; open where some of that did not go well.
    private var sharing: HTML {
        let typed = retry?.action == .add ? retry?.fields : nil
        let hasFile = typed?.file?.name.isEmpty == false || typed?["attached"] != nil
        let isOpen = hasFile || typed?["split"] != nil || typed?["payer"] != nil
        return .element(
            "details", isOpen ? [.flag("open")] : [],
            HTML([
                tag("summary") {
                    may(.attach) ? "Shared, or with a picture or file" : "Shared with others"
                },
                tag("div", .css("fields")) {
                    field(.add, "split", "Borne by", "", .hint("me, Bo"), list: "people")
                    field(.add, "payer", "Paid by", "", .hint("me"), list: "people")
                },
                tag("p", .css("dim")) {
                    "Equal parts: me, Bo. By weight: me, Bo:2. A fixed part: me, Bo=12.50."
                },
                may(.attach) ? fileField(isAgain: hasFile) : .empty,
            ]))
    }

    private func fileField(isAgain: Bool) -> HTML {
        tag("label") {
            tag("span") { "A picture or a document, at most \(FileShelf.fileBytesMax >> 20) MiB" }
            tag("input", .of("type", "file"), .of("name", "file"))
            if isAgain { tag("p", .css("wrong")) { "! Choose the file again." } }
        }
    }

    /// What a category and an account may be.
    func names() throws(ApplicationError) -> HTML {
        let (categories, accounts) = try known()
        return suggestions(categories: categories, accounts: accounts)
    }

    private func suggestions(categories: [String], accounts: [String]) -> HTML {
        HTML([suggestions("categories", categories), suggestions("accounts", accounts)])
    }

    private func known() throws(ApplicationError) -> (categories: [String], accounts: [String]) {
        // A report adds up what is stored together; a list of names would read every text.
        let input = SpendingReportEndpoint.Input(by: "category")
        let categories = try call(SpendingReportEndpoint.self, input).rows.compactMap(\.category)
        let accounts = try call(ListAccounts.self, NoInput()).rows.filter { !$0.closed }.map(\.name)
        var known: Set<String> = []
        let unique = categories.filter { !$0.isEmpty && known.insert($0).inserted }
        return (unique, accounts)
    }
}
