/// A moment at which work on a task began or ended.
struct TodoTurn: Hashable, Sendable {
    /// Whether it began.
    let starts: Bool
    /// When.
    let time: Timestamp
    /// The commit that says so, by its first position.
    let commit: UInt64?

    /// `nil` for an event that neither begins nor ends work.
    init?(_ event: Event, _ time: Timestamp, _ commit: UInt64?) {
        switch event {
        case .taskStarted: (starts, self.time) = (true, time)
        case .taskStopped, .taskCompleted, .taskDropped: (starts, self.time) = (false, time)
        case .taskFinished(let event): (starts, self.time) = (false, min(time, event.time))
        default: return nil
        }
        self.commit = commit
    }
}

extension TodoTable.Entry {
    /// Counts the time that was spent, without what is taken back: a start counts from when it was
    /// made, also where its undo is undone.
    ///
    /// A start counts as well where its undo left the task as it was.
    mutating func count(_ turns: [TodoTurn], _ marks: UndoIndex) {
        (spent, startedAt) = (0, nil)
        var passed: Timestamp?
        for turn in turns {
            if let commit = turn.commit, marks.isUndo(commit) {
                passed = nil
            } else if let commit = turn.commit, marks.undoer(of: commit) != nil {
                passed = turn.starts ? turn.time : nil
            } else if turn.starts {
                (startedAt, passed) = (turn.time, nil)
            } else {
                startedAt = startedAt ?? passed
                stop(at: turn.time)
                passed = nil
            }
        }
        guard state.isStarted else {
            startedAt = nil
            return
        }
        startedAt = startedAt ?? turns.last(where: \.starts)?.time
    }
}
