extension Money {
    /// Parses an amount as people type it: an optional sign, digits and one optional decimal mark,
    /// `.` or `,`; no grouping, no exponent, no space. `.5` is a half, `5.` is refused.
    ///
    /// Decimal digits beyond the currency's must be zeros. Three digits after the mark of `1.000`
    /// or `1,000` are refused unless the currency has three: they may mean a thousand.
    /// Throws `AmountError`; accepts exactly the amounts of 64 bits of minor units.
    public init(
        parsing text: some StringProtocol, currency: Currency
    ) throws(AmountError) {
        let parts = try AmountParts(text, decimalMarks: [".", ","], groupingMarks: [])
        if parts.mayMeanThousands, currency.exponent < 3 {
            throw .tooManyFractionDigits(allowed: currency.exponent)
        }
        self.init(minor: try parts.minor(exponent: currency.exponent), currency: currency)
    }

    /// Parses an amount of a file whose format is known: as above, but with that decimal mark only,
    /// and with grouping marks, which must all be the same one and stand at thousands (`1,234,567`)
    /// or at lakhs and crores (`12,34,567`). Throws `AmountError`.
    public init(
        parsing text: some StringProtocol, currency: Currency, format: MoneyFormat
    ) throws(AmountError) {
        let decimalMark: Unicode.Scalar = format.decimalMark == .point ? "." : ","
        let parts = try AmountParts(
            text, decimalMarks: [decimalMark],
            groupingMarks: format.groupingMarks.unicodeScalars.filter { $0 != decimalMark })
        self.init(minor: try parts.minor(exponent: currency.exponent), currency: currency)
    }
}

/// The pieces of a written amount.
private struct AmountParts {
    private var isNegative = false
    private var whole: [UInt8] = []
    private var fraction: [UInt8] = []

    /// True for what `1.000` may be: one to three digits without a zero in front, a mark, three.
    var mayMeanThousands: Bool {
        (1...3).contains(whole.count) && whole.first != 0 && fraction.count == 3
    }

    init(
        _ text: some StringProtocol, decimalMarks: [Unicode.Scalar],
        groupingMarks: [Unicode.Scalar]
    ) throws(AmountError) {
        guard !text.isEmpty else { throw .empty }
        var scalars = text.unicodeScalars[...]
        if let sign = scalars.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            scalars = scalars.dropFirst()
        }
        var groupMark: Unicode.Scalar?
        var groups: [Int] = [0]  // digits of each
        var hasDecimalMark = false
        for scalar in scalars {
            if scalar.value >= 0x30, scalar.value <= 0x39 {
                let digit = UInt8(scalar.value - 0x30)
                if hasDecimalMark {
                    fraction.append(digit)
                } else {
                    whole.append(digit)
                    groups[groups.count - 1] += 1
                }
            } else if decimalMarks.contains(scalar), !hasDecimalMark {
                hasDecimalMark = true
            } else if groupingMarks.contains(scalar), !hasDecimalMark {
                guard groupMark == nil || groupMark == scalar else {
                    throw .misgrouped(text: String(text))
                }
                groupMark = scalar
                groups.append(0)
            } else {
                throw .malformed(text: String(text))
            }
        }
        guard hasDecimalMark ? !fraction.isEmpty : !whole.isEmpty else {
            throw .malformed(text: String(text))
        }
        guard AmountParts.isGrouping(groups) else { throw .misgrouped(text: String(text)) }
    }

    /// True for groups of three, and for a last group of three after groups of two.
    private static func isGrouping(_ groups: [Int]) -> Bool {
        guard groups.count > 1, let first = groups.first else { return true }
        guard groups.last == 3, first >= 1 else { return false }
        let middle = groups.dropFirst().dropLast()
        return (first <= 3 && middle.allSatisfy { $0 == 3 })
            || (first <= 2 && middle.allSatisfy { $0 == 2 })
    }

    func minor(exponent: Int) throws(AmountError) -> Int64 {
        guard fraction.dropFirst(exponent).allSatisfy({ $0 == 0 }) else {
            throw .tooManyFractionDigits(allowed: exponent)
        }
        let missing = repeatElement(UInt8(0), count: max(0, exponent - fraction.count))
        var minor: Int64 = 0
        for digits in [whole, Array(fraction.prefix(exponent)), Array(missing)] {
            for digit in digits {
                // The sign goes with each digit, because the least Int64 has no positive twin.
                let (shifted, overflow) = minor.multipliedReportingOverflow(by: 10)
                let (sum, carry) = shifted.addingReportingOverflow(
                    isNegative ? -Int64(digit) : Int64(digit))
                guard !overflow, !carry else { throw .outOfRange }
                minor = sum
            }
        }
        return minor
    }
}
