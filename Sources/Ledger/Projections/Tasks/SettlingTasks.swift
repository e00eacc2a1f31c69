package import EventLog

/// All tasks, of which those that were closed a day ago are counted only: in memory are the others,
/// however many there ever were.
package struct SettlingTasks: Projection {
    /// The tasks that are not settled, and what happened to those that were when it happened.
    private(set) var table = TodoTable()
    /// How many tasks are settled.
    private var settled = 0
    /// The wall clock of the newest commit.
    private var newest = Int64.min
    /// With so many tasks it is looked again which of them are settled.
    private var nextCount: Int
    /// Fewer tasks than these are held, whatever became of them.
    private let countMin: Int

    /// From how many tasks on it is usually looked which of them are settled.
    package static let usualCount = 65_536

    /// Tasks are settled that were closed so long before the newest event: most that are opened
    /// again are at once.
    private static let settledAfter: Int64 = 86_400_000

    /// No tasks.
    package init() { self.init(countMin: SettlingTasks.usualCount) }

    /// No tasks; fewer than so many are held, whatever became of them.
    init(countMin: Int) { (self.countMin, nextCount) = (countMin, countMin) }

    /// `tasks`.
    package static let name = TodoTable.name
    /// That of ``TodoTable``.
    package static let version = TodoTable.version
    /// Everything.
    package static let sections = TodoTable.sections

    /// How many tasks there are, settled or not.
    package var count: Int { settled + table.tasks.count }

    /// The tasks that are not settled, ascending by id.
    package var entries: [TodoTable.Entry] { table.entries }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try table.apply(batch)
        if batch.count > 0, let commit = batch.commit(at: batch.count - 1) {
            newest = max(newest, commit.recordedAt)
        }
        settle()
    }

    /// Takes in the tasks of the events that follow.
    package mutating func merge(_ other: SettlingTasks) {
        table.merge(other.table)
        settled += other.settled
        newest = max(newest, other.newest)
        settle()
    }

    /// Puts tasks into the table that were settled, as they are after all events.
    mutating func restore(_ tasks: TodoTable) {
        table.merge(tasks)
        settled -= tasks.tasks.count
    }

    /// Counts the time that was spent anew, without what is taken back.
    mutating func settle(_ marks: UndoIndex) { table.settle(marks) }

    private mutating func settle() {
        let tasks = table.tasks
        guard tasks.count >= nextCount else { return }
        let (last, overflows) = newest.subtractingReportingOverflow(SettlingTasks.settledAfter)
        if !overflows {
            let moment = Timestamp(millisecondsSince1970: last)
            var gone: Set<UInt64> = []
            for task in tasks where task.closedAt.map({ $0 < moment }) == true {
                gone.insert(task.state.id)
            }
            table.remove(gone)
            settled += gone.count
        }
        nextCount = max(countMin, 2 * table.tasks.count)
    }
}
