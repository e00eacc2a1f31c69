extension Decider {
    /// A budget is for a category, known or not yet.
    mutating func setBudget(_ budget: NewBudget) throws(DecisionError) {
        try checkOpened()
        try check(budget.goal, line: 0)
        if budget.goal.minor <= 0 { throw .zeroAmount(line: 0) }
        let category = try budgetCategory(budget.category)
        let goal = BudgetSet(
            category: category, goal: budget.goal, period: budget.period,
            day: budget.day, rollsOver: budget.rollsOver, reason: budget.reason)
        let now = budgets(of: category, budget.goal.currency)
        if let now, let last = now.goals.last, now.goal(on: goal.day) == last,
            last.minor == goal.goal.minor, last.period == goal.period,
            last.rollsOver == goal.rollsOver
        {
            throw .nothingChanged
        }
        decision.events.append(.budgetSet(goal))
    }

    /// From the running period of the budget on, unless a day is said.
    mutating func endBudget(_ end: EndBudget) throws(DecisionError) {
        try checkOpened()
        let category = try budgetCategory(end.category)
        let all = state.budgets.budgets(referenceData)
        let found = all.filter {
            $0.category == category && (end.currency == nil || $0.currency == end.currency)
        }
        for budget in found {
            guard let last = budget.goals.last, last.minor != nil else { continue }
            let running = last.period.interval(
                containing: end.today, weekStart: referenceData.settings?.weekStart ?? .monday)
            let day = max(end.day ?? running.start, budget.goals[0].day)
            decision.events.append(
                .budgetEnded(
                    BudgetEnded(
                        category: category, currency: budget.currency, day: day,
                        reason: end.reason)))
        }
        if decision.events.isEmpty {
            let names = all.filter { $0.goals.last?.minor != nil }.map(\.category.text)
            throw .unknownBudget(
                end.category, suggestions: Spelling.nearest(to: end.category, among: names))
        }
    }

    private mutating func budgetCategory(_ text: String) throws(DecisionError) -> CategoryPath {
        let typed = try path(text)
        let known = state.budgets.budgets(referenceData).map(\.category)
        if let same = known.first(where: { $0.isSameIgnoringCase(as: typed) }) { return same }
        tellsSimilar = true
        return try category(text).map(referenceData.renamed) ?? typed
    }

    private func budgets(of category: CategoryPath, _ currency: Currency) -> Budget? {
        state.budgets.budgets(referenceData).first {
            $0.category == category && $0.currency == currency
        }
    }
}

/// A budget as someone states it.
public struct NewBudget: Hashable, Sendable {
    /// Segments joined by `:`.
    package var category: String
    /// How much a period; more than zero.
    package var goal: Money
    /// The periods.
    package var period: Period
    /// The first day of the first period.
    package var day: Day
    /// Whether what is left is carried into the next period.
    package var rollsOver: Bool
    /// Why; may be empty.
    package var reason: String

    /// A budget.
    public init(
        category: String, goal: Money, period: Period, day: Day, rollsOver: Bool = false,
        reason: String = ""
    ) {
        self.category = category
        self.goal = goal
        self.period = period
        self.day = day
        self.rollsOver = rollsOver
        self.reason = reason
    }
}

/// The end of a budget as someone states it.
public struct EndBudget: Hashable, Sendable {
    /// Segments joined by `:`.
    package var category: String
    /// Of which of several budgets of the category; all when left out.
    package var currency: Currency?
    /// The first day without it; that of the running period when left out.
    package var day: Day?
    /// Today in the ledger's zone.
    package var today: Day
    /// Why; may be empty.
    package var reason: String

    /// The end of a budget.
    public init(
        category: String, currency: Currency? = nil, day: Day? = nil, today: Day,
        reason: String = ""
    ) {
        self.category = category
        self.currency = currency
        self.day = day
        self.today = today
        self.reason = reason
    }
}
