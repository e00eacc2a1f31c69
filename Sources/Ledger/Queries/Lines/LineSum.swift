/// What lines of one kind, direction and currency come to; flat.
public struct LineSum: Codable, Hashable, Sendable {
    /// What the lines are.
    public let kind: EntryKind
    /// Whether they are transfers that go into their accounts.
    public let incoming: Bool
    /// Code of their currency.
    public let currency: String
    /// Their sum, decimal, with exactly as many digits behind the point as the currency has.
    public let sum: String
    /// How many there are; what was voided is in none.
    public let count: UInt64

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
    static func rows(_ sums: [Key: SpendingTable.Cell]) -> [LineSum] {
        sums.filter { $0.value.count != 0 }.map { key, cell in
            LineSum(
                kind: key.kind, incoming: key.isIncoming, currency: key.currency.code,
                sum: MoneyTotal(minor: cell.sum, currency: key.currency).text,
                count: UInt64(clamping: cell.count))
        }.sorted { left, right in
            (left.kind.rawValue, left.incoming ? 1 : 0, left.currency, left.sum)
                < (right.kind.rawValue, right.incoming ? 1 : 0, right.currency, right.sum)
        }
    }
}
