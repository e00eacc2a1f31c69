internal import EventLog

extension BranchMerger {
    /// The events that were taken in and go against closed books, by the rule by which what is
    /// typed is refused: each commit is held against the ledger as it stands before it.
    ///
    /// Where the names of accounts or categories, or settings, are among them, commits behind that
    /// one are not looked at: they may go against nothing once it is gone.
    ///
    /// - Parameter commits: Where the commits stand that were taken in, ascending.
    /// - Complexity: O(*n*) in the events of these commits, and in all events for each that changes
    ///   an account, a statement or the name of a category.
    func againstClosings(_ commits: [Range<UInt64>]) throws(StoreError) -> [UInt64] {
        guard let first = commits.first?.lowerBound else { return [] }
        var names = try LedgerSnapshot(store: draft, upTo: first).referenceData
        var found: [UInt64] = []
        for positions in commits {
            if names.closingsInForce.isEmpty { break }
            let events = try draft.events(in: positions).map(\.event)
            let before = LedgerSnapshot(
                store: draft, count: positions.lowerBound, referenceData: names)
            let rule = ClosingRule(
                names, correction: nil, known: try before.closedFacts(for: events))
            // A commit may say why it changes what is closed.
            let corrected = Set(events.compactMap(\.reopenedClosing))
            var changesNames = false
            for (position, event) in zip(positions, events) {
                if rule.closings(against: event).isSubset(of: corrected) { continue }
                found.append(position)
                changesNames = changesNames || event.changesWhatClosingsPin
            }
            if changesNames { break }
            for (position, event) in zip(positions, events) { names.apply(event, at: position) }
        }
        return found
    }

    /// The events that change lines of closed days and do not say why, where a log takes its own
    /// events again: more was not asked of those that earlier programs recorded. The check tells
    /// the first of each commit only.
    func unsaid(
        _ watch: ClosingWatch, _ commits: [Range<UInt64>], _ names: ReferenceData
    ) throws(StoreError) -> [UInt64] {
        var found: [UInt64] = []
        let told = watch.unrecorded.values.flatMap(\.self)
        for positions in commits where told.contains(where: positions.contains) {
            var watch = ClosingWatch(names)
            try draft.read(positions, .all) { batch throws(StoreError) in
                try batch.forEachEvent(of: ClosingWatch.types) { position, event in
                    guard positions.contains(position),
                        let event = try? Event(row: event.row, at: position)
                    else { return }
                    watch.take(event, at: position, of: position)
                }
                return .next
            }
            found += watch.unrecorded.values.flatMap(\.self)
        }
        return found
    }
}

extension Event {
    /// The closing that it opens again, or corrects.
    fileprivate var reopenedClosing: UInt64? {
        if case .booksReopened(let reopened) = self { reopened.target.position } else { nil }
    }

    /// Whether it decides by what accounts, categories and weeks later events are held against
    /// closings.
    fileprivate var changesWhatClosingsPin: Bool {
        switch self {
        case .accountChanged, .accountTyped, .categoryRenamed, .settingsChanged: true
        default: false
        }
    }
}
