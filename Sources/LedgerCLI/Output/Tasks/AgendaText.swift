internal import Application
internal import Ledger

/// An agenda as text: what is late, then week by week the days on which something is.
struct AgendaText {
    let agenda: TaskAgenda.Output
    let output: OutputShape

    private typealias Item = TaskAgenda.Item

    /// The agenda with its footer.
    var text: String {
        var text = ""
        if !agenda.late.isEmpty {
            text += output.style.painted("Late (\(grouped(agenda.late.count)))", .red) + "\n"
            text += lines(agenda.late.map { (nil, $0) })
        }
        for week in weeks {
            let rows = week.filter { !$0.items.isEmpty || $0.day == agenda.today }
            guard let first = week.first, !rows.isEmpty else { continue }
            let last = week[week.count - 1].day
            text += (text.isEmpty ? "" : "\n")
            text += output.style.bold("Week of \(first.day) to \(last)") + "\n"
            for row in rows { text += self.text(row) }
        }
        if text.isEmpty { text = "Nothing is on these days.\n" }
        return text + "\n" + output.footer(agenda.position, agenda.root)
    }

    /// The rows of the JSON form, one item each.
    var csv: String {
        let late = agenda.late.map { ("", $0) }
        let others = agenda.rows.flatMap { row in row.items.map { (row.day.description, $0) } }
        return CSVOutput.text(
            header: [
                "day", "reason", "id", "kind", "title", "time", "since", "project", "priority",
                "amount", "blocked",
            ],
            rows: (late + others).map { day, item in
                [
                    day, item.reason.rawValue, "\(item.id)", item.kind, item.title, item.time,
                    item.since, item.project, item.priority.map { "\($0)" } ?? "", item.amount,
                    "\(item.blocked)",
                ]
            })
    }

    /// The ids of the tasks, in the order in which they are shown.
    var ids: [UInt64] {
        (agenda.late + agenda.rows.flatMap(\.items)).filter { $0.kind == "task" }
            .filter { $0.reason != .expected }.map(\.id)
    }

    /// The days cut where weeks begin.
    private var weeks: [[TaskAgenda.Row]] {
        var weeks: [[TaskAgenda.Row]] = []
        for row in agenda.rows {
            if weeks.isEmpty || row.day.weekday == agenda.weekStart { weeks.append([]) }
            weeks[weeks.count - 1].append(row)
        }
        return weeks
    }

    private func text(_ row: TaskAgenda.Row) -> String {
        let isToday = row.day == agenda.today
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let name = names[row.day.weekday.rawValue - 1]
        let heading = "\(name) \(row.day)" + (isToday ? ", today" : "")
        let title = isToday ? output.style.bold(heading) : heading
        if row.items.isEmpty { return "  \(title)\n" + output.style.dim("    nothing\n") }
        return "  \(title)\n" + lines(row.items.map { ($0.time, $0) })
    }

    /// Items under each other; of what is late since when.
    private func lines(_ items: [(time: String?, item: Item)]) -> String {
        var table = TextTable(columns: [
            .init(title: ""), .init(title: ""), .init(title: "", widthMin: 20),
            .init(title: "", widthMin: 8), .init(title: "", alignment: .right),
            .init(title: "", alignment: .right),
        ])
        for (time, item) in items {
            let paint: [Int: Style.Paint] =
                item.reason == .late ? [0: .red] : item.reason == .done ? [2: .dim] : [:]
            table.add(
                [
                    time ?? item.since, AgendaText.word(item),
                    (item.blocked ? "⧗ " : "") + Screen.plain(item.title),
                    Screen.plain(item.project), Figure.words(item.amount), "\(item.id)",
                ], paints: paint)
        }
        let columns = output.columns.map { $0 - 4 }
        // The first two lines are an empty head and its rule.
        return table.rendered(columns: columns)
            .split(separator: "\n").map { "    \($0)\n" }.joined()
    }

    private static func word(_ item: Item) -> String {
        let priority = item.priority.map { " P\($0)" } ?? ""
        return switch item.reason {
        case .late: item.kind == "task" ? "due\(priority)" : item.kind
        case .due: "due\(priority)"
        case .scheduled: "begin\(priority)"
        case .appears: "appears"
        case .expected: item.kind == "task" ? "again" : item.kind
        case .done: "done"
        }
    }
}
