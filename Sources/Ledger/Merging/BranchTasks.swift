internal import EventLog

/// What the tasks of a branch are known by outside of it: of two branches that got one file both
/// have its tasks.
///
/// Only an import tells such an id. A note that somebody typed may look the same, and means
/// nothing.
struct BranchTasks: Sendable {
    private var slots: [UInt64: [MergeSlot]] = [:]

    /// - Parameters:
    ///   - branch: The commits of the branch.
    ///   - isOfOtherLedger: Whether two ledgers are joined: what a line without an id says is no
    ///     proof then that both got it from one file.
    init(_ branch: [BranchCommit], isOfOtherLedger: Bool) {
        var ids = ImportedTaskIDs()
        for commit in branch {
            for (place, row) in commit.rows.enumerated()
            where row.type == EventType.taskAdded.rawValue {
                let position = commit.origin(place)
                guard case .taskAdded(let task)? = try? Event(row: row, at: position),
                    !task.facts.title.isEmpty
                else { continue }
                let own = MergeSlot.task(KnownTask.ownID(commit.header.id, UInt64(place)))
                guard commit.header.batch != nil else {
                    slots[position] = [own]
                    continue
                }
                if let id = ImportedNote.id(in: task.facts.note) {
                    slots[position] = [MergeSlot.task(id)]
                    continue
                }
                let id = isOfOtherLedger ? nil : ids.next(task.facts)
                slots[position] =
                    (id.map { [MergeSlot.task(saying: task.facts.saying), MergeSlot.task($0)] }
                        ?? []) + [own]
            }
        }
    }

    /// The slots of a task that was added at a position of the branch; none for other events.
    subscript(position: UInt64) -> [MergeSlot] { slots[position] ?? [] }
}
