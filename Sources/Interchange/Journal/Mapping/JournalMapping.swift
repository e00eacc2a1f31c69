internal import Ledger

/// Makes lines of the ledger of a completed transaction.
///
/// Every category gets what the journal gives it, and so does every account. Where several accounts
/// share in several categories, the first account pays or gets all, and the others' parts are
/// transfers with it.
struct JournalMapping: Sendable {
    private typealias Side = JournalSide

    private let currency: @Sendable (String) -> CurrencyReading
    private let base: Currency
    let isOwn: Bool
    var accounts: JournalAccounts
    private var rows: [JournalRow] = []
    private var group = 0
    /// The accounts of the ledger by those of the journal; `nil` for none.
    private var names: [String: String?] = [:]
    /// Categories that are sound, by the accounts of the journal.
    private(set) var categories: [String: String] = [:]
    /// What plain transactions need to know of accounts.
    var plain: [String: PlainAccount] = [:]
    /// The accounts of the ledger in which one owes.
    private(set) var owed: Set<String> = []

    init(
        _ accounts: JournalAccounts, isOwn: Bool, base: Currency,
        currency: @escaping @Sendable (String) -> CurrencyReading
    ) {
        (self.accounts, self.isOwn, self.base) = (accounts, isOwn, base)
        self.currency = currency
    }

    /// Notes an account in which one owes.
    mutating func owe(_ name: String) { owed.insert(name) }

    /// The lines of a transaction; none where nothing moves.
    mutating func rows(of record: JournalRecord) throws(JournalLineFailure) -> [JournalRow] {
        (rows, group) = ([], 0)
        var record = record
        record.priceImplied(&accounts)
        var sides = try sides(record)
        try settle(&sides, record)
        if let exchange = try exchange(sides, record) { return exchange }
        let exchanges = try exchanges(&sides, &record)
        for index in sides.indices where record.postings[index].cost != nil {
            let money = sides[index].money
            let paid = record.postings[index].amount?.text ?? ""
            let total = MoneyTotal(
                minor: Int128(money.minor.magnitude), currency: money.currency)
            sides[index].paid = "\(paid) @@ \(total.text) \(money.currency.code)"
        }
        var byCurrency: [(currency: Currency, sides: [Side])] = []
        // Most transactions have one.
        if let first = sides.first?.money.currency,
            sides.allSatisfy({ $0.money.currency == first })
        {
            byCurrency = [(first, sides)]
            sides = []
        }
        for side in sides {
            let currency = side.money.currency
            if let index = byCurrency.firstIndex(where: { $0.currency == currency }) {
                byCurrency[index].sides.append(side)
            } else {
                byCurrency.append((currency, [side]))
            }
        }
        for (currency, sides) in byCurrency {
            let sum = sides.reduce(Int128(0)) { $0 + Int128($1.money.minor) }
            if sum != 0 {
                let text = MoneyTotal(minor: sum, currency: currency).text
                throw JournalLineFailure(record.line, .unbalanced("\(text) \(currency.code)"))
            }
        }
        for (_, sides) in byCurrency { try add(sides, record) }
        for (out, into) in exchanges { pair(out: out, into: into, record) }
        return rows
    }

    private mutating func sides(_ record: JournalRecord) throws(JournalLineFailure) -> [Side] {
        if record.postings.isEmpty { throw JournalLineFailure(record.line, .tooFewPostings) }
        var sides: [Side] = []
        let hasPrice = record.postings.contains { $0.cost != nil }
        for posting in record.postings {
            let isOpen = posting.isOpen && hasPrice
            guard let (kind, root) = accounts.kind(of: posting.account) else {
                throw JournalLineFailure(posting.line, .unknownType(posting.account))
            }
            // What stands beside a price is told in another currency.
            let isPriced = posting.cost != nil && !kind.isMoney
            let amount =
                (isPriced ? posting.cost : posting.amount)
                ?? JournalAmount(
                    number: .zero, commodity: "")
            var side = Side(
                line: posting.line, kind: kind, root: root, account: posting.account,
                money: try money(amount, posting.line, isRounded: isPriced || isOpen),
                remarks: posting.remarks, status: posting.status, isOpen: isOpen,
                isPriced: posting.cost != nil)
            if let cost = posting.cost, !isPriced {
                side.cost = try money(cost, posting.line, isRounded: true)
            }
            sides.append(side)
            if kind == .owed, let name = name(of: posting.account, root) { owed.insert(name) }
        }
        return sides
    }

    /// Has what prices make come to nothing where it does before it is rounded.
    private func settle(
        _ sides: inout [Side], _ record: JournalRecord
    ) throws(JournalLineFailure) {
        guard record.postings.contains(where: { $0.cost != nil }) else { return }
        for sum in try JournalBalancer.sums(record) {
            let rest = try money(sum, record.line, isRounded: true)
            if rest.minor == 0 { JournalSide.settle(&sides, rest.currency) }
        }
    }

    func money(
        _ amount: JournalAmount, _ line: Int, isRounded: Bool = false
    ) throws(JournalLineFailure) -> Money {
        var found = base
        if !amount.commodity.isEmpty {
            switch currency(amount.commodity) {
            case .one(let known): found = known
            case .several(let codes):
                throw JournalLineFailure(line, .severalCurrencies(amount.commodity, codes))
            case .unknown: throw JournalLineFailure(line, .unknownCurrency(amount.commodity))
            }
        }
        let number = isRounded ? amount.number.rounded(found.exponent) : amount.number
        if let minor = number?.minor(found.exponent), minor != .min {
            return Money(minor: minor, currency: found)
        }
        let isTooPrecise = amount.number.rounded(found.exponent).map {
            !$0.isSame(as: amount.number)
        }
        throw JournalLineFailure(
            line, isTooPrecise == true ? .tooPrecise(amount.text) : .tooLarge(amount.text))
    }

    /// Takes out what an account gives or gets at a price beside other things, such as a fee: an
    /// exchange with the first account that has what is paid, or some of it. What this has more is
    /// its part of the others.
    private func exchanges(
        _ sides: inout [Side], _ record: inout JournalRecord
    ) throws(JournalLineFailure) -> [(out: Side, into: Side)] {
        var (pairs, index) = ([(out: Side, into: Side)](), 0)
        while index < sides.count {
            let side = sides[index]
            guard let paid = side.cost else {
                index += 1
                continue
            }
            let others = sides.indices.filter {
                sides[$0].kind.isMoney && record.postings[$0].cost == nil
                    && sides[$0].money.currency == paid.currency
                    && sides[$0].money.minor.signum() * paid.minor.signum() < 0
            }
            let whole = others.first {
                sides[$0].money.minor.magnitude >= paid.minor.magnitude
            }
            guard let other = whole ?? others.first, side.money.currency != paid.currency else {
                throw JournalLineFailure(side.line, .priced(side.account))
            }
            var partner = sides[other]
            let rest = partner.money.minor + paid.minor
            sides[other].money = Money(minor: rest, currency: paid.currency)
            partner.money = negated(paid)
            // What is said of a posting is said of one line.
            if rest == 0 {
                sides[other].remarks = JournalRemarks()
            } else {
                partner.remarks = JournalRemarks()
            }
            pairs.append(paid.minor < 0 ? (side, partner) : (partner, side))
            sides.remove(at: index)
            record.postings.remove(at: index)
        }
        return pairs
    }

    /// Two accounts that exchange one currency for another.
    private mutating func exchange(
        _ sides: [Side], _ record: JournalRecord
    ) throws(JournalLineFailure) -> [JournalRow]? {
        // Most transactions are of a category, and need no list of what is moved.
        if sides.contains(where: { $0.money.minor != 0 && !$0.kind.isMoney }) { return nil }
        let moved = sides.filter { $0.money.minor != 0 }
        guard moved.count == 2, moved[0].money.currency != moved[1].money.currency,
            moved[0].money.minor.signum() * moved[1].money.minor.signum() < 0
        else { return nil }
        if record.postings.contains(where: { $0.cost != nil }) {
            for sum in try JournalBalancer.sums(record) {
                let money = try money(sum, record.line, isRounded: true)
                guard money.minor == 0 else {
                    throw JournalLineFailure(record.line, .unbalanced(sum.text))
                }
            }
        }
        let isFirst = moved[0].money.minor < 0
        pair(out: moved[isFirst ? 0 : 1], into: moved[isFirst ? 1 : 0], record)
        return rows
    }

    /// The lines of one currency.
    private mutating func add(
        _ sides: [Side], _ record: JournalRecord
    ) throws(JournalLineFailure) {
        if !isOwn, sides.count == 2, try addPair(sides, record) { return }
        let lines = sides.filter { $0.kind == .expense || $0.kind == .income }
        var moved = sides.filter {
            ($0.kind.isMoney || $0.kind == .equity) && $0.money.minor != 0
        }
        if isOwn, try addOwn(lines, moved, record) { return }
        if lines.isEmpty { return addTransfers(moved, record) }
        let net = moved.reduce(Int128(0)) { $0 + Int128($1.money.minor) }
        let main = moved.first { Int128($0.money.minor).signum() == net.signum() }
        moved.removeAll { $0.line == main?.line }
        let others = moved.filter { Int128($0.money.minor).signum() == net.signum() }
        if lines.count == 1, let main, others.count == moved.count {
            // One category, of which each account has a part.
            for side in [main] + others {
                var line = lines[0]
                line.money = negated(side.money)
                line.status = side.status ?? line.status
                try add(line, account: account(side), record, also: side.line == main.line)
            }
            return
        }
        for var line in lines {
            // What the bank has is what went out of the account.
            line.status = main?.status ?? line.status
            try add(line, account: main.flatMap { account($0) }, record)
        }
        guard let main else { return addTransfers(moved, record) }
        for side in moved {
            var partner = main
            partner.money = negated(side.money)
            partner.remarks = JournalRemarks()
            addTransfers([partner, side], record)
        }
    }

    /// A category and an account, as most transactions are, without lists of them.
    private mutating func addPair(
        _ sides: [Side], _ record: JournalRecord
    ) throws(JournalLineFailure) -> Bool {
        func isLine(_ index: Int) -> Bool {
            sides[index].kind == .expense || sides[index].kind == .income
        }
        let other = isLine(0) ? 1 : 0
        guard isLine(1 - other), !isLine(other), sides[other].money.minor != 0 else { return false }
        var line = sides[1 - other]
        line.money = negated(sides[other].money)
        line.status = sides[other].status ?? line.status
        try add(line, account: account(sides[other]), record)
        return true
    }

    private func negated(_ money: Money) -> Money {
        Money(minor: -money.minor, currency: money.currency)
    }

    private mutating func account(_ side: Side) -> String? {
        side.kind == .equity ? nil : name(of: side.account, side.root)
    }

    mutating func name(of account: String, _ root: String) -> String? {
        if let known = names[account] { return known }
        let name = accounts.ledgerAccount(account, root: root)
        names[account] = .some(name)
        return name
    }

    /// The category of the ledger; empty for none.
    private mutating func category(_ side: Side) throws(JournalLineFailure) -> String {
        if let known = categories[side.account] { return known }
        let category = accounts.category(side.account, root: side.root)
        if !category.isEmpty {
            do { _ = try CategoryPath(category) } catch {
                throw JournalLineFailure(side.line, .badCategory(category))
            }
        }
        categories[side.account] = category
        return category
    }

    /// What goes from accounts to accounts; what equity is part of goes out of the ledger, or
    /// comes from there.
    private mutating func addTransfers(_ sides: [Side], _ record: JournalRecord) {
        let out = sides.filter { $0.money.minor < 0 }
        let into = sides.filter { $0.money.minor > 0 }
        let hasEquity = sides.contains { $0.kind == .equity }
        guard !hasEquity, out.count == 1 || into.count == 1 else {
            for side in sides where side.kind.isMoney {
                group += 1
                rows.append(transfer(side, record))
            }
            return
        }
        for side in out.count == 1 ? into : out {
            var partner = out.count == 1 ? out[0] : into[0]
            partner.money = negated(side.money)
            pair(
                out: out.count == 1 ? partner : side, into: out.count == 1 ? side : partner, record)
        }
    }

    private mutating func pair(out: Side, into: Side, _ record: JournalRecord) {
        group += 1
        rows.append(transfer(out, record))
        var other = transfer(into, record)
        other.isCounterpart = true
        rows.append(other)
    }

    private mutating func transfer(_ side: Side, _ record: JournalRecord) -> JournalRow {
        let isIn = side.money.minor > 0
        return JournalRow(
            kind: .transfer, amount: isIn ? side.money : negated(side.money), isIncoming: isIn,
            account: account(side), title: record.description, remarks: side.remarks,
            status: side.status, group: group)
    }

    /// A line of a category.
    ///
    /// - Parameter begins: Whether it begins an entry or belongs to that of its kind.
    private mutating func add(
        _ side: Side, account: String?, _ record: JournalRecord, also begins: Bool = true
    ) throws(JournalLineFailure) {
        let isIncome = side.kind == .income
        let category = try category(side)
        var row = JournalRow(
            kind: isIncome ? .income : .expense,
            amount: isIncome ? negated(side.money) : side.money, category: category,
            account: account, title: record.description, remarks: side.remarks,
            status: side.status)
        if let paid = side.paid { row.notes.append(paid) }
        if !begins { row.remarks.own[JournalKey.id] = nil }
        // Lines of one kind are one entry.
        row.group = isIncome ? -2 : -1
        rows.append(row)
    }

    /// What this program wrote says which line has which account, and which posting is a transfer.
    private mutating func addOwn(
        _ lines: [Side], _ moved: [Side], _ record: JournalRecord
    ) throws(JournalLineFailure) -> Bool {
        if lines.isEmpty {
            let own = moved.filter { $0.remarks.own(JournalKey.id) != nil }
            let hasOut = own.contains { $0.money.minor < 0 }
            guard !own.isEmpty else { return false }
            group += 1
            for side in own {
                var row = transfer(side, record)
                row.isCounterpart = row.isIncoming && hasOut
                rows.append(row)
            }
            // What somebody added since comes from outside of the ledger, or goes there.
            for side in moved where side.kind.isMoney && side.remarks.own(JournalKey.id) == nil {
                group += 1
                rows.append(transfer(side, record))
            }
            return true
        }
        let said = lines.compactMap { $0.remarks.own(JournalKey.account) }
        guard said.count == lines.count else { return false }
        for (line, name) in zip(lines, said) {
            try add(line, account: name.isEmpty ? nil : name, record)
        }
        return true
    }
}
