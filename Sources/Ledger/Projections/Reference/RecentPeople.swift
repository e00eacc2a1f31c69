package import EventLog

/// When each person was last spoken of by an expense or a task: as payer, or as who is to do it.
package struct RecentPeople: Projection, Hashable {
    /// The position of the last such event, by the position of the person.
    package private(set) var last: [UInt64: UInt64] = [:]

    /// Bytes of it, about.
    var bytes: Int { 32 * last.count }

    /// Nobody.
    package init() {}

    /// `recent people`.
    package static let name = "recent people"
    /// 1.
    package static let version = 1
    /// Facts.
    package static let sections: Sections = [.hot, .facts]

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        _ = try batch.knownTypes()
        for column in [ColumnID.payer, .assignee] {
            guard let people = batch.integers[column] else { continue }
            for (row, value) in zip(people.rows, people.values) {
                guard let person = UInt64(exactly: value) else { continue }
                let position = batch.firstPosition + UInt64(row)
                last[person] = max(last[person] ?? 0, position)
            }
        }
    }

    /// Takes in what the events that follow say.
    package mutating func merge(_ other: RecentPeople) {
        last.merge(other.last) { max($0, $1) }
    }
}
