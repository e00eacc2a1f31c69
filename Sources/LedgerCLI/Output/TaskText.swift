internal import Ledger

/// Tasks as text.
struct TaskText {
    let list: TaskList
    let output: OutputShape

    init(_ list: TaskList, _ output: OutputShape) {
        self.list = list
        self.output = output
    }

    /// The groups in which lists show tasks: what presses first.
    private static let groups: [(tab: TaskTab?, title: String)] = [
        (.failed, "Failed"), (.today, "Today"), (.upcoming, "Upcoming"), (.done, "Done"),
        (nil, "Dropped"),
    ]

    /// The rows in the order in which they are shown, group by group.
    static func ordered(_ rows: [TaskRow]) -> [TaskRow] {
        groups.flatMap { group in rows.filter { $0.tab == group.tab } }
    }

    /// Groups with counts and row numbers.
    ///
    /// - Parameter empty: What is said when there is nothing to show.
    func groups(empty: String) -> String {
        let rows = TaskText.ordered(list.rows)
        let footer = output.footer(list.position, list.root)
        if rows.isEmpty { return "\(empty)\n\(notShown.map { "\($0)\n" } ?? "")\n\(footer)" }
        var lines = TaskTable(list: list, rows: rows, output: output, isNumbered: true).lines[...]
        var text = lines.prefix(TaskTable.headLines).joined()
        lines = lines.dropFirst(TaskTable.headLines)
        for group in TaskText.groups {
            let count = rows.count { $0.tab == group.tab }
            if count == 0 { continue }
            let title = "\(group.title) (\(grouped(count)))"
            text += output.style.painted(title, group.tab == .failed ? .red : .bold) + "\n"
            text += lines.prefix(count).joined()
            lines = lines.dropFirst(count)
        }
        let count = counted(rows.count, "task")
        return text + "\n" + output.style.dim(count + (notShown.map { " · \($0)" } ?? "")) + "\n"
            + footer
    }

    /// A table without groups and footer; empty without tasks.
    var reminder: String {
        let rows = TaskText.ordered(list.rows)
        if rows.isEmpty { return "" }
        return TaskTable(list: list, rows: rows, output: output, isNumbered: false).lines.joined()
    }

    /// What is in the other groups; `nil` when nothing is.
    private var notShown: String? {
        let counts = [
            (list.counts.failed, "failed", TaskTab.failed), (list.counts.today, "today", .today),
            (list.counts.upcoming, "upcoming", .upcoming), (list.counts.done, "done", .done),
            (list.counts.dropped, "dropped", nil),
        ]
        let hidden = counts.filter { count, _, tab in
            count > 0 && !list.rows.contains { $0.tab == tab }
        }
        if hidden.isEmpty { return nil }
        let words = hidden.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
        return "not shown: \(words); all: ledger task list --all"
    }

    /// One task with everything that is said of it.
    func details(_ row: TaskRow) -> String {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { table.add("  \(name)", Screen.plain(value)) }
        }
        let clock = DueText(list)
        let tab = row.status == .open ? row.tab : nil
        add("status", "\(row.status.rawValue)\(tab.map { ", \($0.rawValue)" } ?? "")")
        add("due", clock.due(row))
        let late = row.late && row.completedAt != nil ? ", \(clock.relative(row))" : ""
        add("completed", row.completedLocal.isEmpty ? "" : row.completedLocal.prefix(16) + late)
        add("type", row.type.name)
        add("priority", row.priority.map { "\($0)" } ?? "")
        add("project", row.project)
        add("tags", row.tags.joined(separator: " "))
        add("assignee", row.assignee)
        add("colour", row.colour.name)
        add("note", row.note)
        add("added", HistoryText.minute(row.addedAt))
        if row.version != row.id { add("changed", "by event \(row.version)") }
        return output.style.bold("\(row.id)  \(Screen.plain(row.title))") + "\n"
            + table.rendered(columns: output.columns) + "\n"
            + output.footer(list.position, list.root)
    }
}
