internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// Who there is, and who owes whom.
    func people() throws(ApplicationError) -> WebPage {
        let words = request.query["q"] ?? ""
        let contacts = try call(ListPeople.self, ListPeople.Input(text: words, limit: 200))
        let shared = try call(BalancePeople.self, BalancePeople.Input())
        let (standing, units) = (try standing(), try units())
        let accounts =
            shared.payments.isEmpty || !may(.settle)
            ? [] : try call(ListAccounts.self, NoInput()).rows.filter { !$0.closed }.map(\.name)
        return document(.people, "People", root: contacts.root) {
            standing
            if shared.lines > 0 { owed(shared) }
            if !accounts.isEmpty { suggestions("accounts", accounts) }
            search(Link("/people")) {
                tag("label", .css("wide")) {
                    tag("span") { "A word of a name, a post, a unit or a contact" }
                    tag("input", .of("name", "q"), .of("value", words))
                }
                button("Search")
            }
            tag("section", .css("card")) {
                contacts.rows.isEmpty
                    ? tag("p", .css("dim")) { "Nobody is called so." }
                    : tag("ul", .css("list")) { for row in contacts.rows { person(row) } }
                if contacts.rows.count < contacts.count {
                    tag("p", .css("dim")) {
                        "The first \(contacts.rows.count) of \(contacts.count)."
                    }
                }
            }
            units
            if may(.addPerson) { addPersonForm }
        }
    }

    private func person(_ row: ContactRow) -> HTML {
        tag("li") {
            tag("div", .css("grow")) {
                tag("a", .href(link("/people", ["person": "\(row.id)"]))) {
                    Phrase(row.name, or: "(erased)")
                }
                tag("div", .css("dim")) {
                    [row.post, row.unit, row.contact].filter { !$0.isEmpty }
                        .joined(separator: " · ")
                }
            }
            if row.recent != nil, !row.name.isEmpty {
                tag(
                    "a", .href(link("/entries", ["q": LineQuery.text(of: ["who:" + row.name])])),
                    .label("Paid by \(row.name)")
                ) { "Paid" }
            }
        }
    }

    /// What settles what was split, and how it came to that.
    private func owed(_ shared: PeopleBalance) -> HTML {
        tag("section", .css("card")) {
            tag("h2") { "Who owes whom" }
            shared.payments.isEmpty
                ? tag("p") { "Everything is settled." }
                : tag("ul", .css("list")) {
                    for payment in shared.payments {
                        tag("li") {
                            tag("span", .css("grow")) {
                                "\(payment.fromName) gives \(payment.toName)"
                            }
                            tag("strong") {
                                "\(Figure.grouped(payment.amount)) \(payment.currency)"
                            }
                            if may(.settle) { settleForm(payment) }
                        }
                    }
                }
            scrolling { shares(shared.rows) }
            if shared.unpaid > 0 {
                tag("p", .css("dim")) {
                    "\(shared.unpaid) split entries do not say who paid, and count nowhere."
                }
            }
        }
    }

    /// A form that records that a payment was made: a transfer, in no total of expenses.
    private func settleForm(_ payment: PeopleBalance.Payment) -> HTML {
        let (from, to) = ("#\(payment.from)", "#\(payment.to)")
        let own = narrowed(
            to: .settle, ["payer": from, "split": to, "currency": payment.currency])
        let form = own.form(
            .settle, hidden: ["payer": from, "split": to, "currency": payment.currency]
        ) {
            tag("div", .css("fields")) {
                own.field(
                    .settle, "amount", "Amount", payment.amount, .of("inputmode", "decimal"),
                    .flag("required"), .of("autocomplete", "off"))
                own.field(.settle, "day", "Day", "today")
                own.field(.settle, "title", "What", ("Settled" as Phrase).text, .flag("required"))
                own.field(
                    .settle, "from", "From account", "", .hint("optional"), list: "accounts")
                own.field(.settle, "to", "To account", "", .hint("optional"), list: "accounts")
            }
            tag("div", .css("actions")) { button("Record that it was given") }
        }
        let alert = own.alert(.settle)
        let summary = tag(
            "summary", .label("Settle: \(payment.fromName) gives \(payment.toName)")
        ) {
            "Settle"
        }
        let isOpen = own.retry?.action == .settle
        return .element("details", isOpen ? [.flag("open")] : [], HTML([summary, alert, form]))
    }

    private func shares(_ rows: [PeopleBalance.Row]) -> HTML {
        tag("table") {
            tag("thead") {
                tag("tr") {
                    tag("th", .of("scope", "col")) { "Person" }
                    for name in ["Paid", "Bears"] as [Phrase] {
                        tag("th", .css("n wide-only"), .of("scope", "col")) { name }
                    }
                    tag("th", .css("n"), .of("scope", "col")) { "Is due" }
                }
            }
            tag("tbody") {
                for row in rows {
                    tag("tr") {
                        tag("th", .of("scope", "row")) { row.name }
                        for sum in [row.paid, row.borne] {
                            tag("td", .css("n wide-only")) {
                                "\(Figure.grouped(sum)) \(row.currency)"
                            }
                        }
                        tag("td", .css("n")) { "\(Figure.grouped(row.net)) \(row.currency)" }
                    }
                }
            }
        }
    }

    private var addPersonForm: HTML {
        tag("section", .css("card")) {
            tag("h2") { "Add a person" }
            alert(.addPerson)
            form(.addPerson) {
                tag("div", .css("fields")) {
                    field(.addPerson, "name", "Name", "", .flag("required"))
                    field(.addPerson, "contact", "Contact", "", .hint("optional"))
                    field(.addPerson, "post", "Post", "", .hint("optional"))
                }
                tag("div", .css("actions")) { button("Add the person") }
            }
        }
    }
}
