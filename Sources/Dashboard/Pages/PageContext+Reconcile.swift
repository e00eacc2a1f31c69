internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// How many lines a page has to tick.
    private static let ticksMax = 200
    /// How many lines are added up; of more there is no verdict.
    private static let linesMax = 10_000

    /// A statement of a bank beside the ledger: what was typed by hand and is on no statement yet
    /// is ticked off, and what is left says where a difference comes from.
    func reconcile() throws(ApplicationError) -> WebPage {
        let accounts = try call(ListAccounts.self, NoInput()).rows.filter { !$0.closed }.map(\.name)
        let root = try root(nil)
        let account = request.query["account"] ?? accounts.first
        var open: Reconciliation?
        var compared: StatementRow?
        var problem: ApplicationError?
        do throws(ApplicationError) {
            if let account {
                open = try call(
                    Reconcile.self,
                    Reconcile.Input(account: account, limit: PageContext.linesMax))
                compared = try comparison(account)
            }
        } catch {
            if error.exitClass == .damage { throw error }
            problem = error
        }
        return document(.reconcile, "Reconcile", root: root, problem: problem) {
            tag("section", .css("card")) {
                alert(.assertStatement)
                alert(problem)
                if may(.assertStatement) { statementForm(accounts, account) }
                if let standing = open?.accounts.first { self.standing(standing) }
            }
            if let compared, let account, let open { outcome(compared, open, account) }
            if let open { ticks(open) }
        }
    }

    private var ticked: Set<UInt64> {
        Set(request.query.pairs.filter { $0.name == "t" }.compactMap { UInt64($0.value) })
    }

    /// What a statement would say against the ledger; nothing is noted.
    private func comparison(_ account: String) throws(ApplicationError) -> StatementRow? {
        guard let balance = request.query["balance"] else { return nil }
        let input = AssertStatement.Input(
            account: account, balance: balance, on: request.query["on"])
        // A draft of the ledger takes it, so nothing of the past can be compared.
        guard may(.assertStatement) else { return nil }
        return try Router.call(
            AssertStatement.self, input, in: present.env.dryRun()
        ).statement
    }

    private func statementForm(_ accounts: [String], _ account: String?) -> HTML {
        search(Link("/reconcile")) {
            choice(
                "account", "Account", accounts.map { ($0, Phrase(plain: $0)) }, chosen: account,
                isWide: true)
            tag("label") {
                tag("span") { "The statement says" }
                tag(
                    "input", .of("name", "balance"), .of("inputmode", "decimal"),
                    .of("value", request.query["balance"] ?? ""), .of("placeholder", "1204.50"))
            }
            tag("label") {
                tag("span") { "At the end of" }
                tag(
                    "input", .of("name", "on"), .of("value", request.query["on"] ?? ""),
                    .of("placeholder", "today"))
            }
            for id in ticked.sorted() { secret("t", "\(id)") }
            button("Compare", isPlain: true)
        }
    }

    private func standing(_ standing: Reconciliation.Standing) -> HTML {
        tag("p", .css("dim")) {
            "\(Figure.grouped(standing.count)) typed by hand "
            standing.count == 1 ? "is" : "are"
            " on no statement yet, \(Figure.grouped(standing.sum)) \(standing.currency) together"
            if let day = standing.agreedOn { " · agreed last on \(day)" }
        }
    }

    private func outcome(
        _ row: StatementRow, _ open: Reconciliation, _ account: String
    ) -> HTML {
        let left = open.rows.filter {
            $0.currency == row.currency && $0.day <= row.day && !ticked.contains($0.id)
        }
        let sum = left.reduce(Figure("0")) { $0 + Figure($1.effect) }
        let difference = Figure(row.difference ?? "0")
        let isExplained = difference.minor != 0 && (difference + sum).minor == 0
        return tag("section", .css("card"), .of("id", "outcome")) {
            tag("h2") {
                row.agrees ? "It agrees" : "It differs"
            }
            tag("p") {
                "The statement says \(Figure.grouped(row.stated)) \(row.currency) at the end of "
                "\(row.day); the ledger has "
                if let computed = row.computed {
                    tag("strong") { "\(Figure.grouped(computed)) \(row.currency)" }
                } else {
                    "nothing known of that day"
                }
                if let difference = row.difference, !row.agrees {
                    ", \(Figure.grouped(difference)) more is on the statement"
                }
                "."
            }
            if !row.agrees, !open.more {
                tag("p") {
                    "\(left.count) without a tick come to \(Figure.grouped(sum)) \(row.currency)"
                    isExplained
                        ? """
                        : that is all of the difference. They are not on the statement, or \
                        twice in the ledger.
                        """ : "."
                }
            }
            if may(.assertStatement) {
                form(
                    .assertStatement,
                    hidden: [
                        "account": account, "balance": request.query["balance"] ?? "",
                        "on": "\(row.day)",
                    ]
                ) {
                    tag("div", .css("actions")) { button("Note the statement") }
                }
            }
        }
    }

    private func ticks(_ open: Reconciliation) -> HTML {
        if open.rows.isEmpty {
            return tag("p", .css("card dim")) { "Nothing typed by hand is left to tick." }
        }
        return tag("section", .css("card")) {
            tag("h2") { "On the statement?" }
            tag("form", .of("method", "get"), .action(Link("/reconcile")), .flag("data-ticks")) {
                for name in ["account", "balance", "on", "at"] {
                    if let value = request.query[name] {
                        HTML.element(
                            "input",
                            [.of("type", "hidden"), .of("name", name), .of("value", value)])
                    }
                }
                tag("ul", .css("list ticks")) {
                    for row in open.rows.prefix(PageContext.ticksMax) { tick(row) }
                }
                if open.rows.count > PageContext.ticksMax || open.more {
                    tag("p", .css("dim")) { "The first \(PageContext.ticksMax) are shown." }
                }
                tag("div", .css("actions")) { button("Add up the ticks", isPlain: true) }
            }
        }
    }

    private func tick(_ row: Reconciliation.Row) -> HTML {
        tag("li") {
            tag("label", .css("tick grow")) {
                HTML.element(
                    "input",
                    [.of("type", "checkbox"), .of("name", "t"), .of("value", "\(row.id)")]
                        + (ticked.contains(row.id) ? [.flag("checked")] : []))
                tag("span") { "\(row.day) · \(Phrase(row.title, or: "(no title)"))" }
            }
            tag("span", .css("n")) { "\(Figure.grouped(row.effect)) \(row.currency)" }
            if row.explains { tag("span", .css("badge")) { "explains the difference" } }
            if let twin = row.twin {
                tag("a", .css("badge bad"), .href(link("/entry", ["id": "\(row.void ?? twin)"]))) {
                    "! twice? \(row.twinTitle ?? "")"
                }
            }
        }
    }
}
