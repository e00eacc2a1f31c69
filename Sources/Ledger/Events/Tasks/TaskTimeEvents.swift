internal import EventLog

/// What a moment of a task is for, besides its deadline.
public enum TodoMoment: UInt8, CaseIterable, Codable, Hashable, Sendable {
    /// It is hidden until then.
    case wait = 1
    /// It is to be taken up then.
    case scheduled = 2
    /// It is of no use after that.
    case until = 3
}

/// A moment of a task was set, or taken away.
public struct TaskTimed: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// What the moment is for.
    public var moment: TodoMoment
    /// When; `nil` for not at all any more.
    public var time: Deadline?

    /// A change of a moment.
    public init(target: Reference, previous: Reference, moment: TodoMoment, time: Deadline?) {
        self.target = target
        self.previous = previous
        self.moment = moment
        self.time = time
    }
}

/// A task waits for another one, or does not any more.
public struct TaskLinked: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// The ``TaskAdded`` of the one that has to be done before.
    public var prerequisite: Reference
    /// Whether it waits for it no more.
    public var ends: Bool

    /// A dependency.
    public init(
        target: Reference, previous: Reference, prerequisite: Reference, ends: Bool = false
    ) {
        self.target = target
        self.previous = previous
        self.prerequisite = prerequisite
        self.ends = ends
    }
}

/// A task was completed at a moment that was told, as an import or someone who is late tells it.
public struct TaskFinished: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// When it was completed.
    public var time: Timestamp
    /// Why; erasable, may be empty.
    public var reason: String

    /// A completion.
    public init(target: Reference, previous: Reference, time: Timestamp, reason: String = "") {
        self.target = target
        self.previous = previous
        self.time = time
        self.reason = reason
    }
}

extension EventDeclaration {
    static let taskTimed = EventDeclaration(
        .taskTimed, "task", "timed", Event.taskTimed, .links,
        [.maybe(.deadlineDay), .maybe(.deadlineInstant), .needed(.mode)],
        undoneBy: .by([.taskTimed]), changesFigures: false)

    static let taskLinked = EventDeclaration(
        .taskLinked, "task", "linked", Event.taskLinked, .links,
        [.needed(.prerequisite), .maybe(.mode)], undoneBy: .by([.taskLinked]),
        changesFigures: false)

    static let taskStarted = EventDeclaration(
        .taskStarted, "task", "started", Event.taskStarted, .links, .reason,
        undoneBy: .by([.taskStopped]), changesFigures: false)

    static let taskStopped = EventDeclaration(
        .taskStopped, "task", "stopped", Event.taskStopped, .links, .reason,
        undoneBy: .by([.taskStarted]), changesFigures: false)

    static let taskFinished = EventDeclaration(
        .taskFinished, "task", "finished", Event.taskFinished, .links,
        [.needed(.deadlineInstant)], .reason, undoneBy: .by([.taskReopened]),
        changesFigures: false)
}

extension TaskTimed: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(time)
        writer.add(moment.rawValue, in: .mode)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        moment = try reader.required(.mode, reader.value)
        time = try reader.deadline()
    }
}

extension TaskLinked: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(prerequisite, in: .prerequisite)
        if ends { writer.add(1, in: .mode) }
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        prerequisite = try reader.required(.prerequisite, reader.reference)
        ends = try reader.mark(.mode)
    }
}

extension TaskFinished: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(previous, in: .previous)
        writer.add(time.millisecondsSince1970, in: .deadlineInstant)
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        previous = try reader.required(.previous, reader.reference)
        time = Timestamp(
            millisecondsSince1970: try reader.required(.deadlineInstant, reader.integer))
        reason = try reader.text(.reason)
    }
}
