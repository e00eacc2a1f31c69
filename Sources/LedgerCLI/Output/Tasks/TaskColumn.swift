internal import Application
internal import Ledger

/// Something of a task that a list can show in a column of its own.
struct TaskColumn: Sendable {
    /// As it is typed.
    let name: String
    let title: String
    let isRight: Bool
    let widthMin: Int?
    let cell: @Sendable (TaskRow, DueText) -> String

    /// What is shown where only the order is said.
    static let usual = ["id", "due", "when", "title", "project", "priority", "tags"]

    private static let known: [TaskColumn] = [
        column("id", "Id", isRight: true) { row, _ in "\(row.id)" },
        column("short", "Short", isRight: true) { row, _ in row.number.map { ":\($0)" } ?? "" },
        column("due", "Due") { row, _ in row.dueLocal },
        column("when", "When") { $1.relative($0) },
        column("title", "Title", widthMin: 20) { row, _ in row.title },
        column("project", "Project", widthMin: 8) { row, _ in row.project },
        column("priority", "P") { row, _ in row.priority.map { "\($0)" } ?? "" },
        column("tags", "Tags", widthMin: 6) { row, _ in
            row.tags.map { "#" + $0 }.joined(separator: " ")
        },
        column("type", "Type") { row, _ in row.type.name },
        column("colour", "Colour") { row, _ in row.colour.name },
        column("who", "Who", widthMin: 5) { row, _ in row.assignee },
        column("status", "Status") { row, _ in row.tab?.rawValue ?? "dropped" },
        column("note", "Note", widthMin: 10) { row, _ in row.note },
        column("added", "Added") { String($1.minute($0.addedAt).prefix(10)) },
        column("done", "Done") { row, _ in row.completedLocal },
        column("wait", "Wait") { $1.local($0.wait) },
        column("scheduled", "Scheduled") { $1.local($0.scheduled) },
        column("until", "Until") { $1.local($0.until) },
        column("depends", "Waits for") { row, _ in
            row.depends.map { "\($0)" }.joined(separator: ",")
        },
        column("time", "Time", isRight: true) { row, _ in
            row.spent > 0 ? TaskText.span(row.spent) : ""
        },
    ]

    private static func column(
        _ name: String, _ title: String, isRight: Bool = false, widthMin: Int? = nil,
        _ cell: @escaping @Sendable (TaskRow, DueText) -> String
    ) -> TaskColumn {
        TaskColumn(name: name, title: title, isRight: isRight, widthMin: widthMin, cell: cell)
    }

    /// The columns of some names.
    ///
    /// - Parameter attributes: The names of the attributes that tasks may have.
    static func columns(
        _ names: [String], _ attributes: [String]
    ) throws(CommandFailure) -> [TaskColumn] {
        var columns: [TaskColumn] = []
        if names.isEmpty {
            throw .application(.badChoice(field: "columns", "", allowed: known.map(\.name)))
        }
        for name in names {
            if let column = known.first(where: { $0.name == name }) {
                columns.append(column)
            } else if attributes.contains(name) {
                columns.append(
                    column(name, name, widthMin: 6) { row, clock in
                        clock.local(row.attributes[name] ?? "")
                    })
            } else {
                let allowed = known.map(\.name) + attributes
                throw .application(.badChoice(field: "columns", name, allowed: allowed))
            }
        }
        return columns
    }
}
