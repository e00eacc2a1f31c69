internal import EventLog

/// The tasks of the first events that still matter: those that are open, and those that were
/// closed or due of late. Of all others it is known how many there are.
struct TaskFold: Sendable {
    /// An event that says something of a task, as it stands in the log.
    struct Record: Sendable {
        let position: UInt64
        /// The wall clock of its commit.
        let recordedAt: Int64
        /// The position of the commit's first event.
        let commit: UInt64
        let row: Row

        /// Lets the event happen to the tasks of a table.
        func apply(to table: inout TodoTable) throws(StoreError) {
            let header = CommitHeader(
                id: CommitID(high: 0, low: 0), firstPosition: commit,
                fields: [Field(.recordedAt, .integer(recordedAt))])
            table.apply(try Event(row: row, at: position), at: position, in: header)
        }
    }

    /// How many tasks are settled: closed for long, and due, if ever, before.
    struct Settled: Hashable, Sendable {
        var done: Int64 = 0
        var doneDue: Int64 = 0
        var dropped: Int64 = 0
        var droppedDue: Int64 = 0

        /// Counts a closed task, or counts it no more.
        mutating func count(_ entry: TodoTable.Entry, _ sign: Int64) {
            let due = entry.state.facts.deadline == nil ? 0 : sign
            switch entry.state.status {
            case .open: break
            case .completed:
                done &+= sign
                doneDue &+= due
            case .dropped:
                dropped &+= sign
                droppedDue &+= due
            }
        }
    }

    /// The tasks that are not settled.
    private(set) var table = TodoTable()
    /// What is settled.
    private(set) var settled: Settled
    /// Settled tasks were closed before this moment, and due two days before it or earlier.
    private(set) var floor: Timestamp
    /// The events of the tasks that are not settled, ascending; none where they are not kept.
    private(set) var records: [Record] = []
    private let keepsRecords: Bool
    /// How many events were taken in: with as many the tasks are the same.
    private(set) var taken = 0

    /// Tasks are settled that were closed so long before the newest event.
    private static let settledAfter: Int64 = 35 * 86_400_000
    /// By how much days may lie apart in two zones, and more.
    static let margin: Int64 = 2 * 86_400_000

    /// No events.
    init(
        settled: Settled = Settled(), floor: Timestamp = Timestamp(millisecondsSince1970: .min),
        keepsRecords: Bool
    ) {
        self.settled = settled
        self.floor = floor
        self.keepsRecords = keepsRecords
    }

    /// Takes in an event that follows those of its task.
    mutating func take(_ record: Record) throws(StoreError) {
        try record.apply(to: &table)
        taken += 1
        if keepsRecords { records.append(record) }
    }

    /// Counts a settled task no more, because an event speaks of it.
    mutating func reopen(_ entry: TodoTable.Entry) { settled.count(entry, -1) }

    /// Settles what was closed long before a moment, that of the newest event.
    mutating func settle(at newest: Timestamp) {
        let (moment, overflows) = newest.millisecondsSince1970.subtractingReportingOverflow(
            TaskFold.settledAfter)
        if !overflows { settle(before: Timestamp(millisecondsSince1970: moment)) }
    }

    private mutating func settle(before moment: Timestamp) {
        floor = max(floor, moment)
        var gone: Set<UInt64> = []
        for entry in table.tasks where isSettled(entry) {
            settled.count(entry, 1)
            gone.insert(entry.state.id)
        }
        if gone.isEmpty { return }
        table.remove(gone)
        records.removeAll { record in
            let target = record.row[.target]?.integer.flatMap(UInt64.init(exactly:))
            return gone.contains(target ?? record.position)
        }
    }

    /// Whether two folds say the same, however far each settled what was closed.
    func agrees(with other: TaskFold) -> Bool {
        var (own, other) = (self, other)
        let last = max(own.floor, other.floor)
        own.settle(before: last)
        other.settle(before: last)
        return own.settled == other.settled && own.table.entries == other.table.entries
    }

    /// Puts the records in order.
    mutating func arrange() { records.sort { $0.position < $1.position } }

    private func isSettled(_ entry: TodoTable.Entry) -> Bool {
        guard entry.state.status != .open, let closedAt = entry.closedAt, closedAt < floor else {
            return false
        }
        // Clocks of others may say anything.
        let (last, overflows) = floor.millisecondsSince1970.subtractingReportingOverflow(
            2 * TaskFold.margin)
        switch entry.state.facts.deadline {
        case nil: return true
        case _ where overflows: return false
        case .instant(let instant): return instant.millisecondsSince1970 < last
        case .day(let day): return Int64(day.daysSince1970) * 86_400_000 < last
        }
    }
}
