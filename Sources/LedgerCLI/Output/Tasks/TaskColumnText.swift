internal import Ledger

/// Tasks with chosen columns.
struct TaskColumnText {
    let list: TaskList
    let rows: [TaskRow]
    /// How many were passed over.
    let skipped: Int
    let columns: [TaskColumn]
    let output: OutputShape

    /// A table without groups.
    var text: String {
        let footer = output.footer(list.position, list.root)
        if rows.isEmpty { return "No task matches.\n\(HintText.lines(list.hints))\n\(footer)" }
        var table = TextTable(
            columns: [.init(title: "Row", alignment: .right)], style: output.style)
        table.columns += columns.map { column in
            .init(
                title: column.title, alignment: column.isRight ? .right : .left,
                widthMin: column.widthMin)
        }
        let clock = DueText(list)
        for (index, row) in rows.enumerated() {
            let cells = columns.map { column in
                let text = column.cell(row, clock)
                let isMoney = column.name == TaskAttributeDeclared.planned.name
                return Screen.plain(isMoney ? Figure.words(text) : text)
            }
            table.add([".\(index + 1)"] + cells)
        }
        let page = PageText(
            noun: "task", shown: rows.count, count: list.count, skipped: skipped,
            more: skipped + rows.count < list.count, all: "--limit \(list.count)")
        return table.rendered(columns: output.columns) + "\n" + output.style.dim(page.text) + "\n"
            + footer
    }

    /// The same columns.
    var csv: String {
        let clock = DueText(list)
        return CSVOutput.text(
            header: columns.map(\.name),
            rows: rows.map { row in columns.map { $0.cell(row, clock) } })
    }
}
