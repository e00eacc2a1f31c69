/// The fields of a task.
struct TodoFields: OptionSet, Sendable {
    let rawValue: UInt16

    static let title = TodoFields(rawValue: 1)
    static let note = TodoFields(rawValue: 2)
    static let deadline = TodoFields(rawValue: 4)
    static let urgency = TodoFields(rawValue: 8)
    static let colour = TodoFields(rawValue: 16)
    static let priority = TodoFields(rawValue: 32)
    static let project = TodoFields(rawValue: 64)
    static let tags = TodoFields(rawValue: 128)
    static let assignee = TodoFields(rawValue: 256)
    static let status = TodoFields(rawValue: 512)
}

extension TodoState: Revertible {
    func fields(unlike other: TodoState) -> TodoFields {
        var fields: TodoFields = []
        if !facts.title.isSame(as: other.facts.title) { fields.insert(.title) }
        if !facts.note.isSame(as: other.facts.note) { fields.insert(.note) }
        if facts.deadline != other.facts.deadline { fields.insert(.deadline) }
        if facts.urgency != other.facts.urgency { fields.insert(.urgency) }
        if facts.colour != other.facts.colour { fields.insert(.colour) }
        if facts.priority != other.facts.priority { fields.insert(.priority) }
        if facts.project != other.facts.project { fields.insert(.project) }
        if !facts.tags.isSame(as: other.facts.tags) { fields.insert(.tags) }
        if facts.assignee != other.facts.assignee { fields.insert(.assignee) }
        if status != other.status { fields.insert(.status) }
        return fields
    }

    mutating func take(_ fields: TodoFields, from other: TodoState) {
        if fields.contains(.title) { facts.title = other.facts.title }
        if fields.contains(.note) { facts.note = other.facts.note }
        if fields.contains(.deadline) { facts.deadline = other.facts.deadline }
        if fields.contains(.urgency) { facts.urgency = other.facts.urgency }
        if fields.contains(.colour) { facts.colour = other.facts.colour }
        if fields.contains(.priority) { facts.priority = other.facts.priority }
        if fields.contains(.project) { facts.project = other.facts.project }
        if fields.contains(.tags) { facts.tags = other.facts.tags }
        if fields.contains(.assignee) { facts.assignee = other.facts.assignee }
        if fields.contains(.status) { status = other.status }
    }

    var isInactive: Bool { status == .dropped }

    mutating func leave() { status = .dropped }

    static var goneFields: TodoFields { .status }

    static var goneField: String { "status" }

    static var texts: TodoFields { [.title, .note, .tags] }
}

extension Reversion<TodoState> {
    /// The events that make the task what it is to be, as few as possible. From completed
    /// to dropped and back the way leads over open, and what a task says changes while it is open,
    /// if it is at all.
    ///
    /// - Parameter index: The index of the first of them in its commit.
    func events(from index: Int, reason: String) -> [Event] {
        let id = Reference.position(now.id)
        var events: [Event] = []
        var previous: Reference {
            events.isEmpty ? .position(now.version) : .inThisCommit(index + events.count - 1)
        }
        var change: TaskChange { TaskChange(target: id, previous: previous, reason: reason) }
        let isMoved = target.status != now.status
        if isMoved, now.status != .open { events.append(.taskReopened(change)) }
        let fields = leavesNothing ? [] : now.fields(unlike: target).subtracting(.status)
        if !fields.isEmpty {
            let isOpen = isMoved || now.status == .open
            if fields == .deadline, isOpen {
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
