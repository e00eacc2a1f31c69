/// An exact amount of one currency in its minor unit (cents of EUR).
///
/// There is no order between amounts, because they may differ in currency; compare `minor`.
public struct Money: Sendable, Hashable, Codable {
    /// Minor units: 1250 is 12.50 EUR, 1250 JPY and 1.250 KWD.
    public let minor: Int64

    /// The currency, with the number of decimal digits.
    public let currency: Currency

    /// So many minor units of a currency.
    public init(minor: Int64, currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// The sum; throws `differentCurrencies` or `outOfRange`.
    public func adding(_ other: Money) throws(AmountError) -> Money {
        try combined(with: other, minor.addingReportingOverflow(other.minor))
    }

    /// The difference; throws `differentCurrencies` or `outOfRange`.
    public func subtracting(_ other: Money) throws(AmountError) -> Money {
        try combined(with: other, minor.subtractingReportingOverflow(other.minor))
    }

    /// The amount with the other sign; throws `outOfRange` for the least amount there is.
    public func negated() throws(AmountError) -> Money {
        try Money(minor: 0, currency: currency).subtracting(self)
    }

    private func combined(
        with other: Money, _ result: (partialValue: Int64, overflow: Bool)
    ) throws(AmountError) -> Money {
        guard currency == other.currency else {
            throw .differentCurrencies(currency, other.currency)
        }
        guard !result.overflow else { throw .outOfRange }
        return Money(minor: result.partialValue, currency: currency)
    }
}

extension Money: CustomStringConvertible {
    /// The amount with exactly the currency's digits, no grouping and no code: `-12.50`.
    public var description: String {
        decimalText(Int128(minor), exponent: currency.exponent)
    }

    /// The amount for people's eyes: with `grouping`, `,` between thousands (`-1,234.50`).
    public func formatted(grouping: Bool) -> String {
        decimalText(Int128(minor), exponent: currency.exponent, grouping: grouping)
    }

    /// As a sentence has it: `-1,234.50 EUR`.
    package var words: String { "\(formatted(grouping: true)) \(currency.code)" }
}

/// `minor` with `exponent` decimal digits (`-1234`, 2 → `-12.34`), and with `grouping` a `,`
/// between thousands. A negative exponent counts as 0.
package func decimalText(_ minor: Int128, exponent: Int, grouping: Bool = false) -> String {
    let exponent = max(0, exponent)
    var left = minor.magnitude
    // From the last digit to the first.
    var text: [UInt8] = []
    text.reserveCapacity(max(32, exponent + 3))
    var place = 0
    while left > 0 || place <= exponent {
        if place > 0, place == exponent {
            text.append(0x2E)
        } else if grouping, place > exponent, (place - exponent) % 3 == 0 {
            text.append(0x2C)
        }
        // Numbers of 128 bits are slow to divide.
        if let small = UInt64(exactly: left) {
            text.append(0x30 + UInt8(truncatingIfNeeded: small % 10))
            left = UInt128(small / 10)
        } else {
            text.append(0x30 + UInt8(truncatingIfNeeded: left % 10))
            left /= 10
        }
        place += 1
    }
    if minor < 0 { text.append(0x2D) }
    text.reverse()
    return String(decoding: text, as: UTF8.self)
}
