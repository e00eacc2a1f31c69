/// Makes the events of an import of tasks: first the one with which it begins, then those of each
/// new task, at last those of what changes; so a file is decided while what was decided is encoded.
///
/// A copy goes on from where it was made.
package struct TaskImportDecision: Sendable {
    private typealias Prerequisite = TasksToImport.Task.Prerequisite

    /// A task that waits for others.
    private struct Waiting {
        let task: Prerequisite
        let title: String
        let prerequisites: [Prerequisite]
    }

    private let decider: Decider
    private let changes: [TasksToImport.Change]
    /// The first event; it opens the commit's batch.
    package let opening: Event
    /// What was understood differently from what the file says, so far.
    package private(set) var notes: [DecisionNote] = []
    /// How many events there are so far.
    private var count = 1
    /// The index of the first event of each new task; the others of it stand right behind.
    private var added: [Int] = []
    /// The new tasks that wait for others.
    private var waiting: [Waiting] = []

    /// Begins an import.
    ///
    /// - Parameters:
    ///   - tasks: What a file brings, of which the new tasks are not looked at.
    ///   - new: How many tasks are new.
    ///   - state: The ledger, with what the tasks ask for.
    /// - Throws: ``DecisionError``.
    package init(
        _ tasks: TasksToImport, adding new: Int, _ state: LedgerState
    ) throws(DecisionError) {
        decider = Decider(state)
        try decider.checkOpened()
        if new == 0, tasks.changes.isEmpty { throw .nothingGiven }
        var counts = tasks.counts
        if new > 0 { counts[ImportBatches.tasksCount] = Int64(new) }
        opening = .batchStarted(
            BatchStarted(origin: ImportBatches.origin, fileName: tasks.fileName, counts: counts))
        changes = tasks.changes
        added.reserveCapacity(new)
    }

    /// Appends the events of the next new task.
    ///
    /// - Throws: ``DecisionError``.
    package mutating func add(
        _ task: TasksToImport.Task, to events: inout [Event]
    ) throws(DecisionError) {
        try decider.check(task.facts)
        if !task.values.isEmpty {
            for (name, value) in task.values { try decider.check(value, of: name) }
        }
        if !task.prerequisites.isEmpty {
            let new = Waiting(
                task: .new(added.count), title: task.facts.title,
                prerequisites: task.prerequisites)
            waiting.append(new)
        }
        let start = events.count
        added.append(count)
        append(task, to: &events)
        count += events.count - start
    }

    private func append(_ task: TasksToImport.Task, to events: inout [Event]) {
        let added = Reference.inThisCommit(count)
        var newest = count
        func take(_ event: (_ previous: Reference) -> Event) {
            events.append(event(.inThisCommit(newest)))
            newest += 1
        }
        events.append(.taskAdded(TaskAdded(facts: task.facts)))
        if !task.moments.isEmpty {
            for moment in TodoMoment.allCases {
                guard let time = task.moments[moment] else { continue }
                take {
                    .taskTimed(
                        TaskTimed(target: added, previous: $0, moment: moment, time: time))
                }
            }
        }
        if !task.values.isEmpty {
            for (name, value) in task.values.sorted(by: { $0.key < $1.key }) {
                take {
                    .taskValued(
                        TaskValued(target: added, previous: $0, attribute: name, value: value))
                }
            }
        }
        switch (task.status, task.finishedAt) {
        case (.open, _): break
        case (.completed, let time?):
            take { .taskFinished(TaskFinished(target: added, previous: $0, time: time)) }
        case (.completed, nil):
            take { .taskCompleted(TaskChange(target: added, previous: $0)) }
        case (.dropped, _): take { .taskDropped(TaskChange(target: added, previous: $0)) }
        }
    }

    /// The events behind the new tasks: of those that change, and which task waits for which.
    ///
    /// - Throws: ``DecisionError``.
    package mutating func ending() throws(DecisionError) -> [Event] {
        var events: [Event] = []
        /// The last event of each task that is changed.
        var versions: [UInt64: Reference] = [:]
        for change in changes {
            let todo = try decider.todo(change.id)
            let made = try todo.events(
                toBecome: target(change, todo), leavesNothing: false, from: count + events.count,
                reason: "")
            events += made
            versions[change.id] =
                made.isEmpty ? .position(todo.version) : .inThisCommit(count + events.count - 1)
        }
        try link(versions, &events)
        return events
    }

    /// What a task is to be.
    private func target(
        _ change: TasksToImport.Change, _ todo: TodoState
    ) throws(DecisionError) -> TodoState {
        try decider.check(change.task.facts, was: todo.facts)
        var target = todo
        (target.facts, target.status) = (change.task.facts, change.task.status)
        if target.status == .completed, change.task.finishedAt != nil {
            target.finishedAt = change.task.finishedAt
        } else if target.status != todo.status {
            target.finishedAt = nil
        }
        target.moments = change.task.moments
        for (name, value) in change.task.values where todo.values[name] != value {
            try decider.check(value, of: name)
        }
        target.values = change.task.values
        let wanted = Set(change.task.prerequisites)
        target.prerequisites = todo.prerequisites.filter { wanted.contains(.known($0)) }
        return target
    }

    /// Says which tasks wait for which, once all are there; what would close a ring is left out.
    private mutating func link(
        _ versions: [UInt64: Reference], _ events: inout [Event]
    ) throws(DecisionError) {
        var links = decider.state.links
        // What the file takes away counts first.
        for change in changes {
            let wanted = Set(change.task.prerequisites)
            for known in try decider.todo(change.id).prerequisites
            where !wanted.contains(.known(known)) {
                links.take(change.id, known, ends: true)
            }
        }
        let all =
            waiting
            + changes.filter { !$0.task.prerequisites.isEmpty }.map {
                Waiting(
                    task: .known($0.id), title: $0.task.facts.title,
                    prerequisites: $0.task.prerequisites)
            }
        if all.isEmpty { return }
        var last: [UInt64: Reference] = [:]
        // A chain of many tasks is not gone through for each: what nobody waits for closes no ring,
        // nor does what lies on none once all is linked.
        var awaited = links.awaited
        let ringed = links.ringed(
            with: all.flatMap { waiting in
                waiting.prerequisites.map { (place(waiting.task), place($0)) }
            })
        for waiting in all {
            let own = place(waiting.task)
            var known: Set<UInt64> = []
            if case .known(let id) = waiting.task {
                known = Set(try decider.todo(id).prerequisites)
                last[own] = versions[id]
            }
            for prerequisite in waiting.prerequisites where !known.contains(place(prerequisite)) {
                let other = place(prerequisite)
                let mayClose =
                    awaited.contains(own) && ringed.contains(own) && ringed.contains(other)
                if other == own || mayClose && links.path(from: other, to: own) != nil {
                    notes.append(
                        DecisionNote(.dependencyLeftOut, given: waiting.title, used: ""))
                    continue
                }
                links.take(own, other, ends: false)
                awaited.insert(other)
                let previous = last[own] ?? newestVersion(of: waiting.task)
                last[own] = .inThisCommit(count + events.count)
                events.append(
                    .taskLinked(
                        TaskLinked(
                            target: reference(waiting.task), previous: previous,
                            prerequisite: reference(prerequisite))))
            }
        }
    }

    /// New tasks stand behind all that are there.
    private func place(_ task: Prerequisite) -> UInt64 {
        switch task {
        case .known(let id): id
        case .new(let index): decider.state.count + UInt64(added[index])
        }
    }

    private func reference(_ task: Prerequisite) -> Reference {
        switch task {
        case .known(let id): .position(id)
        case .new(let index): .inThisCommit(added[index])
        }
    }

    /// The last event of a new task, which stands right before the next new one.
    private func newestVersion(of task: Prerequisite) -> Reference {
        guard case .new(let index) = task else { return reference(task) }
        return .inThisCommit((index + 1 < added.count ? added[index + 1] : count) - 1)
    }
}
