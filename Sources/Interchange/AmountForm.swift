/// What stands before the decimals of an amount.
package enum DecimalMark: String, CaseIterable, Codable, Hashable, Sendable {
    case point = "."
    case comma = ","
}

/// How the amounts of a column are written: the decimal mark and what groups the digits before it.
///
/// Groups are of three digits, or in the Indian way of two with three at the end. A sign may stand
/// in front. Nothing else may: `1e3` is no amount.
struct AmountForm: Hashable {
    enum Grouping: CaseIterable {
        /// A comma, or a point where the comma is the decimal mark.
        case otherMark
        /// `'` and `’`, as in Switzerland.
        case apostrophe
        /// A space, also a no-break, narrow or thin one.
        case space
    }

    let decimalMark: DecimalMark
    let grouping: Grouping

    static let allCases = DecimalMark.allCases.flatMap { mark in
        Grouping.allCases.map { AmountForm(decimalMark: mark, grouping: $0) }
    }

    /// The number in a text; `nil` if it is not of this form. Spaces around it do not count.
    func number(in text: String) -> DecimalNumber? {
        var parser = DigitGroups()
        var number = DecimalNumber()
        var isFraction = false
        var isFirst = true
        for scalar in text.trimmed.unicodeScalars {
            defer { isFirst = false }
            if scalar >= "0", scalar <= "9" {
                number.append(digit: UInt64(scalar.value - 0x30), isFraction: isFraction)
                if !isFraction { parser.digit(isZero: scalar == "0") }
            } else if isFirst, scalar == "-" || scalar == "\u{2212}" {
                number.isNegative = true
            } else if isFirst, scalar == "+" {
                continue
            } else if isFraction {
                return nil
            } else if scalar == mark {
                isFraction = true
            } else if isGroupMark(scalar) {
                guard parser.mark() else { return nil }
            } else {
                return nil
            }
        }
        guard parser.isWhole, isFraction ? number.decimals > 0 : !parser.isEmpty else { return nil }
        return number
    }

    private var mark: Unicode.Scalar { decimalMark == .point ? "." : "," }

    private func isGroupMark(_ scalar: Unicode.Scalar) -> Bool {
        switch grouping {
        case .otherMark: scalar == (decimalMark == .point ? "," : ".")
        case .apostrophe: scalar == "'" || scalar == "\u{2019}"
        case .space:
            scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}" || scalar == "\u{2009}"
        }
    }
}

/// Checks the groups of digits before the decimal mark.
private struct DigitGroups {
    private var marks = 0
    private var first = 0
    private var current = 0
    private var startsWithZero = false
    private var areMiddleOnesThree = true
    private var areMiddleOnesTwo = true

    var isEmpty: Bool { marks == 0 && current == 0 }

    mutating func digit(isZero: Bool) {
        if isEmpty { startsWithZero = isZero }
        current += 1
    }

    /// Ends a group; false if it was empty.
    mutating func mark() -> Bool {
        guard current > 0 else { return false }
        if marks == 0 {
            first = current
        } else {
            areMiddleOnesThree = areMiddleOnesThree && current == 3
            areMiddleOnesTwo = areMiddleOnesTwo && current == 2
        }
        marks += 1
        current = 0
        return true
    }

    /// Whether what was seen is a number as people group it, or not grouped at all.
    var isWhole: Bool {
        if marks == 0 { return true }
        guard current == 3, !startsWithZero else { return false }
        return areMiddleOnesThree && first <= 3 || areMiddleOnesTwo && first <= 2
    }
}

/// A decimal number of any currency.
struct DecimalNumber: Hashable {
    var isNegative = false
    private var magnitude: UInt64 = 0
    private(set) var decimals = 0
    private var overflows = false
    /// Zeros at the end of the decimals, which are left out of the magnitude until a digit follows.
    private var zeros = 0

    mutating func append(digit: UInt64, isFraction: Bool) {
        if isFraction {
            decimals += 1
            if digit == 0 {
                zeros += 1
                return
            }
        }
        for _ in 0..<zeros { push(0) }
        zeros = 0
        push(digit)
    }

    private mutating func push(_ digit: UInt64) {
        guard !overflows else { return }
        let (shifted, tooFar) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, tooMuch) = shifted.addingReportingOverflow(digit)
        overflows = tooFar || tooMuch
        if !overflows { magnitude = sum }
    }

    enum Units: Hashable {
        case exact(Int64)
        case tooPrecise
        case overflow
    }

    /// The number in units of `10^-exponent`, if it is whole in them; zeros at the end do not count.
    func units(exponent: Int) -> Units {
        let significant = decimals - zeros
        guard significant <= exponent else { return .tooPrecise }
        var copy = self
        for _ in significant..<exponent { copy.push(0) }
        if copy.overflows { return .overflow }
        if copy.magnitude == UInt64(Int64.max) + 1, isNegative { return .exact(.min) }
        guard let value = Int64(exactly: copy.magnitude) else { return .overflow }
        return .exact(isNegative ? -value : value)
    }
}
