internal import EventLog

/// When tasks were added, completed, dropped and taken up again: all that a chart of open tasks
/// needs.
package struct TaskFlow: Hashable, Sendable {
    /// A moment from which a task was of a status.
    struct Step: Hashable, Sendable {
        let time: Timestamp
        let status: TodoStatus
    }

    /// Of every task the steps that hold, in order of time; the first is that it was added.
    private(set) var steps: [UInt64: [Step]] = [:]

    static let types: Set<EventType> = [
        .taskAdded, .taskCompleted, .taskReopened, .taskDropped, .taskFinished,
    ]

    mutating func take(_ event: Event, at position: UInt64, _ time: Timestamp) {
        let step: Step
        switch event {
        case .taskAdded: step = Step(time: time, status: .open)
        case .taskCompleted: step = Step(time: time, status: .completed)
        case .taskFinished(let event): step = Step(time: event.time, status: .completed)
        case .taskReopened: step = Step(time: time, status: .open)
        case .taskDropped: step = Step(time: time, status: .dropped)
        default: return
        }
        guard let id = event.todoTarget else {
            steps[position] = [step]
            return
        }
        guard let first = steps[id]?.first else { return }
        // Who tells late that something was done tells as well that it was to be done before.
        if step.time < first.time { steps[id]?[0] = Step(time: step.time, status: .open) }
        // What is told of an earlier time takes the place of what was told of later ones.
        while let last = steps[id]?.last, (steps[id]?.count ?? 0) > 1,
            last.time > step.time || last.status == step.status
        {
            steps[id]?.removeLast()
        }
        if steps[id]?.last?.status != step.status { steps[id]?.append(step) }
    }
}

/// How many tasks were added and closed in some days, and how many were open at their end.
package struct TaskFlowRow: Codable, Hashable, Sendable {
    /// The first day.
    package let start: Day
    /// The last day.
    package let last: Day
    /// Tasks that were added.
    package internal(set) var added = 0
    /// Tasks that were completed.
    package internal(set) var done = 0
    /// Tasks that were dropped.
    package internal(set) var dropped = 0
    /// Tasks that were taken up again.
    package internal(set) var reopened = 0
    /// Tasks that were open at the end, or are now.
    package internal(set) var open = 0
}

extension LedgerSnapshot {
    /// How the number of open tasks went, in periods that follow each other without a gap, and how
    /// many are open now.
    ///
    /// - Parameters:
    ///   - ids: The tasks that count; `nil` for all.
    ///   - ranges: The periods, ascending.
    /// - Complexity: O(*n*) in the events of frames that hold tasks, and O(*t* log *p*).
    package func taskFlow(
        of ids: Set<UInt64>?, in ranges: [DayRange], _ zone: Zone
    ) throws(StoreError) -> (rows: [TaskFlowRow], open: Int) {
        var flow = TaskFlow()
        try store.read(
            0..<count, .all, holding: TypeSet(TaskFlow.types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try batch.forEachEvent(of: TaskFlow.types) { position, event in
                let commit = batch.commit(at: Int(position - batch.firstPosition))
                flow.take(
                    event, at: position,
                    Timestamp(millisecondsSince1970: commit?.recordedAt ?? 0))
            }
            return .next
        }
        var rows = ranges.map { TaskFlowRow(start: $0.start, last: $0.end.adding(days: -1)) }
        let open = flow.steps.count { id, steps in
            steps.last?.status == .open && ids?.contains(id) ?? true
        }
        guard let last = ranges.indices.last else { return ([], open) }
        // A step counts in the period that holds its day; one before them in the stock only.
        func index(of time: Timestamp) -> Int? {
            let day = zone.day(at: time)
            let index = ranges.partitioningIndex { $0.end > day }
            return index <= last ? index : nil
        }
        for (id, steps) in flow.steps where ids?.contains(id) ?? true {
            var wasOpen = false
            for (number, step) in steps.enumerated() {
                guard let index = index(of: step.time) else { continue }
                let isOpen = step.status == .open
                if isOpen != wasOpen { rows[index].open += isOpen ? 1 : -1 }
                wasOpen = isOpen
                if zone.day(at: step.time) < ranges[index].start { continue }
                switch step.status {
                case .open where number == 0: rows[index].added += 1
                case .open: rows[index].reopened += 1
                case .completed: rows[index].done += 1
                case .dropped: rows[index].dropped += 1
                }
            }
        }
        for index in rows.indices.dropFirst() { rows[index].open += rows[index - 1].open }
        return (rows, open)
    }
}
