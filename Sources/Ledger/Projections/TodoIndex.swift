package import EventLog

/// Where every task stands and when it is due: all that a page of a list needs of the tasks that
/// are not on it.
package struct TodoIndex: Projection {
    /// A task.
    package struct Entry: Hashable, Sendable {
        /// The position of the event that added it.
        package let id: UInt64
        /// Whether it is open.
        package internal(set) var status = TodoStatus.open
        /// When it is due.
        package internal(set) var deadline: Deadline?
    }

    /// Something that happened to a task that was added before the events of this index: where it
    /// stands then, unless that is as before, and when it is due then.
    private struct Change: Hashable {
        let id: UInt64
        var status: TodoStatus?
        var deadline: Deadline??
    }

    /// The tasks, ascending by id.
    package private(set) var entries: [Entry] = []
    private var orphans: [Change] = []

    /// An index of nothing.
    package init() {}

    /// `task index`.
    package static let name = "task index"
    /// 1.
    package static let version = 1
    /// No texts.
    package static let sections: Sections = [.hot, .links, .facts]

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try apply(PickedEvents(batch, TodoIndex.columns, where: TodoIndex.isWanted))
    }

    /// What it needs of events besides their type.
    fileprivate static let columns: [ColumnID] = [.target, .deadlineDay, .deadlineInstant]

    /// What it takes in, and what this program must not pass over.
    fileprivate static func isWanted(_ kind: PickedEvents.Kind) -> Bool {
        type(of: kind).map(TodoTable.types.contains) ?? kind.isCritical
    }

    /// `nil` for what this program does not know.
    private static func type(of kind: PickedEvents.Kind) -> EventType? {
        EventType(rawValue: kind.type).flatMap { kind.schema <= $0.schema ? $0 : nil }
    }

    /// Takes in events that follow.
    fileprivate mutating func apply(_ picked: PickedEvents) throws(StoreError) {
        let types = picked.kinds.map(TodoIndex.type)
        var target = picked.values(of: .target)
        var day = picked.values(of: .deadlineDay)
        var instant = picked.values(of: .deadlineInstant)
        for (row, code) in zip(picked.rows, picked.codes) {
            let position = picked.firstPosition + UInt64(row)
            guard let type = types[Int(code)] else {
                let kind = picked.kinds[Int(code)]
                throw .needsNewerVersion(
                    position: position, type: kind.type, schema: kind.schema)
            }
            var deadline = instant.value(at: row).map {
                Deadline.instant(Timestamp(millisecondsSince1970: $0))
            }
            if let number = day.value(at: row) {
                guard let number = Int32(exactly: number) else {
                    throw .undecodable(position: position, column: .deadlineDay)
                }
                deadline = .day(Day(daysSince1970: number))
            }
            if type == .taskAdded {
                entries.append(Entry(id: position, deadline: deadline))
                continue
            }
            let link = target.value(at: row)
            guard let id = link.flatMap(UInt64.init(exactly:)), id < position else {
                throw .undecodable(position: position, column: .target)
            }
            var change = Change(id: id)
            switch type {
            case .taskCompleted: change.status = .completed
            case .taskReopened: change.status = .open
            case .taskDropped: change.status = .dropped
            default: change.deadline = .some(deadline)
            }
            apply(change)
        }
    }

    /// Takes in the index of the events that follow.
    package mutating func merge(_ other: TodoIndex) {
        for change in other.orphans { apply(change) }
        entries += other.entries
    }

    private mutating func apply(_ change: Change) {
        guard let place = place(of: change.id) else { return orphans.append(change) }
        if let status = change.status { entries[place].status = status }
        if let deadline = change.deadline { entries[place].deadline = deadline }
    }

    /// Where a task stands: mostly near the end.
    private func place(of id: UInt64) -> Int? {
        var (low, high) = (max(0, entries.count - 64), entries.count)
        while low > 0, entries[low].id > id {
            (low, high) = (max(0, low - 2 * (entries.count - low)), low)
        }
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id ? low : nil
    }
}

extension EventStore {
    /// The index of the tasks in a range of positions.
    ///
    /// - Complexity: O(*n*) in the frames, and in the events of those that hold tasks: of these
    ///   little is taken apart.
    package func taskIndex(
        of positions: Range<UInt64>, threads: Int = 1
    ) throws(StoreError) -> TodoIndex {
        try project(positions, threads: threads) { range throws(StoreError) in
            var index = TodoIndex()
            try readPicked(
                range, holding: TodoTable.typeSet, TodoIndex.columns, where: TodoIndex.isWanted
            ) { picked throws(StoreError) in
                try index.apply(picked)
            }
            return index
        }
    }
}
