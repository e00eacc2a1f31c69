package import EventLog

/// All tasks in their current version, with when they were added and closed.
package struct TodoTable: Projection {
    /// A task.
    package struct Entry: Hashable, Sendable {
        /// What it is now.
        package internal(set) var state: TodoState
        /// The wall clock when it was added.
        package let addedAt: Timestamp
        /// The wall clock when it was completed or dropped; `nil` while it is open.
        package internal(set) var closedAt: Timestamp?
        /// The position of the event that completed or dropped it; `nil` while it is open.
        package internal(set) var closedBy: UInt64?
        /// The wall clock when it was started; `nil` while nobody works on it.
        package internal(set) var startedAt: Timestamp?
        /// Milliseconds that were spent on it, those since ``startedAt`` left out.
        package internal(set) var spent: Int64 = 0

        /// Seconds that were spent on it by a moment.
        package func spent(by time: Timestamp) -> Int64 {
            var entry = self
            entry.stop(at: time)
            return entry.spent / 1_000
        }

        /// Ends the time that is spent at a moment.
        mutating func stop(at time: Timestamp) {
            if let startedAt {
                let passed = time.millisecondsSince1970
                    .subtractingReportingOverflow(startedAt.millisecondsSince1970)
                let sum = spent.addingReportingOverflow(max(0, passed.partialValue))
                if !passed.overflow, !sum.overflow { spent = sum.partialValue }
            }
            startedAt = nil
        }
    }

    /// Something that happened to a task that was added before the events of this table.
    private struct Change: Hashable {
        let position: UInt64
        let event: Event
        let time: Timestamp
        /// The commit that brought it, by its first position.
        let commit: UInt64?
    }

    private var byID: [UInt64: Entry] = [:]
    private var orphans: [Change] = []
    /// When each task that was ever started was started and stopped.
    private var turns: [UInt64: [TodoTurn]] = [:]

    /// An empty table.
    package init() {}

    /// `tasks`.
    package static let name = "tasks"
    /// 1.
    package static let version = 1
    /// Everything.
    package static let sections: Sections = .all

    /// The types of the events that a table takes in.
    static let types: Set<EventType> = [
        .taskAdded, .taskEdited, .taskCompleted, .taskReopened, .taskRescheduled, .taskDropped,
        .taskTimed, .taskLinked, .taskStarted, .taskStopped, .taskFinished, .taskValued,
    ]
    /// The same, as stores are asked for them.
    static let typeSet = TypeSet(types.map(\.rawValue))

    /// The tasks by id.
    package var entries: [Entry] { byID.keys.sorted().compactMap { byID[$0] } }

    /// The tasks in no order.
    var tasks: some Collection<Entry> { byID.values }

    /// The tasks that are not here and of which events speak, ascending.
    var unknown: [UInt64] { Set(orphans.compactMap { $0.event.todoTarget }).sorted() }

    /// The task created at a position, or `nil`.
    package func entry(_ id: UInt64) -> Entry? { byID[id] }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try apply(batch) { _ in true }
    }

    /// Takes in what happened to some of the tasks in the events that follow.
    mutating func apply(
        _ batch: ColumnBatch, where isWanted: (UInt64) -> Bool
    ) throws(StoreError) {
        func speaksOfWanted(_ position: UInt64, _ index: Int) -> Bool {
            let target = batch.links[.target]?.value(at: index).flatMap(UInt64.init(exactly:))
            return isWanted(target ?? position)
        }
        try batch.forEachEvent(of: TodoTable.types, where: speaksOfWanted) { position, event in
            let index = Int(position - batch.firstPosition)
            apply(event, at: position, in: batch.commit(at: index))
        }
    }

    /// Takes in an event that follows, with the commit that brought it.
    mutating func apply(_ event: Event, at position: UInt64, in commit: CommitHeader?) {
        let time = Timestamp(millisecondsSince1970: commit?.recordedAt ?? 0)
        apply(
            Change(
                position: position, event: event, time: time, commit: commit?.firstPosition))
    }

    /// Takes in the table of the events that follow.
    package mutating func merge(_ other: TodoTable) {
        for change in other.orphans { apply(change) }
        byID.merge(other.byID) { $1 }
        turns.merge(other.turns) { $1 }
    }

    /// Forgets some tasks.
    mutating func remove(_ ids: Set<UInt64>) {
        for id in ids {
            byID[id] = nil
            turns[id] = nil
        }
    }

    /// Whether any task was ever started.
    var hasTurns: Bool { !turns.isEmpty }

    /// Counts the time that was spent anew, without what is taken back.
    mutating func settle(_ marks: UndoIndex) {
        for (id, turns) in turns { byID[id]?.count(turns, marks) }
    }

    private mutating func apply(_ change: Change) {
        if case .taskAdded(let task) = change.event {
            let state = TodoState(
                id: change.position, version: change.position, facts: task.facts)
            byID[change.position] = Entry(state: state, addedAt: change.time)
            return
        }
        guard let id = change.event.todoTarget else { return }
        guard var entry = byID[id] else { return orphans.append(change) }
        entry.state.apply(change.event, at: change.position)
        if let turn = TodoTurn(change.event, change.time, change.commit),
            turn.starts || turns[id] != nil
        {
            turns[id, default: []].append(turn)
        }
        switch change.event {
        case .taskCompleted, .taskDropped:
            entry.stop(at: change.time)
            (entry.closedAt, entry.closedBy) = (change.time, change.position)
        case .taskFinished(let event):
            entry.stop(at: min(change.time, event.time))
            (entry.closedAt, entry.closedBy) = (event.time, change.position)
        case .taskStarted: entry.startedAt = change.time
        case .taskStopped: entry.stop(at: change.time)
        case .taskReopened: (entry.closedAt, entry.closedBy) = (nil, nil)
        default: break
        }
        byID[id] = entry
    }
}

extension Event {
    /// The task of which the event speaks; `nil` for other events, and for the one that adds it.
    var todoTarget: UInt64? {
        switch self {
        case .taskEdited(let event): event.target.position
        case .taskRescheduled(let event): event.target.position
        case .taskCompleted(let event), .taskReopened(let event), .taskDropped(let event),
            .taskStarted(let event), .taskStopped(let event):
            event.target.position
        case .taskTimed(let event): event.target.position
        case .taskLinked(let event): event.target.position
        case .taskFinished(let event): event.target.position
        case .taskValued(let event): event.target.position
        default: nil
        }
    }
}

extension TodoState {
    /// Takes in an event at a position that speaks of the task.
    mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .taskEdited(let event): facts.take(event.facts)
        case .taskRescheduled(let event): facts.deadline = event.deadline
        case .taskCompleted: become(.completed)
        case .taskFinished(let event): become(.completed, at: event.time)
        case .taskReopened: become(.open)
        case .taskDropped: become(.dropped)
        case .taskStarted: isStarted = true
        case .taskStopped: isStarted = false
        case .taskTimed(let event): moments[event.moment] = event.time
        case .taskValued(let event): values[event.attribute] = event.value
        case .taskLinked(let event):
            guard let prerequisite = event.prerequisite.position else { return }
            let place = prerequisites.partitioningIndex { $0 >= prerequisite }
            let isThere = place < prerequisites.count && prerequisites[place] == prerequisite
            if event.ends, isThere { prerequisites.remove(at: place) }
            if !event.ends, !isThere { prerequisites.insert(prerequisite, at: place) }
        default: return
        }
        version = position
    }

    private mutating func become(_ status: TodoStatus, at time: Timestamp? = nil) {
        self.status = status
        finishedAt = time
        isStarted = false
    }
}
