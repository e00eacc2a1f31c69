/// An amount as it is typed, taken apart: `12,50€`, `$12.50`, `12.50 USD`, `-€5`.
package struct WrittenAmount: Hashable, Sendable {
    /// Sign, digits and marks; the whole text where it is no amount with something beside it.
    package let digits: String
    /// What stands before or behind the digits; `nil` for nothing.
    package let unit: String?

    /// Takes a text apart.
    package init(_ text: some StringProtocol) {
        let isDigit: (Character) -> Bool = { $0.isASCII && $0.isNumber }
        let isMark: (Character) -> Bool = { isDigit($0) || $0 == "." || $0 == "," }
        let isSign: (Character) -> Bool = { $0 == "-" || $0 == "+" }
        guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit)
        else {
            (digits, unit) = (String(text), nil)
            return
        }
        let start = text[..<first].lastIndex { !isMark($0) }.map(text.index(after:))
        let figure = text[(start ?? text.startIndex)...last]
        var before = String(text[..<(start ?? text.startIndex)].filter { !$0.isWhitespace })
        let behind = String(text[text.index(after: last)...].filter { !$0.isWhitespace })
        var sign = ""
        if let one = before.first, isSign(one) {
            sign = String(before.removeFirst())
        } else if let one = before.last, isSign(one) {
            sign = String(before.removeLast())
        }
        let unit = before + behind
        let isBeside = before.isEmpty != behind.isEmpty && !unit.contains(where: isSign)
        guard isBeside, !CurrencySymbol.codes(of: unit).isEmpty else {
            (digits, self.unit) = (String(text), nil)
            return
        }
        (digits, self.unit) = (sign + figure, unit)
    }
}
