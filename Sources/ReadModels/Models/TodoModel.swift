internal import EventLog
internal import Ledger

/// The tasks in their current version.
enum TodoModel: ReadModel {
    static let name = "task"
    static let version = 4
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
                .text("wait", "hidden until then, as deadline; NULL for none", isOptional: true),
                .text(
                    "scheduled", "to be taken up then, as deadline; NULL for none",
                    isOptional: true),
                .text(
                    "until", "of no use after that, as deadline; NULL for none", isOptional: true),
                .text(
                    "started_at", "since when it is being worked on; NULL for not at all",
                    isOptional: true),
            ],
            key: ["position"]),
        ModelTable(
            name: "task_link", meaning: "which tasks wait for which",
            columns: [
                .integer("task", "the task that waits"),
                .integer("prerequisite", "the task that has to be done before"),
            ],
            key: ["task", "prerequisite"]),
        ModelTable(
            name: "task_value", meaning: "what tasks have of attributes",
            columns: [
                .integer("task", "the task"),
                .text("attribute", "the name of the attribute"),
                .text("kind", "text, number, money, date or duration"),
                .text("value", "as it is read: 12.5, 300.00 EUR, 2026-12-01, PT1H30M"),
                .integer(
                    "number", "millionths, minor units or seconds; NULL for texts and dates",
                    isOptional: true),
            ],
            key: ["task", "attribute"]),
    ]

    /// The columns that hold what can be erased, and of them the title.
    private static let texts: Set = ["title", "note", "tags"]
    private static let title: Set = ["title"]

    private static let types: [EventType] = [
        .taskAdded, .taskEdited, .taskCompleted, .taskReopened, .taskRescheduled, .taskDropped,
        .taskTimed, .taskLinked, .taskStarted, .taskStopped, .taskFinished, .taskValued,
        .commitUndone,
    ]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let addition = try writer.insertion(tables[0])
        let facts = tables[0].columns[2..<11].map(\.name)
        func change(_ assignments: String) throws -> SQLStatement {
            try writer.statement("UPDATE @task SET version = ?, \(assignments) WHERE position = ?")
        }
        let lefts = [[], TodoModel.title, TodoModel.texts]
        let edits = try lefts.map { left in
            try change(
                facts.filter { !left.contains($0) }.map { "\($0) = ?" }.joined(separator: ", "))
        }
        let reschedule = try change("deadline = ?")
        let closing = try change("status = ?, closed_at = ?, started_at = NULL")
        let start = try change("started_at = ?")
        let moments = try ["wait", "scheduled", "until"].map { try change("\($0) = ?") }
        let parts = try PartRows(writer)
        // The commits that take others back, and the tasks that they start.
        var (undos, again) = (Set<UInt64>(), Set<UInt64>())
        try source.forEachEvent(in: positions, .all, of: types, telling: writer) { view in
            let position = SQLValue.integer(Int64(clamping: view.position))
            let time = Timestamp(millisecondsSince1970: view.commit?.recordedAt ?? 0).description
            func close(_ target: Reference, _ status: TodoStatus, at time: String) throws {
                let closedAt = status == .open ? SQLValue.null : .text(time)
                try closing.run([position, .text(status.rawValue), closedAt, id(of: target)])
            }
            switch try view.event() {
            case .taskAdded(let task):
                let status = SQLValue.text(TodoStatus.open.rawValue)
                try addition.run(
                    [position, position] + values(task.facts, source.names)
                        + [status, .text(time), .null, .null, .null, .null, .null])
            case .taskEdited(let change):
                let kept = kept(of: change.facts)
                let said = zip(facts, values(change.facts, source.names))
                    .filter { !lefts[kept].contains($0.0) }.map(\.1)
                try edits[kept].run([position] + said + [id(of: change.target)])
            case .taskRescheduled(let change):
                let deadline = SQLValue(change.deadline?.description)
                try reschedule.run([position, deadline, id(of: change.target)])
            case .taskCompleted(let change): try close(change.target, .completed, at: time)
            case .taskFinished(let change):
                try close(change.target, .completed, at: change.time.description)
            case .taskDropped(let change): try close(change.target, .dropped, at: time)
            case .taskReopened(let change): try close(change.target, .open, at: time)
            case .taskStarted(let change):
                try start.run([position, .text(time), id(of: change.target)])
                let isUndo = view.commit.map { undos.contains($0.firstPosition) } ?? false
                if isUndo, let id = change.target.position { again.insert(id) }
            case .taskStopped(let change):
                try start.run([position, .null, id(of: change.target)])
            case .taskTimed(let change):
                let moment = moments[Int(change.moment.rawValue) - 1]
                let time = SQLValue(change.time?.description)
                try moment.run([position, time, id(of: change.target)])
            case .taskLinked(let change): try parts.take(change, at: position)
            case .taskValued(let change): try parts.take(change, at: position)
            case .commitUndone: if let commit = view.commit { undos.insert(commit.firstPosition) }
            default: break
            }
        }
        try startAgain(again, source, writer)
    }

    /// Which columns of text an edit leaves as they are, because it was erased there: none, the
    /// title, or all.
    private static func kept(of facts: TodoFacts) -> Int {
        if !facts.title.isEmpty { return 0 }
        return facts.note.isEmpty && facts.tags.isEmpty ? 2 : 1
    }

    /// Tasks on which work goes on because an undo says so have begun when they did.
    private static func startAgain(
        _ tasks: Set<UInt64>, _ source: ModelSource, _ writer: ModelWriter
    ) throws {
        if tasks.isEmpty { return }
        let start = try writer.statement("UPDATE @task SET started_at = ? WHERE position = ?")
        let table = try LedgerSnapshot(store: source.store, upTo: source.count).todos()
        for id in tasks {
            guard let time = table.entry(id)?.startedAt else { continue }
            try start.run([.text(time.description), .integer(Int64(clamping: id))])
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
}

extension SQLValue {
    /// A text, or NULL.
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
