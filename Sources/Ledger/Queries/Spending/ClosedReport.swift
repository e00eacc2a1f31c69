/// What a report says of closed periods that it touches.
public struct ClosedReport: Codable, Hashable, Sendable {
    /// A period whose books are closed.
    public struct Closing: Codable, Hashable, Sendable {
        /// The position of the event that closed them: its id.
        public let id: UInt64
        /// The first day.
        public let start: Day
        /// The day after the last.
        public let end: Day
        /// How many commits corrected it since.
        public let corrections: Int
    }

    /// A cell whose figure is another one since its period was closed.
    public struct Row: Codable, Hashable, Sendable {
        /// First day of the bucket; `nil` in a report without money.
        public let start: Day?
        /// The day after the last of the bucket; `nil` in a report without money.
        public let end: Day?
        /// `expense`, `income` or `transfer`.
        public let kind: EntryKind
        /// `nil` when the report is not by category; empty for uncategorised.
        public let category: String?
        /// `nil` when the report is not by account; empty for none.
        public let account: String?
        /// `nil` when the report is not by payee; empty for none.
        public let payee: String?
        /// `nil` when the report is not by tag; empty for none.
        public let tag: String?
        /// `nil` when the report is not by person; empty for none.
        public let person: String?
        /// Code of the currency.
        public let currency: String
        /// The sum with closed periods as they were closed.
        public let original: String
        /// The sum as it is: that of the report's row, or zero where it has none.
        public let restated: String
        /// What ``restated`` is more than ``original``.
        public let change: String
        /// How many lines ``original`` sums up.
        public let originalCount: Int64
        /// How many lines ``restated`` sums up.
        public let restatedCount: Int64
    }

    /// The closings in force of whose days the report has some, in the order of the log.
    public let closings: [Closing]
    /// The cells that differ, in the order of the report; empty where nothing was corrected.
    public let restated: [Row]
}
