internal import Application
internal import EventLog
internal import Ledger

extension PageContext {
    /// What is to be done, day by day: what is late, each of the next days, and what has no day.
    func agenda(_ rows: [TaskRow]) throws(ApplicationError) -> HTML {
        let today = try env.today(in: env.snapshot()).day
        var byDay: [Day: [TaskRow]] = [:]
        var without: [TaskRow] = []
        for row in rows {
            if let day = Day(String(row.dueLocal.prefix(10))) {
                byDay[day, default: []].append(row)
            } else {
                without.append(row)
            }
        }
        let late = byDay.keys.filter { $0 < today }.sorted().flatMap { byDay[$0] ?? [] }
        let near = (0..<14).map { today.adding(days: $0) }
        let far = byDay.keys.filter { $0 >= today.adding(days: 14) }.sorted()
        var pieces: [HTML] = []
        if !late.isEmpty { pieces.append(agendaDay("Late", late, isHere: false)) }
        for day in near {
            pieces.append(
                agendaDay(title(of: day, today), byDay[day] ?? [], isHere: day == today))
        }
        for day in far {
            pieces.append(agendaDay(PageContext.words(of: day), byDay[day] ?? [], isHere: false))
        }
        if !without.isEmpty { pieces.append(agendaDay("Without a day", without, isHere: false)) }
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

    private func agendaDay(_ title: Phrase, _ rows: [TaskRow], isHere: Bool) -> HTML {
        tag("div", rows.isEmpty ? .css("day-row empty") : .css("day-row")) {
            tag("h2") { title }
            if rows.isEmpty {
                tag("p", .css("dim")) { isHere ? "Nothing is due." : "–" }
            } else {
                taskList(rows)
            }
        }
    }
}
