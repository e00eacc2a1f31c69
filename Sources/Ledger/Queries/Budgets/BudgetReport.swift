/// What was to be spent, and what was.
package struct BudgetReport: Codable, Hashable, Sendable {
    /// A budget in a period; in JSON what is `nil` is left out.
    package struct Row: Codable, Hashable, Sendable {
        /// First day.
        package let start: Day
        /// The day after the last.
        package let end: Day
        /// Whether only a part of it lies in the asked range.
        package let partial: Bool
        /// Whether today lies in it.
        package let running: Bool
        /// The category; empty for what no budget is for, or was for on its day.
        package let category: String
        /// Code of the currency.
        package let currency: String
        /// What was to be spent, decimal; `nil` where those periods of the budget that touch the
        /// row's do not lie whole in it, or one of them is cut.
        package let goal: String?
        /// What earlier periods left, or overspent where it is negative; `nil` where nothing is
        /// carried.
        package let carried: String?
        /// What was spent.
        package let spent: String
        /// What is left of goal and what is carried; negative when it is overspent.
        package let left: String?
        /// What is left for each day from today on, rounded down; of running periods only.
        package let perDay: String?
        /// What was spent, in percent of goal and what is carried, with one digit, half to even;
        /// `nil` where that is not more than zero.
        package let percent: String?
        /// The periods of the budget, such as `monthly`, where the row is one of them.
        package let every: String?
        /// Whether another budget of the report is for more than this one and takes it in.
        package let within: Bool
        /// `true` where the budget was changed or ended within one of its periods that the row is
        /// of, or has: that goal is for more days than it had; else `nil`.
        package let cut: Bool?
        /// What was spent in what it is for in currencies for which no budget is: it counts
        /// nowhere. `nil` for nothing.
        package let apart: [Apart]?
    }

    /// What was spent in a currency that no budget is for.
    package struct Apart: Codable, Hashable, Sendable {
        /// Code of the currency.
        package let currency: String
        /// What was spent, decimal.
        package let spent: String
    }

    /// Name of the periods; `nil` where each budget has its own.
    package let period: String?
    /// In order of category and currency, then of days; or, with a period, of days first.
    package let rows: [Row]
    /// What was in force.
    package let settings: SpendingReport.InForce
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}
