/// What an upgrade of a projection is about.
public struct ModelUpgrade: Codable, Hashable, Sendable {
    /// The projection.
    public let name: String
    /// Why it waits for an upgrade.
    public let reason: ModelOutdated
    /// The version that made the rows that are read now.
    public let old: Int
    /// The version of the program.
    public let new: Int
    /// The position of the last event that the rows reflect that were compared.
    public let position: UInt64
    /// How many rows change, by table; tables in which none does are left out.
    public let changed: [String: Int64]
    /// All of them, where that was asked for.
    public let changes: [ModelChange]
}

/// A row that is another one after an upgrade.
public struct ModelChange: Codable, Hashable, Sendable {
    /// The table.
    public let table: String
    /// The values of its key, joined by blanks.
    public let key: String
    /// The values that change, or of a row that goes all beside its key, each behind the name of
    /// its column; `nil` for a row that was not there.
    public let old: String?
    /// The values in their place; `nil` for a row that goes.
    public let new: String?
    /// The positions of the events behind the row, before or after, ascending.
    public let events: [UInt64]
}
