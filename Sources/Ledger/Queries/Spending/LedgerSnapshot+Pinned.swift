internal import EventLog

// What a closing pins: every figure of its days.

extension LedgerSnapshot {
    /// What of closed periods is in no reference data, for events that may change their
    /// figures.
    ///
    /// - Parameters:
    ///   - accounts: Those of which the opening balance may change.
    ///   - statements: Whether statements may be withdrawn.
    ///   - categories: Whether categories may be renamed.
    /// - Complexity: O(*n*) in the hot columns where books are closed and accounts or categories
    ///   are asked for.
    func closedFacts(
        accounts: [UInt64] = [], statements: Bool = false, categories: Bool = false
    ) throws(StoreError) -> ClosingRule.Known {
        var known = ClosingRule.Known()
        let closings = referenceData.closingsInForce
        if closings.isEmpty { return known }
        if statements { known.statements = try self.statements() }
        if !accounts.isEmpty {
            let balances = try balances()
            for id in accounts { known.firstDays[id] = balances.firstDay(of: id) }
        }
        if categories {
            let table = try spending()
            for closing in closings {
                let parameters = ReportParameters(
                    range: closing.closed.days, by: .category(depth: nil))
                known.categories[closing.position] = cells(parameters, table).keys.compactMap {
                    $0.category.flatMap { try? CategoryPath($0) }
                }
            }
        }
        return known
    }

    /// The same for events that are to be appended.
    func closedFacts(for events: [Event]) throws(StoreError) -> ClosingRule.Known {
        var accounts: [UInt64] = []
        var (statements, categories) = (false, false)
        for event in events {
            switch event {
            case .accountChanged(let change):
                if let id = change.target.position { accounts.append(id) }
            case .accountTyped(let typed):
                if let id = typed.account.position { accounts.append(id) }
            case .assertionWithdrawn: statements = true
            case .categoryRenamed: categories = true
            default: break
            }
        }
        return try closedFacts(
            accounts: accounts, statements: statements, categories: categories)
    }

    /// The figures of some days, as a closing pins them: the sums of each day by category and by
    /// account, what is in each account at the end of each day on which it changes, what persons
    /// paid and bear, and the statements.
    ///
    /// One figure a line, each closed by a newline, in a fixed order; names of persons and accounts
    /// are their positions.
    ///
    /// - Complexity: O(*n*) in the events.
    func pinnedText(of days: DayRange) throws(BooksError) -> String {
        var text = "closed books 2\ndays \(days.start) \(days.end)\n"
        for by in [ReportGrouping.category(depth: nil), .account] {
            let report = try report(
                ReportParameters(period: .daily, range: days, by: by), now: days.end)
            for row in report.rows {
                let account = row.account.flatMap { referenceData.account(named: $0)?.position }
                let category = row.category.map { "\($0.utf8.count):\($0)" } ?? "-"
                text += "sum \(row.start) \(row.kind.name) \(category) "
                text += "\(account.map(String.init) ?? "-") \(row.currency) "
                text += "\(row.sum) \(row.count)\n"
            }
        }
        do throws(StoreError) { return text + (try pinnedHoldings(of: days)) } catch {
            throw .store(error)
        }
    }

    private func pinnedHoldings(of days: DayRange) throws(StoreError) -> String {
        var text = ""
        let balances = try balances()
        for account in referenceData.accounts.sorted(by: { $0.position < $1.position }) {
            for currency in balances.currencies(of: account.position) {
                let pot = Balances.AccountCurrency(account: account.position, currency: currency)
                var last: Int128??
                for day in balances.days(of: pot, in: days) {
                    let minor = balances.balance(of: pot, on: day).minor
                    if last == .some(minor) { continue }
                    last = .some(minor)
                    let sum = minor.map { MoneyTotal(minor: $0, currency: currency).text } ?? "-"
                    text += "balance \(account.position) \(currency.code) \(day) \(sum)\n"
                }
            }
        }
        let money = try sharedMoney(in: days)
        for (currency, persons) in money.sums.sorted(by: {
            ($0.key.code, $0.key.exponent) < ($1.key.code, $1.key.exponent)
        }) {
            for (person, sums) in persons.sorted(by: { $0.key < $1.key }) {
                text += "person \(person) \(currency.code) \(sums.paid) \(sums.borne)\n"
            }
        }
        text += "split \(money.lines) \(money.unpaid)\n"
        let statements = try statements().statements.filter { days.contains($0.day) }
        for one in statements.sorted(by: {
            ($0.account, $0.day, $0.balance.currency.code) < (
                $1.account, $1.day, $1.balance.currency.code
            )
        }) {
            text += "statement \(one.account) \(one.day) \(one.balance.currency.code) "
            text += "\(one.balance.description)\n"
        }
        return text
    }
}

extension Balances {
    /// The first day on which an account has a line.
    fileprivate func firstDay(of account: UInt64) -> Day? {
        currencies(of: account).compactMap {
            lineDays(of: AccountCurrency(account: account, currency: $0)).first
        }.min()
    }

    /// The days of a range at whose end something else may be in a pot than before: the day before
    /// it, and those with lines or an opening balance.
    fileprivate func days(of pot: AccountCurrency, in range: DayRange) -> [Day] {
        var days = [range.start.adding(days: -1)]
        days += lineDays(of: pot).filter(range.contains)
        if let opening = opening(of: pot)?.day {
            days += [opening.adding(days: -1), opening].filter(range.contains)
        }
        return Set(days).sorted()
    }
}
