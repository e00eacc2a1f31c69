internal import Synchronization

/// The tasks of one log that are not settled, kept from one answer to the next: beside the log they
/// lie event by event, which takes longer to read than what a page shows of them.
final class KeptTasks: Sendable {
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
        /// How many events that are.
        let end: UInt64
        /// About how much memory the tasks take.
        let bytes: Int

        /// The tasks of a fold, of which others may have made the marks.
        init(_ fold: TaskFold, end: UInt64, after known: Known? = nil) {
            self.fold = fold
            self.end = end
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

    private struct Kept {
        /// What stands in the place of another log is another store.
        weak var store: FileEventStore?
        let known: Known
        /// The files when nothing of the tasks was read yet: text may go.
        let files: LogFiles
    }

    private let kept = Mutex<Kept?>(nil)

    /// More take too much memory; they are read anew each time.
    private static let bytesMax = 24 << 20

    /// What is kept of no more than the first events.
    func known(upTo count: UInt64, of store: FileEventStore, _ files: LogFiles) -> Known? {
        kept.withLock { kept in
            guard let kept, kept.store === store, kept.known.end <= count,
                files.hold(kept.known.end, as: kept.files)
            else { return nil }
            return kept.known
        }
    }

    /// Keeps tasks, unless those after more events are.
    ///
    /// - Parameter files: As they were when nothing of the tasks was read yet.
    func keep(_ known: Known, of store: FileEventStore, _ files: LogFiles) {
        let isSmall = known.bytes <= KeptTasks.bytesMax
        kept.withLock { kept in
            if let other = kept, other.store === store, other.known.end > known.end { return }
            kept = isSmall ? Kept(store: store, known: known, files: files) : nil
        }
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
