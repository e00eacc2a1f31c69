/// What lines of one kind, direction and currency come to; flat.
package struct LineSum: Codable, Hashable, Sendable {
    /// What the lines are.
    package let kind: EntryKind
    /// Whether they are transfers that go into their accounts.
    package let incoming: Bool
    /// Code of their currency.
    package let currency: String
    /// Their sum, decimal, with exactly as many digits behind the point as the currency has.
    package let sum: String
    /// How many there are; what was voided is in none.
    package let count: UInt64

    /// What lines that are added up have in common.
    struct Key: Hashable {
        let kind: EntryKind
        let isIncoming: Bool
        let currency: Currency

        init(_ facts: LineMatcher.KeyFacts) {
            kind = facts.kind
            isIncoming = facts.isIncoming
            currency = facts.currency
        }
    }

    /// Sums in the order of kind, direction and currency.
    static func rows(_ sums: [Key: SpendingTable.Cell], _ order: CurrencyOrder) -> [LineSum] {
        sums.filter { $0.value.count != 0 }.map { key, cell in
            LineSum(
                kind: key.kind, incoming: key.isIncoming, currency: key.currency.code,
                sum: MoneyTotal(minor: cell.sum, currency: key.currency).text,
                count: UInt64(clamping: cell.count))
        }.sorted { left, right in
            if (left.kind, left.incoming) != (right.kind, right.incoming) {
                return (left.kind.rawValue, left.incoming ? 1 : 0)
                    < (right.kind.rawValue, right.incoming ? 1 : 0)
            }
            return left.currency == right.currency
                ? left.sum < right.sum : order.isBefore(left.currency, right.currency)
        }
    }
}
