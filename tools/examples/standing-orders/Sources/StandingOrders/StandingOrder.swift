public import EventLog
public import Ledger

/// Something that is paid every month, such as the rent.
public struct StandingOrder: Sendable {
    /// What it is for; also what tells it from others.
    public var title: String
    /// How much.
    public var amount: Money

    /// An order.
    public init(title: String, amount: Money) {
        self.title = title
        self.amount = amount
    }

    /// Records the payment of the month in which a day lies: once, however often it is asked for.
    ///
    /// - Parameters:
    ///   - day: The day of the payment.
    ///   - store: A ledger that was opened; its owner pays.
    ///   - time: The wall clock.
    ///   - id: An id unlike any other of the ledger.
    /// - Returns: Where the payment stands.
    public func pay(
        on day: Day, into store: any EventStore, at time: Timestamp, id: CommitID
    ) throws(StoreError) -> Appended {
        let facts = LineFacts(kind: .expense, amount: amount, day: day)
        let line = LineAdded(facts: facts, details: LineDetails(title: title))
        let month = day.description.prefix(7)
        let commit = NewCommit(
            id: id, recordedAt: time, actor: .position(1), key: "\(title) \(month)",
            events: [.lineAdded(line)])
        return try store.append(commit, expecting: nil)
    }
}
