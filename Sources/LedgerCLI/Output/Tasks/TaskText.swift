internal import Ledger

/// Tasks as text.
struct TaskText {
    let list: TaskList
    let output: OutputShape

    init(_ list: TaskList, _ output: OutputShape) {
        self.list = list
        self.output = output
    }

    /// Groups with counts and row numbers.
    ///
    /// - Parameter empty: What is said when there is nothing to show.
    func groups(empty: String) -> String {
        let rows = list.rowsByTab
        let footer = output.footer(list.position, list.root)
        let page = PageText(
            noun: "task", shown: rows.count, count: list.count, skipped: list.skipped ?? 0,
            more: list.more, all: "--limit \(list.count)")
        if rows.isEmpty, page.isPart { return output.style.dim(page.text) + "\n\n\(footer)" }
        if rows.isEmpty {
            let others = HintText.lines(list.hints) + (notShown.map { "\($0)\n" } ?? "")
            return "\(empty)\n\(others)\n\(footer)"
        }
        var lines = TaskTable(list: list, rows: rows, output: output, isNumbered: true).lines[...]
        var text = lines.prefix(TaskTable.headLines).joined()
        lines = lines.dropFirst(TaskTable.headLines)
        for tab in TaskList.tabs {
            let count = rows.count { $0.tab == tab }
            if count == 0 { continue }
            let name = tab?.rawValue ?? "dropped"
            let title = name.prefix(1).uppercased() + name.dropFirst()
            let heading = "\(title) (\(grouped(list.counts[tab])))"
            text += output.style.painted(heading, tab == .failed ? .red : .bold) + "\n"
            text += lines.prefix(count).joined()
            lines = lines.dropFirst(count)
        }
        let others = page.isPart ? "" : notShown.map { " · \($0)" } ?? ""
        return text + "\n" + output.style.dim(page.text + others) + "\n" + footer
    }

    /// A table without groups and footer; empty without tasks.
    var reminder: String {
        let rows = list.rowsByTab
        if rows.isEmpty { return "" }
        return TaskTable(list: list, rows: rows, output: output, isNumbered: false).lines.joined()
    }

    /// What is in the other groups; `nil` when nothing is.
    private var notShown: String? {
        let hidden = TaskList.tabs.filter { tab in
            list.counts[tab] > 0 && !list.rows.contains { $0.tab == tab }
        }
        let waiting = list.counts.hidden
        if hidden.isEmpty {
            return waiting.map { "\(grouped($0)) waiting: \(output.program) task list --waiting" }
        }
        let words =
            (hidden.map { "\(grouped(list.counts[$0])) \($0?.rawValue ?? "dropped")" }
            + (waiting.map { ["\(grouped($0)) waiting"] } ?? [])).joined(separator: ", ")
        return "not shown: \(words); all: \(output.program) task list --all"
    }

    /// `2 h 05 min`; seconds below a minute.
    static func span(_ seconds: Int64) -> String {
        if seconds < 60 { return "\(seconds) s" }
        let minutes = seconds / 60
        if minutes < 60 { return "\(minutes) min" }
        let rest = minutes % 60
        return "\(grouped(Int(minutes / 60))) h \(rest < 10 ? "0" : "")\(rest) min"
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
        add("waits until", clock.local(row.wait))
        add("scheduled", clock.local(row.scheduled))
        add("of use until", clock.local(row.until))
        let waits = row.waitsFor ?? row.depends
        add("waits for", waits.map { "\($0)" }.joined(separator: ", "))
        let doneCount = row.depends.count - waits.count
        add("done before it", doneCount > 0 ? "\(doneCount) of \(row.depends.count)" : "")
        add("started", row.startedAt.map(clock.minute) ?? "")
        add("time spent", row.spent > 0 ? TaskText.span(row.spent) : "")
        for (name, value) in row.attributes.sorted(by: { $0.key < $1.key }) {
            add(name, clock.shown(value, of: name))
        }
        add("paid", (list.paid ?? []).map(TaskText.payment).joined(separator: ", "))
        add("files", (list.files ?? []).joined(separator: ", "))
        add("note", row.note)
        add("added", clock.minute(row.addedAt))
        if row.version != row.id { add("changed", "by event \(row.version)") }
        return output.style.bold("\(row.id)  \(Screen.plain(row.title))") + "\n"
            + table.rendered(columns: output.columns) + "\n"
            + output.footer(list.position, list.root)
    }

    /// `24: 1,500.00 EUR` of `24: 1500.00 EUR`.
    private static func payment(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        return parts.count == 2 ? "\(parts[0]) \(Figure.words(parts[1]))" : text
    }
}
