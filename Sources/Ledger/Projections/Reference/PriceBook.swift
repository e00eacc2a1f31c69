public import EventLog

/// The prices that were told, and which of them hold.
public struct PriceBook: Projection, Hashable {
    /// A price, and where it was told.
    struct Entry: Hashable {
        let position: UInt64
        let price: PriceSet
    }

    /// All of them, in the order of the log.
    private(set) var entries: [Entry] = []
    /// What was taken back, or holds again: the last word on each.
    private var holds: [UInt64: Bool] = [:]

    /// An empty book.
    public init() {}

    /// `prices`.
    public static let name = "prices"
    /// 1.
    public static let version = 1
    /// Everything but commits.
    public static let sections: Sections = [.links, .hot, .facts, .text]

    /// The types of the events that a book takes in.
    static let types: Set<EventType> = [.priceSet, .priceWithdrawn, .priceRestored]

    /// Where the first price was told; `nil` for none.
    package var firstPosition: UInt64? { entries.first?.position }

    /// Whether the price that was told at a position holds.
    func holds(_ position: UInt64) -> Bool { holds[position] ?? true }

    /// The prices that were told at positions, such as `1 EUR = 1.08 USD on 2026-03-01`.
    package func titles(in positions: Range<UInt64>) -> [String] {
        entries.filter { positions.contains($0.position) }.map(\.price.phrase)
    }

    /// The prices that hold: of those of one currency in another on one day the last that was told,
    /// by currency, unit, then day.
    package var prices: [(position: UInt64, price: PriceSet)] {
        var last: [PriceKey: Entry] = [:]
        for entry in entries where holds(entry.position) { last[PriceKey(entry.price)] = entry }
        return last.sorted { $0.key < $1.key }.map { ($0.value.position, $0.value.price) }
    }

    /// Takes in the events that follow.
    public mutating func apply(_ batch: ColumnBatch) throws(StoreError) {
        try batch.forEachEvent(of: PriceBook.types) { position, event in
            switch event {
            case .priceSet(let price): entries.append(Entry(position: position, price: price))
            case .priceWithdrawn(let change): take(change, holds: false)
            case .priceRestored(let change): take(change, holds: true)
            default: break
            }
        }
    }

    private mutating func take(_ change: PlanChange, holds isHeld: Bool) {
        if let target = change.target.position { holds[target] = isHeld }
    }

    /// Takes in the book of the events that follow.
    public mutating func merge(_ other: PriceBook) {
        entries += other.entries
        holds.merge(other.holds) { $1 }
    }
}

/// What a price is of, in what, and on which day.
struct PriceKey: Hashable, Comparable {
    let currency: String
    let unit: String
    let day: Day

    init(_ price: PriceSet) {
        currency = price.currency.code
        unit = price.unit
        day = price.day
    }

    static func < (left: PriceKey, right: PriceKey) -> Bool {
        (left.currency, left.unit, left.day) < (right.currency, right.unit, right.day)
    }
}
