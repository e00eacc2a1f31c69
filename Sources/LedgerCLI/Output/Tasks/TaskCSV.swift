internal import Ledger

/// Tasks as CSV: the rows of the JSON form under the same keys; what is null is empty.
enum TaskCSV {
    private static let header = [
        "id", "version", "title", "note", "type", "colour", "deadline", "dueLocal", "priority",
        "project", "tags", "assignee", "tab", "status", "late", "addedAt", "completedAt",
        "completedLocal", "wait", "scheduled", "until", "depends", "startedAt", "spent",
        "attributes",
    ]

    static func text(_ rows: [TaskRow]) -> String {
        CSVOutput.text(header: header, rows: rows.map(cells))
    }

    /// Tasks, then what is expected, each with four columns more: those of a task are empty.
    static func text(due list: TaskList) -> String {
        let expected = (list.expected ?? []).map { row in
            [
                "", "", row.title, "", "", "", "\(row.day)", "\(row.day)", "", row.project,
                CSVOutput.cell(of: row.tags), "", "", "expected", "\(row.late)", "", "", "",
                "", "", "", "", "", "", "",
                "\(row.rule)", row.kind, row.amount, row.currency,
            ]
        }
        return CSVOutput.text(
            header: header + ["rule", "kind", "amount", "currency"],
            rows: list.rows.map { cells($0) + ["", "", "", ""] } + expected)
    }

    private static func cells(_ row: TaskRow) -> [String] {
        [
            "\(row.id)", "\(row.version)", row.title, row.note, row.type.name, row.colour.name,
            row.deadline, row.dueLocal, row.priority.map { "\($0)" } ?? "", row.project,
            CSVOutput.cell(of: row.tags), row.assignee, row.tab?.rawValue ?? "",
            row.status.rawValue, "\(row.late)", "\(row.addedAt)",
            row.completedAt.map { "\($0)" } ?? "", row.completedLocal,
            row.wait, row.scheduled, row.until, CSVOutput.cell(of: row.depends.map { "\($0)" }),
            row.startedAt.map { "\($0)" } ?? "", "\(row.spent)",
            CSVOutput.cell(
                of: row.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }),
        ]
    }
}
