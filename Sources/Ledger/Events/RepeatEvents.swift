internal import EventLog

/// What comes again on the days of a ``Recurrence``: an expense, an income, a transfer of one line,
/// or a task.
///
/// A rule records nothing by itself. What it expects on a day is recorded in a commit of its own,
/// whose idempotency key names the rule and the day: so nothing ever makes it twice.
public struct RepeatAdded: Hashable, Sendable {
    /// What is recorded each time, but for its day.
    public enum Content: Hashable, Sendable {
        /// A line; its facts have the first day that may be meant, and its details no time, id,
        /// payer or shares.
        case line(LineFacts, LineDetails)
        /// A task, due on the day; from the first day that may be meant on.
        case task(TodoFacts, from: Day)
    }

    /// What comes again.
    public var content: Content
    /// When.
    public var recurrence: Recurrence
    /// The last day that may be meant; `nil` for no end.
    public var last: Day?
    /// Whether all that is due is recorded together, each by itself once it is asked for.
    public var posts: Bool

    /// A rule.
    public init(
        _ content: Content, _ recurrence: Recurrence, last: Day? = nil, posts: Bool = false
    ) {
        self.content = content
        self.recurrence = recurrence
        self.last = last
        self.posts = posts
    }

    /// The first day that may be meant.
    public var first: Day {
        switch content {
        case .line(let facts, _): facts.day
        case .task(_, let day): day
        }
    }

    /// Payee and description of a line, or the title of a task; erasable.
    public var title: String {
        switch content {
        case .line(_, let details): details.title
        case .task(let facts, _): facts.title
        }
    }
}

/// What a rule expects on a day, or on all days from it on, does not come.
public struct RepeatSkipped: Hashable, Sendable {
    /// The ``RepeatAdded``.
    public var target: Reference
    /// The day.
    public var day: Day
    /// Whether nothing comes on later days either.
    public var stops: Bool
    /// Why; erasable, may be empty.
    public var reason: String

    /// What is passed over.
    public init(target: Reference, day: Day, stops: Bool = false, reason: String = "") {
        self.target = target
        self.day = day
        self.stops = stops
        self.reason = reason
    }
}

extension EventDeclaration {
    static let repeatAdded = EventDeclaration(
        .repeatAdded, "repeat", "added", Event.repeatAdded, isCritical: false,
        [
            .maybe(.kind), .maybe(.currency), .maybe(.category), .maybe(.account), .maybe(.flags),
            .needed(.day), .maybe(.amount), .maybe(.deadlineDay), .maybe(.urgency),
            .maybe(.colour), .maybe(.priority), .maybe(.project), .maybe(.assignee),
            .needed(.every), .maybe(.mode), .maybe(.title), .maybe(.note), .maybe(.tags),
            .maybe(.payee),
        ], undoneBy: .by([.repeatWithdrawn]), changesFigures: false)

    static let repeatSkipped = EventDeclaration(
        .repeatSkipped, "repeat", "skipped", Event.repeatSkipped, isCritical: false,
        [.needed(.target), .needed(.day), .maybe(.mode)], .reason,
        undoneBy: .by([.repeatWithdrawn]), changesFigures: false)

    static let repeatWithdrawn = EventDeclaration(
        .repeatWithdrawn, "repeat", "withdrawn", Event.repeatWithdrawn, isCritical: false,
        [.needed(.target)], .reason, undoneBy: .by([.repeatRestored]), changesFigures: false)

    static let repeatRestored = EventDeclaration(
        .repeatRestored, "repeat", "restored", Event.repeatRestored, isCritical: false,
        [.needed(.target)], .reason, undoneBy: .by([.repeatWithdrawn]), changesFigures: false)
}

extension RepeatAdded: RowContent {
    func write(to writer: inout RowWriter) {
        var todo: TodoFacts?
        switch content {
        case .line(let facts, _): facts.write(to: &writer, .stated)
        case .task(let facts, let day):
            todo = facts
            writer.add(day.daysSince1970, in: .day)
        }
        writer.add(last?.daysSince1970, in: .deadlineDay)
        if let todo {
            writer.add(todo.urgency.rawValue, in: .urgency)
            writer.add(todo.colour.rawValue, in: .colour)
            writer.add(todo.priority, in: .priority)
            writer.add(todo.project, in: .project)
            writer.add(todo.assignee, in: .assignee)
        }
        writer.add(fact: recurrence.description, in: .every)
        if posts { writer.add(1, in: .mode) }
        switch content {
        case .line(_, let details):
            writer.add(text: details.description, in: .title)
            writer.add(text: details.note, in: .note)
            writer.add(tags: details.tags)
            writer.add(text: details.payee, in: .payee)
        case .task(let facts, _):
            writer.add(text: facts.title, in: .title)
            writer.add(text: facts.note, in: .note)
            writer.add(tags: facts.tags)
        }
    }

    init(from reader: RowReader) throws(StoreError) {
        let name = try reader.required(.every, reader.string)
        guard let recurrence = Recurrence(name: name) else { throw reader.undecodable(.every) }
        self.recurrence = recurrence
        last = try reader.day(.deadlineDay)
        posts = try reader.mark(.mode)
        let hasMoney = [ColumnID.kind, .currency, .amount].contains { reader.row[$0] != nil }
        if hasMoney {
            var details = LineDetails(note: try reader.text(.note), tags: try reader.tags())
            details.payee = try reader.text(.payee)
            details.description = try reader.text(.title)
            content = .line(try LineFacts(from: reader, .stated), details)
            return
        }
        var facts = TodoFacts(
            title: try reader.text(.title), note: try reader.text(.note),
            urgency: try reader.required(.urgency, reader.value),
            colour: try reader.required(.colour, reader.value),
            priority: try reader.integer(.priority), project: try reader.category(.project),
            tags: try reader.tags())
        if let priority = facts.priority, !(1...9).contains(priority) {
            throw reader.undecodable(.priority)
        }
        facts.assignee = try reader.reference(.assignee)
        content = .task(facts, from: try reader.required(.day, reader.day))
    }
}

extension RepeatSkipped: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(target, in: .target)
        writer.add(day.daysSince1970, in: .day)
        if stops { writer.add(1, in: .mode) }
        writer.add(text: reason, in: .reason)
    }

    init(from reader: RowReader) throws(StoreError) {
        target = try reader.required(.target, reader.reference)
        day = try reader.required(.day, reader.day)
        stops = try reader.mark(.mode)
        reason = try reader.text(.reason)
    }
}

extension RowReader {
    /// A mark that is 1 or not there.
    func mark(_ column: ColumnID) throws(StoreError) -> Bool {
        guard let mark: UInt8 = try integer(column) else { return false }
        if mark != 1 { throw undecodable(column) }
        return true
    }
}
