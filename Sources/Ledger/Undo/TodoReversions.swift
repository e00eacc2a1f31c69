extension TodoState: FieldwiseRevertible {
    static let fields: [RevertibleField<TodoState>] = [
        RevertibleField("title", text: \.facts.title, isErasable: true),
        RevertibleField("note", text: \.facts.note, isErasable: true),
        RevertibleField(deadline, \.facts.deadline) { $0?.description },
        RevertibleField("type", \.facts.urgency) { $0.name },
        RevertibleField("colour", \.facts.colour) { $0.name },
        RevertibleField("priority", \.facts.priority) { $0.map { String($0) } },
        RevertibleField("project", \.facts.project) { $0?.text },
        RevertibleField("tags", FieldAccess(\.facts.tags), isErasable: true) { todo, _ in
            todo.facts.tags.joined(separator: ", ").nonEmpty
        },
        RevertibleField("assignee", FieldAccess(\.facts.assignee)) { todo, referenceData in
            referenceData.personName(todo.facts.assignee)
        },
        RevertibleField(goneField, \.status) { $0.rawValue },
    ]

    private static let deadline = "deadline"

    static var goneField: String { "status" }

    var isInactive: Bool { status == .dropped }

    mutating func leave() { status = .dropped }

    func label(_ names: UndoNames) -> EntityLabel {
        EntityLabel(id: id, type: "task", title: facts.title)
    }

    /// From completed to dropped and back the way leads over open, and what a task says changes
    /// while it is open, if it is at all.
    func events(
        toBecome target: TodoState, leavesNothing: Bool, from index: Int, reason: String
    ) -> [Event] {
        let id = Reference.position(self.id)
        var events: [Event] = []
        var previous: Reference {
            events.isEmpty ? .position(version) : .inThisCommit(index + events.count - 1)
        }
        var change: TaskChange { TaskChange(target: id, previous: previous, reason: reason) }
        let isMoved = target.status != status
        if isMoved, status != .open { events.append(.taskReopened(change)) }
        let fields = leavesNothing ? [] : fields(unlike: target).subtracting(TodoState.goneFields)
        if !fields.isEmpty {
            let isOpen = isMoved || status == .open
            if fields == TodoState.fields(where: { $0.name == TodoState.deadline }), isOpen {
                let rescheduled = TaskRescheduled(
                    target: id, previous: previous, deadline: target.facts.deadline)
                events.append(.taskRescheduled(rescheduled))
            } else {
                let edited = TaskEdited(target: id, previous: previous, facts: target.facts)
                events.append(.taskEdited(edited))
            }
        }
        guard isMoved else { return events }
        switch target.status {
        case .open: break
        case .completed: events.append(.taskCompleted(change))
        case .dropped: events.append(.taskDropped(change))
        }
        return events
    }
}
