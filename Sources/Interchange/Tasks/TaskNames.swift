package import Ledger

/// Who and what is meant by what tasks of a file say.
package protocol TaskNames {
    /// A person of a file; `nil` for one who is not known.
    func person(_ name: String) -> Reference?

    /// The tasks that have to be done before a task of the file.
    func prerequisites(of record: TaskRecord) -> [TasksToImport.Task.Prerequisite]
}

extension TaskRecord {
    /// What is to be recorded.
    package func task(_ names: some TaskNames) -> TasksToImport.Task {
        var facts = facts
        if let name = assignee {
            facts.assignee = names.person(name)
            if facts.assignee == nil { facts.note = TaskNote(facts.note).naming(name).note }
        }
        var task = TasksToImport.Task(facts, status)
        task.finishedAt = finishedAt
        if let moments { task.moments = moments }
        task.values = values
        if !depends.isEmpty { task.prerequisites = names.prerequisites(of: self) }
        return task
    }
}

extension TaskNote {
    /// The note with a person who is not known here.
    fileprivate func naming(_ person: String) -> TaskNote {
        TaskNote(text, format, attributes + [Attribute("ledger_assignee", person)])
    }
}

extension TaskImportDecision {
    /// Appends the events of new tasks of a file.
    ///
    /// - Throws: ``DecisionError``.
    package mutating func add(
        _ records: ArraySlice<TaskRecord>, _ names: some TaskNames, to events: inout [Event]
    ) throws(DecisionError) {
        for index in records.indices { try add(records[index].task(names), to: &events) }
    }
}

extension [TaskRecord] {
    /// Whether any task waits for others.
    package var haveLinks: Bool { indices.contains { !self[$0].depends.isEmpty } }

    /// Those that say something of attributes, or wait for others.
    package var asking: [TaskRecord] {
        filter { !$0.values.isEmpty || !$0.depends.isEmpty }
    }
}
