internal import EventLog

extension EventDeclaration {
    static let taskAdded = EventDeclaration(
        .taskAdded, "task", "added", Event.taskAdded, .todo, undoneBy: .by([.taskDropped]),
        changesFigures: false, rights: .create)

    static let taskEdited = EventDeclaration(
        .taskEdited, "task", "edited", Event.taskEdited, .links, .todo,
        undoneBy: .by([.taskEdited]), changesFigures: false)

    static let taskCompleted = EventDeclaration(
        .taskCompleted, "task", "completed", Event.taskCompleted, .links, .reason,
        undoneBy: .by([.taskReopened]), changesFigures: false)

    static let taskReopened = EventDeclaration(
        .taskReopened, "task", "reopened", Event.taskReopened, .links, .reason,
        undoneBy: .by([.taskCompleted, .taskDropped]), changesFigures: false)

    static let taskRescheduled = EventDeclaration(
        .taskRescheduled, "task", "rescheduled", Event.taskRescheduled, .links, .deadline,
        undoneBy: .by([.taskRescheduled]), changesFigures: false)

    static let taskDropped = EventDeclaration(
        .taskDropped, "task", "dropped", Event.taskDropped, .links, .reason,
        undoneBy: .by([.taskReopened]), changesFigures: false)
}

extension [EventSchema.Column] {
    fileprivate static let deadline: [EventSchema.Column] = [
        .maybe(.deadlineDay), .maybe(.deadlineInstant),
    ]

    fileprivate static let todo: [EventSchema.Column] =
        joined(
            deadline,
            [
                .needed(.urgency), .needed(.colour), .maybe(.priority), .maybe(.project),
                .maybe(.assignee), .maybe(.title), .maybe(.note), .maybe(.tags),
            ])
}

extension TodoFacts: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(deadline)
        writer.add(urgency.rawValue, in: .urgency)
        writer.add(colour.rawValue, in: .colour)
        writer.add(priority, in: .priority)
        writer.add(project, in: .project)
        writer.add(assignee, in: .assignee)
        writer.add(text: title, in: .title)
        writer.add(text: note, in: .note)
        writer.add(tags: tags)
    }

    init(from reader: RowReader) throws(StoreError) {
        title = try reader.text(.title)
        note = try reader.text(.note)
        deadline = try reader.deadline()
        urgency = try reader.required(.urgency, reader.value)
        colour = try reader.required(.colour, reader.value)
        priority = try reader.integer(.priority)
        if let priority, !(1...9).contains(priority) { throw reader.undecodable(.priority) }
        project = try reader.category(.project)
        tags = try reader.tags()
        assignee = try reader.reference(.assignee)
    }
}

extension TaskAdded: RowContent {
    func write(to writer: inout RowWriter) { facts.write(to: &writer) }

    init(from reader: RowReader) throws(StoreError) { facts = try TodoFacts(from: reader) }
}

extension TaskEdited: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        facts.write(to: &writer)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        facts = try TodoFacts(from: reader)
    }
}

extension TaskChange: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        reason = try reader.text(.reason)
    }
}

extension TaskRescheduled: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(deadline)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        deadline = try reader.deadline()
    }
}
