internal import EventLog
public import Ledger

/// A ledger for tests to decide on: euros, weeks from Monday, and two accounts.
public enum Given {
    /// The owner is 1, the account Cash 2, the account Bank 3; the next event has position 4.
    public static let ledger: [Event] = [
        .ledgerOpened(
            LedgerOpened(
                ledgerID: Array(repeating: 7, count: 16), settings: settings,
                schemas: EventSchema.written)),
        .personAdded(PersonAdded(name: "Ada")),
        .accountOpened(AccountOpened(name: "Cash", opening: euros(0), day: day(0))),
        .accountOpened(AccountOpened(name: "Bank", opening: euros(0), day: day(0))),
    ]

    /// Euros, Berlin, Monday.
    public static let settings = Settings(
        baseCurrency: currency("EUR"), zoneName: "Europe/Berlin", weekStart: .monday)

    /// A currency of ISO 4217; XXX, its code for no currency, for any other code.
    public static func currency(_ code: String) -> Currency {
        Currency.iso(code) ?? Currency(code: "XXX", exponent: 0) ?? euro
    }

    /// Cents of a euro.
    public static func euros(_ cents: Int64) -> Money { Money(minor: cents, currency: euro) }

    /// So many days after 2026-01-01, a Thursday.
    public static func day(_ days: Int32) -> Day { Day(daysSince1970: 20_454 + days) }

    /// An expense.
    public static func line(
        _ cents: Int64, _ title: String = "", day days: Int32 = 0, category: String? = nil,
        kind: EntryKind = .expense, account: UInt64? = nil, flags: LineFlags = [],
        entry: UInt64? = nil
    ) -> LineAdded {
        LineAdded(
            facts: LineFacts(
                kind: kind, amount: euros(cents), day: day(days),
                category: category.flatMap { try? CategoryPath($0) },
                account: account.map { .position($0) }, flags: flags),
            details: LineDetails(title: title), entry: entry.map { .position($0) })
    }

    /// A store in memory with some commits, a second apart from 2026-01-01T00:00:00Z on; raw rows
    /// are taken as what some other program wrote.
    public static func store(_ commits: [[Event]]) throws -> MemoryEventStore {
        let store = MemoryEventStore(makeSeed: Seeds.fixed)
        for (index, events) in commits.enumerated() {
            let time = 1_767_225_600_000 + Int64(index) * 1_000
            let commit = NewCommit(
                id: CommitID(high: 1, low: UInt64(index)),
                recordedAt: Timestamp(millisecondsSince1970: time),
                actor: index > 0 ? .position(1) : nil, events: events, origin: .otherProgram)
            _ = try store.append(commit, expecting: nil)
        }
        return store
    }

    private static var euro: Currency { settings.baseCurrency }
}
