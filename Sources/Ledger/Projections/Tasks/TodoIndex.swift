package import EventLog

/// The tab of every task, when it is due and whether it is wanted: all that a page of a list
/// needs of the tasks that are not on it.
package struct TodoIndex: Projection {
    /// A task.
    package struct Entry: Hashable, Sendable {
        /// The position of the event that added it.
        package let id: UInt64
        /// Whether it is open.
        package let status: TodoStatus
        /// When it is due.
        package let deadline: Deadline?
        /// Whether it is wanted, as far as it goes by what the task says but for the deadline.
        package let isWanted: Bool
        /// When it is hidden until.
        package let wait: Deadline?
        /// Until when it is of use.
        package let until: Deadline?
    }

    /// Something that happened to a task that was added before the events of this index: where it
    /// stands then, when it is due then, and whether it is wanted then, unless that is as before.
    private struct Change: Hashable {
        let id: UInt64
        var status: TodoStatus?
        var deadline: Deadline??
        var isWanted: Bool?
        var wait: Deadline??
        var until: Deadline??
    }

    /// Of every task the position of the event that added it, ascending.
    private var ids: [UInt64] = []
    /// Of every task its tab, what its deadline is counted in, and whether it is wanted:
    /// in little room, because there may be very many.
    private var marks: [Mark] = []
    /// Of every task the number of its deadline; 0 where it has none.
    private var deadlines: [Int64] = []
    /// Of the tasks that have one, until when each is hidden, by id.
    private var waits: [UInt64: Deadline] = [:]
    /// Of the tasks that have one, until when each is of use, by id.
    private var untils: [UInt64: Deadline] = [:]
    private var orphans: [Change] = []
    /// Whether text that the filter asks for was erased of an edit: whether its task is wanted goes
    /// by what it said before, which is not kept here.
    private(set) var lacksText = false
    private let filter: TaskFilter

    /// An empty index, in which every task is wanted.
    package init() { self.init(TaskFilter()) }

    /// An empty index.
    init(_ filter: TaskFilter) { self.filter = filter }

    /// The tasks, ascending by id.
    package var entries: some RandomAccessCollection<Entry> {
        ids.indices.lazy.map { index in
            let mark = marks[index]
            return Entry(
                id: ids[index], status: mark.status, deadline: mark.deadline(deadlines[index]),
                isWanted: mark.isWanted, wait: waits.isEmpty ? nil : waits[ids[index]],
                until: untils.isEmpty ? nil : untils[ids[index]])
        }
    }

    /// `task index`.
    package static let name = "task index"
    /// 1.
    package static let version = 1
    /// No texts, because no filter asks for any.
    package static let sections = TodoIndex.pick(TaskFilter()).sections

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try apply(ScanResult(batch, TodoIndex.pick(filter), where: TodoIndex.isWanted))
    }

    /// What it needs of events besides their type.
    fileprivate static func pick(_ filter: TaskFilter) -> ScanRequest {
        let asked = TaskMatcher.columns(for: filter)
        return ScanRequest(
            types: TodoTable.typeSet,
            integers: [.target, .deadlineDay, .deadlineInstant, .mode] + asked.integers,
            bytes: asked.bytes)
    }

    /// What it takes in, and what this program must not pass over.
    fileprivate static func isWanted(_ kind: ScanResult.Kind) -> Bool {
        EventType(kind).map(TodoTable.types.contains) ?? kind.isCritical
    }

    /// Takes in events that follow.
    fileprivate mutating func apply(_ picked: ScanResult) throws(StoreError) {
        let types = picked.keys.map { EventType(ScanResult.Kind($0)) }
        var matcher = TaskMatcher(filter, picked)
        var target = picked.values(of: .target)
        var day = picked.values(of: .deadlineDay)
        var instant = picked.values(of: .deadlineInstant)
        var mode = picked.values(of: .mode)
        for (row, code) in zip(picked.rows, picked.codes) {
            let position = picked.firstPosition + UInt64(row)
            guard let type = types[Int(code)] else {
                let key = picked.keys[Int(code)]
                throw .needsNewerVersion(position: position, type: key.type, schema: key.schema)
            }
            var deadline: Deadline?
            if type.saysTime {
                deadline = instant.value(at: row).map {
                    .instant(Timestamp(millisecondsSince1970: $0))
                }
                if let number = day.value(at: row) {
                    guard let number = Int32(exactly: number) else {
                        throw .undecodable(position: position, column: .deadlineDay)
                    }
                    deadline = .day(Day(daysSince1970: number))
                }
            }
            if type == .taskAdded {
                add(position, deadline, isWanted: matcher.admits(row))
                continue
            }
            let link = target.value(at: row)
            guard let id = link.flatMap(UInt64.init(exactly:)), id < position else {
                throw .undecodable(position: position, column: .target)
            }
            var change = Change(id: id)
            switch type {
            case .taskCompleted, .taskFinished: change.status = .completed
            case .taskReopened: change.status = .open
            case .taskDropped: change.status = .dropped
            case .taskEdited:
                if matcher.lacksText(row) { lacksText = true }
                (change.deadline, change.isWanted) = (.some(deadline), matcher.admits(row))
            case .taskRescheduled: change.deadline = .some(deadline)
            case .taskTimed:
                switch mode.value(at: row) {
                case Int64(TodoMoment.wait.rawValue): change.wait = .some(deadline)
                case Int64(TodoMoment.until.rawValue): change.until = .some(deadline)
                default: continue
                }
            default: continue
            }
            apply(change)
        }
    }

    /// Takes in the index of the events that follow.
    package mutating func merge(_ other: TodoIndex) {
        for change in other.orphans { apply(change) }
        lacksText = lacksText || other.lacksText
        ids += other.ids
        marks += other.marks
        deadlines += other.deadlines
        waits.merge(other.waits) { $1 }
        untils.merge(other.untils) { $1 }
    }

    private mutating func add(_ id: UInt64, _ deadline: Deadline?, isWanted: Bool) {
        ids.append(id)
        var mark = Mark(isWanted: isWanted)
        deadlines.append(mark.take(deadline))
        marks.append(mark)
    }

    private mutating func apply(_ change: Change) {
        guard let index = index(of: change.id) else { return orphans.append(change) }
        if let status = change.status { marks[index].status = status }
        if let deadline = change.deadline { deadlines[index] = marks[index].take(deadline) }
        if let isWanted = change.isWanted { marks[index].isWanted = isWanted }
        if let wait = change.wait { waits[change.id] = wait }
        if let until = change.until { untils[change.id] = until }
    }

    /// The index of a task: mostly near the end.
    private func index(of id: UInt64) -> Int? {
        var (low, high) = (max(0, ids.count - 64), ids.count)
        while low > 0, ids[low] > id {
            (low, high) = (max(0, low - 2 * (ids.count - low)), low)
        }
        let found = ids[low..<high].partitioningIndex { $0 >= id }
        return found < ids.count && ids[found] == id ? found : nil
    }

    /// What is kept of a task besides its id and the number of its deadline.
    private struct Mark: Hashable {
        /// What a deadline is counted in.
        private enum Unit: Hashable {
            case days
            case milliseconds
        }

        var status = TodoStatus.open
        var isWanted: Bool
        private var unit: Unit?

        init(isWanted: Bool) { self.isWanted = isWanted }

        /// Takes in a deadline, and says its number.
        mutating func take(_ deadline: Deadline?) -> Int64 {
            switch deadline {
            case .day(let day):
                unit = .days
                return Int64(day.daysSince1970)
            case .instant(let instant):
                unit = .milliseconds
                return instant.millisecondsSince1970
            case nil:
                unit = nil
                return 0
            }
        }

        /// The deadline of a number.
        func deadline(_ number: Int64) -> Deadline? {
            switch unit {
            case .days: .day(Day(daysSince1970: Int32(truncatingIfNeeded: number)))
            case .milliseconds: .instant(Timestamp(millisecondsSince1970: number))
            case nil: nil
            }
        }
    }
}

extension EventType {
    /// Whether events of the type say when a task is due or hidden.
    fileprivate var saysTime: Bool {
        switch self {
        case .taskAdded, .taskEdited, .taskRescheduled, .taskTimed: true
        default: false
        }
    }

    /// A type as it is stored; `nil` for what this program does not know.
    init?(_ kind: ScanResult.Kind) {
        guard let type = EventType(rawValue: kind.type), kind.schema <= type.schema else {
            return nil
        }
        self = type
    }
}

extension EventStore {
    /// The index of the tasks in a range of positions.
    ///
    /// - Parameter filter: What is wanted; the tabs of tasks and when they are due are of no
    ///   account.
    /// - Complexity: O(*n*) in the frames, and in the events of those that hold tasks: of these
    ///   little is taken apart.
    package func taskIndex(
        of positions: Range<UInt64>, _ filter: TaskFilter = TaskFilter(), threads: Int = 1
    ) throws(StoreError) -> TodoIndex {
        try project(positions, threads: threads) { range throws(StoreError) in
            var index = TodoIndex(filter)
            try scan(range, TodoIndex.pick(filter), where: TodoIndex.isWanted) {
                picked throws(StoreError) in
                try index.apply(picked)
            }
            return index
        }
    }
}
