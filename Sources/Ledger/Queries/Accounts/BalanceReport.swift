/// What is in accounts at the end of a day.
public struct BalanceReport: Codable, Hashable, Sendable {
    /// An account's money of one currency; flat.
    public struct Row: Hashable, Sendable {
        /// Name of the account.
        public let account: String
        /// The position of the account.
        public let id: UInt64
        /// What it is in a balance sheet; an account of which nothing is said is an asset.
        public let type: AccountType
        /// Code of the currency.
        public let currency: String
        /// Decimal, with exactly as many digits behind the point as the currency has; `nil` where
        /// the opening balance holds from a later day on.
        public let balance: String?
        /// How many lines it is made from.
        public let lines: Int64
        /// How many lines are dated before the opening balance, which contains them.
        public let earlier: Int64
        /// How many lines are dated later, and do not count yet.
        public let later: Int64
        /// Whether no new line may name the account.
        public let closed: Bool
        /// The day at whose end it is so.
        public let asOf: Day
    }

    /// What all rows of a currency come to.
    public struct Total: Codable, Hashable, Sendable {
        /// Code of the currency.
        public let currency: String
        /// Decimal; rows that are not known are left out.
        public let sum: String
    }

    /// What all rows of a type of account and a currency come to.
    public struct TypeTotal: Codable, Hashable, Sendable {
        /// The type.
        public let type: AccountType
        /// Code of the currency.
        public let currency: String
        /// Decimal; what is owed is negative. Rows that are not known are left out.
        public let sum: String
    }

    /// By name of the account, in the order of ``NameOrder``, then by currency.
    public let rows: [Row]
    /// By currency: the net worth; where one is asked for, what all rows come to before they are
    /// rounded.
    public let totals: [Total]
    /// By type and currency.
    public let types: [TypeTotal]
    /// The day at whose end it is so.
    public let asOf: Day
    /// The currency that all is told in, where one is asked for: rows in others have no price in
    /// it; `nil` where each is in its own, and then left out of JSON.
    public let exchange: ExchangeNote?
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}

extension BalanceReport.Row: Codable {
    private enum Key: String, CodingKey {
        case account, id, type, currency, balance, lines, earlier, later, closed, asOf
    }

    /// Encodes an object in which nothing is missing: a balance that is not known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(account, forKey: .account)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(currency, forKey: .currency)
        try container.encode(balance, forKey: .balance)
        try container.encode(lines, forKey: .lines)
        try container.encode(earlier, forKey: .earlier)
        try container.encode(later, forKey: .later)
        try container.encode(closed, forKey: .closed)
        try container.encode(asOf, forKey: .asOf)
    }
}
