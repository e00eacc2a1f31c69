/// Amounts between two bounds, both included, whatever the currency: 12.50 is 12.50 of each.
///
/// Amounts are compared by their signed decimal value, exactly.
package struct AmountRange: Hashable, Sendable {
    /// Bounds in units of 10^-12, the smallest part that any currency has.
    private let units: ClosedRange<Int128>

    /// The most digits before the decimal mark; amounts of 64 bits have at most 19.
    private static let wholeDigitsMax = 24

    /// Parses `12.50`, `>100`, `>=100`, `<5`, `<=5`, `10..20`, `10..` or `..20`, with `.` or `,` as
    /// decimal mark and a sign in front if need be; nil for anything else, and for what has no
    /// amount (`20..10`) or may mean a thousand (`1,000`).
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        var low = Int128.min
        var high = Int128.max
        if let dots = text.firstRange(of: "..") {
            let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
            if before.isEmpty, after.isEmpty { return nil }
            if !before.isEmpty {
                guard let units = AmountRange.units(before) else { return nil }
                low = units
            }
            if !after.isEmpty {
                guard let units = AmountRange.units(after) else { return nil }
                high = units
            }
        } else if let mark = text.first, mark == ">" || mark == "<" {
            var rest = text.dropFirst()
            let isIncluded = rest.first == "="
            if isIncluded { rest = rest.dropFirst() }
            guard let units = AmountRange.units(rest) else { return nil }
            let step: Int128 = isIncluded ? 0 : 1
            if mark == ">" { low = units + step } else { high = units - step }
        } else {
            guard let units = AmountRange.units(text[...]) else { return nil }
            (low, high) = (units, units)
        }
        guard low <= high else { return nil }
        units = low...high
    }

    /// Whether an amount lies between the bounds.
    package func contains(_ amount: Money) -> Bool {
        contains(amount.minor, exponent: amount.currency.exponent)
    }

    func contains(_ minor: Int64, exponent: Int) -> Bool {
        units.contains(AmountRange.units(minor, exponent: exponent))
    }

    /// An amount in units of 10^-12.
    static func units(_ minor: Int64, exponent: Int) -> Int128 {
        var units = Int128(minor)
        for _ in exponent..<Currency.exponentMax { units *= 10 }
        return units
    }

    /// A written amount in units of 10^-12.
    private static func units(_ text: Substring) -> Int128? {
        var reader = TextReader(text)
        let isNegative = reader.take("-")
        if !isNegative { _ = reader.take("+") }
        var units: Int128 = 0
        var wholeDigits = 0
        let startsWithZero = reader.next == 0x30
        while let digit = reader.take(where: TextReader.isDigit) {
            wholeDigits += 1
            guard wholeDigits <= wholeDigitsMax else { return nil }
            units = units * 10 + Int128(digit - 0x30)
        }
        var fractionDigits = 0
        if reader.take(".") || reader.take(",") {
            while let digit = reader.take(where: TextReader.isDigit) {
                fractionDigits += 1
                if fractionDigits > Currency.exponentMax {
                    guard digit == 0x30 else { return nil }
                } else {
                    units = units * 10 + Int128(digit - 0x30)
                }
            }
            let mayBeThousands = fractionDigits == 3 && !startsWithZero && wholeDigits <= 3
            if fractionDigits == 0 || mayBeThousands && wholeDigits > 0 { return nil }
        }
        guard reader.isAtEnd, wholeDigits + fractionDigits > 0 else { return nil }
        for _ in min(fractionDigits, Currency.exponentMax)..<Currency.exponentMax { units *= 10 }
        return isNegative ? -units : units
    }
}
