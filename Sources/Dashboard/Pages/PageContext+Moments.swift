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
    func compared() throws(ApplicationError) -> HTML {
        let root = try root(nil)
        var diff: ReportDiff?
        var problem: String?
        if let from = request.query["from"] {
            do throws(ApplicationError) {
                let report = SpendingReportEndpoint.Input(
                    period: Period.monthly.name, by: request.query["by"] ?? "category",
                    kinds: [.expense, .income])
                diff = try call(
                    DiffReports.self,
                    DiffReports.Input(
                        from: from, to: request.query["to"], report: report, events: 5))
            } catch {
                if error.exitClass == .damage { throw error }
                problem = words(error)
            }
        }
        return document(.compared, "Two moments", root: root) {
            search(Link("/compared")) {
                momentField("from", "As it was: an event, a day or a time", "\(position / 2)")
                momentField("to", "And then; now when left out", "")
                choice(
                    "by", "By", [("category", "category"), ("account", "account")],
                    chosen: request.query["by"])
                button("Compare")
            }
            if let problem { tag("p", .css("alert"), .of("role", "alert")) { "! \(problem)" } }
            if let diff { differences(diff) }
        }
    }

    private func momentField(_ name: StaticString, _ label: Phrase, _ hint: String) -> HTML {
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
                "From event \(diff.fromPosition.map { Figure.grouped($0) } ?? "none") to "
                "\(Figure.grouped(diff.position)): "
                "\(Figure.grouped(diff.rows.count)) sums of a month differ"
                diff.rows.count > shown.count ? "; the newest \(shown.count) are shown" : ""
            }
            if diff.rows.isEmpty {
                tag("p") { "No sum differs." }
            } else {
                tag("div", .css("scroll")) {
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
            tag("td") {
                "\(row.kind.name) "
                group.isEmpty ? "(none)" : group
            }
            tag("td", .css("n")) { "\(Figure.grouped(row.was)) \(row.currency)" }
            tag("td", .css("n")) { "\(Figure.grouped(row.now)) \(row.currency)" }
            tag("td") {
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

    /// Every byte, hash and statement held against each other; and the closings of books.
    func verified() throws(ApplicationError) -> HTML {
        let closings = try call(ListClosings.self, NoInput())
        var found: VerifySummary?
        var problem: String?
        if let run = request.query["run"], present.verifying.begin() {
            defer { present.verifying.end() }
            do throws(ApplicationError) {
                found = try present.router.call(
                    VerifyLog.self, VerifyLog.Input(quick: run == "quick" ? true : nil),
                    in: present.env)
            } catch { problem = words(error) }
        } else if request.query["run"] != nil {
            problem = "Somebody else verifies it just now. Wait a moment."
        }
        return document(.verified, "Verify", root: closings.root) {
            tag("section", .css("card")) {
                if let problem {
                    tag("p", .css("alert"), .of("role", "alert")) { "! \(problem)" }
                }
                if let found { verification(found) }
                tag("p") {
                    "Everything is read and hashed again, and statements and closed books are held "
                    "against it. Quick leaves out what was verified before and did not change."
                }
                tag("p", .css("actions")) {
                    tag("a", .css("choice"), .href(Link("/verify", ["run": "full"]))) {
                        "Verify everything"
                    }
                    tag("a", .css("choice"), .href(Link("/verify", ["run": "quick"]))) {
                        "Verify what is new"
                    }
                }
            }
            tag("section", .css("card")) {
                tag("h2") { "Closed books" }
                closings.rows.isEmpty
                    ? tag("p", .css("dim")) { "No period was closed." }
                    : tag("ul", .css("list")) { for row in closings.rows { closing(row) } }
            }
        }
    }

    private func verification(_ found: VerifySummary) -> HTML {
        let faults =
            found.differing.count + (found.brokenClosings?.count ?? 0)
            + (found.brokenRules?.count ?? 0)
        return HTML([
            tag("h2") {
                faults == 0 ? "All of it is whole" : "! \(faults) things do not agree"
            },
            tag("p", .of("role", "status")) {
                "\(Figure.grouped(found.events)) events of \(Figure.grouped(found.commits)) "
                "commits, \(Figure.grouped(found.bytes)) bytes; root "
                tag("span", .css("sample")) { found.root }
            },
            found.differing.isEmpty
                ? .empty
                : tag("ul", .css("list")) {
                    for row in found.differing {
                        tag("li") {
                            "\(row.account), \(row.day): the statement says "
                            "\(Figure.grouped(row.stated)) \(row.currency), the ledger has "
                            row.computed.map { Figure.grouped($0) } ?? "nothing"
                        }
                    }
                },
        ])
    }

    private func closing(_ row: ClosingRow) -> HTML {
        let corrections = row.corrections.map { "\($0)" }.joined(separator: ", ")
        return tag("li") {
            tag("div", .css("grow")) {
                tag("strong") { DayRange(start: row.start, end: row.end).phrase }
                tag("div", .css("dim")) {
                    "closed by \(row.actor) with event \(row.id), up to event \(row.pinned)"
                    row.reason.isEmpty ? "" : " · \(row.reason)"
                    corrections.isEmpty ? "" : " · corrected by \(corrections)"
                    if let event = row.reopened { " · opened again with event \(event)" }
                }
                tag("div", .css("sample dim")) { "root \(row.pinnedRoot)" }
            }
            tag("span", row.holds ? .css("badge") : .css("badge bad")) {
                row.holds ? "holds" : "! does not hold"
            }
            tag("a", .href(Link("/reports", ["at": "\(row.pinned)"]))) { "As it was" }
        }
    }
}
