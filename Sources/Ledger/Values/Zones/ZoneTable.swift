internal import EventLog

/// The changes of one zone's clock: those listed in its file, then those its footer foretells.
struct ZoneTable: Sendable, Equatable {
    /// From this instant (seconds since 1970) clocks are so many seconds ahead of UTC.
    struct Change: Sendable, Equatable {
        let seconds: Int64
        let offset: Int
    }

    /// Strictly ascending.
    private let changes: [Change]
    private let offsetBefore: Int
    private let rule: ZoneRule?

    init(constantOffset: Int) {
        self.init(changes: [], offsetBefore: constantOffset, rule: nil)
    }

    init(changes: [Change], offsetBefore: Int, rule: ZoneRule?) {
        self.changes = changes
        self.offsetBefore = offsetBefore
        self.rule = rule
    }

    func offset(at seconds: Int64) -> Int {
        let index = changes.partitioningIndex { $0.seconds > seconds }
        if index == changes.count, let rule { return rule.offset(at: seconds) }
        return index == 0 ? offsetBefore : changes[index - 1].offset
    }

    /// The next change after an instant; nil if there is none any more.
    func change(after seconds: Int64) -> Change? {
        let index = changes.partitioningIndex { $0.seconds > seconds }
        return index < changes.count ? changes[index] : rule?.change(after: seconds)
    }
}
