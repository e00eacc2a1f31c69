internal import Ledger

/// What a transaction of a category and an account needs to know of either.
struct PlainAccount: Sendable {
    let kind: JournalAccounts.Kind
    /// The account of the ledger; `nil` for none.
    let name: String?
    /// The category of the ledger; empty for none.
    let category: String

    /// Whether it is of a category.
    var isLine: Bool { kind == .expense || kind == .income }
}

extension JournalMapping {
    /// The line of a transaction of one category and one account in one currency, as most are;
    /// `nil` for any other, and for what is wrong.
    mutating func plainRow(of record: JournalRecord) -> JournalRow? {
        guard !isOwn, record.postings.count == 2,
            let first = record.postings[0].amount, let second = record.postings[1].amount,
            record.postings[0].cost == nil, record.postings[1].cost == nil,
            first.commodity == second.commodity, first.number == second.number.negated,
            let one = plainAccount(record.postings[0].account),
            let two = plainAccount(record.postings[1].account), one.isLine != two.isLine,
            let money = try? money(one.isLine ? second : first, record.line), money.minor != 0
        else { return nil }
        let (line, other) = one.isLine ? (one, two) : (two, one)
        let (place, otherPlace) = one.isLine ? (0, 1) : (1, 0)
        let isIncome = line.kind == .income
        var row = JournalRow(
            kind: isIncome ? .income : .expense,
            amount: isIncome ? money : Money(minor: -money.minor, currency: money.currency),
            category: line.category, account: other.name, title: record.description,
            remarks: record.postings[place].remarks,
            status: record.postings[otherPlace].status ?? record.postings[place].status)
        row.group = isIncome ? -2 : -1
        return row
    }

    private mutating func plainAccount(_ account: String) -> PlainAccount? {
        if let known = plain[account] { return known }
        guard let (kind, root) = accounts.kind(of: account) else { return nil }
        let isLine = kind == .expense || kind == .income
        // Whether it is sound is found out where it can be refused.
        guard let category = isLine ? categories[account] : "" else { return nil }
        let name = isLine || kind == .equity ? nil : self.name(of: account, root)
        if kind == .owed, let name { owe(name) }
        let found = PlainAccount(kind: kind, name: name, category: category)
        plain[account] = found
        return found
    }
}
