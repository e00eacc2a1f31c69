/// Tasks in the order of their deadlines: by the last instant at which each can be kept, those
/// without a deadline last, and of those with the same by id.
package struct TaskList: Codable, Hashable, Sendable {
    /// The tasks.
    package var rows: [TaskRow]
    /// How many tasks there are in all that were asked for.
    package internal(set) var count: Int
    /// Whether there are more behind those that were asked for.
    package internal(set) var more: Bool
    /// How many tasks were passed over; `nil` for none, and then left out of JSON.
    package internal(set) var skipped: Int?
    /// How many tasks there are in each tab that have what was asked for, shown or not.
    package internal(set) var counts: TaskCounts
    /// The moment for which the tabs hold.
    package let now: Timestamp
    /// The day that it is in the ledger's zone.
    package let today: Day
    /// IANA name of the ledger's zone.
    package let zone: String
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
    /// What comes again and is expected, by day; `nil` where only tasks are asked for, and then
    /// left out of JSON.
    package var expected: [ExpectedRow]?
    /// The expenses that were recorded when a task that is shown was completed, each as its id and
    /// its amount; `nil` for none, and then left out of JSON.
    package var paid: [String]?
    /// Where nothing was found, names that may be meant; `nil` for none, and then left out of JSON.
    package var hints: [NameHint]?
    /// The names of the files of a task that is shown; `nil` for none, and then left out of JSON.
    package var files: [String]?
}

/// A task as lists and writers show it; flat.
package struct TaskRow: Codable, Hashable, Sendable {
    /// The task's id: the position of its creation.
    package let id: UInt64
    /// The position of the version shown.
    package let version: UInt64
    /// What is to be done.
    package let title: String
    /// Note.
    package let note: String
    /// `basic`, `urgent` or `important`.
    package let type: TodoUrgency
    /// `green`, `teal`, `pink`, `gray` or `blue`.
    package let colour: TodoColour
    /// The deadline: a day (`2026-12-01`), or an instant as RFC 3339 in UTC; empty for none.
    package let deadline: String
    /// The deadline as clocks of the ledger's zone show it: `2026-12-01` or `2026-12-01 14:30`,
    /// with seconds where they are not 0; empty for none.
    package let dueLocal: String
    /// 1 (highest) … 9; `nil` for none.
    package let priority: UInt8?
    /// Segments joined by `:`; empty for none.
    package let project: String
    /// Tags.
    package let tags: [String]
    /// Name of the person who is to do it; empty for none.
    package let assignee: String
    /// Its tab; `nil` when it was dropped.
    package let tab: TaskTab?
    /// `open`, `completed` or `dropped`.
    package let status: TodoStatus
    /// Of an open task whether it is late now; of a completed one whether it was completed late.
    package let late: Bool
    /// The wall clock when it was added, RFC 3339 in UTC.
    package let addedAt: Timestamp
    /// The wall clock when it was completed, RFC 3339 in UTC; `nil` unless it is completed.
    package let completedAt: Timestamp?
    /// When it was completed, as clocks of the ledger's zone show it: `2026-12-01 14:30:05`,
    /// seconds of 0 left out; empty unless it is completed.
    package let completedLocal: String
    /// Until when it is hidden, as ``deadline`` is written; empty for not at all.
    package let wait: String
    /// When it is to be taken up; empty for no such day.
    package let scheduled: String
    /// Until when it is of use; empty for ever.
    package let until: String
    /// The ids of the tasks that have to be done before, ascending.
    package let depends: [UInt64]
    /// When it was started; `nil` while nobody works on it.
    package let startedAt: Timestamp?
    /// Seconds that were spent on it, those since it was started included.
    package let spent: Int64
    /// What it has of attributes, by their names; of money `300.00 EUR`, of a span `PT1H30M`.
    package let attributes: [String: String]
    /// Its small number of the day; `nil` unless asked for and of a task that has none, and then
    /// left out of JSON.
    package var number: Int?
    /// Of ``depends`` those that are open; left out of JSON.
    package internal(set) var waitsFor: [UInt64]?
}

extension TaskRow {
    private enum Key: String, CodingKey {
        case id, version, title, note, type, colour, deadline, dueLocal, priority, project, tags
        case assignee, tab, status, late, addedAt, completedAt, completedLocal
        case wait, scheduled, until, depends, startedAt, spent, attributes, number
    }

    /// Encodes an object in which nothing is missing: what is `nil` is null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(version, forKey: .version)
        try container.encode(title, forKey: .title)
        try container.encode(note, forKey: .note)
        try container.encode(type, forKey: .type)
        try container.encode(colour, forKey: .colour)
        try container.encode(deadline, forKey: .deadline)
        try container.encode(dueLocal, forKey: .dueLocal)
        try container.encode(priority, forKey: .priority)
        try container.encode(project, forKey: .project)
        try container.encode(tags, forKey: .tags)
        try container.encode(assignee, forKey: .assignee)
        try container.encode(tab, forKey: .tab)
        try container.encode(status, forKey: .status)
        try container.encode(late, forKey: .late)
        try container.encode(addedAt, forKey: .addedAt)
        try container.encode(completedAt, forKey: .completedAt)
        try container.encode(completedLocal, forKey: .completedLocal)
        try container.encode(wait, forKey: .wait)
        try container.encode(scheduled, forKey: .scheduled)
        try container.encode(until, forKey: .until)
        try container.encode(depends, forKey: .depends)
        try container.encode(startedAt, forKey: .startedAt)
        try container.encode(spent, forKey: .spent)
        try container.encode(attributes, forKey: .attributes)
        try container.encodeIfPresent(number, forKey: .number)
    }

    init(_ entry: TodoTable.Entry, _ clock: TaskClock, _ referenceData: ReferenceData) {
        let facts = entry.state.facts
        id = entry.state.id
        version = entry.state.version
        title = facts.title
        note = facts.note
        type = facts.urgency
        colour = facts.colour
        deadline = facts.deadline?.description ?? ""
        dueLocal = facts.deadline.map(clock.local) ?? ""
        priority = facts.priority
        project = facts.project?.text ?? ""
        tags = facts.tags
        assignee = referenceData.personName(facts.assignee) ?? ""
        status = entry.state.status
        tab = clock.tab(status, facts.deadline)
        addedAt = entry.addedAt
        completedAt = status == .completed ? entry.closedAt : nil
        completedLocal = completedAt.map { clock.local(.instant($0)) } ?? ""
        if let completedAt, let position = entry.closedBy {
            late = clock.isLate(facts.deadline, completed: completedAt, at: position)
        } else {
            late = tab == .failed
        }
        let moments = entry.state.moments
        wait = moments[.wait]?.description ?? ""
        scheduled = moments[.scheduled]?.description ?? ""
        until = moments[.until]?.description ?? ""
        depends = entry.state.prerequisites
        startedAt = entry.startedAt
        spent = entry.spent(by: clock.now)
        attributes = entry.state.values.mapValues(\.description)
    }
}

/// How many tasks each tab has.
package struct TaskCounts: Codable, Hashable, Sendable {
    /// Open and late.
    package internal(set) var failed = 0
    /// Open, not late, due before tomorrow starts.
    package internal(set) var today = 0
    /// Open and due later, or never.
    package internal(set) var upcoming = 0
    /// Completed.
    package internal(set) var done = 0
    /// Dropped.
    package internal(set) var dropped = 0
    /// Open tasks that have what was asked for and are left out because they are hidden; `nil` for
    /// none, and then left out of JSON.
    package internal(set) var hidden: Int?

    /// Nothing anywhere.
    package init() {}

    /// How many there are in a tab; for `nil` how many were dropped.
    package subscript(tab: TaskTab?) -> Int {
        switch tab {
        case .failed: failed
        case .today: today
        case .upcoming: upcoming
        case .done: done
        case nil: dropped
        }
    }

    mutating func count(_ tab: TaskTab?) {
        switch tab {
        case .failed: failed += 1
        case .today: today += 1
        case .upcoming: upcoming += 1
        case .done: done += 1
        case nil: dropped += 1
        }
    }
}

extension Deadline: CustomStringConvertible {
    /// `2026-12-01`, or RFC 3339 in UTC.
    public var description: String {
        switch self {
        case .day(let day): day.description
        case .instant(let instant): instant.description
        }
    }
}

extension TaskClock {
    /// `2026-12-01`, or `2026-12-01 14:30` as clocks of the zone show it.
    package func local(_ deadline: Deadline) -> String {
        switch deadline {
        case .day(let day): day.description
        case .instant(let instant): "\(zone.day(at: instant)) \(zone.timeOfDay(at: instant))"
        }
    }
}
