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
    /// - Throws: ``BooksError``.
    package func budgetReport(
        _ parameters: BudgetParameters, now: Day
    ) throws(BooksError) -> BudgetReport {
        guard let settings = referenceData.settings else { throw .report(.notOpened) }
        let (budgets, table, head) = try mappingError(BooksError.store) {
            () throws(StoreError) in
            (try budgetBook().budgets(referenceData), try spending(), try self.head())
        }
        let weekStart = parameters.weekStart ?? settings.weekStart
        let maker = BudgetRows(
            budgets, ExpenseDays(table, referenceData), parameters, weekStart: weekStart, now: now)
        return BudgetReport(
            period: parameters.period?.name,
            rows: parameters.period.map(maker.rows(by:)) ?? maker.ownRows(),
            settings: SpendingReport.InForce(
                currency: settings.baseCurrency.code, zone: settings.zoneName,
                weekStart: weekStart.name),
            position: head.count > 0 ? head.count - 1 : 0, root: head.root.hex)
    }
}

/// Expenses by day, currency and what categories are called.
struct ExpenseDays {
    private var cells: [Currency: [CategoryPath?: [(day: Day, minor: Int128)]]] = [:]
    private let order: CurrencyOrder

    init(_ table: SpendingTable, _ referenceData: ReferenceData) {
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
