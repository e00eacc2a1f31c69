/// How much one of something is in something else: an exact decimal above zero, such as `1.08`.
public struct Rate: Hashable, Sendable {
    /// The digits as a whole number, without zeros behind the last decimal that counts.
    public let digits: Int64

    /// How many of the digits are decimals, 0…18.
    public let scale: Int

    /// The most decimals a rate can have.
    public static let scaleMax = 18

    /// So many digits, some of them decimals; `nil` where they are not above zero, or the decimals
    /// not 0…18. Zeros behind the last decimal that counts are dropped.
    public init?(digits: Int64, scale: Int) {
        guard digits > 0, (0...Rate.scaleMax).contains(scale) else { return nil }
        var (digits, scale) = (digits, scale)
        while scale > 0, digits % 10 == 0 {
            digits /= 10
            scale -= 1
        }
        self.digits = digits
        self.scale = scale
    }

    /// Reads digits with at most one `.` or `,` between them, and no sign.
    ///
    /// - Throws: `AmountError`: `malformed` also for zero, `mayBeThousands` for `1,480`.
    public init(parsing text: some StringProtocol) throws(AmountError) {
        let text = String(text)
        if text.isEmpty { throw .empty }
        var digits: Int64 = 0
        var (whole, decimals, zeros) = (0, 0, 0)
        var hasMark = false
        for byte in text.utf8 {
            if byte == 0x2E || byte == 0x2C, !hasMark, whole > 0 {
                hasMark = true
                continue
            }
            guard TextReader.isDigit(byte) else { throw .malformed(text: text) }
            if hasMark { decimals += 1 } else { whole += 1 }
            // Zeros at the end take no room.
            if hasMark, byte == 0x30 {
                zeros += 1
                continue
            }
            for _ in 0..<zeros {
                digits = try Rate.appended(0, to: digits)
            }
            zeros = 0
            digits = try Rate.appended(Int64(byte - 0x30), to: digits)
        }
        if hasMark, decimals == 0 { throw .malformed(text: text) }
        // Prices of three decimals are usual, and written with a point by who writes thousands.
        if decimals == 3, whole <= 3, !text.hasPrefix("0"), text.contains(",") {
            throw .mayBeThousands(text: text, allowed: Rate.scaleMax)
        }
        let scale = decimals - zeros
        if scale > Rate.scaleMax { throw .tooManyFractionDigits(allowed: Rate.scaleMax) }
        guard let rate = Rate(digits: digits, scale: scale) else { throw .malformed(text: text) }
        self = rate
    }

    private static func appended(_ digit: Int64, to digits: Int64) throws(AmountError) -> Int64 {
        let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(digit)
        if overflow || carry { throw .outOfRange }
        return sum
    }
}

extension Rate: CustomStringConvertible {
    /// The digits with `.` before the decimals: `1.08`.
    public var description: String { decimalText(Int128(digits), exponent: scale) }
}
