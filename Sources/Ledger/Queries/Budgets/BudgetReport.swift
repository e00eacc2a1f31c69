/// What was to be spent, and what was.
public struct BudgetReport: Codable, Hashable, Sendable {
    /// A budget in a period; in JSON what is `nil` is left out.
    public struct Row: Codable, Hashable, Sendable {
        /// First day.
        public let start: Day
        /// The day after the last.
        public let end: Day
        /// Whether only a part of it lies in the asked range.
        public let partial: Bool
        /// Whether today lies in it.
        public let running: Bool
        /// The category; empty for what no budget is for, or was for on its day.
        public let category: String
        /// Code of the currency.
        public let currency: String
        /// What was to be spent, decimal; `nil` where those periods of the budget that touch the
        /// row's do not lie whole in it.
        public let goal: String?
        /// What earlier periods left, or overspent where it is negative; `nil` where nothing is
        /// carried.
        public let carried: String?
        /// What was spent.
        public let spent: String
        /// What is left of goal and what is carried; negative when it is overspent.
        public let left: String?
        /// What is left for each day from today on, rounded down; of running periods only.
        public let perDay: String?
        /// What was spent, in percent of goal and what is carried, with one digit, half to even;
        /// `nil` where that is not more than zero.
        public let percent: String?
        /// The periods of the budget, such as `monthly`, where the row is one of them.
        public let every: String?
        /// Whether another budget of the report is for more than this one and takes it in.
        public let within: Bool
    }

    /// Name of the periods; `nil` where each budget has its own.
    public let period: String?
    /// In order of category and currency, then of days; or, with a period, of days first.
    public let rows: [Row]
    /// What was in force.
    public let settings: SpendingReport.InForce
    /// The position of the last event that was taken in.
    public let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    public let root: String
}
