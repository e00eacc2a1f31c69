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
        RevertibleField(goneField, status) { todo, _ in todo.status.rawValue },
        RevertibleField(end, ended) { todo, _ in todo.finishedAt?.description },
        RevertibleField("wait", \.moments[.wait]) { $0?.description },
        RevertibleField("scheduled", \.moments[.scheduled]) { $0?.description },
        RevertibleField("until", \.moments[.until]) { $0?.description },
        RevertibleField(depends, \.prerequisites) { ids in
            ids.map { "\($0)" }.joined(separator: ", ").nonEmpty
        },
        RevertibleField("started", flag: \.isStarted),
        RevertibleField(attributes, FieldAccess(\.values), isErasable: true) { todo, _ in
            todo.valuesText.nonEmpty
        },
    ]

    /// When it was completed goes with it.
    private static let status = FieldAccess<TodoState>(
        isSame: { $0.status == $1.status },
        take: {
            $0.status = $1.status
            $0.finishedAt = $1.finishedAt
        })

    /// When a task was completed that is so before and after.
    private static let ended = FieldAccess<TodoState>(
        isSame: { $0.status != $1.status || $0.finishedAt == $1.finishedAt },
        take: { if $0.status == $1.status { $0.finishedAt = $1.finishedAt } })

    private static let end = "completed"

    /// What events of their own say.
    private static let others = fields { field in
        [end, "wait", "scheduled", "until", depends, "started", attributes].contains(field.name)
    }

    private static let depends = "depends"

    private static let attributes = "attributes"

    private static let deadline = "deadline"

    static var goneField: String { "status" }

    static var goneParts: Set<String> { [end] }

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
        let isMoved =
            target.status != status
            || target.status == .completed && target.finishedAt != finishedAt
        if isMoved, status != .open { events.append(.taskReopened(change)) }
        let fields =
            leavesNothing
            ? []
            : fields(unlike: target).subtracting(TodoState.goneFields)
                .subtracting(TodoState.others)
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
        if !leavesNothing {
            for moment in TodoMoment.allCases where moments[moment] != target.moments[moment] {
                let timed = TaskTimed(
                    target: id, previous: previous, moment: moment, time: target.moments[moment])
                events.append(.taskTimed(timed))
            }
            let names = Set(values.keys).union(target.values.keys)
            for name in names.sorted() where values[name] != target.values[name] {
                let valued = TaskValued(
                    target: id, previous: previous, attribute: name, value: target.values[name])
                events.append(.taskValued(valued))
            }
            let (was, now) = (Set(prerequisites), Set(target.prerequisites))
            for task in was.symmetricDifference(now).sorted() {
                let linked = TaskLinked(
                    target: id, previous: previous, prerequisite: .position(task),
                    ends: was.contains(task))
                events.append(.taskLinked(linked))
            }
        }
        // Whatever opens or closes a task stops it.
        let runs = !isMoved && isStarted
        if target.status == .open, !leavesNothing, target.isStarted != runs {
            events.append(target.isStarted ? .taskStarted(change) : .taskStopped(change))
        }
        guard isMoved else { return events }
        switch target.status {
        case .open: break
        case .completed:
            guard let time = target.finishedAt else {
                events.append(.taskCompleted(change))
                break
            }
            let finished = TaskFinished(
                target: id, previous: previous, time: time, reason: reason)
            events.append(.taskFinished(finished))
        case .dropped: events.append(.taskDropped(change))
        }
        return events
    }
}
