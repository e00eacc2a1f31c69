public import EventLog
public import Ledger

/// What was spent on each day of the week, by currency: a fold over the events.
public struct WeekdaySums: EventProjection {
    /// What is added up together.
    struct Key: Hashable {
        let weekday: Weekday
        let currency: Currency
    }

    /// What the fold is called.
    public static let name = "weekday-sums"
    /// Changes whenever the same events give other sums.
    public static let version = 1
    /// Days, amounts and what they have in common; neither texts nor commits are read.
    public static let sections = Sections.report

    private(set) var sums: [Key: (amount: Int64, count: Int64)] = [:]

    /// Nothing yet.
    public init() {}

    /// What an event states counts, and what it takes back does not any more: amendments, voids
    /// and restored lines need nothing else.
    public mutating func apply(_ event: EventView) throws(StoreError) {
        if let facts = event.facts { add(facts, times: 1) }
        if let facts = event.replaced { add(facts, times: -1) }
    }

    private mutating func add(_ facts: LineFacts, times sign: Int64) {
        guard facts.kind == .expense else { return }
        let key = Key(weekday: facts.day.weekday, currency: facts.amount.currency)
        add(sign * facts.amount.minor, sign, to: key)
    }

    private mutating func add(_ amount: Int64, _ count: Int64, to key: Key) {
        let old = sums[key] ?? (0, 0)
        sums[key] = (old.amount + amount, old.count + count)
    }

    /// What comes later is added: that lets parts of the log be folded at the same time.
    public mutating func merge(_ other: WeekdaySums) {
        for (key, sum) in other.sums { add(sum.amount, sum.count, to: key) }
    }

    /// Equal when all sums are.
    public static func == (left: WeekdaySums, right: WeekdaySums) -> Bool {
        Set(left.sums.keys).union(right.sums.keys).allSatisfy {
            left.sums[$0] ?? (0, 0) == right.sums[$0] ?? (0, 0)
        }
    }
}
