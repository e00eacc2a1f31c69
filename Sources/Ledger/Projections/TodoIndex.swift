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
        let types = try batch.knownTypes().map { type in
            type.flatMap { TodoTable.types.contains($0) ? $0 : nil }
        }
        guard types.contains(where: { $0 != nil }) else { return }
        let target = SparseIntegers(batch.links[.target], of: batch.count)
        let day = SparseIntegers(batch.integers[.deadlineDay], of: batch.count)
        let instant = SparseIntegers(batch.integers[.deadlineInstant], of: batch.count)
        for (index, code) in batch.keyCodes.enumerated() {
            guard let type = types[Int(code)] else { continue }
            let position = batch.firstPosition + UInt64(index)
            var deadline = instant[index].map {
                Deadline.instant(Timestamp(millisecondsSince1970: $0))
            }
            if let number = day[index] {
                guard let number = Int32(exactly: number) else {
                    throw .undecodable(position: position, column: .deadlineDay)
                }
                deadline = .day(Day(daysSince1970: number))
            }
            if type == .taskAdded {
                entries.append(Entry(id: position, deadline: deadline))
                continue
            }
            guard let id = target[index].flatMap(UInt64.init(exactly:)), id < position else {
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
