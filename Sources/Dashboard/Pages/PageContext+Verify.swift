internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// Every byte, hash and statement held against each other; and the closings of books.
    func verified() throws(ApplicationError) -> WebPage {
        let closings = try call(ListClosings.self, DaysInput())
        let run = try word("run", of: ["full", "quick"])
        let seen = run.map { sight(isQuick: $0 == "quick") }
        return document(.verified, "Verify", root: closings.root) {
            tag("section", .css("card")) {
                if let seen { shown(seen) }
                tag("p") {
                    "Everything is read and hashed again, and statements and closed books are held "
                    "against it. What is new alone leaves out what was verified before and did not "
                    "change."
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

    /// What is found out, or how far that is.
    private func sight(isQuick: Bool) -> VerifyDesk.Sight {
        let env = present.env
        let question = VerifyDesk.Question(person: env.user, isQuick: isQuick)
        return present.verifying.sight(of: question) { progress in
            let own = env.with {
                $0.progress = { progress.note($0) }
                $0.expect = { progress.expect($0) }
            }
            do throws(ApplicationError) {
                return .success(try PageContext.found(isQuick: isQuick, own))
            } catch {
                return .failure(error)
            }
        }
    }

    /// What is found out now, and the statements that differ, which are compared even where only
    /// what is new is hashed.
    private static func found(
        isQuick: Bool, _ env: Environment
    ) throws(ApplicationError) -> VerifyDesk.Found {
        let summary = try Router.call(
            VerifyLog.self, VerifyLog.Input(quick: isQuick ? true : nil), in: env)
        if summary.since == nil {
            return VerifyDesk.Found(summary: summary, differing: summary.differing)
        }
        let statements = try Router.call(ListStatements.self, ListStatements.Input(), in: env)
        return VerifyDesk.Found(
            summary: summary, differing: statements.rows.filter { !$0.agrees })
    }

    private func shown(_ sight: VerifyDesk.Sight) -> HTML {
        switch sight {
        case .done(.success(let found)): return verification(found.summary, found.differing)
        case .done(.failure(let error)): return alert(error)
        case .running(let state): return running(state)
        case .busy:
            return tag("p", .css("alert"), .of("role", "alert"), .flag("data-again")) {
                "Something else is verified just now. This begins when it is done."
            }
        }
    }

    /// How far it is; the script asks again by itself.
    private func running(_ state: VerifyDesk.Progress.State) -> HTML {
        let all = max(state.all, state.events)
        let value: [Attribute] =
            all == 0 ? [] : [.of("max", "\(all)"), .of("value", "\(state.events)")]
        return HTML([
            tag("p", .of("role", "status"), .flag("data-again")) {
                if all == 0 {
                    "It is being read…"
                } else {
                    "\(Figure.grouped(state.events)) of \(Figure.grouped(all)) events are read."
                }
            },
            .element("progress", [.label("How far it is")] + value),
            tag("p") { tag("a", .href(own)) { "Show how far it is" } },
        ])
    }

    private func verification(_ found: VerifySummary, _ differing: [StatementRow]) -> HTML {
        let faults =
            differing.count + (found.brokenClosings?.count ?? 0) + (found.brokenRules?.count ?? 0)
            + (found.signatures?.doubtful ?? 0)
        return HTML([
            tag("h2") { PageContext.verdict(faults, isWhole: found.since == nil) },
            tag("p", .of("role", "status")) {
                if let since = found.since {
                    PageContext.hashed(found, since: since)
                } else {
                    "\(Figure.grouped(found.events)) events of \(Figure.grouped(found.commits)) "
                    "commits, \(Figure.grouped(found.bytes)) bytes; root "
                }
                tag("span", .css("sample")) { found.root }
            },
            differing.isEmpty
                ? .empty
                : tag("ul", .css("list")) {
                    for row in differing {
                        tag("li") {
                            "\(row.account), \(row.day): the statement says "
                            "\(Figure.grouped(row.stated)) \(row.currency), the ledger has "
                            Phrase(row.computed.map { Figure.grouped($0) }, or: "nothing")
                        }
                    }
                },
        ])
    }

    /// Of what is new alone no more is said than was looked at.
    private static func verdict(_ faults: Int, isWhole: Bool) -> Phrase {
        switch (faults, isWhole) {
        case (0, true): "All of it is whole"
        case (0, false): "Nothing that was verified has changed"
        case (1, _): "! 1 thing does not agree"
        default: "! \(faults) things do not agree"
        }
    }

    private static func hashed(_ found: VerifySummary, since: UInt64) -> Phrase {
        let count = Figure.grouped(found.events - min(since, found.events))
        let events: Phrase =
            count == "1" ? "hashed 1 new event" : "hashed \(count) new events"
        let files = found.filesHashed ?? 0
        if files == 0 { return "\(events); root " }
        return "\(events), and \(files) files that changed; root "
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
