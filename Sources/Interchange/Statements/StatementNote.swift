/// What a statement says of itself.
package struct StatementNote: Hashable, Sendable {
    /// Statements of a file that are told of, at most.
    static let countMax = 100

    /// The account, as the file calls it; empty for none.
    package let account: String
    /// The code of its currency; empty for none.
    package let currency: String
    /// Its entries.
    package let entries: Int
    /// The balance before the first entry; `nil` where it is not told.
    package let opening: String?
    /// The balance behind the last entry; `nil` where it is not told.
    package let closing: String?
    /// The day of that balance, as `YYYY-MM-DD`; `nil` where it is not told.
    package let day: String?
    /// Whether the entries lead from the first balance to the last, so that none is missing.
    package let isProven: Bool

    package init(
        account: String, currency: String, entries: Int, opening: String? = nil,
        closing: String? = nil, day: String? = nil, isProven: Bool = false
    ) {
        (self.account, self.currency, self.entries) = (account, currency, entries)
        (self.opening, self.closing, self.day) = (opening, closing, day)
        self.isProven = isProven
    }
}

extension StatementNote {
    /// The same with a closing balance that is written as the amounts of the file are, read as
    /// these; what cannot be read so stays as it is.
    func told(by evidence: RowEvidence) -> StatementNote {
        guard let amount = closing.flatMap({ AmountCell(Array($0.utf8)[...]) }),
            amount.unit.isEmpty,
            let number = evidence.format(of: amount.number).plain(amount.number)
        else { return self }
        return StatementNote(
            account: account, currency: currency, entries: entries, opening: opening,
            closing: (amount.isNegative ? "-" : "") + number, day: day, isProven: isProven)
    }
}
