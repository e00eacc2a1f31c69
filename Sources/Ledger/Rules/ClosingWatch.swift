internal import EventLog

/// Finds what changed lines of closed days without a correction in the same commit.
struct ClosingWatch: Sendable {
    /// A closing that a commit goes against, or corrects.
    private struct Touch: Hashable {
        let closing: UInt64
        let commit: UInt64
    }

    private let closings: [Chart.Closing]
    private var commit: UInt64?
    private var rule = ClosingRule([])
    /// The first event of each commit that goes against a closing.
    private var touched: [Touch: UInt64] = [:]
    private var corrected: Set<Touch> = []

    /// A watch over no events yet.
    init(_ chart: Chart) { closings = chart.closings }

    /// Whether there is nothing to look for.
    var isIdle: Bool { closings.isEmpty }

    /// The types of events that can go against a closing, or allow it.
    static let types: Set<EventType> = [
        .lineAdded, .lineAmended, .lineVoided, .lineRestored, .booksReopened,
    ]

    /// Takes in an event.
    mutating func take(_ event: Event, at position: UInt64, of commit: UInt64) {
        if closings.isEmpty { return }
        if self.commit != commit {
            self.commit = commit
            rule = ClosingRule(
                closings.filter { $0.position < commit && ($0.reopened ?? .max) >= commit })
        }
        if case .booksReopened(let event) = event, let closing = event.target.position {
            corrected.insert(Touch(closing: closing, commit: commit))
        }
        let count = rule.eventsCount
        rule.take(event)
        guard rule.eventsCount > count else { return }
        for closing in rule.touchedClosings {
            let touch = Touch(closing: closing, commit: commit)
            if touched[touch] == nil { touched[touch] = position }
        }
    }

    /// Takes in a watch over the events that follow.
    mutating func merge(_ other: ClosingWatch) {
        touched.merge(other.touched) { min($0, $1) }
        corrected.formUnion(other.corrected)
    }

    /// Of each closing the first event of every commit that goes against it and does not say why,
    /// ascending.
    var unrecorded: [UInt64: [UInt64]] {
        var found: [UInt64: [UInt64]] = [:]
        for (touch, position) in touched where !corrected.contains(touch) {
            found[touch.closing, default: []].append(position)
        }
        return found.mapValues { $0.sorted() }
    }
}

extension Books {
    /// Of each closing what changed its days since without saying why.
    ///
    /// - Complexity: O(*n*) in the events behind the first closing.
    func unrecordedChanges() throws(StoreError) -> [UInt64: [UInt64]] {
        guard let first = chart.closings.first?.position else { return [:] }
        var watch = ClosingWatch(chart)
        try store.read(
            first..<count, [.commits, .links, .hot, .facts, .text],
            holding: TypeSet(ClosingWatch.types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try batch.forEachEvent { view throws(StoreError) in
                guard let type = view.type, ClosingWatch.types.contains(type),
                    let commit = view.commit?.firstPosition
                else { return }
                watch.take(try view.event(), at: view.position, of: commit)
            }
            return .next
        }
        return watch.unrecorded
    }
}
