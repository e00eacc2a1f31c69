/// What an account report says of itself, and what its entries add up to.
struct CamtStatement {
    var account: [UInt8] = []
    var currency: [UInt8] = []
    private var entries = 0
    private var opening: CamtBalance?
    private var closing: CamtBalance?
    private var closingDay: [UInt8]?
    /// The sum of the booked entries; `nil` if one cannot be added.
    private var sum: StatementAmount? = .zero
    private var currencies: Set<[UInt8]> = []

    /// Adds an entry.
    mutating func add(_ entry: CamtEntry) {
        entries += 1
        guard entry.isBooked else { return }
        if currencies.count < 2 { currencies.insert(entry.currency) }
        guard let change = entry.change, let known = sum else {
            sum = nil
            return
        }
        sum = known + change
    }

    /// Takes a balance, if it is one of those before and behind the booked entries.
    mutating func add(_ balance: CamtBalance, day: [UInt8]?) {
        switch balance.type {
        case "OPBD": opening = balance
        case "PRCD" where opening == nil: opening = balance
        case "CLBD": (closing, closingDay) = (balance, day)
        default: break
        }
    }

    /// What there is to say at its end.
    ///
    /// - Throws: ``ImportError/incompleteStatement(_:line:)``.
    func note(_ shape: StatementShape, line: Int) throws(ImportError) -> StatementNote {
        let last = closing?.value
        let code = closing?.currency ?? (currency.isEmpty ? currencies.first ?? [] : currency)
        var isProven = false
        if let opening, let first = opening.value, let last, let sum,
            opening.currency == closing?.currency, currencies.isSubset(of: [opening.currency])
        {
            isProven = try shape.proves(
                first, sum, last, account: account, currency: code, line: line)
        }
        return StatementNote(
            account: account[...].text, currency: code[...].text, entries: entries,
            opening: opening?.value?.description, closing: last?.description,
            day: closingDay.map { $0.prefix(10).text }, isProven: isProven)
    }
}

/// A balance of an account report.
struct CamtBalance {
    /// Its kind: `OPBD` is before the booked entries, `CLBD` behind them.
    var type = ""
    var amount: [UInt8] = []
    var currency: [UInt8] = []
    var side = ""
    var day: [UInt8]?

    /// With a minus where the account is overdrawn; `nil` if it cannot be read.
    var value: StatementAmount? {
        guard side == "CRDT" || side == "DBIT", let value = StatementAmount(amount) else {
            return nil
        }
        return side == "DBIT" ? -value : value
    }
}
