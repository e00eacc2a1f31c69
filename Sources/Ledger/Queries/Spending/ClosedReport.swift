/// What a report says of closed periods that it touches.
package struct ClosedReport: Codable, Hashable, Sendable {
    /// A period whose books are closed.
    package struct Closing: Codable, Hashable, Sendable {
        /// The position of the event that closed them: its id.
        package let id: UInt64
        /// The first day.
        package let start: Day
        /// The day after the last.
        package let end: Day
        /// How many commits corrected it since.
        package let corrections: Int
    }

    /// A cell whose figure is another one since its period was closed.
    package struct Row: Codable, Hashable, Sendable {
        /// First day of the bucket; `nil` in a report without money.
        package let start: Day?
        /// The day after the last of the bucket; `nil` in a report without money.
        package let end: Day?
        /// `expense`, `income` or `transfer`.
        package let kind: EntryKind
        /// `nil` when the report is not by category; empty for uncategorised.
        package let category: String?
        /// `nil` when the report is not by account; empty for none.
        package let account: String?
        /// `nil` when the report is not by payee; empty for none.
        package let payee: String?
        /// `nil` when the report is not by tag; empty for none.
        package let tag: String?
        /// `nil` when the report is not by person; empty for none.
        package let person: String?
        /// Code of the currency.
        package let currency: String
        /// The sum with closed periods as they were closed.
        package let original: String
        /// The sum as it is: that of the report's row, or zero where it has none.
        package let restated: String
        /// What ``restated`` is more than ``original``.
        package let change: String
        /// How many lines ``original`` sums up.
        package let originalCount: Int64
        /// How many lines ``restated`` sums up.
        package let restatedCount: Int64
    }

    /// The closings in force of whose days the report has some, in the order of the log.
    package let closings: [Closing]
    /// The cells that differ, in the order of the report; empty where nothing was corrected.
    package let restated: [Row]
}
