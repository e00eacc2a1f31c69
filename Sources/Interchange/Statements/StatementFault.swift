/// Why a file of a ``StatementFormat`` cannot be read as a whole.
package enum StatementFault: Hashable, Sendable {
    /// It ends before it is whole; what should have come.
    case cut(String)
    /// An element ends, or a field begins, that nothing began.
    case misplaced(String)
    /// What cannot be: a mark that is never closed, an entity that nobody defined.
    case malformed(String)
    /// A name, a text, or the depth of elements is beyond a limit; of what.
    case tooLong(String)
    /// The parts of a transaction are not its amount together.
    case unlikeParts(String)
    /// It holds no statement of an account.
    case noStatement
}

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
