internal import EventLog

/// One time of what comes again that is expected and not recorded; flat.
package struct ExpectedRow: Codable, Hashable, Sendable {
    /// The position of the rule.
    package let rule: UInt64
    /// The day.
    package let day: Day
    /// Whether the day is over.
    package let late: Bool
    /// `expense`, `income`, `transfer` or `task`.
    package let kind: String
    /// Payee and description, or the title of a task; empty where it was erased.
    package let title: String
    /// The amount, decimal; empty for a task.
    package let amount: String
    /// Code of its currency; empty for a task.
    package let currency: String
    /// The category, as it is called now; empty for none.
    package let category: String
    /// The name of the account; empty for none.
    package let account: String
    /// The project of a task; empty for none.
    package let project: String
    /// Tags.
    package let tags: [String]
    /// Whether it is recorded with all that is due.
    package let post: Bool
}

extension LedgerSnapshot {
    /// How many times of each rule before today are listed, the last ones: of one that began a
    /// thousand years ago nobody reads all.
    package static let expectedMax = 1_000

    /// What is expected before a day and not recorded, by day, of one day in the order of the log;
    /// of each rule at most ``expectedMax`` before today.
    ///
    /// - Parameters:
    ///   - end: The day after the last, not ``Day/max``.
    ///   - withSums: Whether sums beside the log are believed where they can be.
    /// - Complexity: O(*n*) in the days of all rules before the end, each of which is looked up;
    ///   with sums only those are that were not recorded before.
    package func expected(
        before end: Day, today: Day, withSums: Bool = false
    ) throws(StoreError) -> [ExpectedRow] {
        let rules = try repeatBook().rules
        let late = try expected(
            in: DayRange(start: .min, end: min(today, end)), of: rules, withSums: withSums,
            newest: LedgerSnapshot.expectedMax)
        let next = try expected(
            in: DayRange(start: min(today, end), end: end), of: rules, withSums: withSums)
        return (late + next).map { rule, day in
            let row = RepeatList.Row(rule, next: nil, referenceData)
            return ExpectedRow(
                rule: rule.id, day: day, late: day < today, kind: row.kind, title: row.title,
                amount: row.amount, currency: row.currency, category: row.category,
                account: row.account, project: row.project, tags: row.tags, post: row.post)
        }
    }
}
