package import EventLog

/// The statements that are held against the ledger.
package struct StatementBook: Projection, Hashable {
    /// All that were ever noted, in the order of the log.
    private var noted: [Statement] = []
    private var withdrawn: Set<UInt64> = []

    /// An empty book.
    package init() {}

    /// `statements`.
    package static let name = "statements"
    /// 1.
    package static let version = 1
    /// Links and hot columns.
    package static let sections = Sections.report

    /// The types of the events that a book takes in.
    static let types: Set<EventType> = [.statementAsserted, .assertionWithdrawn]

    /// Those that were not withdrawn, in the order of the log.
    package var statements: [Statement] { noted.filter { !withdrawn.contains($0.id) } }

    /// The day of the statement that the event at a position noted.
    func day(of id: UInt64) -> Day? { noted.first { $0.id == id }?.day }

    /// Whether the event at a position noted a statement that was withdrawn.
    func isWithdrawn(_ id: UInt64) -> Bool { withdrawn.contains(id) }

    /// Takes in the events that follow.
    package mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent(of: StatementBook.types) { position, event in
            switch event {
            case .statementAsserted(let event):
                guard let account = event.account.position else { return }
                noted.append(
                    Statement(
                        id: position, account: account, balance: event.balance, day: event.day))
            case .assertionWithdrawn(let event):
                if let target = event.target.position { withdrawn.insert(target) }
            default: break
            }
        }
    }

    /// Takes in the book of the events that follow.
    package mutating func merge(_ other: StatementBook) {
        noted += other.noted
        withdrawn.formUnion(other.withdrawn)
    }
}

/// What a statement says is in an account at the end of a day.
package struct Statement: Hashable, Sendable {
    /// The position of the event that noted it: its id.
    package let id: UInt64
    /// The position of the account.
    package let account: UInt64
    /// What it says.
    package let balance: Money
    /// The day at whose end it is so.
    package let day: Day
}
