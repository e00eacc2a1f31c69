/// What a file of tasks brings.
public struct TasksToImport: Hashable, Sendable {
    /// A task.
    public struct Task: Hashable, Sendable {
        /// What it is.
        public var facts: TodoFacts
        /// What became of it.
        public var status: TodoStatus

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
        public var task: Task

        /// A change.
        public init(_ id: UInt64, _ task: Task) { (self.id, self.task) = (id, task) }
    }

    /// The name of the file; empty for none.
    public var fileName: String
    /// Counts for the receipt, by name.
    public var counts: [String: Int64]
    /// Tasks to record.
    public var new: [Task]
    /// Tasks to change.
    public var changes: [Change]

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
        let batch = BatchStarted(
            origin: ImportBatches.origin, fileName: tasks.fileName, counts: tasks.counts)
        decision.events = [.batchStarted(batch)]
        decision.batch = .inThisCommit(0)
        for task in tasks.new {
            try check(task.facts)
            let added = Reference.inThisCommit(decision.events.count)
            decision.events.append(.taskAdded(TaskAdded(facts: task.facts)))
            let change = TaskChange(target: added, previous: added)
            switch task.status {
            case .open: break
            case .completed: decision.events.append(.taskCompleted(change))
            case .dropped: decision.events.append(.taskDropped(change))
            }
        }
        for change in tasks.changes {
            let todo = try todo(change.id)
            try check(change.task.facts)
            var target = todo
            (target.facts, target.status) = (change.task.facts, change.task.status)
            decision.events += todo.events(
                toBecome: target, leavesNothing: false, from: decision.events.count, reason: "")
        }
    }
}
