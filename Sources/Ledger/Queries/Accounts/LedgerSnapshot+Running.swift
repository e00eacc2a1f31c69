internal import EventLog

extension LedgerSnapshot {
    /// A list of lines, each with what is in its account after it.
    ///
    /// Whatever the list shows, every line of the account counts, in the order of days, times and
    /// positions; see ``Balances`` for what an opening balance contains.
    ///
    /// - Complexity: O(*n*) in the hot columns; in memory are the accounts' lines of the days from
    ///   the first that is shown to the last.
    package func withBalances(_ list: LineList) throws(StoreError) -> LineList {
        let shown = list.rows.filter { !$0.voided && !$0.account.isEmpty }
        let accounts = shown.compactMap { referenceData.account(named: $0.account)?.position }
        guard let first = shown.map(\.day).min(), let last = shown.map(\.day).max() else {
            return list
        }
        var query = LineQuery()
        query.require(.account(Set(accounts)))
        query.require(.days(DayRange(start: first, end: last.adding(days: 1))))
        let balances = try balances()
        var running: [Balances.AccountCurrency: Int128] = [:]
        var known: [UInt64: String] = [:]
        // Lists have the newest first.
        for line in try lines(LineFilter(query)).reversed() {
            guard let account = line.facts.account?.position else { continue }
            let currency = line.facts.amount.currency
            let pot = Balances.AccountCurrency(account: account, currency: currency)
            let opened = balances.opening(of: pot)?.day ?? first
            if line.facts.day < opened { continue }
            let eve = max(first, opened).adding(days: -1)
            let before = running[pot] ?? balances.balance(of: pot, on: eve).minor ?? 0
            let after = before + line.facts.effect
            running[pot] = after
            known[line.id] = MoneyTotal(minor: after, currency: currency).text
        }
        var list = list
        for index in list.rows.indices where !list.rows[index].voided {
            list.rows[index].balance = known[list.rows[index].id]
        }
        return list
    }
}
