/// What sentences for people are made of.
package enum Prose {
    /// How many columns a quotation takes at most.
    private static let quotedMax = 60

    /// Text as someone typed it, in quotes, on one line and not too long.
    package static func quoted(_ text: String) -> String {
        "'\(PlainText.cut(PlainText.plain(text), to: quotedMax))'"
    }

    /// `; did you mean a or b?`, or nothing.
    package static func meant(_ suggestions: [String]) -> String {
        let names = suggestions.map(quoted)
        guard let last = names.last else { return "" }
        let others = names.dropLast().joined(separator: ", ")
        return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// A whole number with `,` between thousands.
    package static func grouped(_ number: some BinaryInteger) -> String {
        let digits = "\(number.magnitude)"
        var text = number < 0 ? "-" : ""
        if digits.utf8.count <= 3 { return text + digits }
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// `1 line`, `2 lines`.
    package static func counted(
        _ number: some BinaryInteger, _ noun: String, _ nouns: String? = nil
    ) -> String {
        "\(grouped(number)) \(number == 1 ? noun : nouns ?? noun + "s")"
    }
}
