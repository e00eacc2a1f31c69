internal import EventLog

/// Makes the rows of a report of budgets.
struct BudgetRows {
    private let budgets: [Budget]
    private let expenses: ExpenseDays
    private let parameters: BudgetParameters
    private let weekStart: Weekday
    private let now: Day

    init(
        _ budgets: [Budget], _ expenses: ExpenseDays, _ parameters: BudgetParameters,
        weekStart: Weekday, now: Day
    ) {
        self.budgets = budgets
        self.expenses = expenses
        self.parameters = parameters
        self.weekStart = weekStart
        self.now = now
    }

    /// Where an open range ends: with the last expense, or today.
    private var horizon: Day { max(expenses.end, now.adding(days: 1)) }

    /// The periods of each budget that lie in the asked range, or in which today lies.
    func ownRows() -> [BudgetReport.Row] {
        let asked = parameters.range ?? DayRange(start: now, end: now.adding(days: 1))
        let end = asked.hasEnd ? asked.end : horizon
        return budgets.flatMap { budget in
            let others = others(of: budget)
            return spans(of: budget, before: end)
                .filter { !$0.days.intersection(asked).isEmpty }
                .map { span in
                    row(
                        budget, span.days, goal: span.minor, carried: span.carried,
                        spent: span.spent, every: span.goal, isCut: span.isCut,
                        apart: apart(others, span.days))
                }
        }
    }

    /// A row for each budget and period, and one for what no budget is for, or was for yet.
    ///
    /// Goals count where all of the row's days that have come were asked for, and the budget's own
    /// periods lie whole in them: a week that two months share is in the goal of neither, so that a
    /// month that holds a part of one has no goal. Nor has one in which a change or an end cuts a
    /// period of the budget.
    func rows(by period: Period) -> [BudgetReport.Row] {
        let asked = parameters.range ?? .all
        let end = asked.hasEnd ? asked.end : horizon
        let firsts = budgets.compactMap { $0.goals.first?.day }.filter { $0 < end }
        guard let first = asked.hasStart ? asked.start : firsts.min(), first < end else {
            return []
        }
        // The last row is whole, even where the asked days end within it.
        let stop = period.interval(containing: end.adding(days: -1), weekStart: weekStart).end
        let far = asked.hasEnd ? stop : max(first, now).adding(days: BudgetRows.openDaysMax)
        let all = budgets.map {
            (
                budget: $0, spans: spans(of: $0, before: min(stop, far)), expenses: covered(by: $0),
                others: others(of: $0)
            )
        }
        let rest = uncovered
        var rows: [BudgetReport.Row] = []
        var day = first
        while day < end {
            if day >= far {
                // Far behind today only what was spent has a row: one year mistyped makes millions
                // of them otherwise.
                let spent = all.map(\.expenses) + rest.map(\.1)
                guard let next = spent.compactMap({ BudgetRows.first($0, from: day) }).min() else {
                    break
                }
                day = next
            }
            let days = period.interval(containing: day, weekStart: weekStart)
            let counted = days.intersection(asked)
            for (budget, spans, expenses, others) in all {
                let touching = BudgetRows.spans(spans, touching: days)
                let past = days.intersection(DayRange(start: .min, end: now.adding(days: 1)))
                let isWhole =
                    asked.contains(past)
                    && touching.allSatisfy { days.contains($0.days) && !$0.isCut }
                let own = isWhole ? Array(touching) : []
                let spent = sum(expenses, counted)
                if touching.isEmpty, spent.count == 0 { continue }
                let goal = own.isEmpty ? nil : own.reduce(Int128(0)) { $0 + $1.minor }
                rows.append(
                    row(
                        budget, days, goal: goal, carried: own.first?.carried ?? 0,
                        spent: spent.minor, every: own.count == 1 ? own[0].goal : nil,
                        partial: !asked.contains(days), isCut: touching.contains(where: \.isCut),
                        apart: apart(others, counted)))
            }
            rows += rest.compactMap { currency, expenses in
                row(without: expenses, currency, days, counted, partial: !asked.contains(days))
            }
            if days.end <= day { break }
            day = days.end
        }
        return rows
    }

    /// So many days of an open range behind today have goals: ten years.
    private static let openDaysMax = 3_660

    /// The spans that lie in some days, or partly.
    private static func spans(
        _ spans: [Budget.Span], touching days: DayRange
    ) -> ArraySlice<Budget.Span> {
        let start = spans.partitioningIndex { $0.days.end > days.start }
        return spans[start...].prefix { $0.days.start < days.end }
    }

    /// The first day from one on of which something is told.
    private static func first(_ spent: [(day: Day, minor: Int128)], from day: Day) -> Day? {
        let index = spent.partitioningIndex { $0.day >= day }
        return index < spent.endIndex ? spent[index].day : nil
    }

    private func spans(of budget: Budget, before end: Day) -> [Budget.Span] {
        budget.spans(before: end, spent: covered(by: budget), weekStart: weekStart)
    }

    /// What a budget was for on the days on which it held.
    private func covered(by budget: Budget) -> [(day: Day, minor: Int128)] {
        expenses.spent(budget.currency) { category in
            guard budget.covers(category) else { return nil }
            return { day in budget.holds(on: day) }
        }
    }

    /// What no budget was for, in every currency; nothing without any budget.
    private var uncovered: [(Currency, [(day: Day, minor: Int128)])] {
        if budgets.isEmpty { return [] }
        return expenses.currencies.map { currency in
            let own = budgets.filter { $0.currency == currency }
            let rest = expenses.spent(currency) { category in
                let covering = own.filter { $0.covers(category) }
                return { day in !covering.contains { $0.holds(on: day) } }
            }
            return (currency, rest)
        }
    }

    /// What was spent in what a budget is for, in currencies for which no budget is.
    private func others(of budget: Budget) -> [OtherDays] {
        expenses.currencies.filter { $0 != budget.currency }.map { currency in
            let own = budgets.filter { $0.currency == currency }
            let spent = expenses.spent(currency) { category in
                guard budget.covers(category) else { return nil }
                let covering = own.filter { $0.covers(category) }
                return { day in
                    budget.holds(on: day) && !covering.contains { $0.holds(on: day) }
                }
            }
            return (currency, spent)
        }
    }

    /// What that comes to in some days; `nil` for nothing.
    private func apart(_ others: [OtherDays], _ days: DayRange) -> [BudgetReport.Apart]? {
        let apart = others.compactMap { currency, spent -> BudgetReport.Apart? in
            let sum = sum(spent, days)
            if sum.count == 0 { return nil }
            return BudgetReport.Apart(
                currency: currency.code,
                spent: MoneyTotal(minor: sum.minor, currency: currency).text)
        }
        return apart.isEmpty ? nil : apart
    }

    /// What was spent in a currency on each day.
    private typealias OtherDays = (currency: Currency, spent: [(day: Day, minor: Int128)])

    private func sum(
        _ spent: [(day: Day, minor: Int128)], _ days: DayRange
    ) -> (minor: Int128, count: Int) {
        let start = spent.partitioningIndex { $0.day >= days.start }
        let within = spent[start...].prefix { $0.day < days.end }
        return (within.reduce(0) { $0 + $1.minor }, within.count)
    }

    private func row(
        without expenses: [(day: Day, minor: Int128)], _ currency: Currency, _ days: DayRange,
        _ counted: DayRange, partial: Bool
    ) -> BudgetReport.Row? {
        let spent = sum(expenses, counted)
        if spent.count == 0 { return nil }
        return BudgetReport.Row(
            start: days.start, end: days.end, partial: partial, running: days.contains(now),
            category: "", currency: currency.code, goal: nil, carried: nil,
            spent: MoneyTotal(minor: spent.minor, currency: currency).text, left: nil,
            perDay: nil, percent: nil, every: nil, within: false, cut: nil, apart: nil)
    }

    private func row(
        _ budget: Budget, _ days: DayRange, goal: Int128?, carried: Int128, spent: Int128,
        every: Budget.Goal?, partial: Bool = false, isCut: Bool, apart: [BudgetReport.Apart]?
    ) -> BudgetReport.Row {
        let text = { MoneyTotal(minor: $0, currency: budget.currency).text }
        let left = goal.map { $0 + carried - spent }
        let isRunning = days.contains(now)
        let daysLeft = Int128(max(1, now.days(until: days.end)))
        let perDay = left.flatMap { isRunning ? max(0, $0) / daysLeft : nil }
        let isWithin = budgets.contains { other in
            other.currency == budget.currency && other.category != budget.category
                && other.category.contains(budget.category)
        }
        return BudgetReport.Row(
            start: days.start, end: days.end, partial: partial, running: isRunning,
            category: budget.category.text, currency: budget.currency.code, goal: goal.map(text),
            carried: every?.rollsOver == true || carried != 0 ? text(carried) : nil,
            spent: text(spent), left: left.map(text), perDay: perDay.map(text),
            percent: goal.flatMap { BudgetRows.percent(spent, of: $0 + carried) },
            every: every?.period.name, within: isWithin, cut: isCut ? true : nil, apart: apart)
    }

    /// A share in percent with one digit, half to even; `nil` of nothing, and where too large.
    static func percent(_ part: Int128, of whole: Int128) -> String? {
        let (scaled, overflows) = part.multipliedReportingOverflow(by: 1_000)
        if whole <= 0 || overflows { return nil }
        var (quotient, rest) = scaled.quotientAndRemainder(dividingBy: whole)
        if rest < 0 { (quotient, rest) = (quotient - 1, rest + whole) }
        let isUp = rest > whole - rest || (rest == whole - rest && quotient % 2 != 0)
        return decimalText(quotient + (isUp ? 1 : 0), exponent: 1)
    }
}
