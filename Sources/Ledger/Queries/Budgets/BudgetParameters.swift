internal import EventLog

/// What a report of budgets asks for.
package struct BudgetParameters: Hashable, Sendable {
    /// The periods of the rows; `nil` where each budget has its own.
    package var period: Period?
    /// The days; `nil` for the periods that today lies in.
    package var range: DayRange?
    /// The first day of weekly periods; `nil` for that of the ledger.
    package var weekStart: Weekday?

    /// A request.
    package init(period: Period? = nil, range: DayRange? = nil, weekStart: Weekday? = nil) {
        self.period = period
        self.range = range
        self.weekStart = weekStart
    }
}

extension LedgerSnapshot {
    /// What was said of budgets.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold budgets are read.
    package func budgetBook() throws(StoreError) -> BudgetBook {
        try book(of: BudgetBook.types)
    }

    /// What was to be spent, and what was.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be.
    /// - Throws: ``BooksError``.
    package func budgetReport(
        _ parameters: BudgetParameters, now: Day, withSums: Bool = false
    ) throws(BooksError) -> BudgetReport {
        guard let settings = referenceData.settings else { throw .report(.notOpened) }
        let weekStart = parameters.weekStart ?? settings.weekStart
        let (budgets, expenses, head) = try mappingError(BooksError.store) {
            () throws(StoreError) -> ([Budget], ExpenseDays, LogHead) in
            let budgets = try budgetBook().budgets(referenceData)
            let days = parameters.days(of: budgets, weekStart: weekStart, now: now)
            return (budgets, try spent(on: days, withSums: withSums), try self.head())
        }
        let maker = BudgetRows(budgets, expenses, parameters, weekStart: weekStart, now: now)
        return BudgetReport(
            period: parameters.period?.name,
            rows: parameters.period.map(maker.rows(by:)) ?? maker.ownRows(),
            settings: SpendingReport.InForce(
                currency: settings.baseCurrency.code, zone: settings.zoneName,
                weekStart: weekStart.name),
            position: head.count > 0 ? head.count - 1 : 0, root: head.root.hex)
    }

    /// The expenses of some days, and maybe of others.
    private func spent(
        on days: DayRange, withSums: Bool
    ) throws(StoreError) -> ExpenseDays {
        let daily = ReportParameters(period: .daily, range: days, by: .category(depth: nil))
        if withSums, days != .all, let cells = try summedCells(for: daily) {
            return ExpenseDays(cells, referenceData)
        }
        return ExpenseDays(try spending(), referenceData)
    }
}

extension BudgetParameters {
    /// Days that have all on which it matters what was spent.
    fileprivate func days(of budgets: [Budget], weekStart: Weekday, now: Day) -> DayRange {
        // What no budget was for matters, and where the last expense is.
        if period != nil || range.map({ !$0.hasEnd }) == true { return .all }
        let asked = range ?? DayRange(start: now, end: now.adding(days: 1))
        let firsts = budgets.compactMap {
            $0.firstDay(of: asked, before: asked.end, weekStart: weekStart)
        }
        return DayRange(start: firsts.min() ?? asked.start, end: .max)
    }
}

/// Expenses by day, currency and what categories are called.
struct ExpenseDays {
    private var cells: [Currency: [CategoryPath?: [(day: Day, minor: Int128)]]] = [:]
    private let order: CurrencyOrder

    init(_ table: some SpendingCells, _ referenceData: ReferenceData) {
        order = referenceData.currencyOrder
        let groups = table.groups
        let isExpense = groups.map { $0.kind == .expense }
        var sums: [[(day: Day, minor: Int128)]] = groups.map { _ in [] }
        table.forEachRow { day, row in
            row.forEachCell { index, cell in
                guard isExpense[index], cell.count != 0 else { return }
                sums[index].append((day, cell.sum))
            }
        }
        for (group, days) in zip(groups, sums) where !days.isEmpty {
            let category = group.category.map(referenceData.renamed)
            cells[group.currency, default: [:]][category, default: []] += days
        }
    }

    /// The currencies, in order.
    var currencies: [Currency] {
        cells.keys.sorted(by: order.isBefore)
    }

    /// The day after the last one with an expense.
    var end: Day {
        let days = cells.values.lazy.flatMap(\.values).compactMap { $0.lazy.map(\.day).max() }
        return days.max()?.adding(days: 1) ?? .min
    }

    /// What was spent on each day, ascending, in the categories and on the days that are wanted.
    ///
    /// - Parameter days: Whether a day is wanted of a category; `nil` for one of which none is.
    func spent(
        _ currency: Currency, on days: (CategoryPath?) -> ((Day) -> Bool)?
    ) -> [(day: Day, minor: Int128)] {
        var sums: [Day: Int128] = [:]
        for (category, cells) in cells[currency] ?? [:] {
            guard let isWanted = days(category) else { continue }
            for (day, minor) in cells where isWanted(day) { sums[day, default: 0] += minor }
        }
        return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
