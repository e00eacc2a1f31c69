/// A statement whose entries do not lead from its first balance to its last.
package struct StatementGap: Hashable, Sendable {
    /// The account, as the file calls it.
    package let account: String
    /// The first balance.
    package let opening: String
    /// The sum of the entries.
    package let sum: String
    /// The last balance.
    package let closing: String
    /// What is missing to the last balance.
    package let difference: String
    /// The code of the currency.
    package let currency: String

    package init(
        account: String, opening: String, sum: String, closing: String, difference: String,
        currency: String
    ) {
        (self.account, self.opening, self.sum) = (account, opening, sum)
        (self.closing, self.difference, self.currency) = (closing, difference, currency)
    }
}

extension StatementShape {
    /// Whether entries lead from the first balance to the last.
    ///
    /// - Throws: ``ImportError/incompleteStatement(_:line:)`` if they do not and must.
    func proves(
        _ opening: StatementAmount, _ sum: StatementAmount, _ closing: StatementAmount,
        account: [UInt8], currency: [UInt8], line: Int
    ) throws(ImportError) -> Bool {
        let gap = closing + -(opening + sum)
        if gap.isEqual(to: .zero) { return true }
        guard checksBalances else { return false }
        throw .incompleteStatement(
            StatementGap(
                account: account[...].text, opening: opening.description, sum: sum.description,
                closing: closing.description, difference: gap.description,
                currency: currency[...].text), line: line)
    }
}
