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
        let index = firstChange(after: seconds)
        if index == changes.count, let rule { return rule.offset(at: seconds) }
        return index == 0 ? offsetBefore : changes[index - 1].offset
    }

    /// The next change after an instant; nil if there is none any more.
    func change(after seconds: Int64) -> Change? {
        let index = firstChange(after: seconds)
        return index < changes.count ? changes[index] : rule?.change(after: seconds)
    }

    private func firstChange(after seconds: Int64) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
