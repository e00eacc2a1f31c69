internal import EventLog

extension LedgerSnapshot {
    /// What was in every account at the end of every day.
    ///
    /// - Complexity: O(*n*) in the links and hot columns; in memory is a cell for every day,
    ///   account and currency.
    package func balances() throws(StoreError) -> Balances {
        Balances(table: try fold { $0.accounts }, referenceData: referenceData)
    }

    /// The statements that are held against the ledger.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold statements are read.
    package func statements() throws(StoreError) -> StatementBook {
        var book = StatementBook()
        let types = TypeSet(StatementBook.types.map(\.rawValue))
        try store.read(0..<count, StatementBook.sections, holding: types) {
            batch throws(StoreError) in
            try book.apply(batch)
            return .next
        }
        return book
    }

    /// What is in accounts at the end of a day.
    ///
    /// - Parameters:
    ///   - account: The position of the only account that matters; `nil` for all, of which those
    ///     are left out that are closed and empty.
    ///   - day: The day.
    ///   - withClosed: Whether accounts are shown that are closed and empty.
    ///   - exchange: The currency that all is wanted in; `nil` for each in its own.
    public func balanceReport(
        of account: UInt64? = nil, on day: Day, withClosed: Bool = false,
        in exchange: Exchange? = nil
    ) throws(StoreError) -> BalanceReport {
        let balances = try balances()
        var rows: [BalanceReport.Row] = []
        let order = referenceData.currencyOrder(in: exchange)
        var sheet = BalanceSheet(order)
        for one in referenceData.accountsByName where account == nil || one.position == account {
            var currencies = balances.currencies(of: one.position)
            if currencies.isEmpty { currencies = [one.facts.opening.currency] }
            let isOver = account == nil && !withClosed && one.isClosed
            var pots: [Exchange.Holding] = []
            for currency in currencies {
                let pot = Balances.AccountCurrency(account: one.position, currency: currency)
                let balance = balances.balance(of: pot, on: day)
                if isOver, balance.minor == 0 { continue }
                pots.append(Exchange.Holding(currency, balance))
            }
            sheet.add(pots, one.sheetType)
            let shown = exchange?.merged(pots, on: day) ?? pots
            for pot in shown.sorted(by: { order.isBefore($0.currency, $1.currency) }) {
                rows.append(BalanceReport.Row(one, pot.currency, pot.balance, day))
            }
        }
        let head = try head()
        return BalanceReport(
            rows: rows, totals: sheet.totals(in: exchange, on: day).map(BalanceReport.Total.init),
            types: AccountType.allCases.flatMap { type in
                sheet.totals(of: [type], in: exchange, on: day).map { total in
                    BalanceReport.TypeTotal(
                        type: type, currency: total.currency.code, sum: total.text)
                }
            }, asOf: day, exchange: exchange.map { ExchangeNote($0) }, position: head.lastPosition,
            root: head.root.hex)
    }

    /// The accounts, by name.
    package func accountList() throws(StoreError) -> AccountList {
        let head = try head()
        return AccountList(
            rows: referenceData.accountsByName.map { AccountRow($0) }, position: head.lastPosition,
            root: head.root.hex)
    }

    /// The statements that are held against the ledger, and what it has.
    ///
    /// - Parameter account: The position of the only account that matters; `nil` for all.
    /// - Complexity: O(*n*) in the links and hot columns when there is one, else in the frames.
    package func statementRows(of account: UInt64? = nil) throws(StoreError) -> [StatementRow] {
        let noted = try statements().statements.filter { account == nil || $0.account == account }
        if noted.isEmpty { return [] }
        let balances = try balances()
        return noted.map { row(for: $0, balances) }.sorted { left, right in
            let order = NameOrder.compared(left.account, right.account)
            if order != 0 { return order < 0 }
            return (left.day, left.currency, left.id ?? 0)
                < (right.day, right.currency, right.id ?? 0)
        }
    }

    /// The statements and what the ledger has, as a list.
    package func statementList(of account: UInt64? = nil) throws(StoreError) -> StatementList {
        let head = try head()
        return StatementList(
            rows: try statementRows(of: account), position: head.lastPosition,
            root: head.root.hex)
    }

    /// A statement held against balances.
    func row(for statement: Statement, _ balances: Balances) -> StatementRow {
        StatementRow(
            id: statement.id, name: referenceData.accountName(.position(statement.account)) ?? "",
            statement.account, statement.balance, on: statement.day, balances)
    }

    /// What a statement would be worth that says what is in an account at the end of a day.
    package func comparison(
        of account: ReferenceData.Account, stated: Money, on day: Day, id: UInt64? = nil
    ) throws(StoreError) -> StatementRow {
        StatementRow(
            id: id, name: account.facts.name, account.position, stated, on: day, try balances())
    }
}

extension StatementRow {
    fileprivate init(
        id: UInt64?, name: String, _ account: UInt64, _ stated: Money, on day: Day,
        _ balances: Balances
    ) {
        let currency = stated.currency
        let pot = Balances.AccountCurrency(account: account, currency: currency)
        let minor = balances.balance(of: pot, on: day).minor
        func text(_ minor: Int128) -> String { MoneyTotal(minor: minor, currency: currency).text }
        self.init(
            id: id, account: name, accountId: account, day: day, currency: currency.code,
            stated: stated.description, computed: minor.map(text),
            difference: minor.map { text(Int128(stated.minor) - $0) })
    }
}

extension BalanceReport.Total {
    fileprivate init(_ total: MoneyTotal) {
        self.init(currency: total.currency.code, sum: total.text)
    }
}

extension BalanceReport.Row {
    fileprivate init(
        _ account: ReferenceData.Account, _ currency: Currency, _ balance: Balances.Balance,
        _ day: Day
    ) {
        self.account = account.facts.name
        id = account.position
        type = account.sheetType
        self.currency = currency.code
        self.balance = balance.minor.map { MoneyTotal(minor: $0, currency: currency).text }
        lines = balance.lines
        earlier = balance.earlier
        later = balance.later
        closed = account.isClosed
        asOf = day
    }
}

extension ReferenceData {
    /// The accounts by name, in the order of ``NameOrder``.
    var accountsByName: [Account] {
        accounts.sorted { left, right in
            let order = NameOrder.compared(left.facts.name, right.facts.name)
            return order == 0 ? left.position < right.position : order < 0
        }
    }
}
