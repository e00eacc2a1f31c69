extension Decider {
    mutating func closeBooks(_ snapshot: CloseBooks) throws(DecisionError) {
        try checkOpened()
        guard snapshot.days.hasStart, snapshot.days.hasEnd, snapshot.days.end <= snapshot.today
        else {
            throw .notOver(snapshot.days)
        }
        for closing in referenceData.closingsInForce
        where !closing.closed.days.intersection(snapshot.days).isEmpty {
            throw .alreadyClosed(closing.closed.days, closing: closing.position)
        }
        decision.events.append(
            .booksClosed(
                BooksClosed(
                    days: snapshot.days, digest: snapshot.digest, root: snapshot.root,
                    pinned: max(1, state.count) - 1, reason: snapshot.reason)))
    }

    mutating func reopenBooks(_ closing: UInt64, _ reason: String) throws(DecisionError) {
        try checkOpened()
        guard let found = referenceData.closings.first(where: { $0.position == closing }) else {
            throw .notAClosing(closing)
        }
        if let reopened = found.reopened {
            throw .alreadyReopened(found.closed.days, by: reopened)
        }
        if !reason.saysSomething { throw .closingStays(found.closed.days, closing: closing) }
        decision.events.append(
            .booksReopened(BooksReopened(target: .position(closing), reason: reason)))
    }
}

/// A period whose books are to be closed.
public struct CloseBooks: Hashable, Sendable {
    /// The days.
    package var days: DayRange
    /// The digest of what is reported of them, 32 bytes; see ``BooksClosed``.
    package var digest: [UInt8]
    /// The root over all events that there are, 32 bytes.
    package var root: [UInt8]
    /// A remark; may be empty.
    package var reason: String
    /// Today in the ledger's zone: only what is over can be closed.
    package var today: Day

    /// A period.
    public init(days: DayRange, digest: [UInt8], root: [UInt8], reason: String, today: Day) {
        self.days = days
        self.digest = digest
        self.root = root
        self.reason = reason
        self.today = today
    }
}
