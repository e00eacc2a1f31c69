internal import EventLog
internal import Ledger

/// A sum of a report, read back from its text to be added up for totals.
///
/// Where prices are in it, what it was before it was rounded goes into the totals, which are
/// rounded once.
package struct Figure {
    /// In units of the last digit.
    package var minor: Int128 { exact?.rounded(with: whole) ?? whole }
    let exponent: Int
    private let whole: Int128
    private let exact: ExactSum?

    static let zero = Figure(minor: 0, exponent: 0)

    private init(minor: Int128, exponent: Int, exact: ExactSum? = nil) {
        whole = minor
        self.exponent = exponent
        self.exact = exact
    }

    /// Reads a sum, with what it was before it was rounded.
    init(_ text: String, _ unrounded: UnroundedSum) {
        let shown = Figure(text)
        self =
            unrounded.exact.map { exact in
                Figure(minor: unrounded.whole, exponent: shown.exponent, exact: exact)
            } ?? shown
    }

    /// The sum of a row.
    init(_ row: SpendingReport.Row) { self.init(row.sum, row.unrounded) }

    /// As it is shown: what it was before that is forgotten.
    var shown: Figure { Figure(minor: minor, exponent: exponent) }

    /// Nothing, with as many decimal digits.
    var zeroed: Figure { Figure(minor: 0, exponent: exponent) }

    /// Reads `-1234.50`; anything else is 0.
    package init(_ text: String) {
        self = Figure(digits: text.utf8) ?? .zero
    }

    private init?(digits text: String.UTF8View) {
        var (isNegative, isFirst) = (false, true)
        // Below 0, where there is one more.
        var sum: Int128 = 0
        // The last digits, which are not in the sum yet: there are many sums, of few digits.
        var (digits, scale): (Int64, Int64) = (0, 1)
        var exponent: Int?
        func join() -> Int128? {
            let (scaled, overflows) = sum.multipliedReportingOverflow(by: Int128(scale))
            let (next, isOver) = scaled.subtractingReportingOverflow(Int128(digits))
            return overflows || isOver ? nil : next
        }
        for byte in text {
            if isFirst {
                isFirst = false
                isNegative = byte == UInt8(ascii: "-")
                if isNegative { continue }
            }
            if byte == UInt8(ascii: "."), exponent == nil {
                exponent = 0
                continue
            }
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            if scale == 1_000_000_000_000_000_000 {
                guard let next = join() else { return nil }
                (sum, digits, scale) = (next, 0, 1)
            }
            (digits, scale) = (digits * 10 + Int64(byte - 0x30), scale * 10)
            if let count = exponent { exponent = count + 1 }
        }
        guard let whole = join() else { return nil }
        sum = whole
        if sum == .min, !isNegative { return nil }
        self.init(minor: isNegative ? sum : -sum, exponent: exponent ?? 0)
    }

    /// With marks between thousands: for people's eyes only.
    package var text: String {
        NumberStyle.current.written(decimalText(minor, exponent: exponent, grouping: true))
    }

    /// `1,234.50 EUR` of `1234.50 EUR`, as rows tell money; any other text stays.
    package static func words(_ money: String) -> String {
        let parts = money.split(separator: " ").map(String.init)
        guard parts.count == 2, let figure = Figure(digits: parts[0].utf8) else { return money }
        return "\(figure.text) \(parts[1])"
    }

    /// `Bike 3,000.00 EUR by 2027-06-30` of `Bike 3000.00 EUR by 2027-06-30`: of a phrase about a
    /// goal, a budget or a rule the last money.
    static func inPhrase(_ phrase: String) -> String {
        var words = phrase.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let money = words.indices.dropLast().last { index in
            let code = words[index + 1]
            return words[index].last?.isWholeNumber == true
                && Figure(digits: words[index].utf8) != nil
                && Currency.isValid(code: code.hasSuffix(",") ? String(code.dropLast()) : code)
        }
        if let money { words[money] = Figure(words[money]).text }
        return words.joined(separator: " ")
    }

    package static func + (left: Figure, right: Figure) -> Figure {
        let (sum, overflow) = left.whole.addingReportingOverflow(right.whole)
        var exact = left.exact ?? right.exact
        if let one = left.exact, let other = right.exact { exact = one + other }
        return Figure(
            minor: overflow ? left.whole : sum, exponent: max(left.exponent, right.exponent),
            exact: exact)
    }

    static func - (left: Figure, right: Figure) -> Figure {
        left
            + Figure(
                minor: right.whole == .min ? .max : -right.whole, exponent: right.exponent,
                exact: right.exact.map { -$0 })
    }

    /// The mean, rounded half away from zero; 0 without any.
    func divided(by count: Int) -> Figure {
        guard count > 0 else { return Figure(minor: 0, exponent: exponent) }
        let (quotient, remainder) = minor.quotientAndRemainder(dividingBy: Int128(count))
        let roundsUp = remainder.magnitude * 2 >= Int128(count).magnitude
        return Figure(
            minor: quotient + (roundsUp ? remainder.signum() : 0), exponent: exponent)
    }

    /// The share of a whole in percent, with one decimal digit; `–` without a whole.
    func share(of whole: Figure) -> String {
        let (scaled, overflow) = minor.multipliedReportingOverflow(by: 1_000)
        guard whole.minor != 0, !overflow else { return "–" }
        return Figure(minor: scaled, exponent: 1).divided(exactly: whole.minor).text + "%"
    }

    private func divided(exactly divisor: Int128) -> Figure {
        let (quotient, remainder) = minor.quotientAndRemainder(dividingBy: divisor)
        let roundsUp = remainder.magnitude.multipliedReportingOverflow(by: 2)
        let isUp = roundsUp.overflow || roundsUp.partialValue >= divisor.magnitude
        let direction: Int128 = (minor < 0) == (divisor < 0) ? 1 : -1
        return Figure(minor: quotient + (isUp ? direction : 0), exponent: exponent)
    }
}

/// A whole number with marks between thousands.
func grouped(_ number: some BinaryInteger) -> String {
    NumberStyle.current.written(Prose.grouped(number))
}

/// `1 line`, `2 lines`.
func counted(_ number: some BinaryInteger, _ noun: String, _ nouns: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : nouns ?? noun + "s")"
}
