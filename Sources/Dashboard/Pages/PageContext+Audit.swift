internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// All that was ever recorded, newest first.
    func audit() throws(ApplicationError) -> WebPage {
        let skip = try skip()
        var input = ListLog.Input(limit: 50)
        input.skip = skip
        func words(_ name: String) -> [String]? {
            request.query[name]?.split(separator: " ").map(String.init)
        }
        (input.words, input.kinds) = (words("q"), words("kind"))
        (input.person, input.since, input.until) = (
            request.query["who"], request.query["since"], request.query["until"]
        )
        var log: LogPage?
        var problem: ApplicationError?
        do throws(ApplicationError) { log = try call(ListLog.self, input) } catch {
            if error.exitClass == .damage { throw error }
            problem = error
        }
        let root = try root(log?.root)
        return document(.audit, "Audit", root: root, problem: problem) {
            search(Link("/audit")) {
                tag("label", .css("whole")) {
                    tag("span") { "Words" }
                    tag("input", .of("name", "q"), .of("value", request.query["q"] ?? ""))
                }
                momentField("kind", "Only such events", "line-added")
                momentField("who", "Recorded by", "me")
                momentField("since", "From", "yesterday")
                momentField("until", "Before", "14:30")
                button("Search")
            }
            alert(problem)
            search(Link("/")) {
                tag("label") {
                    tag("span") { "See the ledger as it was: an event, a day or a time" }
                    tag("input", .of("name", "at"), .of("placeholder", "\(position)"))
                }
                button("Go back", isPlain: true)
            }
            slider(on: Link("/"))
            tag("p", .css("actions")) {
                tag("a", .css("choice"), .href(link("/compared"))) { "Compare two moments" }
                tag("a", .css("choice"), .href(Link("/verify"))) { "Verify, and closed books" }
                tag("a", .css("choice"), .href(link("/conflicts"))) { "To decide after a merge" }
            }
            if let log {
                tag("section", .css("card")) {
                    log.rows.isEmpty
                        ? tag("p", .css("dim")) {
                            skip == 0 ? "No event passes." : "There are no more."
                        }
                        : tag("ul", .css("list")) { for row in log.rows { logItem(row) } }
                    pager(skip: skip, rows: log.rows.count, hasMore: log.more)
                }
            }
            programs
            tag("p", .css("dim")) {
                "The root is a fingerprint of every event up to here, in order: "
                "ledger verify holds the whole log against it."
            }
        }
    }

    /// Where programs find the ledger.
    private var programs: HTML {
        tag("details", .css("card")) {
            tag("summary") { "For programs" }
            tag("ul", .css("list")) {
                tag("li") {
                    "Routes, described: "
                    tag("a", .of("href", OpenAPI.path)) { OpenAPI.path }
                }
                // What opens these acts as who looks at the page.
                if let target = present.feedTarget {
                    tag("li") {
                        "Tasks for a calendar: "
                        tag("a", .of("href", target)) { "this link, to subscribe to" }
                    }
                }
                if let token = present.metricsToken {
                    tag("li") {
                        "Metrics for Prometheus: \(Dashboard.metricsPath) with "
                        tag("code") { "Authorization: Bearer \(token)" }
                    }
                }
            }
        }
    }

    private func logItem(_ row: LogRow) -> HTML {
        tag("li") {
            tag("div", .css("grow")) {
                tag("span", .css("dim")) { "\(row.position) " }
                tag("strong") { "\(Phrase(word: row.thing)) \(Phrase(word: row.deed)) " }
                if let id = row.id, row.thing == "line" || row.thing == "task" {
                    tag("a", .href(link("/entry", ["id": "\(id)"]))) { row.title }
                } else {
                    row.title
                }
                tag("div", .css("dim")) { "\(row.recordedAt.minute) · \(row.actor)" }
                if !row.reason.isEmpty { tag("div") { "because: \(row.reason)" } }
                for change in row.changes where change.was != nil { changeText(change) }
            }
            tag(
                "a", .href(own.with("at", "\(row.position)")),
                .label("As it was, event \(row.position)")
            ) { "As it was" }
            tag(
                "a", .href(Link("/proof", ["id": "#\(row.position)"])),
                .label("Proof of event \(row.position)")
            ) { "Proof" }
        }
    }
}
