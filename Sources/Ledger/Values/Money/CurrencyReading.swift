/// What a code or symbol that someone typed may mean.
package enum CurrencyReading: Hashable, Sendable {
    case one(Currency)
    /// A symbol of several currencies, none of which is the ledger's own.
    case several([String])
    /// Nothing; the codes that are spelt most like it, best first.
    case unknown(suggestions: [String])
}

extension ReferenceData {
    /// The currency of a code or symbol in any case: one of the ledger's own, else of ISO 4217;
    /// of a symbol of several the ledger's base currency.
    package func currency(written text: String) -> CurrencyReading {
        if let known = currency(code: text) ?? currency(code: text.uppercased()) {
            return .one(known)
        }
        let codes = CurrencySymbol.codes(of: text)
        if let base = settings?.baseCurrency, codes.contains(base.code) { return .one(base) }
        if codes.count > 1 { return .several(codes) }
        if let known = codes.first.flatMap(currency(code:)) { return .one(known) }
        let own = Spelling.nearest(to: text, among: currencies.map(\.code))
        return .unknown(suggestions: Array((own + Currency.nearest(to: text)).prefix(3)))
    }
}
