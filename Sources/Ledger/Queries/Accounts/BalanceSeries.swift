internal import EventLog

/// What is in accounts at the end of each of some periods.
package struct BalanceSeries: Codable, Hashable, Sendable {
    /// An account's money of one currency at the end of one period; flat. What is `nil` is left out
    /// of JSON.
    package struct Row: Codable, Hashable, Sendable {
        /// First day of the period.
        package let start: Day
        /// The day after the last.
        package let end: Day
        /// Whether the asked days end inside the period: then it is so at their end.
        package let partial: Bool
        /// Whether today lies in the period: then it is so at the end of today.
        package let running: Bool
        /// Name of the account.
        package let account: String
        /// The position of the account.
        package let id: UInt64
        /// What it is in a balance sheet.
        package let type: AccountType
        /// Code of the currency.
        package let currency: String
        /// Decimal, with exactly as many digits behind the point as the currency has; `nil` where
        /// the opening balance holds from a later day on.
        package let balance: String?
    }

    /// What all accounts have of one currency at the end of one period.
    package struct Total: Codable, Hashable, Sendable {
        /// First day of the period.
        package let start: Day
        /// The day after the last.
        package let end: Day
        /// Code of the currency.
        package let currency: String
        /// Decimal; what is not known is left out.
        package let sum: String
    }

    /// What all accounts of a type have of one currency at the end of one period.
    package struct TypeTotal: Codable, Hashable, Sendable {
        /// First day of the period.
        package let start: Day
        /// The day after the last.
        package let end: Day
        /// The type.
        package let type: AccountType
        /// Code of the currency.
        package let currency: String
        /// Decimal; what is owed is negative. What is not known is left out.
        package let sum: String
    }

    /// Name of the periods.
    package let period: String
    /// The day on which weeks start.
    package let weekStart: String
    /// By period, then by name of the account, in the order of ``NameOrder``, and currency.
    package let rows: [Row]
    /// By period, then by currency.
    package let totals: [Total]
    /// By period, then by type and currency.
    package let types: [TypeTotal]
    /// As in ``BalanceReport/exchange``.
    package let exchange: ExchangeNote?
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

extension BalanceSeries {
    /// The currencies of the rows, in the order of the totals of the last period.
    package var currencies: [String] {
        let last = totals.last?.start
        let ordered = totals.filter { $0.start == last }.map(\.currency)
        return ordered + Set(rows.map(\.currency)).subtracting(ordered).sorted()
    }
}

extension LedgerSnapshot {
    /// The most periods of a series.
    package static let balancePeriodsMax = 10_000

    /// What is in accounts at the end of each period.
    ///
    /// - Parameters:
    ///   - account: The position of the only account that matters; `nil` for all.
    ///   - period: The periods.
    ///   - range: Days that periods have to touch; an open start is the first day of which
    ///     anything is known, an open end that after today.
    ///   - weekStart: The day on which weeks start; `nil` for that of the ledger.
    ///   - today: The day in the ledger's zone.
    ///   - exchange: The currency that all is wanted in; `nil` for each in its own.
    /// - Returns: At most ``balancePeriodsMax`` periods, the first ones.
    /// - Complexity: O(*n*) in the events, and O(*p* · *a* · log *d*) in periods, accounts and
    ///   days.
    package func balanceSeries(
        of account: UInt64? = nil, _ period: Period, in range: DayRange, weekStart: Weekday?,
        today: Day, in exchange: Exchange? = nil
    ) throws(StoreError) -> BalanceSeries {
        let balances = try balances()
        let weekStart = weekStart ?? referenceData.settings?.weekStart ?? .monday
        let pots = referenceData.accountsByName.filter { account == nil || $0.position == account }
            .map { one in
                (
                    account: one,
                    pots: balances.currencies(of: one.position).map {
                        Balances.AccountCurrency(account: one.position, currency: $0)
                    }
                )
            }
        let firsts = pots.flatMap(\.pots).compactMap { balances.firstDay(of: $0) }
        var maker = BalanceSeriesMaker(
            balances: balances, pots: pots, exchange: exchange,
            order: referenceData.currencyOrder(in: exchange))
        var next = range.hasStart ? range.start : firsts.min() ?? today
        let stop = range.hasEnd ? range.end : today.adding(days: 1)
        var count = 0
        while next < stop, count < LedgerSnapshot.balancePeriodsMax {
            let days = period.interval(containing: next, weekStart: weekStart)
            let isRunning = days.contains(today)
            let isCut = range.hasEnd && range.end < days.end
            let end = (isCut ? range.end : days.end).adding(days: -1)
            maker.add(
                days, isCut: isCut, isRunning: isRunning, at: isRunning ? min(today, end) : end)
            next = days.end
            count += 1
        }
        let head = try head()
        return BalanceSeries(
            period: period.name, weekStart: weekStart.name, rows: maker.rows,
            totals: maker.totals, types: maker.types,
            exchange: exchange.map { ExchangeNote($0) }, position: head.lastPosition,
            root: head.root.hex)
    }
}

/// Makes the rows and totals of a series, period by period.
private struct BalanceSeriesMaker {
    let balances: Balances
    let pots: [(account: ReferenceData.Account, pots: [Balances.AccountCurrency])]
    let exchange: Exchange?
    let order: CurrencyOrder
    var rows: [BalanceSeries.Row] = []
    var totals: [BalanceSeries.Total] = []
    var types: [BalanceSeries.TypeTotal] = []

    /// Adds what is in accounts at the end of a day, the last of some that counts.
    mutating func add(_ days: DayRange, isCut: Bool, isRunning: Bool, at last: Day) {
        var sheet = BalanceSheet(order)
        for (account, pots) in pots {
            let own = pots.map { pot in
                Exchange.Holding(pot.currency, balances.balance(of: pot, on: last))
            }
            sheet.add(own, account.sheetType)
            let shown = exchange?.merged(own, on: last) ?? own
            for pot in shown.sorted(by: { order.isBefore($0.currency, $1.currency) }) {
                let (currency, minor) = (pot.currency, pot.balance.minor)
                rows.append(
                    BalanceSeries.Row(
                        start: days.start, end: days.end, partial: isCut, running: isRunning,
                        account: account.facts.name, id: account.position,
                        type: account.sheetType, currency: currency.code,
                        balance: minor.map { MoneyTotal(minor: $0, currency: currency).text }))
            }
        }
        totals += sheet.totals(in: exchange, on: last).map { total in
            BalanceSeries.Total(
                start: days.start, end: days.end, currency: total.currency.code, sum: total.text)
        }
        for type in AccountType.allCases {
            types += sheet.totals(of: [type], in: exchange, on: last).map { total in
                BalanceSeries.TypeTotal(
                    start: days.start, end: days.end, type: type, currency: total.currency.code,
                    sum: total.text)
            }
        }
    }
}

extension Balances {
    /// The first day of which anything is known of a pot; `nil` for one without lines and opening.
    fileprivate func firstDay(of pot: AccountCurrency) -> Day? {
        opening(of: pot)?.day ?? lineDays(of: pot).first
    }
}
