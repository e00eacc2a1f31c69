internal import Ledger

extension MoneyFormat {
    /// How files write amounts: either decimal mark, and between groups of digits the other mark,
    /// an apostrophe, or a space, which may be a narrow, thin or no-break one.
    static let ofColumns: [MoneyFormat] = DecimalMark.allCases.flatMap { mark in
        [mark == .point ? "," : ".", "'\u{2019}", " \u{A0}\u{2009}\u{202F}"].map {
            MoneyFormat(decimalMark: mark, groupingMarks: $0)
        }
    }

    /// Whether a cell is written in this format, whatever its currency: unlike a typed amount, a
    /// grouped one does not begin with a zero, so `0.500` tells that the point is the decimal mark.
    func fits(_ cell: String) -> Bool {
        var groups = DigitGroups()
        var decimals: Int?
        var isFirst = true
        for scalar in cell.unicodeScalars {
            defer { isFirst = false }
            if scalar >= "0", scalar <= "9" {
                if let count = decimals {
                    decimals = count + 1
                } else {
                    groups.digit(isZero: scalar == "0")
                }
            } else if isFirst, scalar == "-" || scalar == "+" {
                continue
            } else if decimals != nil {
                return false
            } else if scalar == (decimalMark == .point ? "." : ",") {
                decimals = 0
            } else if !groupingMarks.unicodeScalars.contains(scalar) || !groups.mark() {
                return false
            }
        }
        return groups.areWhole && decimals.map { $0 > 0 } ?? !groups.isEmpty
    }
}

/// Checks the groups of digits before the decimal mark: of three each, or in the Indian way of two
/// with three at the end.
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

    var areWhole: Bool {
        if marks == 0 { return true }
        guard current == 3, !startsWithZero else { return false }
        return areMiddleOnesThree && first <= 3 || areMiddleOnesTwo && first <= 2
    }
}
