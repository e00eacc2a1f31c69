internal import EventLog
internal import Ledger

/// The tasks in their current version.
enum TodoModel: ReadModel {
    static let name = "task"
    static let version = 1
    static let terms: ModelTerms = .persons

    static let tables = [
        ModelTable(
            name: "task", meaning: "the tasks, closed ones included",
            columns: [
                .integer("position", "of the event that recorded it: the task's id"),
                .integer("version", "position of the event that changed it last"),
                .text("title", "what is to be done"),
                .text("note", "note"),
                .text(
                    "deadline", "a day, or an instant as RFC 3339 in UTC; NULL for none",
                    isOptional: true),
                .text("type", "basic, urgent or important"),
                .text("colour", "green, teal, pink, gray or blue"),
                .integer("priority", "1 (highest) to 9; NULL for none", isOptional: true),
                .text("project", "segments joined by a colon; empty for none"),
                .text("tags", "a JSON array of texts"),
                .text("assignee", "name of the person who is to do it; empty for none"),
                .text("status", "open, completed or dropped"),
                .text("added_at", "when it was recorded, RFC 3339 in UTC"),
                .text(
                    "closed_at", "when it was completed or dropped; NULL while it is open",
                    isOptional: true),
            ],
            key: ["position"])
    ]

    private static let types: [EventType] = [
        .taskAdded, .taskEdited, .taskCompleted, .taskReopened, .taskRescheduled, .taskDropped,
    ]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let addition = try writer.insertion(tables[0])
        let facts = tables[0].columns[2..<11].map { "\($0.name) = ?" }.joined(separator: ", ")
        func change(_ assignments: String) throws -> SQLStatement {
            try writer.statement("UPDATE @task SET version = ?, \(assignments) WHERE position = ?")
        }
        let edit = try change(facts)
        let reschedule = try change("deadline = ?")
        let closing = try change("status = ?, closed_at = ?")
        try source.forEachEvent(in: positions, .all, of: types, telling: writer) { view in
            let version = SQLValue.integer(Int64(clamping: view.position))
            let time = Timestamp(millisecondsSince1970: view.commit?.recordedAt ?? 0).description
            func close(_ change: TaskChange, _ status: TodoStatus) throws {
                let closedAt = status == .open ? SQLValue.null : .text(time)
                try closing.run([version, .text(status.rawValue), closedAt, id(of: change.target)])
            }
            switch try view.event() {
            case .taskAdded(let task):
                let status = SQLValue.text(TodoStatus.open.rawValue)
                try addition.run(
                    [version, version] + values(task.facts, source.names)
                        + [status, .text(time), .null])
            case .taskEdited(let change):
                try edit.run(
                    [version] + values(change.facts, source.names) + [id(of: change.target)])
            case .taskRescheduled(let change):
                let deadline = SQLValue(change.deadline?.description)
                try reschedule.run([version, deadline, id(of: change.target)])
            case .taskCompleted(let change): try close(change, .completed)
            case .taskDropped(let change): try close(change, .dropped)
            case .taskReopened(let change): try close(change, .open)
            default: break
            }
        }
    }

    private static func values(_ facts: TodoFacts, _ names: ModelNames) -> [SQLValue] {
        [
            .text(facts.title), .text(facts.note), SQLValue(facts.deadline?.description),
            .text(facts.urgency.name), .text(facts.colour.name),
            facts.priority.map { .integer(Int64($0)) } ?? .null, .text(facts.project?.text ?? ""),
            .text(JSONText.array(facts.tags)), .text(names.person(facts.assignee?.position)),
        ]
    }

    private static func id(of reference: Reference) -> SQLValue {
        reference.position.map { .integer(Int64(clamping: $0)) } ?? .null
    }
}

extension SQLValue {
    /// A text, or NULL.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
