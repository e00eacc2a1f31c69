internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What is to be done, by when, and what was done last.
    func tasks() throws(ApplicationError) -> WebPage {
        let tab = request.query["tab"] ?? "open"
        let expected = tab == "open" ? try expected(days: 14) : []
        let isAgenda = tab == "agenda"
        // All are those that were dropped or are hidden, too.
        var input = ListTasks.Input(
            tab: isAgenda ? "open" : tab, all: tab == "all" ? true : nil)
        input.limit = isAgenda ? 300 : 100
        let list = try call(ListTasks.self, input)
        let tabs: [(String, Phrase)] = [
            ("open", "Open"), ("agenda", "Agenda"), ("today", "Today"), ("done", "Done"),
            ("all", "All"),
        ]
        let agenda = isAgenda ? try agenda(list.rows) : .empty
        let flow = tab == "done" ? try burndown() : .empty
        let isEmpty = list.rows.isEmpty && expected.isEmpty && !isAgenda
        return document(.tasks, "Tasks", root: list.root) {
            if may(.addTask) { addTaskForm }
            tag("p", .css("actions tabs")) {
                for (name, text) in tabs {
                    tag("a", .href(link("/tasks", ["tab": name]))) {
                        name == tab ? tag("strong") { text } : .text(text.text)
                    }
                }
            }
            agenda
            if tab == "done" { flow }
            if isAgenda, may(.reschedule) { moveForm }
            for (name, rows) in isAgenda ? [] : sections(list.rows) {
                tag("section", .css("card")) {
                    tag("h2") { "\(name) (\(rows.count))" }
                    taskList(rows)
                }
            }
            if !expected.isEmpty {
                tag("section", .css("card")) {
                    tag("h2") { "Comes again" }
                    expectedList(expected)
                }
            }
            if isEmpty { tag("p", .css("card")) { "Nothing here." } }
            if list.more {
                tag("p", .css("dim")) { "The first \(list.rows.count) of \(list.count)." }
            }
        }
    }

    /// What gives a task another day; a task that is dragged there is sent by it, too.
    private var moveForm: HTML {
        tag("section", .css("card"), .of("id", "move")) {
            tag("h2") { "Another day" }
            alert(.reschedule)
            form(.reschedule) {
                tag("div", .css("fields")) {
                    field(
                        .reschedule, "id", "Task: a number, or a word of its title", "",
                        .flag("required"), .of("autocomplete", "off"), isWide: true)
                    field(
                        .reschedule, "due", "Due: a day, or none", "", .flag("required"),
                        .of("autocomplete", "off"))
                }
                tag("div", .css("actions")) { button("Move") }
            }
            tag("p", .css("dim")) { "With a mouse, drag a task to its day." }
        }
    }

    /// What changes a task; with what a merge set aside of it, each of these decides about that.
    func taskForms(_ row: TaskRow) throws(ApplicationError) -> HTML {
        if !may(.editTask) { return .empty }
        let id = row.id
        let conflict = try conflict(of: id)
        let decides = conflict.map { secret("decides", $0.key) } ?? .empty
        return tag("section", .css("card"), .of("id", "change")) {
            tag("h2") { "Change" }
            alert(.editTask)
            if let conflict {
                if let stands = conflict.stands { side("Stands:", stands) }
                side("A merge set aside:", conflict.said)
            }
            form(.editTask, hidden: ["id": "\(id)", "version": "\(row.version)"]) {
                decides
                editFields(row)
                tag("div", .css("actions")) { button("Save the change") }
            }
            tag("div", .css("actions")) {
                for action in PageContext.closings(of: row.status, decides: conflict != nil)
                where may(action) {
                    form(action, hidden: ["id": "\(id)"]) {
                        decides
                        button(PageContext.name(ofClosing: action), isPlain: true)
                    }
                }
            }
        }
    }

    /// What else can be done with a task. What decides after a merge closes it the other way, too.
    static func closings(of status: TodoStatus, decides: Bool) -> [FormAction] {
        switch status {
        case .open: [.complete, .drop]
        case .completed: decides ? [.drop, .reopen] : [.reopen]
        case .dropped: decides ? [.complete, .reopen] : [.reopen]
        }
    }

    /// What is on the button that completes, drops or takes up a task.
    static func name(ofClosing action: FormAction) -> Phrase {
        switch action {
        case .complete: "Done"
        case .drop: "Drop this task"
        default: "Reopen"
        }
    }

    private func editFields(_ row: TaskRow) -> HTML {
        func field(
            _ name: StaticString, _ was: StaticString, _ label: Phrase, _ value: String
        ) -> HTML {
            changeField(name, was, label, value, .editTask)
        }
        let fields = retry?.action == .editTask ? retry?.fields : nil
        let types = TodoUrgency.allCases.map { ($0.name, Phrase(word: $0.name)) }
        return HTML([
            tag("div", .css("fields")) {
                field("title", "was-title", "What is to be done", row.title)
                field("due", "was-due", "Due: a day, or none", row.dueLocal)
                field("project", "was-project", "Project", row.project)
                field("assignee", "was-assignee", "Who does it", row.assignee)
                field("tags", "was-tags", "Tags", FormText.field(ofTags: row.tags))
            },
            changeNote(row.note, .editTask),
            tag("details", fields == nil ? .css("more") : .flag("open")) {
                tag("summary") { "More fields" }
                tag("div", .css("fields")) {
                    choice("type", "Kind", types, chosen: fields?.raw("type") ?? row.type.name)
                    secret("was-type", fields?.raw("was-type") ?? row.type.name)
                    field(
                        "priority", "was-priority", "Priority: 1 (highest) to 9",
                        row.priority.map { "\($0)" } ?? "")
                    field("scheduled", "was-scheduled", "To be taken up", row.scheduled)
                    field("wait", "was-wait", "Hidden until", row.wait)
                    field("until", "was-until", "Of use until", row.until)
                    field(
                        "depends", "was-depends", "Waits for: numbers of tasks",
                        row.depends.map { "\($0)" }.joined(separator: " "))
                }
            },
        ])
    }

    /// What comes again within some days and is not recorded: no task yet, and to be thought of as
    /// the open ones are.
    private func expected(days: Int) throws(ApplicationError) -> [ExpectedRow] {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot).day
        return try mappingError(
            ApplicationError.store,
            snapshot.expected(before: today.adding(days: days + 1), today: today))
    }

    private func sections(_ rows: [TaskRow]) -> [(Phrase, [TaskRow])] {
        let order: [(TaskTab?, Phrase)] = [
            (.failed, "Late"), (.today, "Today"), (.upcoming, "Upcoming"), (.done, "Done"),
            (nil, "Dropped"),
        ]
        return order.map { tab, name in (name, rows.filter { $0.tab == tab }) }
            .filter { !$0.1.isEmpty }
    }

    private var addTaskForm: HTML {
        tag("section", .css("card")) {
            alert(.addTask)
            form(.addTask) {
                tag("div", .css("fields")) {
                    field(.addTask, "title", "What is to be done", "", .flag("required"))
                    field(.addTask, "due", "Due", "", .of("placeholder", "tomorrow"))
                    field(.addTask, "project", "Project", "", .hint("optional"))
                }
                tag("div", .css("actions")) { button("Add the task") }
            }
        }
    }

    /// Tasks with what can be done with each.
    func taskList(_ rows: [TaskRow], isMovable: Bool = false) -> HTML {
        let titles = PageContext.titles(of: rows)
        return tag("ul", .css("list")) {
            for row in rows { taskItem(row, titles, isMovable: isMovable) }
        }
    }

    /// What tasks are called, by their ids.
    static func titles(of rows: [TaskRow]) -> [UInt64: String] {
        Dictionary(rows.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is expected, and not recorded yet.
    func expectedList(_ rows: [ExpectedRow]) -> HTML {
        // The last ones: what is late for very long is thought of last.
        let shown = rows.suffix(PageContext.expectedMax)
        let list = expectedItems(shown)
        if shown.count == rows.count { return list }
        return HTML([
            list, tag("p", .css("dim")) { "The last \(shown.count) of \(rows.count)." },
        ])
    }

    /// How many times of what comes again a list shows.
    private static let expectedMax = 50

    private func expectedItems(_ rows: ArraySlice<ExpectedRow>) -> HTML {
        tag("ul", .css("list")) {
            for row in rows {
                tag("li") {
                    tag("div", .css("grow")) {
                        Phrase(row.title, or: "(no title)")
                        tag("div", .css("dim")) {
                            [("\(row.day)" as Phrase).text, row.category, row.project]
                                .filter { !$0.isEmpty }.joined(separator: " · ")
                        }
                    }
                    if row.late { tag("span", .css("badge bad")) { "! late" } }
                    tag("span", .css("badge")) { "comes again" }
                    if !row.amount.isEmpty {
                        tag("span", .css("n")) {
                            "\(Figure.grouped(row.amount)) \(row.currency)"
                        }
                    }
                }
            }
        }
    }

    /// For which open tasks one waits, in words; empty for none.
    private static func waits(_ row: TaskRow, _ titles: [UInt64: String]) -> String {
        let names = (row.waitsFor ?? []).map { id in
            titles[id].map { "\(id) \($0)" } ?? "\(id)"
        }
        return names.isEmpty
            ? "" : ("waits for \(names.joined(separator: ", "))" as Phrase).text
    }

    /// A task with what can be done with it.
    ///
    /// - Parameters:
    ///   - titles: What others are called, for which it may wait.
    ///   - isMovable: Whether it can be dragged to another day.
    func taskItem(
        _ row: TaskRow, _ titles: [UInt64: String], isMovable: Bool = false
    ) -> HTML {
        var attributes: [Attribute] = []
        if isMovable {
            attributes = [.of("draggable", "true"), .of("data-task", "\(row.id)")]
            // The time goes along to another day.
            let time = row.dueLocal.dropFirst(11)
            if !time.isEmpty { attributes.append(.of("data-time", "\(time)")) }
        }
        return .element("li", attributes, taskContent(row, titles))
    }

    @HTMLBuilder
    private func taskContent(_ row: TaskRow, _ titles: [UInt64: String]) -> HTML {
        tag("div", .css("grow")) {
            tag("a", .href(link("/entry", ["id": "\(row.id)"]))) { row.title }
            tag("div", .css("dim")) {
                [
                    row.dueLocal.isEmpty ? "" : ("due \(row.dueLocal)" as Phrase).text,
                    row.project, row.assignee, PageContext.waits(row, titles),
                ]
                .filter { !$0.isEmpty }.joined(separator: " · ")
            }
        }
        if row.late { tag("span", .css("badge bad")) { "! late" } }
        if row.type != .basic { tag("span", .css("badge")) { Phrase(word: row.type.name) } }
        if row.status == .open {
            if may(.complete) {
                form(.complete, hidden: ["id": "\(row.id)"]) { button("Done", isSmall: true) }
            }
        } else if may(.reopen) {
            form(.reopen, hidden: ["id": "\(row.id)"]) { button("Reopen", isSmall: true) }
        }
    }
}
