internal import LedgerCLI

extension Figure {
    /// A decimal text of a report with a comma after each three digits in front of the point, and a
    /// true minus.
    static func grouped(_ text: String) -> String {
        grouped(Figure(text))
    }

    /// A sum in the same way.
    static func grouped(_ figure: Figure) -> String {
        let text = figure.text
        return text.utf8.contains(UInt8(ascii: "-"))
            ? text.replacing("-", with: "\u{2212}") : text
    }

    /// A whole number in the same way.
    static func grouped(_ number: some BinaryInteger) -> String { grouped("\(number)") }
}
