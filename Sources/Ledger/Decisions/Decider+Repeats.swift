extension Decider {
    /// What comes again is what could be recorded once: accounts that it names are opened.
    mutating func addRepeat(_ rule: NewRepeat) throws(DecisionError) {
        try checkOpened()
        let first = rule.recurrence.next(onOrAfter: rule.first, from: rule.first)
        guard let first, first <= rule.last ?? .max else { throw .nothingGiven }
        if var line = rule.line {
            line.day = rule.first
            try addEntry([line], nil)
        } else {
            try addTask(rule.task, TodoPlan())
        }
        for (index, event) in decision.events.enumerated() {
            let content: RepeatAdded.Content
            switch event {
            case .lineAdded(let line): content = .line(line.facts, line.details)
            case .taskAdded(let task): content = .task(task.facts, from: rule.first)
            default: continue
            }
            decision.events[index] = .repeatAdded(
                RepeatAdded(content, rule.recurrence, last: rule.last, posts: rule.posts))
        }
    }

    /// A day that a rule has, or the first of those that come no more.
    mutating func skipRepeat(_ skip: RepeatGap) throws(DecisionError) {
        try checkOpened()
        guard let rule = state.repeats.rules.first(where: { $0.id == skip.id }) else {
            throw .notARepeat(skip.id)
        }
        if skip.stops {
            if skip.day == rule.end { throw .nothingChanged }
            // It ends before.
            if skip.day > rule.end {
                throw .notADay(skip.id, rule.added.title, skip.day, next: nil)
            }
        } else {
            if rule.isSkipped(skip.day) { throw .nothingChanged }
            guard rule.has(skip.day) else {
                let next = rule.next(onOrAfter: skip.day)
                throw .notADay(skip.id, rule.added.title, skip.day, next: next)
            }
        }
        decision.events.append(
            .repeatSkipped(
                RepeatSkipped(
                    target: .position(skip.id), day: skip.day, stops: skip.stops,
                    reason: skip.reason)))
    }
}

/// What comes again, as someone states it: a line, else a task.
public struct NewRepeat: Hashable, Sendable {
    /// The line; its day means nothing.
    package var line: NewLine?
    /// The task where there is no line; its deadline means nothing.
    package var task: TodoFacts
    /// When.
    package var recurrence: Recurrence
    /// The first day that may be meant.
    package var first: Day
    /// The last day that may be meant.
    package var last: Day?
    /// Whether all that is due is recorded together.
    package var posts: Bool

    /// A line that comes again.
    public init(
        _ line: NewLine, _ recurrence: Recurrence, from first: Day, to last: Day? = nil,
        posts: Bool = false
    ) {
        self.line = line
        task = TodoFacts(title: "")
        self.recurrence = recurrence
        self.first = first
        self.last = last
        self.posts = posts
    }

    /// A task that comes again.
    public init(
        _ task: TodoFacts, _ recurrence: Recurrence, from first: Day, to last: Day? = nil,
        posts: Bool = false
    ) {
        self.task = task
        self.task.deadline = nil
        self.recurrence = recurrence
        self.first = first
        self.last = last
        self.posts = posts
    }
}

/// What is to be passed over of what comes again.
public struct RepeatGap: Hashable, Sendable {
    /// The position of the rule.
    public var id: UInt64
    /// The day, or the first of all later ones.
    package var day: Day
    /// Whether all later ones are meant.
    package var stops: Bool
    /// Why; may be empty.
    package var reason: String

    /// What is to be passed over.
    public init(id: UInt64, day: Day, stops: Bool = false, reason: String = "") {
        self.id = id
        self.day = day
        self.stops = stops
        self.reason = reason
    }
}
