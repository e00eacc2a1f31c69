internal import Ledger

extension TaskRecord {
    /// What the day is called on which a task was done.
    package static let end = "completed"

    /// Whether two tasks of one format that are done were so at the same time, to the second, as
    /// far as both say it.
    package func isDone(when other: TaskRecord) -> Bool {
        guard status == .completed, other.status == .completed, let finishedAt,
            let otherEnd = other.finishedAt
        else { return true }
        return finishedAt.millisecondsSince1970 / 1_000 == otherEnd.millisecondsSince1970 / 1_000
    }

    /// The names under which two tasks of one format say something else.
    ///
    /// - Parameter ofNote: Whether what the note keeps of the format counts.
    package func differences(from other: TaskRecord, ofNote: Bool) -> [String] {
        var names: [String] = []
        func compare<Value: Equatable>(_ name: String, _ one: Value, _ two: Value) {
            if one != two { names.append(name) }
        }
        compare("title", facts.title, other.facts.title)
        compare("tags", Set(facts.tags), Set(other.facts.tags))
        let (note, known) = (TaskNote(facts.note), TaskNote(other.facts.note))
        let isSame = ofNote ? note.isAlike(known) : note.text == known.text
        if !isSame { names.append("note") }
        compare("deadline", facts.deadline, other.facts.deadline)
        compare("priority", facts.priority, other.facts.priority)
        compare("project", facts.project, other.facts.project)
        compare("status", status, other.status)
        if !isDone(when: other) { names.append(TaskRecord.end) }
        for moment in TodoMoment.allCases {
            compare("\(moment)", moments?[moment], other.moments?[moment])
        }
        compare("depends", Set(depends), Set(other.depends))
        for name in Set(values.keys).union(other.values.keys).sorted() {
            compare(name, values[name], other.values[name])
        }
        compare("assignee", assignee, other.assignee)
        compare("type", facts.urgency, other.facts.urgency)
        compare("colour", facts.colour, other.facts.colour)
        return names
    }

    /// What it says under such a name, for people; `nil` for nothing.
    package func text(of name: String) -> String? {
        switch name {
        case "title": facts.title
        case "tags": facts.tags.isEmpty ? nil : facts.tags.joined(separator: ", ")
        case "note":
            facts.note.isEmpty ? nil : TaskNote(facts.note).text
        case "deadline": facts.deadline?.description
        case "priority": facts.priority.map { "\($0)" }
        case "project": facts.project?.text
        case "status": status.rawValue
        case TaskRecord.end: finishedAt?.description
        case "depends":
            depends.isEmpty
                ? nil
                : depends.sorted().map { String($0.dropFirst(3)) }
                    .joined(separator: ", ")
        case "assignee": assignee
        case "type": facts.urgency.name
        case "colour": facts.colour.name
        default:
            TodoMoment.allCases.first { "\($0)" == name }.map { moments?[$0]?.description }
                ?? values[name]?.description
        }
    }
}
