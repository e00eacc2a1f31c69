package import EventLog

/// What was said of goals, and what holds of it: of each name, in any case, the last word.
package struct GoalBook: Projection, Hashable {
    /// Something that was said, and where.
    package struct Entry: Hashable, Sendable {
        /// Where it was said.
        package let position: UInt64
        /// What was said.
        package let set: GoalSet
    }

    /// All of it, in the order of the log.
    package private(set) var entries: [Entry] = []

    /// An empty book.
    package init() {}

    /// `goals`.
    package static let name = "goals"
    /// 1.
    package static let version = 1
    /// Everything but commits.
    package static let sections: Sections = [.links, .hot, .facts, .text]

    /// The types of the events that a book takes in.
    static let types: Set<EventType> = [.goalSet]

    /// The goals that hold, in the order in which they are reached for: by the day until which they
    /// are, those without one last, then as they were first set.
    package var goals: [Entry] {
        var last: [String: Entry] = [:]
        var order: [String] = []
        for entry in entries {
            let key = entry.set.name.lowercased()
            if last.updateValue(entry, forKey: key) == nil { order.append(key) }
        }
        let found = order.enumerated().compactMap { index, key in
            last[key].map { (index, $0) }
        }
        return found.filter { $0.1.set.amount.minor != 0 }.sorted { left, right in
            (left.1.set.until ?? .max, left.0) < (right.1.set.until ?? .max, right.0)
        }.map(\.1)
    }

    /// What a goal that was set at a position takes the place of, such as `3000.00 EUR by
    /// 2027-06-30`; `nil` for nothing, and for the end of a goal.
    package func replaced(at position: UInt64) -> String? {
        guard let set = entries.first(where: { $0.position == position })?.set,
            set.amount.minor != 0
        else { return nil }
        let was = entries.last {
            $0.position < position && $0.set.name.lowercased() == set.name.lowercased()
        }
        return was.flatMap { $0.set.amount.minor == 0 ? nil : $0.set.terms }
    }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent(of: GoalBook.types) { position, event in
            if case .goalSet(let set) = event {
                entries.append(Entry(position: position, set: set))
            }
        }
    }

    /// Takes in the book of the events that follow.
    package mutating func merge(_ other: GoalBook) { entries += other.entries }
}
