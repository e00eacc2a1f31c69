/// What a spending report asks for.
public struct ReportParameters: Codable, Hashable, Sendable {
    /// How rows are distinguished besides day, kind and currency.
    public enum Grouping: Codable, Hashable, Sendable {
        /// Not at all.
        case none
        /// By category, of which as many segments count, 1 or more; `nil` for all.
        case category(depth: Int?)
        /// By account.
        case account
    }

    /// The buckets; `nil` for one bucket over everything.
    public var period: Period?
    /// The days that count.
    public var range: DayRange
    /// The kinds that count; empty for all.
    public var kinds: Set<EntryKind>
    /// How rows are distinguished.
    public var by: Grouping
    /// The first day of weekly buckets; `nil` for that of the ledger.
    public var weekStart: Weekday?

    /// Without arguments, everything in one bucket.
    public init(
        period: Period? = nil, range: DayRange = .all, kinds: Set<EntryKind> = [],
        by: Grouping = .none, weekStart: Weekday? = nil
    ) {
        self.period = period
        self.range = range
        self.kinds = kinds
        self.by = by
        self.weekStart = weekStart
    }
}
