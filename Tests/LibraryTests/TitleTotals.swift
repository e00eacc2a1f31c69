import Ledger

/// What was spent at each place, by currency, as recorded: amendments and voids are left out.
struct TitleTotals: EventProjection {
    static let name = "title-totals"
    static let version = 1

    private(set) var totals: [String: [String: Int64]] = [:]

    mutating func apply(_ event: EventView) throws(StoreError) {
        guard event.type == .lineAdded, let amount = event.amount else { return }
        totals[event.title, default: [:]][amount.currency.code, default: 0] += amount.minor
    }

    mutating func merge(_ other: TitleTotals) {
        for (title, sums) in other.totals {
            totals[title, default: [:]].merge(sums, uniquingKeysWith: +)
        }
    }
}
