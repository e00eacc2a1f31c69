extension Decider {
    mutating func addTask(_ facts: TodoFacts) throws(DecisionError) {
        try checkOpened()
        try check(facts)
        decision.events.append(.taskAdded(TaskAdded(facts: facts)))
    }

    mutating func editTask(_ id: UInt64, _ changes: TodoChanges) throws(DecisionError) {
        let todo = try todo(id)
        var facts = todo.facts
        facts.title = changes.title ?? facts.title
        facts.note = changes.note ?? facts.note
        facts.deadline = changes.deadline.applied(to: facts.deadline)
        facts.urgency = changes.urgency ?? facts.urgency
        facts.colour = changes.colour ?? facts.colour
        facts.priority = changes.priority.applied(to: facts.priority)
        facts.project = changes.project.applied(to: facts.project)
        facts.tags = changes.tags ?? facts.tags
        facts.assignee = changes.assignee.applied(to: facts.assignee)
        let isSame =
            facts == todo.facts && facts.title.isSame(as: todo.facts.title)
            && facts.note.isSame(as: todo.facts.note) && facts.tags.isSame(as: todo.facts.tags)
        if isSame { throw .nothingChanged }
        try check(facts)
        let edited = TaskEdited(
            target: .position(todo.id), previous: .position(todo.version), facts: facts)
        decision.events.append(.taskEdited(edited))
    }

    mutating func completeTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        decision.events.append(.taskCompleted(try change(openTodo(id), reason)))
    }

    mutating func dropTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        decision.events.append(.taskDropped(try change(openTodo(id), reason)))
    }

    mutating func reopenTask(_ id: UInt64, _ reason: String) throws(DecisionError) {
        let todo = try todo(id)
        if todo.status == .open { throw .taskOpen(id) }
        decision.events.append(.taskReopened(change(todo, reason)))
    }

    mutating func rescheduleTask(_ id: UInt64, _ deadline: Deadline?) throws(DecisionError) {
        let todo = try openTodo(id)
        if deadline == todo.facts.deadline { throw .nothingChanged }
        let rescheduled = TaskRescheduled(
            target: .position(todo.id), previous: .position(todo.version), deadline: deadline)
        decision.events.append(.taskRescheduled(rescheduled))
    }

    func check(_ facts: TodoFacts) throws(DecisionError) {
        if facts.title.trimmed.isEmpty { throw .emptyTitle(line: 0) }
        if let priority = facts.priority, !(1...9).contains(priority) {
            throw .badPriority(priority)
        }
        try check(facts.tags)
        try check(person: facts.assignee)
    }

    func todo(_ id: UInt64) throws(DecisionError) -> TodoState {
        try checkOpened()
        if let todo = state.todos[id] { return todo }
        throw state.lines[id] == nil ? .unknownTarget(id) : .notATask(id)
    }

    private func openTodo(_ id: UInt64) throws(DecisionError) -> TodoState {
        let todo = try todo(id)
        if todo.status != .open { throw .taskClosed(id, todo.status) }
        return todo
    }

    private func change(_ todo: TodoState, _ reason: String) -> TaskChange {
        TaskChange(target: .position(todo.id), previous: .position(todo.version), reason: reason)
    }
}
