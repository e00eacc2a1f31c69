/// The cells of a report that differ between two states of knowledge. What is `nil` is left out of
/// JSON.
public struct ReportDiff: Codable, Hashable, Sendable {
    /// Name of the period, such as `monthly`; `nil` for one bucket.
    public let period: String?
    /// `category` or `account`; `nil` for neither.
    public let by: String?
    /// How many segments of a category count; `nil` for all.
    public let depth: Int?
    /// The terms that lines had to pass; `nil` where all count.
    public let terms: String?
    /// The kinds that count, in order.
    public let kinds: [EntryKind]
    /// The cells that differ, in the order of a report.
    public let rows: [DiffRow]
    /// The position of the last event of the older state; `nil` when there was none.
    public let fromPosition: UInt64?
    /// The root over all events up to and including it, lower-case hex.
    public let fromRoot: String
    /// The position of the last event of the newer state.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}

/// A cell that differs between two states of knowledge.
public struct DiffRow: Codable, Hashable, Sendable {
    /// First day of the bucket; `nil` where that is the first day with money.
    public let start: Day?
    /// The day after the last of the bucket; `nil` where that is the day after the last with money.
    public let end: Day?
    /// `expense`, `income` or `transfer`.
    public let kind: EntryKind
    /// `nil` when the report is not by category; empty for uncategorised.
    public let category: String?
    /// `nil` when the report is not by account; empty for none.
    public let account: String?
    /// Code of the currency.
    public let currency: String
    /// The sum in the older state; zero where the report has no such cell.
    public let was: String
    /// The sum in the newer state; zero where the report has no such cell.
    public let now: String
    /// What ``now`` is more than ``was``.
    public let change: String
    /// How many live lines there were.
    public let wasCount: Int64
    /// How many live lines there are.
    public let nowCount: Int64
    /// The oldest events that changed it; all of them together come to ``change``.
    public let events: [FigureStep]
    /// How many events changed it, listed or not.
    public let eventCount: Int
}
