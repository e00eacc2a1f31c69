/// What accounts of each type have, to be added up.
struct BalanceSheet {
    private var holdings: [AccountType: [Exchange.Holding]] = [:]
    private let order: CurrencyOrder

    /// Nothing yet.
    init(_ order: CurrencyOrder) { self.order = order }

    /// Adds what is in an account.
    mutating func add(_ own: [Exchange.Holding], _ type: AccountType) {
        holdings[type, default: []] += own
    }

    /// What accounts of some types come to, by currency; in one that is asked for the exact sum is
    /// rounded, once.
    func totals(
        of types: [AccountType] = AccountType.allCases, in exchange: Exchange?, on day: Day
    ) -> [MoneyTotal] {
        let all = types.flatMap { holdings[$0] ?? [] }
        var sums: [Currency: Int128] = [:]
        for pot in exchange?.merged(all, on: day) ?? all {
            if let minor = pot.balance.minor { sums[pot.currency, default: 0] += minor }
        }
        return sums.sorted { order.isBefore($0.key, $1.key) }.map {
            MoneyTotal(minor: $0.value, currency: $0.key)
        }
    }
}

extension ReferenceData.Account {
    /// What it is in a balance sheet: an asset where nothing is said.
    package var sheetType: AccountType { type ?? .asset }
}
