/// The tasks of a page of a list: tab by tab, and in each those that press first.
struct FoundTasks {
    private struct Task {
        let tab: Int
        let last: Timestamp?
        let id: UInt64

        func isBefore(_ other: Task) -> Bool {
            if tab != other.tab { return tab < other.tab }
            return TaskList.isBefore((last, id), (other.last, other.id))
        }
    }

    /// Which of them are wanted; `nil` for all.
    let range: Range<Int>?
    /// How many were found.
    private(set) var count = 0
    /// Those that may be wanted.
    private var tasks: [Task] = []
    /// What is not before it is behind the page.
    private var bound: Task?

    /// Pages that end behind so many tasks are put in order at once, and the others as a whole.
    private static let endMax = 1 << 16

    init(_ range: Range<Int>?) { self.range = range }

    /// Takes a task with the last instant at which it can be kept.
    mutating func add(_ tab: TaskTab?, _ last: Timestamp?, _ id: UInt64) {
        count += 1
        let task = Task(tab: TaskList.tabs.firstIndex(of: tab) ?? 0, last: last, id: id)
        if let bound, !task.isBefore(bound) { return }
        tasks.append(task)
        guard let end = range?.upperBound, end > 0, end <= FoundTasks.endMax,
            tasks.count >= 2 * end + 256
        else { return }
        tasks.sort { $0.isBefore($1) }
        tasks.removeLast(tasks.count - end)
        bound = tasks.last
    }

    /// The ids of those that are wanted, in the order of a list.
    var ids: [UInt64] {
        var wanted = tasks
        if let range {
            wanted.sort { $0.isBefore($1) }
            wanted = Array(wanted[range.clamped(to: 0..<wanted.count)])
        }
        return wanted.sorted { TaskList.isBefore(($0.last, $0.id), ($1.last, $1.id)) }.map(\.id)
    }
}

/// The last instants of days in a zone, each of which is looked up once.
struct DayEnds {
    private let zone: Zone
    private var known: [Day: Timestamp] = [:]

    init(_ zone: Zone) { self.zone = zone }

    /// The last instant at which a deadline is kept.
    mutating func last(of deadline: Deadline) -> Timestamp {
        guard case .day(let day) = deadline else { return deadline.lastInstant(in: zone) }
        if let last = known[day] { return last }
        let last = deadline.lastInstant(in: zone)
        known[day] = last
        return last
    }
}
