internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// Something that a merge set aside, and nobody has decided about.
    struct Conflict {
        let row: LogRow
        /// What the other side said, in words; empty where its text was erased.
        let said: String
        /// What stood against it, in words; `nil` where that is no line and no task.
        let stands: String?
        /// Under which a decision is recorded, once on all copies.
        let key: String

        /// What does with a task what the other side did; `nil` for all that needs to be typed.
        var closing: FormAction? {
            switch said.prefix(while: { $0 != " " }) {
            case "task-completed": .complete
            case "task-dropped": .drop
            case "task-reopened": .reopen
            default: nil
            }
        }

        /// - Parameter rows: The row, and those behind it: a long text goes on in events that name
        ///   the first.
        fileprivate init?(_ row: LogRow, in rows: [LogRow]) {
            func text(_ name: String, _ row: LogRow) -> String? {
                row.changes.first { $0.field == name }?.now
            }
            guard let key = text("key", row), text("answered", row) == nil else { return nil }
            let rest = rows.filter { $0.id == row.position && $0.position > row.position }
            let pieces = [row] + rest.sorted { $0.position < $1.position }
            self.row = row
            self.key = key
            said = pieces.compactMap { text("content", $0) }.joined()
            stands = text("stands", row)
        }
    }

    private static let kinds = ["commit-set-aside"]

    /// What merges set aside, with both sides, newest first.
    ///
    /// What was decided, and the decisions, stand in the log beside what waits: it is gone on in
    /// until something does.
    func conflicts() throws(ApplicationError) -> WebPage {
        let skip = try skip()
        var input = ListLog.Input(kinds: PageContext.kinds, limit: 50, skip: skip)
        var log = try call(ListLog.self, input)
        var rows = log.rows
        var waiting = rows.compactMap { Conflict($0, in: rows) }
        while waiting.isEmpty, log.more {
            input.skip = skip + rows.count
            log = try call(ListLog.self, input)
            rows += log.rows
            waiting = log.rows.compactMap { Conflict($0, in: rows) }
        }
        let closings = try closings(of: waiting)
        return document(.conflicts, "To decide after a merge", root: log.root) {
            tag("p") {
                "Two copies of the ledger said different things of the same. What stands counts, "
                "and what was set aside does not. What is decided here holds on all copies."
            }
            tag("section", .css("card")) {
                waiting.isEmpty
                    ? tag("p", .css("dim")) { "Nothing waits for a decision." }
                    : tag("ul", .css("list")) {
                        for one in waiting { item(one, closings) }
                    }
                pager(skip: skip, rows: rows.count, hasMore: log.more)
            }
        }
    }

    /// What the page of an entry was asked to decide; `nil` where that does not wait.
    func conflict(of id: UInt64) throws(ApplicationError) -> Conflict? {
        let positions = 1...Int(clamping: Limit.logEventsMax)
        guard at == nil, may(.keep), let number = try number("decides", in: positions) else {
            return nil
        }
        let first = UInt64(number)
        var input = ListLog.Input(kinds: PageContext.kinds, after: first - 1, limit: 50)
        input.before = first + 50
        let rows = try call(ListLog.self, input).rows
        guard let row = rows.first(where: { $0.position == first && $0.id == id }) else {
            return nil
        }
        return Conflict(row, in: rows)
    }

    /// What can be done with the tasks of conflicts as they are now, by their positions.
    private func closings(
        of conflicts: [Conflict]
    ) throws(ApplicationError) -> [UInt64: [FormAction]] {
        let ids = Set(conflicts.filter { $0.closing != nil }.compactMap(\.row.id)).sorted()
        if ids.isEmpty { return [:] }
        let snapshot = try env.snapshot()
        let state = try mappingError(
            ApplicationError.store, snapshot.state(for: ids, withCategories: false))
        return state.todos.mapValues { PageContext.closings(of: $0.status, decides: true) }
    }

    private func item(_ conflict: Conflict, _ closings: [UInt64: [FormAction]]) -> HTML {
        let row = conflict.row
        return tag("li") {
            tag("div", .css("grow")) {
                if let id = row.id, conflict.stands != nil {
                    tag("a", .href(link("/entry", ["id": "\(id)"]))) {
                        Phrase(row.title, or: "(no title)")
                    }
                }
                if let day = row.day { tag("span", .css("dim")) { " \(day.description)" } }
                tag("div", .css("dim")) {
                    " event \(row.position) · \(row.recordedAt.minute) · \(row.actor)"
                }
                tag("div") { why(row.reason) }
                if let stands = conflict.stands { side("Stands:", stands) }
                side("Was set aside:", conflict.said)
                tag("div", .css("actions")) {
                    if may(.keep) {
                        form(.keep, hidden: ["aside": conflict.key]) {
                            button("Keep what stands", isPlain: true)
                        }
                    }
                    if let id = row.id, let action = conflict.closing,
                        closings[id]?.contains(action) == true, may(.keep), may(action)
                    {
                        form(action, hidden: ["id": "\(id)", "decides": conflict.key]) {
                            button(PageContext.name(ofClosing: action), isPlain: true)
                        }
                    }
                    // A line and a task have a form to be changed with; a task has no day.
                    if let id = row.id, conflict.stands != nil, may(.keep),
                        may(row.day == nil ? .editTask : .amend)
                    {
                        tag(
                            "a", .css("choice"),
                            .href(link("/entry", ["id": "\(id)", "decides": "\(row.position)"])),
                            .label("Change it to the other: \(row.title)")
                        ) { "Change it to the other" }
                    }
                }
            }
        }
    }

    func side(_ name: Phrase, _ text: String) -> HTML {
        tag("div", .css("lines")) {
            tag("span", .css("dim")) { "\(name) " }
            text
        }
    }

    /// Why it was set aside, by the word that the log has for it.
    private func why(_ code: String) -> Phrase {
        switch code {
        case "otherwise": "Both sides changed it, each in its own way."
        case "baseless": "It goes on from what was set aside."
        case "closing": "Closed books pin what stood before them; close them again."
        case "nameTaken": "The name belongs to something else."
        case "keyTaken": "Its key belongs to something else."
        case "foreign": "It holds for the other ledger alone."
        case "ring": "Tasks would wait for each other."
        case "rule.closedDays": "The books of its days are closed."
        default: "It breaks a rule of the ledger."
        }
    }
}
