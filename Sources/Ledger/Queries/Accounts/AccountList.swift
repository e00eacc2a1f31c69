/// Accounts, by name.
package struct AccountList: Codable, Hashable, Sendable {
    /// The accounts.
    package let rows: [AccountRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

/// An account as lists show it; flat.
package struct AccountRow: Codable, Hashable, Sendable {
    /// The account's id: the position of the event that opened it.
    package let id: UInt64
    /// The position of the event that last spoke of it.
    package let version: UInt64
    /// Its name.
    package let name: String
    /// What was in it at the start of ``day``: decimal; zero holds since ever.
    package let opening: String
    /// Code of the currency of the opening balance.
    package let currency: String
    /// The day from which the opening balance holds.
    package let day: Day
    /// Whether no new line may name it.
    package let closed: Bool
    /// What it is said to be in a balance sheet; `nil` for nothing, which counts as an asset, and
    /// then left out of JSON.
    package let type: AccountType?

    /// A row.
    package init(_ account: ReferenceData.Account) {
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
