package import Ledger

/// Sums and counts by period and kind.
package enum SpendingReportEndpoint: Endpoint {
    /// What is asked for; without anything everything in one bucket.
    package struct Input: Codable, Hashable, Sendable {
        /// Name of the buckets, such as `monthly`; left out for one bucket.
        package var period: String?
        /// Days by a phrase, such as `last month` or `2026-03`; may name buckets, too.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// `category` or `account`; left out for neither.
        package var by: String?
        /// How many segments of a category count, 1 or more; left out for all.
        package var depth: Int?
        /// The kinds that count; empty or left out for all.
        package var kinds: [EntryKind]?
        /// English name of the day on which weeks start in this report.
        package var weekStart: String?

        /// A request.
        package init(
            period: String? = nil, range: String? = nil, begin: String? = nil,
            end: String? = nil, by: String? = nil, depth: Int? = nil, kinds: [EntryKind]? = nil,
            weekStart: String? = nil
        ) {
            self.period = period
            self.range = range
            self.begin = begin
            self.end = end
            self.by = by
            self.depth = depth
            self.kinds = kinds
            self.weekStart = weekStart
        }
    }

    /// The report.
    package typealias Output = SpendingReport

    package static let path = "report"
    package static let summary = "sums by day, week, month and other periods"
    package static let needs: Set<Permission> = [.read]
}
