internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// The events that make a figure of a report.
    func explain() throws(ApplicationError) -> WebPage {
        let query = request.query
        let skip = try skip()
        let kind = try word("kind", of: EntryKind.allCases.map(\.name))
        var input = ExplainFigure.Input(
            begin: query["begin"], end: query["end"],
            kind: kind.flatMap { EntryKind(name: $0) },
            category: query.raw("category"), depth: try number("depth", in: 1...1_000),
            exact: query["exact"] != nil, account: query.raw("account"), query: query["q"],
            currency: query["currency"], limit: 50)
        input.skip = skip
        let history = try call(ExplainFigure.self, input)
        return document(.reports, "Where the figure comes from", root: history.root) {
            tag("section", .css("card")) {
                tag("span", .css("tile-name")) { description(of: history) }
                tag("span", .css("big")) {
                    Figure.grouped(history.sum)
                    tag("span", .css("unit")) { " \(history.currency)" }
                }
                tag("span", .css("dim")) {
                    "\(history.count) live lines, made by \(history.events) events"
                }
                if let shown = query["sum"], shown != history.sum {
                    tag("p", .css("alert")) {
                        "The report shows \(Figure.grouped(shown)) for this name alone; here "
                        "every line counts whose text has the name in it."
                    }
                }
            }
            tag("section", .css("card")) {
                tag("h2") { "Events" }
                steps(history.rows)
                pager(skip: skip, rows: history.rows.count, hasMore: history.more)
            }
        }
    }

    private func description(of history: FigureHistory) -> String {
        var parts = [kindName(history.kind)]
        if let category = history.category {
            parts.append(
                (category.isEmpty ? "without a category" : "in \(category)" as Phrase).text)
        }
        if let account = history.account {
            parts.append((account.isEmpty ? "without an account" : "of \(account)" as Phrase).text)
        }
        if let terms = history.terms { parts.append(("that pass \(terms)" as Phrase).text) }
        if let start = history.start, let end = history.end {
            parts.append(DayRange(start: start, end: end).phrase.text)
        }
        return parts.joined(separator: " · ")
    }

    private func kindName(_ kind: String) -> String {
        switch kind {
        case EntryKind.expense.name: ("Expense" as Phrase).text
        case EntryKind.income.name: ("Income" as Phrase).text
        default: ("Transfers" as Phrase).text
        }
    }

    private func steps(_ steps: [FigureStep]) -> HTML {
        scrolling {
            tag("table") {
                tag("thead") {
                    tag("tr") {
                        tag("th", .of("scope", "col")) { "Event" }
                        tag("th", .of("scope", "col")) { "What" }
                        tag("th", .css("n"), .of("scope", "col")) { "Counts" }
                        tag("th", .css("n"), .of("scope", "col")) { "Figure" }
                    }
                }
                tag("tbody") { for step in steps { row(step) } }
            }
        }
    }

    private func row(_ step: FigureStep) -> HTML {
        let event = step.event
        return tag("tr") {
            tag("td") { "\(event.position)" }
            tag("td") {
                if let id = event.id {
                    tag("a", .href(link("/entry", ["id": "\(id)"]))) {
                        Phrase(event.title, or: "(no title)")
                    }
                } else {
                    event.title
                }
                tag("div", .css("dim")) {
                    "\(Phrase(word: event.deed)) "
                    tag("span", .css("day")) { event.day?.description ?? "" }
                    " "
                    if let old = step.old, let new = step.new { "· \(old) → \(new)" }
                }
            }
            tag("td", .css("n")) { Figure.grouped(step.amount) }
            tag("td", .css("n")) { step.running.map(Figure.grouped) ?? "" }
        }
    }
}
