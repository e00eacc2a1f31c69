/// Statements, by account, then by day.
package struct StatementList: Codable, Hashable, Sendable {
    /// The statements.
    package let rows: [StatementRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

/// A statement held against the ledger; flat.
package struct StatementRow: Hashable, Sendable {
    /// The position of the event that noted it; `nil` where it is only compared.
    package let id: UInt64?
    /// Name of the account.
    package let account: String
    /// The position of the account.
    package let accountId: UInt64
    /// The day at whose end it is so.
    package let day: Day
    /// Code of the currency.
    package let currency: String
    /// What the statement says: decimal, with exactly the currency's digits.
    package let stated: String
    /// What the ledger has; `nil` where the opening balance holds from a later day on.
    package let computed: String?
    /// What the statement has more than the ledger; negative when it has less; `nil` where that is
    /// not known.
    package let difference: String?

    /// Whether the ledger has what the statement says.
    package var agrees: Bool { difference != nil && computed == stated }
}

extension StatementRow: Codable {
    private enum Key: String, CodingKey {
        case id, account, accountId, day, currency, stated, computed, difference, agrees
    }

    /// Encodes an object in which nothing is missing: what is `nil` is null. `agrees` is among it.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(account, forKey: .account)
        try container.encode(accountId, forKey: .accountId)
        try container.encode(day, forKey: .day)
        try container.encode(currency, forKey: .currency)
        try container.encode(stated, forKey: .stated)
        try container.encode(computed, forKey: .computed)
        try container.encode(difference, forKey: .difference)
        try container.encode(agrees, forKey: .agrees)
    }

    /// Decodes what ``encode(to:)`` makes; `agrees` follows from the rest.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decodeIfPresent(UInt64.self, forKey: .id)
        account = try container.decode(String.self, forKey: .account)
        accountId = try container.decode(UInt64.self, forKey: .accountId)
        day = try container.decode(Day.self, forKey: .day)
        currency = try container.decode(String.self, forKey: .currency)
        stated = try container.decode(String.self, forKey: .stated)
        computed = try container.decodeIfPresent(String.self, forKey: .computed)
        difference = try container.decodeIfPresent(String.self, forKey: .difference)
    }
}
