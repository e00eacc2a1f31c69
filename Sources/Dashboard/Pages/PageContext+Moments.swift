internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// A slider over the whole past; every page shows itself as it was there.
    func slider(on path: Link) -> HTML {
        let last = present.lastPosition() ?? position
        return tag(
            "form", .css("slider"), .of("method", "get"), .action(path), .flag("data-slider")
        ) {
            for item in path.query where item.name != "at" {
                HTML.element(
                    "input",
                    [
                        .of("type", "hidden"), .of("name", item.name), .of("value", item.value),
                    ])
            }
            tag("label", .css("wide")) {
                tag("span") { "Events 1 to \(Figure.grouped(last))" }
                tag(
                    "input", .of("type", "range"), .of("name", "at"), .of("min", "1"),
                    .of("max", "\(max(1, last))"), .of("value", "\(max(1, position))"))
            }
            button("Show it as it was", isPlain: true)
        }
    }

    /// What differs between two moments, and by which events.
    func compared() throws(ApplicationError) -> WebPage {
        let root = try root(nil)
        var diff: ReportDiff?
        var problem: ApplicationError?
        if let from = request.query["from"] {
            do throws(ApplicationError) {
                let by = try word("by", of: ["category", "account"]) ?? "category"
                let report = SpendingReportEndpoint.Input(
                    period: Period.monthly.name, by: by,
                    kinds: [.expense, .income])
                diff = try call(
                    DiffReports.self,
                    DiffReports.Input(
                        from: from, to: request.query["to"], report: report, events: 5))
            } catch {
                if error.exitClass == .damage { throw error }
                problem = error
            }
        }
        return document(.compared, "Two moments", root: root, problem: problem) {
            search(Link("/compared")) {
                momentField("from", "As it was: an event, a day or a time", "\(position / 2)")
                momentField("to", "And then; now when left out", "")
                choice(
                    "by", "By", [("category", "category"), ("account", "account")],
                    chosen: request.query["by"])
                button("Compare")
            }
            alert(problem)
            if let diff { differences(diff) }
        }
    }

    /// A field of a form that only asks, with what the address has.
    func momentField(_ name: StaticString, _ label: Phrase, _ hint: String) -> HTML {
        tag("label") {
            tag("span") { label }
            tag(
                "input", .of("name", "\(name)"), .of("value", request.query["\(name)"] ?? ""),
                .of("placeholder", hint))
        }
    }

    private func differences(_ diff: ReportDiff) -> HTML {
        let shown = diff.rows.suffix(60).reversed()
        return tag("section", .css("card")) {
            tag("p", .css("dim")) {
                "From event \(Phrase(diff.fromPosition.map { Figure.grouped($0) }, or: "none")) to "
                "\(Figure.grouped(diff.position)): "
                "\(Figure.grouped(diff.rows.count)) sums of a month differ"
                diff.rows.count > shown.count ? "; the newest \(shown.count) are shown" : ""
            }
            if diff.rows.isEmpty {
                tag("p") { "No sum differs." }
            } else {
                scrolling {
                    tag("table") {
                        tag("thead") {
                            tag("tr") {
                                tag("th", .of("scope", "col")) { "Month" }
                                tag("th", .of("scope", "col")) { "What" }
                                tag("th", .css("n"), .of("scope", "col")) { "Was" }
                                tag("th", .css("n"), .of("scope", "col")) { "Then" }
                                tag("th", .of("scope", "col")) { "By" }
                            }
                        }
                        tag("tbody") { for row in shown { difference(row) } }
                    }
                }
            }
        }
    }

    private func difference(_ row: DiffRow) -> HTML {
        let group = row.category ?? row.account ?? ""
        return tag("tr") {
            tag("td", .css("day")) { row.start.map { "\("\($0)".prefix(7))" } ?? "" }
            tag("td", .css("name")) {
                PageContext.name(of: row.kind)
                " "
                Phrase(group, or: "(none)")
            }
            tag("td", .css("n")) { "\(Figure.grouped(row.was)) \(row.currency)" }
            tag("td", .css("n")) { "\(Figure.grouped(row.now)) \(row.currency)" }
            tag("td", .css("jumps")) {
                for step in row.events {
                    tag("a", .href(link("/entry", ["id": "\(step.event.id ?? 0)"]))) {
                        "\(step.event.position)"
                    }
                    " "
                }
                row.eventCount > row.events.count
                    ? "and \(Figure.grouped(row.eventCount - row.events.count)) more" : ""
            }
        }
    }
}
