internal import EventLog
internal import Interchange
internal import Ledger

/// What the tasks of a file are to a ledger: new, known, or tasks that are otherwise there.
struct TaskMatching {
    /// A task of the ledger of which the file says something else.
    struct Changed {
        let record: TaskRecord
        /// What it is to be, where the change is taken over.
        let target: TasksToImport.Change
        let fields: [FieldChange]
    }

    /// Tasks that the ledger does not have.
    private(set) var new: [TaskRecord] = []
    private(set) var changed: [Changed] = []
    /// Tasks that may be ones whose text was erased.
    private(set) var held: [TaskRecord] = []
    private(set) var known = 0

    private let tasks: [KnownTask]
    private let data: ReferenceData
    private let zone: Zone
    /// Tasks by what recognises them.
    private var indexes: [String: Int] = [:]
    /// How many tasks without a text there are, by what is left of them.
    private var erased: [Left: Int] = [:]

    /// What stays of a task whose text is erased.
    private struct Left: Hashable {
        let deadline: Deadline?
        let priority: UInt8?
        let project: CategoryPath?

        init(_ facts: TodoFacts) {
            (deadline, priority, project) = (facts.deadline, facts.priority, facts.project)
        }
    }

    init(
        _ records: [TaskRecord], _ snapshot: LedgerSnapshot, _ zone: Zone, takesAll: Bool
    ) throws(ApplicationError) {
        tasks = try mappingError(ApplicationError.store, snapshot.knownTasks())
        (data, self.zone) = (snapshot.referenceData, zone)
        index()
        for record in records {
            guard let index = indexes[record.identity] else {
                let left = Left(record.facts)
                if let count = erased[left], count > 0, !takesAll {
                    erased[left] = count - 1
                    held.append(record)
                } else {
                    new.append(record)
                }
                continue
            }
            if let change = change(record, tasks[index]) {
                if takesAll { new.append(record.asAnother) } else { changed.append(change) }
            } else {
                known += 1
            }
        }
    }

    private mutating func index() {
        var counts: [String: Int] = [:]
        for (index, task) in tasks.enumerated() where !task.isTakenBack {
            indexes[TaskRecord.identity(id: task.ownID)] = index
            guard task.imported != nil else { continue }
            if task.isErased {
                erased[Left(task.added), default: 0] += 1
            } else if let identity = TaskRecord.identity(in: TaskNote(task.added.note)) {
                indexes[identity] = index
            } else {
                let identity = TaskRecord.identity(of: task.added)
                counts[identity, default: 0] += 1
                indexes["\(identity)#\(counts[identity] ?? 1)"] = index
            }
        }
    }

    /// A person of a file; `nil` for one who is not known.
    func person(_ name: String) -> Reference? {
        let folded = name.lowercased()
        let person = data.persons.first { $0.name.lowercased() == folded }
        return person.map { .position($0.position) }
    }

    /// A note as a file says it; of what another format said besides, it says nothing.
    private func note(_ said: String, beside known: String) -> String {
        let (new, old) = (TaskNote(said), TaskNote(known))
        return new.format == old.format
            ? said : TaskNote(new.text, old.format, old.attributes).note
    }

    /// What a record says otherwise than imports left the task, and than it is; `nil` for nothing.
    private func change(_ record: TaskRecord, _ task: KnownTask) -> Changed? {
        let now = task.state
        if let line = record.ownLine, line == TodoText(zone).line(task) { return nil }
        let base = task.imported ?? now
        var (facts, status) = (now.facts, now.status)
        var said = record.facts
        said.note = note(said.note, beside: base.facts.note)
        var fields: [FieldChange] = []
        // Some programs write tags in another order.
        if Set(said.tags) == Set(base.facts.tags) { said.tags = base.facts.tags }
        func take<Value: Equatable>(
            _ name: String, _ field: WritableKeyPath<TodoFacts, Value>,
            _ text: (Value) -> String?
        ) {
            let value = said[keyPath: field]
            guard value != base.facts[keyPath: field], value != facts[keyPath: field] else {
                return
            }
            fields.append(
                FieldChange(field: name, was: text(facts[keyPath: field]), now: text(value)))
            facts[keyPath: field] = value
        }
        if !now.facts.title.isEmpty { take("title", \.title) { $0 } }
        // A line of todo.txt has no note.
        if !now.facts.title.isEmpty, record.ownLine == nil {
            take("note", \.note) { $0.isEmpty ? nil : $0 }
        }
        take("deadline", \.deadline) { $0?.description }
        take("priority", \.priority) { $0.map { "\($0)" } }
        take("project", \.project) { $0?.text }
        take("tags", \.tags) { $0.isEmpty ? nil : $0.joined(separator: ", ") }
        if record.status != base.status, record.status != status {
            fields.append(
                FieldChange(
                    field: "status", was: status.rawValue, now: record.status.rawValue))
            status = record.status
        }
        if fields.isEmpty { return nil }
        let target = TasksToImport.Change(now.id, TasksToImport.Task(facts, status))
        return Changed(record: record, target: target, fields: fields)
    }
}
