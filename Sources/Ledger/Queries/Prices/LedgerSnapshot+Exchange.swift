internal import EventLog

extension Exchange {
    /// What is in an account of one currency.
    struct Holding {
        let currency: Currency
        let balance: Balances.Balance

        init(_ currency: Currency, _ balance: Balances.Balance) {
            self.currency = currency
            self.balance = balance
        }
    }

    /// What is in an account in the target, and behind it what has no price or is not known.
    func merged(_ pots: [Holding], on day: Day) -> [Holding] {
        let priced = moment == .now ? today : day
        var sum = ExactSum()
        var whole: Balances.Balance?
        var rest: [Holding] = []
        for pot in pots {
            // Nothing is nothing at any price.
            let factor =
                pot.balance.minor == 0 ? .one : self.factor(of: pot.currency, on: priced)
            guard let minor = pot.balance.minor, let factor, sum.add(minor, times: factor) else {
                rest.append(pot)
                continue
            }
            whole = Balances.Balance(
                minor: 0, lines: (whole?.lines ?? 0) + pot.balance.lines,
                earlier: (whole?.earlier ?? 0) + pot.balance.earlier,
                later: (whole?.later ?? 0) + pot.balance.later)
        }
        guard let whole else { return rest }
        let balance = Balances.Balance(
            minor: sum.rounded(with: 0), lines: whole.lines, earlier: whole.earlier,
            later: whole.later)
        return [Holding(target, balance)] + rest
    }
}

extension LedgerSnapshot {
    /// A list with its sums, and what each of its lines comes to, in one currency.
    ///
    /// - Parameters:
    ///   - query: What the list was made of.
    ///   - exchange: The currency, and the prices; those of the end are of the last day that the
    ///     query asks for, else of today.
    /// - Complexity: O(*n*) in the events, some lines at a time in memory.
    package func exchanged(
        _ list: LineList, of query: LineQuery, _ exchange: Exchange
    ) throws(StoreError) -> LineList {
        let days = LineMatcher(query).days
        var cells: [LineSum.Key: SpendingTable.Cell] = [:]
        var exact: [LineSum.Key: ExactSum] = [:]
        let shown = Set(list.rows.map(\.id))
        var values: [UInt64: String] = [:]
        let ids = try ids(of: query)
        var start = ids.startIndex
        while start < ids.endIndex {
            let piece = Array(ids[start..<min(start + UndoScope.piece, ids.endIndex)])
            let state = try state(for: piece, withCategories: false)
            for line in piece.compactMap({ state.lines[$0] }) {
                let facts = line.facts
                let amount = facts.amount
                let priced = exchange.day(for: facts.day, in: .all, of: days, last: exchange.today)
                let key = LineSum.Key(facts, in: exchange.target)
                let minor = Int128(amount.minor)
                let factor = exchange.factor(of: amount.currency, on: priced)
                if let factor, shown.contains(line.id) {
                    values[line.id] = exchange.text(minor, times: factor)
                }
                if let factor,
                    exact[key, default: ExactSum()].add(minor, times: factor)
                {
                    cells[key, default: .zero] += SpendingTable.Cell(sum: 0, count: 1)
                } else {
                    cells[LineSum.Key(facts, in: amount.currency), default: .zero] +=
                        SpendingTable.Cell(sum: minor, count: 1)
                }
            }
            start += piece.count
        }
        for (key, sum) in exact {
            let own = cells[key] ?? .zero
            cells[key] = SpendingTable.Cell(sum: sum.rounded(with: own.sum), count: own.count)
        }
        var list = list
        list.sums = LineSum.rows(cells, CurrencyOrder(exchange.target.code))
        list.exchange = ExchangeNote(exchange)
        for index in list.rows.indices { list.rows[index].value = values[list.rows[index].id] }
        return list
    }
}

extension Exchange {
    /// Some minor units in the target, rounded half to even; `nil` for what is too large.
    fileprivate func text(_ minor: Int128, times factor: ExactSum.Factor) -> String? {
        var sum = ExactSum()
        guard sum.add(minor, times: factor) else { return nil }
        return MoneyTotal(minor: sum.rounded(with: 0), currency: target).text
    }
}

extension LineSum.Key {
    fileprivate init(_ facts: LineFacts, in currency: Currency) {
        self.init(
            LineMatcher.KeyFacts(
                kind: facts.kind, currency: currency, category: nil, account: nil,
                isIncoming: facts.flags.contains(.incoming)))
    }
}
