/// What the sign of an amount means.
///
/// How an amount becomes an expense or an income, whatever the form of the file:
///
/// | what the row says | no sign given | `spend` | `account` |
/// |---|---|---|---|
/// | an amount alone, 5 | expense 5 | expense 5 | income 5 |
/// | an amount alone, -5 | expense -5 | expense -5 | expense 5 |
/// | debit 5, or 5 with a mark or word of that side | expense 5 | expense 5 | expense 5 |
/// | credit 5, or 5 with a mark or word of that side | income 5 | expense -5 | income 5 |
/// | a word for expense, with 5 | expense 5 | expense 5 | expense -5 |
/// | a word for income, with 5 | income 5 | income 5 | income 5 |
///
/// A negative amount of a kind is a refund. So a statement of a bank account is read right without
/// a word if it has two columns or marks of sides, and with `account` if it has signed amounts; a
/// statement of a credit card, on which a credit is a refund or a payment, with `spend`.
///
/// A side (a column, a mark, or a word for it) of which more amounts are negative than positive in
/// the whole file has the minus as its ordinary sign: `-76.00` under debit is 76 spent, and so is
/// `76.00` where most have no minus. An amount of the other sign reverses. In the same way words
/// for expense that mostly go with negative amounts, beside words for income that mostly go with
/// positive ones, tell that the file is written as with `account`.
package enum AmountSign: String, CaseIterable, Codable, Hashable, Sendable {
    /// Positive is money spent.
    case spend
    /// Positive is money that came into the account.
    case account
}
