internal import EventLog

/// Finds what changed lines of closed days without a correction in the same commit.
///
/// What decides asks for a correction of more than that, of what a line does to later balances, of
/// renamed categories and of statements; what it asked for then depends on what was known then, and
/// earlier programs asked for less.
struct ClosingWatch: Sendable {
    /// A closing that a commit goes against, or corrects.
    private struct Touch: Hashable {
        let closing: UInt64
        let commit: UInt64
    }

    private let closings: [ReferenceData.Closing]
    private let rule = ClosingRule(ReferenceData(), correction: nil)
    private var commit: UInt64?
    /// The closings that are in force for that commit.
    private var inForce: [ReferenceData.Closing] = []
    /// The first event of each commit that goes against a closing.
    private var touched: [Touch: UInt64] = [:]
    private var corrected: Set<Touch> = []

    /// A watch over no events yet.
    init(_ referenceData: ReferenceData) { closings = referenceData.closings }

    /// Whether there is nothing to look for.
    var isIdle: Bool { closings.isEmpty }

    /// The types of events that can go against a closing, or allow it.
    static let types: Set<EventType> = [
        .lineAdded, .lineAmended, .lineVoided, .lineRestored, .booksReopened,
    ]

    /// Takes in an event.
    mutating func take(_ event: Event, at position: UInt64, of commit: UInt64) {
        if closings.isEmpty { return }
        switch event {
        case .lineAdded, .lineAmended, .lineVoided, .lineRestored: break
        case .booksReopened(let event):
            guard let closing = event.target.position else { return }
            corrected.insert(Touch(closing: closing, commit: commit))
            return
        default: return
        }
        if self.commit != commit {
            self.commit = commit
            inForce = closings.filter {
                $0.position < commit && ($0.reopened ?? .max) >= commit
            }
        }
        if inForce.isEmpty { return }
        let days = rule.days(of: event)
        for closing in inForce where days.contains(where: closing.closed.days.contains) {
            let touch = Touch(closing: closing.position, commit: commit)
            touched[touch] = min(position, touched[touch] ?? position)
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

extension LedgerSnapshot {
    /// Of each closing what changed its days since without saying why.
    ///
    /// - Complexity: O(*n*) in the events behind the first closing.
    func unrecordedChanges() throws(StoreError) -> [UInt64: [UInt64]] {
        guard let first = referenceData.closings.first?.position else { return [:] }
        var watch = ClosingWatch(referenceData)
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
