/// A sum of amounts of one currency in 128 bits: 2⁶³ of the greatest amounts fit.
package struct MoneyTotal: Sendable, Hashable {
    /// The sum in minor units.
    package private(set) var minor: Int128

    /// The currency, with the number of decimal digits.
    package let currency: Currency

    /// A sum that begins with `minor` minor units.
    package init(minor: Int128 = 0, currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// Adds an amount; throws `differentCurrencies` or `outOfRange` and changes nothing then.
    package mutating func add(_ money: Money) throws(AmountError) {
        try add(MoneyTotal(minor: Int128(money.minor), currency: money.currency))
    }

    /// Takes an amount away; throws `differentCurrencies` or `outOfRange` and changes nothing then.
    package mutating func subtract(_ money: Money) throws(AmountError) {
        try subtract(MoneyTotal(minor: Int128(money.minor), currency: money.currency))
    }

    /// Adds a sum; throws `differentCurrencies` or `outOfRange` and changes nothing then.
    package mutating func add(_ other: MoneyTotal) throws(AmountError) {
        try take(minor.addingReportingOverflow(other.minor), of: other.currency)
    }

    /// Takes a sum away; throws `differentCurrencies` or `outOfRange` and changes nothing then.
    package mutating func subtract(_ other: MoneyTotal) throws(AmountError) {
        try take(minor.subtractingReportingOverflow(other.minor), of: other.currency)
    }

    /// The sum as an amount; nil if it does not fit in 64 bits.
    package var money: Money? {
        Int64(exactly: minor).map { Money(minor: $0, currency: currency) }
    }

    /// The sum with exactly the currency's digits, no grouping and no code: `-12.50`.
    package var text: String {
        decimalText(minor, exponent: currency.exponent)
    }

    private mutating func take(
        _ result: (partialValue: Int128, overflow: Bool), of other: Currency
    ) throws(AmountError) {
        guard currency == other else { throw .differentCurrencies(currency, other) }
        guard !result.overflow else { throw .outOfRange }
        minor = result.partialValue
    }
}

extension MoneyTotal: CustomStringConvertible {
    /// Its `text`.
    package var description: String { text }
}

extension MoneyTotal: Codable {
    private enum Key: String, CodingKey {
        case minor, currency
    }

    /// Decodes an object of `minor`, a string of an integer, and `currency`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let text = try container.decode(String.self, forKey: .minor)
        guard let minor = Int128(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .minor, in: container, debugDescription: "not a sum: \(text)")
        }
        self.init(minor: minor, currency: try container.decode(Currency.self, forKey: .currency))
    }

    /// Encodes an object of `minor`, a string because JSON numbers lose digits, and `currency`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(String(minor), forKey: .minor)
        try container.encode(currency, forKey: .currency)
    }
}
