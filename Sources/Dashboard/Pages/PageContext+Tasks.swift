internal import Application
internal import Ledger

extension PageContext {
    /// What is to be done, by when, and what was done last.
    func tasks() throws(ApplicationError) -> HTML {
        let tab = request.query["tab"] ?? "open"
        let isAgenda = tab == "agenda"
        var input = ListTasks.Input(tab: isAgenda ? "open" : tab)
        input.limit = isAgenda ? 300 : 100
        let list = try call(ListTasks.self, input)
        let tabs: [(String, Phrase)] = [
            ("open", "Open"), ("agenda", "Agenda"), ("today", "Today"), ("done", "Done"),
            ("all", "All"),
        ]
        let agenda = isAgenda ? try agenda(list.rows) : .empty
        return document(.tasks, "Tasks", root: list.root) {
            if canWrite { addTaskForm }
            tag("p", .css("actions")) {
                for (name, text) in tabs {
                    tag("a", .href(link("/tasks", ["tab": name]))) {
                        name == tab ? tag("strong") { text } : .text(text.text)
                    }
                }
            }
            agenda
            for (name, rows) in isAgenda ? [] : sections(list.rows) {
                tag("section", .css("card")) {
                    tag("h2") { "\(name) (\(rows.count))" }
                    taskList(rows)
                }
            }
            if list.rows.isEmpty { tag("p", .css("card")) { "Nothing here." } }
            if list.more {
                tag("p", .css("dim")) { "The first \(list.rows.count) of \(list.count)." }
            }
        }
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
    func taskList(_ rows: [TaskRow]) -> HTML {
        tag("ul", .css("list")) { for row in rows { taskItem(row) } }
    }

    private func taskItem(_ row: TaskRow) -> HTML {
        tag("li") {
            tag("div", .css("grow")) {
                tag("a", .href(link("/entry", ["id": "\(row.id)"]))) { row.title }
                tag("div", .css("dim")) {
                    [
                        row.dueLocal.isEmpty ? "" : ("due \(row.dueLocal)" as Phrase).text,
                        row.project, row.assignee,
                    ]
                    .filter { !$0.isEmpty }.joined(separator: " · ")
                }
            }
            if row.late { tag("span", .css("badge bad")) { "! late" } }
            if row.type != .basic { tag("span", .css("badge")) { row.type.name } }
            if canWrite {
                if row.status == .open {
                    form(.complete, hidden: ["id": "\(row.id)"]) { button("Done", isSmall: true) }
                } else {
                    form(.reopen, hidden: ["id": "\(row.id)"]) { button("Reopen", isSmall: true) }
                }
            }
        }
    }
}
