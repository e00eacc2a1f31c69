/// The order of currencies where there are several: the ledger's own, or the one that figures are
/// told in, stands first, the others by code.
package struct CurrencyOrder: Sendable {
    private let first: String

    /// - Parameter first: The code that stands first; empty for none.
    package init(_ first: String) { self.first = first }

    /// Whether a code comes before another one.
    package func isBefore(_ left: String, _ right: String) -> Bool {
        (left == first ? 0 : 1, left) < (right == first ? 0 : 1, right)
    }

    /// Codes in order.
    package func sorted(_ codes: some Sequence<String>) -> [String] {
        codes.sorted(by: isBefore)
    }

    /// Whether a currency comes before another one.
    func isBefore(_ left: Currency, _ right: Currency) -> Bool {
        left.code == right.code
            ? left.exponent < right.exponent : isBefore(left.code, right.code)
    }
}

extension ReferenceData {
    /// The ledger's own currency first.
    package var currencyOrder: CurrencyOrder {
        CurrencyOrder(settings?.baseCurrency.code ?? "")
    }

    /// The currency of an exchange first, the ledger's own without one.
    func currencyOrder(in exchange: Exchange?) -> CurrencyOrder {
        exchange.map { CurrencyOrder($0.target.code) } ?? currencyOrder
    }
}
