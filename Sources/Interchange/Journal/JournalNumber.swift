internal import Ledger

/// A decimal number as a journal has it, exactly.
struct JournalNumber: Hashable, Sendable {
    /// All its digits.
    let digits: Int128
    /// How many of them are behind the mark.
    let scale: Int

    /// Digits of a number, at most.
    static let digitsMax = 30

    static let zero = JournalNumber(digits: 0, scale: 0)

    /// Whether the sum of as many as memory holds fits, whatever scales they have.
    var isSmall: Bool { digits.magnitude < 1_000_000_000_000_000 && scale <= 6 }
    var isZero: Bool { digits == 0 }
    var isNegative: Bool { digits < 0 }
    var negated: JournalNumber { JournalNumber(digits: -digits, scale: scale) }
    var magnitude: JournalNumber { isNegative ? negated : self }

    /// `nil` where it does not fit.
    func adding(_ other: JournalNumber) -> JournalNumber? {
        let scale = max(scale, other.scale)
        guard let left = widened(to: scale), let right = other.widened(to: scale) else {
            return nil
        }
        let (sum, isOver) = left.addingReportingOverflow(right)
        return isOver ? nil : JournalNumber(digits: sum, scale: scale)
    }

    /// Adds another one in place; false, and nothing is added, where it does not fit.
    mutating func add(_ other: JournalNumber) -> Bool {
        guard let sum = adding(other) else { return false }
        self = sum
        return true
    }

    /// `nil` where it does not fit.
    func multiplied(by other: JournalNumber) -> JournalNumber? {
        let (product, isOver) = digits.multipliedReportingOverflow(by: other.digits)
        return isOver ? nil : JournalNumber(digits: product, scale: scale + other.scale)
    }

    func isSame(as other: JournalNumber) -> Bool { adding(other.negated)?.isZero == true }

    private func widened(to scale: Int) -> Int128? {
        var wide = digits
        for _ in self.scale..<scale {
            let (next, isOver) = wide.multipliedReportingOverflow(by: 10)
            if isOver { return nil }
            wide = next
        }
        return wide
    }

    /// The minor units of a currency; `nil` where there are more decimals or it does not fit.
    func minor(_ exponent: Int) -> Int64? {
        let rounded = rounded(exponent)
        return rounded.flatMap { isSame(as: $0) ? Int64(exactly: $0.digits) : nil }
    }

    /// With so many decimals, halves away from zero; `nil` where it does not fit.
    func rounded(_ exponent: Int) -> JournalNumber? {
        if scale <= exponent {
            return widened(to: exponent).map { JournalNumber(digits: $0, scale: exponent) }
        }
        var divisor: Int128 = 1
        for _ in exponent..<scale {
            let (next, isOver) = divisor.multipliedReportingOverflow(by: 10)
            if isOver { return JournalNumber(digits: 0, scale: exponent) }
            divisor = next
        }
        let (whole, rest) = digits.quotientAndRemainder(dividingBy: divisor)
        let isUp = rest.magnitude >= divisor.magnitude - rest.magnitude
        return JournalNumber(digits: isUp ? whole + digits.signum() : whole, scale: exponent)
    }

    var text: String { decimalText(digits, exponent: scale) }
}
