/// Accounts, by name.
public struct AccountList: Codable, Hashable, Sendable {
    /// The accounts.
    public let rows: [AccountRow]
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}

/// An account as lists show it; flat.
public struct AccountRow: Codable, Hashable, Sendable {
    /// The account's id: the position of the event that opened it.
    public let id: UInt64
    /// The position of the event that last spoke of it.
    public let version: UInt64
    /// Its name.
    public let name: String
    /// What was in it at the start of ``day``: decimal; zero holds since ever.
    public let opening: String
    /// Code of the currency of the opening balance.
    public let currency: String
    /// The day from which the opening balance holds.
    public let day: Day
    /// Whether no new line may name it.
    public let closed: Bool
    /// What it is said to be in a balance sheet; `nil` for nothing, which counts as an asset, and
    /// then left out of JSON.
    public let type: AccountType?

    /// A row.
    public init(_ account: ReferenceData.Account) {
        id = account.position
        version = account.version
        name = account.facts.name
        opening = account.facts.opening.description
        currency = account.facts.opening.currency.code
        day = account.facts.day
        closed = account.isClosed
        type = account.type
    }
}
