/// What a file of tasks brings.
public struct TasksToImport: Hashable, Sendable {
    /// A task.
    public struct Task: Hashable, Sendable {
        /// What it is.
        package var facts: TodoFacts
        /// What became of it.
        package var status: TodoStatus
        /// When it was completed, where the file says it; of one that is there, `nil` leaves
        /// the moment.
        package var finishedAt: Timestamp?
        /// When it is hidden, to be taken up and of use.
        package var moments: [TodoMoment: Deadline] = [:]
        /// The tasks that have to be done before.
        package var prerequisites: [Prerequisite] = []
        /// What it has of attributes, by their names.
        package var values: [String: TodoValue] = [:]

        /// A task that has to be done before another one.
        public enum Prerequisite: Hashable, Sendable {
            /// One that is there, by id.
            case known(UInt64)
            /// One of those that are new, by index.
            case new(Int)
        }

        /// A task.
        public init(_ facts: TodoFacts, _ status: TodoStatus) {
            (self.facts, self.status) = (facts, status)
        }
    }

    /// A task that is there, by id, and what it is to be.
    public struct Change: Hashable, Sendable {
        /// The task.
        public var id: UInt64
        /// What it is to be.
        package var task: Task

        /// A change.
        public init(_ id: UInt64, _ task: Task) { (self.id, self.task) = (id, task) }
    }

    /// The name of the file; empty for none.
    package var fileName: String
    /// Counts for the receipt, by name.
    package var counts: [String: Int64]
    /// Tasks to record.
    package var new: [Task]
    /// Tasks to change.
    package var changes: [Change]

    /// What a file brings.
    public init(
        fileName: String, counts: [String: Int64] = [:], new: [Task], changes: [Change] = []
    ) {
        (self.fileName, self.counts, self.new, self.changes) = (fileName, counts, new, changes)
    }
}

extension Decider {
    /// All of a file, as one batch that an undo takes back.
    mutating func importTasks(_ tasks: TasksToImport) throws(DecisionError) {
        try checkOpened()
        if tasks.new.isEmpty, tasks.changes.isEmpty { throw .nothingGiven }
        var counts = tasks.counts
        if !tasks.new.isEmpty { counts[ImportBatches.tasksCount] = Int64(tasks.new.count) }
        let batch = BatchStarted(
            origin: ImportBatches.origin, fileName: tasks.fileName, counts: counts)
        decision.events = [.batchStarted(batch)]
        decision.batch = .inThisCommit(0)
        /// The last event of each task that is changed.
        var versions: [UInt64: Reference] = [:]
        var added: [Int] = []
        added.reserveCapacity(tasks.new.count)
        for task in tasks.new {
            try check(task.facts)
            added.append(decision.events.count)
            for (name, value) in task.values { try check(value, of: name) }
            addTask(task)
        }
        for change in tasks.changes {
            let todo = try todo(change.id)
            try check(change.task.facts, was: todo.facts)
            var target = todo
            (target.facts, target.status) = (change.task.facts, change.task.status)
            if target.status == .completed, change.task.finishedAt != nil {
                target.finishedAt = change.task.finishedAt
            } else if target.status != todo.status {
                target.finishedAt = nil
            }
            target.moments = change.task.moments
            for (name, value) in change.task.values where todo.values[name] != value {
                try check(value, of: name)
            }
            target.values = change.task.values
            let wanted = Set(change.task.prerequisites)
            target.prerequisites = todo.prerequisites.filter { wanted.contains(.known($0)) }
            versions[change.id] = .position(todo.version)
            let events = todo.events(
                toBecome: target, leavesNothing: false, from: decision.events.count, reason: "")
            if !events.isEmpty {
                versions[change.id] = .inThisCommit(decision.events.count + events.count - 1)
            }
            decision.events += events
        }
        try link(tasks, added, versions)
    }

    private mutating func addTask(_ task: TasksToImport.Task) {
        let added = Reference.inThisCommit(decision.events.count)
        var newest: Reference { .inThisCommit(decision.events.count - 1) }
        decision.events.append(.taskAdded(TaskAdded(facts: task.facts)))
        if !task.moments.isEmpty {
            for moment in TodoMoment.allCases {
                guard let time = task.moments[moment] else { continue }
                decision.events.append(
                    .taskTimed(
                        TaskTimed(target: added, previous: newest, moment: moment, time: time)))
            }
        }
        for (name, value) in task.values.sorted(by: { $0.key < $1.key }) {
            decision.events.append(
                .taskValued(
                    TaskValued(target: added, previous: newest, attribute: name, value: value)))
        }
        switch task.status {
        case .open: break
        case .completed:
            guard let time = task.finishedAt else {
                decision.events.append(
                    .taskCompleted(TaskChange(target: added, previous: newest)))
                break
            }
            decision.events.append(
                .taskFinished(TaskFinished(target: added, previous: newest, time: time)))
        case .dropped:
            decision.events.append(.taskDropped(TaskChange(target: added, previous: newest)))
        }
    }

    /// Says which tasks wait for which, once all are there; what would close a ring is left out.
    private mutating func link(
        _ tasks: TasksToImport, _ added: [Int], _ versions: [UInt64: Reference]
    ) throws(DecisionError) {
        var links = state.links
        // What the file takes away counts first.
        for change in tasks.changes {
            let wanted = Set(change.task.prerequisites)
            for known in try todo(change.id).prerequisites where !wanted.contains(.known(known)) {
                links.take(change.id, known, ends: true)
            }
        }
        // New tasks stand behind all that are there.
        let start = state.count
        func place(_ task: TasksToImport.Task.Prerequisite) -> UInt64 {
            switch task {
            case .known(let id): id
            case .new(let index): start + UInt64(added[index])
            }
        }
        func reference(_ task: TasksToImport.Task.Prerequisite) -> Reference {
            switch task {
            case .known(let id): .position(id)
            case .new(let index): .inThisCommit(added[index])
            }
        }
        let all =
            tasks.new.indices.map { (TasksToImport.Task.Prerequisite.new($0), tasks.new[$0]) }
            + tasks.changes.map { (.known($0.id), $0.task) }
        var last: [UInt64: Reference] = [:]
        // A chain of many tasks is not gone through for each: what nobody waits for closes no ring,
        // nor does what lies on none once all is linked.
        var awaited = links.awaited
        let ringed = links.ringed(
            with: all.flatMap { waiting, task in
                task.prerequisites.map { (place(waiting), place($0)) }
            })
        for (waiting, task) in all where !task.prerequisites.isEmpty {
            let own = place(waiting)
            var known: Set<UInt64> = []
            if case .known(let id) = waiting {
                known = Set(try todo(id).prerequisites)
                last[own] = versions[id]
            }
            for prerequisite in task.prerequisites where !known.contains(place(prerequisite)) {
                let other = place(prerequisite)
                let mayClose =
                    awaited.contains(own) && ringed.contains(own) && ringed.contains(other)
                if other == own || mayClose && links.path(from: other, to: own) != nil {
                    decision.notes.append(
                        DecisionNote(.dependencyLeftOut, given: task.facts.title, used: ""))
                    continue
                }
                links.take(own, other, ends: false)
                awaited.insert(other)
                let previous = last[own] ?? newestVersion(of: reference(waiting))
                last[own] = .inThisCommit(decision.events.count)
                decision.events.append(
                    .taskLinked(
                        TaskLinked(
                            target: reference(waiting), previous: previous,
                            prerequisite: reference(prerequisite))))
            }
        }
    }

    /// The last event of a new task, which stands right before the next new one.
    private func newestVersion(of task: Reference) -> Reference {
        guard case .inThisCommit(let index) = task else { return task }
        var last = index
        while last + 1 < decision.events.count, decision.events[last + 1].newTarget == index {
            last += 1
        }
        return .inThisCommit(last)
    }
}

extension Event {
    /// The task of the same commit that the event changes; `nil` for other events.
    fileprivate var newTarget: Int? {
        let target: Reference
        switch self {
        case .taskTimed(let event): target = event.target
        case .taskValued(let event): target = event.target
        case .taskFinished(let event): target = event.target
        case .taskCompleted(let event), .taskDropped(let event): target = event.target
        default: return nil
        }
        if case .inThisCommit(let index) = target { return index }
        return nil
    }
}
