/// A decimal text of a report as a number that can be compared and drawn; never a floating-point
/// number.
struct Decimal {
    /// In units of the last digit.
    let minor: Int128

    /// Digits with at most one point, and a sign.
    init(_ text: String) {
        var minor: Int128 = 0
        for digit in text.unicodeScalars {
            guard let value = Int128(String(digit)) else { continue }
            let (tenfold, isOver) = minor.multipliedReportingOverflow(by: 10)
            let (next, overflows) = tenfold.addingReportingOverflow(value)
            if isOver || overflows { break }
            minor = next
        }
        self.minor = text.hasPrefix("-") ? -minor : minor
    }

    /// The text with a comma after each three digits in front of the point, and a true minus.
    static func grouped(_ text: String) -> String {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first else { return text }
        var result = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0 { result += "," }
            result.append(digit)
        }
        if parts.count > 1 { result += "." + parts[1] }
        return (isNegative ? "\u{2212}" : "") + result
    }
}
