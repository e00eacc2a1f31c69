internal import Application
internal import Ledger

/// What to do next as text.
struct NextText {
    let list: NextTasks.Output
    let output: OutputShape

    init(_ list: NextTasks.Output, _ output: OutputShape) {
        self.list = list
        self.output = output
    }

    /// The tasks, the most pressing first.
    var table: String {
        let footer = output.footer(list.position, list.root)
        if list.rows.isEmpty {
            let none =
                list.count == 0
                ? "Nothing to do." : "None of \(counted(list.count, "task")) is shown."
            return "\(none)\n\n\(footer)"
        }
        let hasProjects = list.rows.contains { !$0.project.isEmpty }
        let hasTags = list.rows.contains { !$0.tags.isEmpty }
        let hasPriorities = list.rows.contains { $0.priority != nil }
        var table = TextTable(columns: [], style: output.style)
        table.columns = [
            .init(title: "Row", alignment: .right), .init(title: "Id", alignment: .right),
            .init(title: "Urgency", alignment: .right), .init(title: "Due"),
        ]
        if hasPriorities { table.columns.append(.init(title: "P")) }
        table.columns.append(.init(title: "Title", widthMin: 20))
        if hasProjects { table.columns.append(.init(title: "Project", widthMin: 8)) }
        if hasTags { table.columns.append(.init(title: "Tags", widthMin: 6)) }
        for (index, row) in list.rows.enumerated() {
            var cells = [".\(index + 1)", "\(row.id)", NextText.short(row.urgency), row.dueLocal]
            let paints: [Int: Style.Paint] = row.late ? [3: .red] : [:]
            if hasPriorities { cells.append(row.priority.map { "\($0)" } ?? "") }
            let mark = row.started ? "▶ " : row.blocked ? "⧗ " : ""
            cells.append(mark + Screen.plain(row.title))
            if hasProjects { cells.append(Screen.plain(row.project)) }
            if hasTags {
                cells.append(row.tags.map { "#" + Screen.plain($0) }.joined(separator: " "))
            }
            table.add(cells, paints: paints)
        }
        let some =
            list.rows.count < list.count
            ? "\(grouped(list.rows.count)) of \(counted(list.count, "task"))"
            : counted(list.count, "task")
        let marks = [
            list.rows.contains(where: \.started) ? "▶ being worked on" : "",
            list.rows.contains { $0.blocked && !$0.started } ? "⧗ waits for another task" : "",
        ].filter { !$0.isEmpty }
        let last = ([some] + marks).joined(separator: " · ")
        return table.rendered(columns: output.columns) + "\n" + output.style.dim(last) + "\n"
            + footer
    }

    /// With two decimals at most.
    private static func short(_ urgency: String) -> String {
        let parts = urgency.split(separator: ".")
        return "\(parts[0]).\(parts.last?.prefix(2) ?? "0")"
    }

    /// The rows of the JSON form under the same keys; what is null is empty.
    var csv: String {
        CSVOutput.text(
            header: [
                "id", "title", "urgency", "dueLocal", "late", "priority", "project", "tags",
                "blocked", "started",
            ],
            rows: list.rows.map { row in
                [
                    "\(row.id)", row.title, row.urgency, row.dueLocal, "\(row.late)",
                    row.priority.map { "\($0)" } ?? "", row.project, CSVOutput.cell(of: row.tags),
                    "\(row.blocked)", "\(row.started)",
                ]
            })
    }

    /// The terms of a sum.
    static func explanation(_ told: ExplainTask.Output, _ output: OutputShape) -> String {
        var table = TextTable(columns: [], style: output.style)
        table.columns = [
            .init(title: "Term"), .init(title: "Factor", alignment: .right),
            .init(title: "Coefficient", alignment: .right),
            .init(title: "Product", alignment: .right),
        ]
        for row in told.rows { table.add([row.term, row.factor, row.coefficient, row.product]) }
        table.add(["urgency", "", "", told.urgency])
        return output.style.bold("\(told.id)  \(Screen.plain(told.title))") + "\n"
            + table.rendered(columns: output.columns) + "\n"
            + output.footer(told.position, told.root)
    }

    static func csv(_ told: ExplainTask.Output) -> String {
        CSVOutput.text(
            header: ["term", "coefficient", "factor", "product"],
            rows: told.rows.map { [$0.term, $0.coefficient, $0.factor, $0.product] })
    }
}
