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
        var making = try TaskImportDecision(tasks, adding: tasks.new.count, state)
        decision.events = [making.opening]
        for task in tasks.new { try making.add(task, to: &decision.events) }
        decision.events += try making.ending()
        (decision.batch, decision.notes) = (.inThisCommit(0), making.notes)
    }
}
