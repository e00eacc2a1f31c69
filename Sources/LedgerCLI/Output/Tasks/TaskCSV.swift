internal import Ledger

/// Tasks as CSV: the rows of the JSON form under the same keys; what is null is empty.
enum TaskCSV {
    static func text(_ rows: [TaskRow]) -> String {
        let header = [
            "id", "version", "title", "note", "type", "colour", "deadline", "dueLocal", "priority",
            "project", "tags", "assignee", "tab", "status", "late", "addedAt", "completedAt",
            "completedLocal",
        ]
        return CSVOutput.text(header: header, rows: rows.map(cells))
    }

    private static func cells(_ row: TaskRow) -> [String] {
        [
            "\(row.id)", "\(row.version)", row.title, row.note, row.type.name, row.colour.name,
            row.deadline, row.dueLocal, row.priority.map { "\($0)" } ?? "", row.project,
            CSVOutput.cell(of: row.tags), row.assignee, row.tab?.rawValue ?? "",
            row.status.rawValue, "\(row.late)", "\(row.addedAt)",
            row.completedAt.map { "\($0)" } ?? "", row.completedLocal,
        ]
    }
}
