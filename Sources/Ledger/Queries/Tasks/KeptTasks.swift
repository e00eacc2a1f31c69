/// The tasks of a log that are not settled, by sums beside the log and the events behind them: they
/// lie there event by event, which takes longer to read than what a page shows of them.
struct KeptTasks: KeptQuestion, Hashable {
    /// What a list needs of the tasks that are not on its page; nothing that has to be counted when
    /// it is copied.
    struct Mark: Sendable {
        let id: UInt64
        let status: TodoStatus
        let deadline: Deadline?
        /// When it is hidden until.
        let wait: Deadline?
        /// Until when it is of use.
        let until: Deadline?
    }

    /// The tasks that are not settled after some events.
    struct Known: Sendable {
        let fold: TaskFold
        /// The same, in no order.
        let marks: [Mark]
        /// About how much memory the tasks take.
        let bytes: Int

        /// The tasks of a fold, of which others may have made the marks.
        init(_ fold: TaskFold, after known: Known? = nil) {
            self.fold = fold
            if let known, known.fold.taken == fold.taken {
                (marks, bytes) = (known.marks, known.bytes)
                return
            }
            bytes = fold.table.bytes
            marks = fold.table.tasks.map { entry in
                let moments = entry.state.moments
                return Mark(
                    id: entry.state.id, status: entry.state.status,
                    deadline: entry.state.facts.deadline, wait: moments[.wait],
                    until: moments[.until])
            }
        }
    }

    static let countMax = 1
    static let readsText = true
    /// More take too much memory; they are read anew each time.
    private static let bytesMax = 24 << 20

    /// They are `nil` where there are no sums that help.
    func answer(
        in snapshot: LedgerSnapshot, after known: (answer: Known?, end: UInt64)?
    ) throws(StoreError) -> Known? {
        if let known, let tasks = known.answer {
            if known.end == snapshot.count { return tasks }
            return Known(try snapshot.taskFold(tasks.fold, from: known.end), after: tasks)
        }
        guard let store = snapshot.store as? FileEventStore, let sums = try snapshot.sums(),
            let tasks = sums.tasks(keepsRecords: false), try !store.erases(behind: tasks.seen)
        else { return nil }
        let found = try snapshot.taskFold(tasks.fold, from: sums.position)
        // Text that went meanwhile may have been read before or behind that.
        return try store.erases(behind: tasks.seen) ? nil : Known(found)
    }

    /// Where there are too many, not even fewer of before stay.
    func kept(_ tasks: Known?) -> Known?? {
        tasks.map { $0.bytes <= KeptTasks.bytesMax ? $0 : nil }
    }
}

extension TodoTable {
    /// About how much memory its tasks take.
    ///
    /// - Complexity: O(*n*) in the tasks.
    fileprivate var bytes: Int {
        let own = 2 * MemoryLayout<Entry>.stride + MemoryLayout<KeptTasks.Mark>.stride
        return tasks.reduce(0) { sum, entry in
            let facts = entry.state.facts
            let texts = facts.title.utf8.count + facts.note.utf8.count
            return sum + own + texts + facts.tags.reduce(0) { $0 + 32 + $1.utf8.count }
        }
    }
}
