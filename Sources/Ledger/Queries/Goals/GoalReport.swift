internal import EventLog

/// What is to be put aside, what is there, and what is missing.
package struct GoalReport: Codable, Hashable, Sendable {
    /// A goal; flat. What is `nil` is left out of JSON.
    package struct Row: Codable, Hashable, Sendable {
        /// The position of the event that set it last.
        package let id: UInt64
        /// What it is for.
        package let name: String
        /// Code of the currency.
        package let currency: String
        /// How much is to be there, decimal.
        package let goal: String
        /// What of it is there: what is in the account, less what goals before it take.
        package let saved: String
        /// What is missing, debts of the account included; zero where it is reached.
        package let missing: String
        /// What is there, in percent of the goal, rounded down.
        package let percent: Int
        /// The name of the account.
        package let account: String
        /// The day on which it was set.
        package let since: Day
        /// The day at whose end it is to be there; `nil` for no day.
        package let by: Day?
        /// How many months are left, this one and the last one counted; `nil` without a day, and
        /// where it is over.
        package let months: Int?
        /// What has to be put aside in each of them, rounded up; `nil` where there are none, and
        /// where nothing is missing.
        package let perMonth: String?
        /// Whether the day is over and something is missing.
        package let late: Bool
    }

    /// In the order in which they are reached for: by day, those without one last.
    package let rows: [Row]
    /// The day at whose end it is so.
    package let asOf: Day
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

extension LedgerSnapshot {
    /// What was said of goals.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold goals are read.
    package func goalBook() throws(StoreError) -> GoalBook {
        try book(of: GoalBook.types)
    }

    /// The goals that hold. Where several are of one account and currency, the earlier by day takes
    /// what is there first; what the account is overdrawn by is missing for that one, too.
    ///
    /// - Parameter today: The day at whose end it is told.
    /// - Complexity: O(*n*) in the links and hot columns where there is a goal.
    package func goalReport(on today: Day) throws(StoreError) -> GoalReport {
        let goals = try goalBook().goals
        let head = try head()
        var rows: [GoalReport.Row] = []
        if !goals.isEmpty {
            let balances = try balances()
            var left: [Balances.AccountCurrency: Int128] = [:]
            for entry in goals {
                let account = entry.set.account.position ?? 0
                let pot = Balances.AccountCurrency(
                    account: account, currency: entry.set.amount.currency)
                let there = left[pot] ?? balances.balance(of: pot, on: today).minor ?? 0
                let saved = min(max(0, there), Int128(entry.set.amount.minor))
                left[pot] = max(0, there) - saved
                rows.append(
                    GoalReport.Row(
                        entry, saved: saved, debt: max(0, -there), on: today,
                        in: referenceData.accountName(entry.set.account) ?? ""))
            }
        }
        return GoalReport(
            rows: rows, asOf: today, position: head.lastPosition, root: head.root.hex)
    }
}

extension GoalReport.Row {
    fileprivate init(
        _ entry: GoalBook.Entry, saved: Int128, debt: Int128, on today: Day, in account: String
    ) {
        let set = entry.set
        let currency = set.amount.currency
        func text(_ minor: Int128) -> String { MoneyTotal(minor: minor, currency: currency).text }
        let goal = Int128(set.amount.minor)
        let missing = goal - saved + debt
        id = entry.position
        name = set.name
        self.currency = currency.code
        self.goal = text(goal)
        self.saved = text(saved)
        self.missing = text(missing)
        percent = goal > 0 ? Int(saved * 100 / goal) : 0
        self.account = account
        since = set.day
        by = set.until
        let isOver = set.until.map { $0 < today } ?? false
        late = isOver && missing > 0
        var months: Int?
        if let until = set.until, !isOver {
            months = (until.year - today.year) * 12 + until.month - today.month + 1
        }
        self.months = months
        perMonth = months.flatMap { months in
            missing > 0 ? text((missing + Int128(months) - 1) / Int128(months)) : nil
        }
    }
}
