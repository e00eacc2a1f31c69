internal import EventLog
internal import Interchange
package import Ledger

/// Writes what stands in the ledger as a journal of plain text accounting, a part at a time.
package enum ExportJournal: Endpoint {
    /// Which form, and which days.
    package struct Input: Codable, Hashable, Sendable {
        /// `hledger` or `beancount`.
        package var form: String
        /// Days by a phrase, such as `2026` or `last month`; all when left out.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// The first day of the part, as the part before it said; the beginning when left out.
        package var next: Day?
        /// How many events the ledger had for the part before it; all there are when left out.
        package var events: UInt64?

        /// A request.
        package init(
            form: String, range: String? = nil, begin: String? = nil, end: String? = nil,
            next: Day? = nil, events: UInt64? = nil
        ) {
            self.form = form
            self.range = range
            self.begin = begin
            self.end = end
            self.next = next
            self.events = events
        }
    }

    /// A part of a journal.
    package struct Output: Codable, Hashable, Sendable {
        /// The text; the first part begins with what is declared.
        package let text: String
        /// The first day of the next part; left out in the last one.
        package let next: Day?
        /// How many events the ledger has.
        package let events: UInt64
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "journal/export"
    package static let summary = "write entries as a journal of hledger or beancount"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        guard let form = JournalForm(rawValue: input.form) else {
            throw .badChoice(
                field: "form", input.form, allowed: JournalForm.allCases.map(\.rawValue))
        }
        let now = try env.snapshot()
        let events = min(input.events ?? now.count, now.count)
        let snapshot = events < now.count ? try env.snapshot(of: now.store, upTo: events) : now
        let days = try env.today(in: snapshot).days(
            in: input.range, begin: input.begin, end: input.end)
        let settings = try env.settings(of: snapshot)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let journal = try JournalParts(snapshot, form, days)
            let part = try journal.part(from: input.next, settings.baseCurrency)
            let head = try snapshot.head()
            return Output(
                text: part.text, next: part.next, events: events, position: max(1, events) - 1,
                root: head.root.hex)
        }
    }
}

/// What a journal is made of.
private struct JournalParts {
    /// Lines of a part, about.
    private static let linesMax: Int64 = 1 << 16

    private let snapshot: LedgerSnapshot
    private let days: DayRange
    private let names: JournalNames
    private let balances: Balances
    /// The prices that hold before the last day, and what they are in.
    private let prices: [(price: PriceSet, unit: Currency)]
    /// What is to be spent on the days.
    private let budgets: [JournalText.Budget]
    /// How many lines there are on each day.
    private let counts: [(day: Day, lines: Int64)]

    init(
        _ snapshot: LedgerSnapshot, _ form: JournalForm, _ days: DayRange
    ) throws(StoreError) {
        self.snapshot = snapshot
        self.days = days
        balances = try snapshot.balances()
        let data = snapshot.referenceData
        var used = JournalNames.Used()
        used.accounts = data.accounts.map(\.facts.name)
        used.liabilities = Set(
            data.accounts.filter { $0.sheetType == .liability }.map(\.facts.name))
        used.currencies = data.settings.map { [$0.baseCurrency] } ?? []
        for account in data.accounts where account.facts.opening.minor != 0 {
            used.hasOpenings = true
            used.currencies.insert(account.facts.opening.currency)
        }
        if days.hasStart, !data.accounts.isEmpty { used.hasOpenings = true }
        var counts: [Day: Int64] = [:]
        for entry in try snapshot.spending().entries where entry.cell.count != 0 {
            used.take(entry.group, data)
            if days.contains(entry.day) { counts[entry.day, default: 0] += entry.cell.count }
        }
        // The other side of a transfer is in no report.
        for account in data.accounts {
            used.currencies.formUnion(balances.currencies(of: account.position))
        }
        for statement in try snapshot.statements().statements {
            used.currencies.insert(statement.balance.currency)
        }
        var prices: [(price: PriceSet, unit: Currency)] = []
        for (_, price) in try snapshot.priceBook().prices {
            guard price.day < days.end, let unit = data.currency(code: price.unit) else {
                continue
            }
            prices.append((price, unit))
            used.currencies.formUnion([price.currency, unit])
        }
        self.prices = prices.sorted { $0.price.day < $1.price.day }
        budgets = form == .hledger ? try JournalParts.budgets(of: snapshot, on: days) : []
        for budget in budgets {
            used.expenses.insert(budget.category)
            used.currencies.insert(budget.goal.currency)
            used.hasUnknownAccount = true
        }
        names = JournalNames(form, used)
        self.counts = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The goals of budgets that hold on some days; of a category the latest first, for of several
    /// that differ another ledger takes over one.
    private static func budgets(
        of snapshot: LedgerSnapshot, on days: DayRange
    ) throws(StoreError) -> [JournalText.Budget] {
        try snapshot.budgetBook().budgets(snapshot.referenceData).flatMap { budget in
            budget.goals.indices.reversed().compactMap { index -> JournalText.Budget? in
                let goal = budget.goals[index]
                let next = budget.goals[(index + 1)...].first
                let held = DayRange(start: goal.day, end: next?.day ?? .max)
                guard let minor = goal.minor, !held.intersection(days).isEmpty else { return nil }
                return JournalText.Budget(
                    category: budget.category,
                    goal: Money(minor: minor, currency: budget.currency), period: goal.period,
                    days: held)
            }
        }
    }

    /// A part from a day on.
    func part(
        from first: Day?, _ currency: Currency
    ) throws(StoreError) -> (text: String, next: Day?) {
        let next = next(after: first ?? days.start)
        let part = DayRange(start: first ?? days.start, end: next ?? days.end)
        var text = JournalText(names)
        let openings = openings()
        let statements = try statements()
        if first == nil {
            let head = try snapshot.head()
            let all = openings.map(\.day) + statements.map(\.row.day) + lineDays()
            text.declare(
                events: snapshot.count, root: head.root.hex, days: days, currency: currency,
                from: all.min() ?? Day(daysSince1970: 0))
            if !prices.isEmpty { text.add(prices: prices) }
            for budget in budgets { text.add(budget) }
        }
        var pieces: [Day: [(inout JournalText) -> Void]] = [:]
        for opening in openings where part.contains(opening.day) {
            pieces[opening.day, default: []].append { $0.add(opening) }
        }
        for transaction in try transactions(of: part) {
            pieces[transaction.day, default: []].append { $0.add(transaction) }
        }
        for statement in statements where part.contains(statement.row.day) {
            pieces[statement.row.day, default: []].append {
                $0.add(statement.row, in: statement.currency, begins: statement.begins)
            }
        }
        for (_, pieces) in pieces.sorted(by: { $0.key < $1.key }) {
            for piece in pieces { piece(&text) }
        }
        return (text.text, next)
    }

    /// The first day of the part behind the one that begins on a day; `nil` behind the last.
    private func next(after first: Day) -> Day? {
        var lines: Int64 = 0
        for (day, count) in counts where day >= first {
            if lines > 0, lines + count > JournalParts.linesMax { return day }
            lines += count
        }
        return nil
    }

    /// The first day that has lines, and the first of every account.
    private func lineDays() -> [Day] {
        let first = snapshot.referenceData.accounts.flatMap { account in
            balances.currencies(of: account.position).compactMap { currency in
                let pot = Balances.AccountCurrency(account: account.position, currency: currency)
                return balances.lineDays(of: pot).first(where: days.contains)
            }
        }
        return first + counts.prefix(1).map(\.day)
    }

    private func transactions(of days: DayRange) throws(StoreError) -> [JournalTransaction] {
        var query = LineQuery()
        query.require(.days(days))
        var entries: [UInt64: [Day: [LineState]]] = [:]
        for line in try snapshot.lines(LineFilter(query)) {
            entries[line.entry.first ?? line.id, default: [:]][line.facts.day, default: []].append(
                line)
        }
        return entries.sorted { $0.key < $1.key }.flatMap { _, days in
            days.sorted { $0.key < $1.key }.map { day, lines in
                JournalTransaction(
                    lines.sorted { $0.id < $1.id }, on: day, names, snapshot.referenceData)
            }
        }
    }

    /// What is in accounts at the start of the days, and on the days of their opening balances.
    private func openings() -> [JournalTransaction] {
        snapshot.referenceData.accounts.flatMap { account in
            balances.currencies(of: account.position).compactMap { currency in
                let pot = Balances.AccountCurrency(account: account.position, currency: currency)
                let (day, minor) = opening(of: pot)
                guard days.contains(day), minor != 0 else { return nil }
                return JournalTransaction(
                    opening: MoneyTotal(minor: minor, currency: currency),
                    in: account, on: day, names)
            }
        }
    }

    private func opening(of pot: Balances.AccountCurrency) -> (day: Day, minor: Int128) {
        if let opening = balances.opening(of: pot), opening.day >= days.start {
            // Lines that are dated earlier are in the opening balance already.
            let earlier = DayRange(start: days.start, end: opening.day)
            return (
                opening.day, Int128(opening.opening.minor) - balances.sum(of: pot, in: earlier)
            )
        }
        guard days.hasStart else { return (days.start, 0) }
        let before = balances.balance(of: pot, on: days.start.adding(days: -1))
        return (days.start, before.minor ?? 0)
    }

    /// Statements, and whether an opening balance says the same of the day behind.
    private func statements() throws(StoreError) -> [(
        row: StatementRow, currency: Currency, begins: Bool
    )] {
        var currencies: [UInt64: Currency] = [:]
        for statement in try snapshot.statements().statements {
            currencies[statement.id] = statement.balance.currency
        }
        return try snapshot.statementRows().compactMap { row in
            guard let id = row.id, let currency = currencies[id] else { return nil }
            let pot = Balances.AccountCurrency(account: row.accountId, currency: currency)
            let begins = balances.opening(of: pot)?.day == row.day.adding(days: 1)
            return days.contains(row.day) ? (row, currency, begins) : nil
        }
    }
}

extension JournalNames.Used {
    /// Takes in what lines of a group name.
    fileprivate mutating func take(_ group: SpendingTable.Group, _ data: ReferenceData) {
        currencies.insert(group.currency)
        if group.account == nil { hasUnknownAccount = true }
        let category = group.category.map(data.renamed)
        switch group.kind {
        case .expense:
            if let category { expenses.insert(category) } else { hasUnknownExpense = true }
        case .income:
            if let category { income.insert(category) } else { hasUnknownIncome = true }
        case .transfer: hasTransfers = true
        }
    }
}
