/// The cells of a report that differ between two states of knowledge. What is `nil` is left out of
/// JSON.
package struct ReportDiff: Codable, Hashable, Sendable {
    /// Name of the period, such as `monthly`; `nil` for one bucket.
    package let period: String?
    /// `category` or `account`; `nil` for neither.
    package let by: String?
    /// How many segments of a category count; `nil` for all.
    package let depth: Int?
    /// The terms that lines had to pass; `nil` where all count.
    package let terms: String?
    /// The kinds that count, in order.
    package let kinds: [EntryKind]
    /// The cells that differ, in the order of a report.
    package let rows: [DiffRow]
    /// The position of the last event of the older state; `nil` when there was none.
    package let fromPosition: UInt64?
    /// The root over all events up to and including it, lower-case hex.
    package let fromRoot: String
    /// The position of the last event of the newer state.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

/// A cell that differs between two states of knowledge.
package struct DiffRow: Codable, Hashable, Sendable {
    /// First day of the bucket; `nil` where that is the first day with money.
    package let start: Day?
    /// The day after the last of the bucket; `nil` where that is the day after the last with money.
    package let end: Day?
    /// `expense`, `income` or `transfer`.
    package let kind: EntryKind
    /// `nil` when the report is not by category; empty for uncategorised.
    package let category: String?
    /// `nil` when the report is not by account; empty for none.
    package let account: String?
    /// Code of the currency.
    package let currency: String
    /// The sum in the older state; zero where the report has no such cell.
    package let was: String
    /// The sum in the newer state; zero where the report has no such cell.
    package let now: String
    /// What ``now`` is more than ``was``.
    package let change: String
    /// How many live lines there were.
    package let wasCount: Int64
    /// How many live lines there are.
    package let nowCount: Int64
    /// The oldest events that changed it; all of them together come to ``change``.
    package let events: [FigureStep]
    /// How many events changed it, listed or not.
    package let eventCount: Int
}
