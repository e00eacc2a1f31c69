/// What is to be spent in a category, and all below it, in a currency.
package struct Budget: Hashable, Sendable {
    /// A goal, from a day until the next one of the same budget.
    package struct Goal: Hashable, Sendable {
        /// The position of the event that says so.
        package let position: UInt64
        /// The first day.
        package let day: Day
        /// How much a period, in minor units; `nil` where there is no budget from that day on.
        package let minor: Int64?
        /// The periods.
        package let period: Period
        /// Whether what is left, or overspent, is carried into the next period.
        package let rollsOver: Bool

        package init(position: UInt64, day: Day, minor: Int64?, period: Period, rollsOver: Bool) {
            self.position = position
            self.day = day
            self.minor = minor
            self.period = period
            self.rollsOver = rollsOver
        }
    }

    /// One period of a budget.
    package struct Span: Hashable, Sendable {
        /// Its days; of a period in which the goal changes those before, or from then on.
        package let days: DayRange
        /// The goal.
        package let goal: Goal
        /// What is to be spent, in minor units, without what is carried.
        package let minor: Int128
        /// What earlier periods left, or overspent.
        package let carried: Int128
        /// What was spent.
        package let spent: Int128
        /// Whether another goal, or the end of the budget, leaves it fewer days than the goal is
        /// for.
        package let isCut: Bool

        /// What is left; negative when it is overspent.
        package var left: Int128 { minor + carried - spent }
    }

    /// What it is for.
    package let category: CategoryPath
    /// Of which expenses.
    package let currency: Currency
    /// The goals, ascending by day, each another one.
    package let goals: [Goal]

    package init(category: CategoryPath, currency: Currency, goals: [Goal]) {
        self.category = category
        self.currency = currency
        self.goals = goals
    }

    /// The goal of a day; `nil` where there is none.
    package func goal(on day: Day) -> Goal? {
        goals.last { $0.day <= day }.flatMap { $0.minor == nil ? nil : $0 }
    }

    /// The event that said last what it is, or that it ended.
    package var version: UInt64? { goals.map(\.position).max() }

    /// Whether it is for expenses of a category, on the days on which it holds.
    func covers(_ category: CategoryPath?) -> Bool {
        category.map(self.category.contains) ?? false
    }

    /// Whether it holds on a day.
    func holds(on day: Day) -> Bool { goal(on: day) != nil }

    /// The periods that begin before a day, from the first on.
    ///
    /// A period carries what the one right before it left when both roll over. A goal that begins
    /// or ends within a calendar period counts whole for the part of it where it holds.
    ///
    /// - Parameters:
    ///   - spent: What was spent on each day, ascending, in minor units.
    ///   - weekStart: The day on which weeks start.
    /// - Complexity: O(*n*) in the periods and the days.
    package func spans(
        before end: Day, spent: [(day: Day, minor: Int128)], weekStart: Weekday
    ) -> [Span] {
        var spans: [Span] = []
        var next = spent.startIndex
        for (index, goal) in goals.enumerated() {
            guard let minor = goal.minor else { continue }
            let stop = index + 1 < goals.count ? goals[index + 1].day : .max
            var day = goal.day
            while day < stop, day < end {
                let bucket = goal.period.interval(containing: day, weekStart: weekStart)
                let days = DayRange(start: day, end: min(bucket.end, stop))
                if days.isEmpty { break }
                while next < spent.endIndex, spent[next].day < days.start { next += 1 }
                var sum: Int128 = 0
                while next < spent.endIndex, spent[next].day < days.end {
                    sum += spent[next].minor
                    next += 1
                }
                var carried: Int128 = 0
                if goal.rollsOver, let last = spans.last, last.goal.rollsOver,
                    last.days.end == days.start
                {
                    carried = last.left
                }
                spans.append(
                    Span(
                        days: days, goal: goal, minor: Int128(minor), carried: carried, spent: sum,
                        isCut: days != bucket))
                day = days.end
            }
        }
        return spans
    }

    /// The first day on which it matters what was spent for the periods that some days touch: those
    /// before them count where they are carried into these. `nil` where there is no such period.
    ///
    /// - Parameter end: The day before which periods begin.
    /// - Complexity: O(*n*) in the periods.
    func firstDay(of days: DayRange, before end: Day, weekStart: Weekday) -> Day? {
        let spans = spans(before: end, spent: [], weekStart: weekStart)
        guard var first = spans.firstIndex(where: { !$0.days.intersection(days).isEmpty }) else {
            return nil
        }
        while first > 0, spans[first].carriesOn(spans[first - 1]) { first -= 1 }
        return spans[first].days.start
    }
}

extension Budget.Span {
    /// Whether what another one left is carried into it.
    fileprivate func carriesOn(_ last: Budget.Span) -> Bool {
        goal.rollsOver && last.goal.rollsOver && last.days.end == days.start
    }
}
