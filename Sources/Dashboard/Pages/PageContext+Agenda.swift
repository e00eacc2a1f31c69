internal import Application
internal import EventLog
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// What is on which day, as `ledger agenda` says it: what is late, each of the next days, then
    /// what is due later, and what has no day.
    ///
    /// - Parameter rows: The tasks that are open.
    func agenda(_ rows: [TaskRow]) throws(ApplicationError) -> HTML {
        let agenda = try call(TaskAgenda.self, TaskAgenda.Input(period: "2w"))
        let tasks = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let titles = PageContext.titles(of: rows)
        func list(_ items: [TaskAgenda.Item]) -> HTML {
            tag("ul", .css("list")) {
                for item in items { agendaItem(item, tasks[item.id], titles) }
            }
        }
        var pieces: [HTML] = []
        if !agenda.late.isEmpty { pieces.append(agendaDay("Late", list(agenda.late))) }
        for row in agenda.rows {
            let isHere = row.day == agenda.today
            let nothing: Phrase = isHere ? "Nothing is due." : "–"
            let content =
                row.items.isEmpty ? tag("p", .css("dim")) { nothing } : list(row.items)
            pieces.append(
                agendaDay(
                    title(of: row.day, agenda.today), content, day: row.day,
                    isEmpty: row.items.isEmpty))
        }
        let shown = Set((agenda.late + agenda.rows.flatMap(\.items)).map(\.id))
        let end = agenda.rows.last?.day ?? agenda.today
        var later: [Day: [TaskRow]] = [:]
        var without: [TaskRow] = []
        for row in rows {
            if let day = Day(String(row.dueLocal.prefix(10))) {
                if day > end { later[day, default: []].append(row) }
            } else if !shown.contains(row.id) {
                without.append(row)
            }
        }
        for (day, own) in later.sorted(by: { $0.key < $1.key }) {
            let list = taskList(own, isMovable: may(.reschedule))
            pieces.append(agendaDay(PageContext.words(of: day), list, day: day))
        }
        if !without.isEmpty {
            let list = taskList(without, isMovable: may(.reschedule))
            pieces.append(agendaDay("Without a day", list))
        }
        return tag("section", .css("card agenda")) { HTML(pieces) }
    }

    private func title(of day: Day, _ today: Day) -> Phrase {
        let words = PageContext.words(of: day)
        if day == today { return "Today, \(words)" }
        return day == today.adding(days: 1) ? "Tomorrow, \(words)" : words
    }

    /// `Thu 2026-11-26`
    private static func words(of day: Day) -> Phrase {
        let names: [Phrase] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return "\(names[day.weekday.rawValue - 1]) \(day)"
    }

    /// - Parameter day: What a task is due on that is dragged there; `nil` for no one day.
    private func agendaDay(
        _ title: Phrase, _ content: HTML, day: Day? = nil, isEmpty: Bool = false
    ) -> HTML {
        var attributes: [Attribute] = [isEmpty ? .css("day-row empty") : .css("day-row")]
        if let day { attributes.append(.of("data-day", "\(day)")) }
        return .element("div", attributes, HTML([tag("h2") { title }, content]))
    }

    /// Something on a day; a task that is due or late has what can be done with it.
    private func agendaItem(
        _ item: TaskAgenda.Item, _ task: TaskRow?, _ titles: [UInt64: String]
    ) -> HTML {
        let isTask = item.kind == "task" && item.reason != .expected
        if let task, isTask, item.reason == .due || item.reason == .late {
            return taskItem(task, titles, isMovable: may(.reschedule))
        }
        return tag("li") {
            tag("div", .css("grow")) {
                if isTask, task != nil || item.reason == .done {
                    tag("a", .href(link("/entry", ["id": "\(item.id)"]))) { item.title }
                } else {
                    Phrase(item.title, or: "(no title)")
                }
                tag("div", .css("dim")) {
                    [item.time, item.since, item.project].filter { !$0.isEmpty }
                        .joined(separator: " · ")
                }
            }
            if item.reason == .late { tag("span", .css("badge bad")) { "! late" } }
            if let words = PageContext.words(of: item, isTask: isTask && task != nil) {
                tag("span", .css("badge")) { words }
            }
            if !item.amount.isEmpty { tag("span", .css("n")) { Figure.words(item.amount) } }
        }
    }

    /// Why it is there, where the day does not say it.
    private static func words(of item: TaskAgenda.Item, isTask: Bool) -> Phrase? {
        switch item.reason {
        case .due: nil
        case .late: isTask ? nil : "comes again"
        case .scheduled: "to be taken up"
        case .appears: "shows up again"
        case .expected: "comes again"
        case .done: "done"
        }
    }
}
