extension LedgerState {
    /// Takes in an event that follows: lines, tasks and what the reference data has. The categories
    /// and the members of entries are not kept up.
    mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .lineAdded(let line):
            lines[position] = LineState(
                id: position, version: position, facts: line.facts, details: line.details)
        case .lineAmended(let change): update(change.target) { $0.apply(event, at: position) }
        case .lineVoided(let change): update(change.target) { $0.apply(event, at: position) }
        case .lineRestored(let change): update(change.target) { $0.apply(event, at: position) }
        case .lineMarked(let mark): update(mark.target) { $0.apply(event, at: position) }
        case .taskAdded(let task):
            todos[position] = TodoState(id: position, version: position, facts: task.facts)
        case .taskEdited, .taskRescheduled, .taskCompleted, .taskReopened, .taskDropped,
            .taskTimed, .taskLinked, .taskStarted, .taskStopped, .taskFinished, .taskValued:
            if let id = event.todoTarget { todos[id]?.apply(event, at: position) }
        default: break
        }
    }

    private mutating func update(_ target: Reference, _ change: (inout LineState) -> Void) {
        guard let id = target.position, var line = lines[id] else { return }
        change(&line)
        lines[id] = line
    }
}

extension LineState {
    /// Takes in an amendment at a position.
    mutating func apply(_ event: LineAmended, at position: UInt64) {
        version = position
        if event.replaced.kind == .transfer { transferFlags = event.replaced.flags }
        facts = event.facts
        details.take(event.changes, from: event.details)
        // Only where an amendment was lost.
        if !details.shares.addUp(to: facts.amount.minor) { details.shares = [] }
    }
}
