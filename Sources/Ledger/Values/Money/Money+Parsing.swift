extension Money {
    /// Parses an amount as people type it: an optional sign, digits and one optional decimal mark,
    /// `.` or `,`; no grouping, no exponent, no space. `.5` is a half, `5.` is refused.
    ///
    /// Decimal digits beyond the currency's must be zeros. Three digits after the mark of `1.000`
    /// or `1,000` are refused unless the currency has three and the mark is a point: they may mean
    /// a thousand.
    /// Throws `AmountError`; accepts exactly the amounts of 64 bits of minor units.
    public init(
        parsing text: some StringProtocol, currency: Currency
    ) throws(AmountError) {
        var reader = AmountReader(exponent: currency.exponent)
        try reader.read(String(text)) { $0 == "." || $0 == "," ? .decimal : nil }
        if reader.mayMeanThousands, currency.exponent < 3 || text.contains(",") {
            throw .mayBeThousands(text: String(text), allowed: currency.exponent)
        }
        self.init(minor: try reader.minor(), currency: currency)
    }

    /// Parses an amount of a file whose format is known: as above, but with that decimal mark only,
    /// and with grouping marks, which must all be the same one and stand at thousands (`1,234,567`)
    /// or at lakhs and crores (`12,34,567`). Throws `AmountError`.
    package init(
        parsing text: some StringProtocol, currency: Currency, format: MoneyFormat
    ) throws(AmountError) {
        let decimalMark: Unicode.Scalar = format.decimalMark == .point ? "." : ","
        let groupingMarks = format.groupingMarks.unicodeScalars
        var reader = AmountReader(exponent: currency.exponent)
        try reader.read(String(text)) { scalar in
            scalar == decimalMark ? .decimal : groupingMarks.contains(scalar) ? .grouping : nil
        }
        self.init(minor: try reader.minor(), currency: currency)
    }
}

/// Reads a written amount in one pass, without a copy of its digits.
private struct AmountReader {
    enum Mark {
        case decimal, grouping
    }

    let exponent: Int
    private var isNegative = false
    private var value: Int64 = 0
    private var hasOverflowed = false
    private var wholeDigits = 0
    private var startsWithZero = false
    private var fractionDigits = 0
    private var hasSurplus = false
    private var groups = Groups()

    init(exponent: Int) {
        self.exponent = exponent
    }

    /// True for what `1.000` may be: one to three digits without a zero in front, a mark, three.
    var mayMeanThousands: Bool {
        (1...3).contains(wholeDigits) && !startsWithZero && fractionDigits == 3
    }

    mutating func read(
        _ text: String, mark: (Unicode.Scalar) -> Mark?
    ) throws(AmountError) {
        var scalars = text.unicodeScalars[...]
        guard let first = scalars.first else { throw .empty }
        if first == "-" || first == "+" {
            isNegative = first == "-"
            scalars.removeFirst()
        }
        var groupingMark: Unicode.Scalar?
        var hasDecimalMark = false
        for scalar in scalars {
            if scalar.value >= 0x30, scalar.value <= 0x39 {
                take(digit: Int64(scalar.value - 0x30), isWhole: !hasDecimalMark)
                continue
            }
            guard !hasDecimalMark, let mark = mark(scalar) else { throw .malformed(text: text) }
            switch mark {
            case .decimal:
                hasDecimalMark = true
            case .grouping:
                guard (groupingMark ?? scalar) == scalar else { throw .misgrouped(text: text) }
                groupingMark = scalar
                groups.close()
            }
        }
        guard (hasDecimalMark ? fractionDigits : wholeDigits) > 0 else {
            throw .malformed(text: text)
        }
        guard groups.areLegal else { throw .misgrouped(text: text) }
    }

    func minor() throws(AmountError) -> Int64 {
        guard !hasSurplus else { throw .tooManyFractionDigits(allowed: exponent) }
        var padded = self
        for _ in 0..<max(0, exponent - fractionDigits) { padded.append(0) }
        guard !padded.hasOverflowed else { throw .outOfRange }
        return padded.value
    }

    private mutating func take(digit: Int64, isWhole: Bool) {
        if isWhole {
            if wholeDigits == 0 { startsWithZero = digit == 0 }
            wholeDigits += 1
            groups.length += 1
            append(digit)
        } else {
            fractionDigits += 1
            if fractionDigits <= exponent { append(digit) } else if digit != 0 { hasSurplus = true }
        }
    }

    /// The sign goes with each digit, because the least `Int64` has no positive twin.
    private mutating func append(_ digit: Int64) {
        let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
        value = sum
        hasOverflowed = hasOverflowed || overflow || carry
    }

    /// The lengths of groups of digits.
    private struct Groups {
        var length = 0  // of the group being read
        private var first: Int?
        private var areThrees = true
        private var areTwos = true

        mutating func close() {
            if first == nil {
                first = length
            } else {
                areThrees = areThrees && length == 3
                areTwos = areTwos && length == 2
            }
            length = 0
        }

        /// True for groups of three, and for a last group of three after groups of two.
        var areLegal: Bool {
            guard let first else { return true }
            return length == 3 && first >= 1
                && ((first <= 3 && areThrees) || (first <= 2 && areTwos))
        }
    }
}
