/// A period whose books are to be closed.
public struct CloseBooks: Hashable, Sendable {
    /// The days.
    public var days: DayRange
    /// The digest of what is reported of them, 32 bytes; see ``BooksClosed``.
    public var digest: [UInt8]
    /// The root over all events that there are, 32 bytes.
    public var root: [UInt8]
    /// A remark; may be empty.
    public var reason: String
    /// Today in the ledger's zone: only what is over can be closed.
    public var today: Day

    /// A period.
    public init(days: DayRange, digest: [UInt8], root: [UInt8], reason: String, today: Day) {
        self.days = days
        self.digest = digest
        self.root = root
        self.reason = reason
        self.today = today
    }
}

extension Decider {
    mutating func closeBooks(_ books: CloseBooks) throws(DecisionError) {
        try checkOpened()
        guard books.days.hasStart, books.days.hasEnd, books.days.end <= books.today else {
            throw .notOver(books.days)
        }
        for closing in chart.closingsInForce
        where !closing.closed.days.intersection(books.days).isEmpty {
            throw .alreadyClosed(closing.closed.days, closing: closing.position)
        }
        decision.events.append(
            .booksClosed(
                BooksClosed(
                    days: books.days, digest: books.digest, root: books.root,
                    pinned: max(1, state.count) - 1, reason: books.reason)))
    }

    mutating func reopenBooks(_ closing: UInt64, _ reason: String) throws(DecisionError) {
        try checkOpened()
        guard let found = chart.closings.first(where: { $0.position == closing }) else {
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
