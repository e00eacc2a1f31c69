/// How pressing a task is.
public enum TodoUrgency: UInt8, CaseIterable, Codable, Hashable, Sendable {
    /// No hurry.
    case basic = 1
    /// Soon.
    case urgent = 2
    /// Before others.
    case important = 3
}

/// The colour of a task's card.
public enum TodoColour: UInt8, CaseIterable, Codable, Hashable, Sendable {
    /// Green.
    case green = 1
    /// Teal.
    case teal = 2
    /// Pink.
    case pink = 3
    /// Gray.
    case gray = 4
    /// Blue.
    case blue = 5
}

/// When a task is due.
public enum Deadline: Hashable, Sendable {
    /// Until the start of the next day in the ledger's zone.
    case day(Day)
    /// Up to and including the instant.
    case instant(Timestamp)
}

/// What a task is: its title, its deadline and what goes with them.
public struct TodoFacts: Hashable, Sendable {
    /// What is to be done; erasable.
    public var title: String
    /// Note; erasable.
    public var note: String
    /// When it is due; `nil` for no deadline.
    public var deadline: Deadline?
    /// How pressing it is.
    public var urgency: TodoUrgency
    /// The colour of its card.
    public var colour: TodoColour
    /// 1 (highest) … 9; `nil` for none.
    public var priority: UInt8?
    /// Segments joined by `:`; a fact that stays.
    public var project: CategoryPath?
    /// Tags without newlines; erasable.
    public var tags: [String]
    /// The person who is to do it, a ``PersonAdded``; `nil` for none.
    public var assignee: Reference?

    /// The facts of a task.
    public init(
        title: String, note: String = "", deadline: Deadline? = nil, urgency: TodoUrgency = .basic,
        colour: TodoColour = .green, priority: UInt8? = nil, project: CategoryPath? = nil,
        tags: [String] = [], assignee: Reference? = nil
    ) {
        self.title = title
        self.note = note
        self.deadline = deadline
        self.urgency = urgency
        self.colour = colour
        self.priority = priority
        self.project = project
        self.tags = tags
        self.assignee = assignee
    }
}

/// A task was recorded.
public struct TaskAdded: Hashable, Sendable {
    /// What it is.
    public var facts: TodoFacts

    /// A new task.
    public init(facts: TodoFacts) { self.facts = facts }
}

/// A task says something else now; the facts are complete.
public struct TaskEdited: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// All of it as it is from now on.
    public var facts: TodoFacts

    /// An edited task.
    public init(target: Reference, previous: Reference, facts: TodoFacts) {
        self.target = target
        self.previous = previous
        self.facts = facts
    }
}

/// A task was completed, reopened or dropped.
public struct TaskChange: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// Why; erasable, may be empty.
    public var reason: String

    /// A change of a task's state.
    public init(target: Reference, previous: Reference, reason: String = "") {
        self.target = target
        self.previous = previous
        self.reason = reason
    }
}

/// A task has another deadline.
public struct TaskRescheduled: Hashable, Sendable {
    /// The ``TaskAdded`` of which it speaks.
    public var target: Reference
    /// The event before that spoke of the same task.
    public var previous: Reference
    /// The new deadline; `nil` for none any more.
    public var deadline: Deadline?

    /// A change of a task's deadline.
    public init(target: Reference, previous: Reference, deadline: Deadline?) {
        self.target = target
        self.previous = previous
        self.deadline = deadline
    }
}
