/// The mark before cells that a spreadsheet would take for formulas.
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, and is no number, gets
/// an apostrophe in front when it is written to CSV; so does one in which apostrophes stand before
/// such a character. Reading takes one apostrophe away again.
package enum FormulaMark {
    /// The text as a cell that no program runs.
    package static func harmless(_ text: String) -> String {
        isMarked(text.utf8[...]) && !isNumber(text) ? "'" + text : text
    }

    /// The text that ``harmless(_:)`` made a cell of.
    package static func undone(_ cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "'"), isMarked(cell.utf8.dropFirst()) else {
            return cell
        }
        return String(cell.dropFirst())
    }

    private static func isMarked(_ text: Substring.UTF8View) -> Bool {
        // Most begin with a letter or a digit.
        guard let first = text.first, first < 0x30 || first == 0x3D || first == 0x40 else {
            return false
        }
        let rest = text.drop { $0 == UInt8(ascii: "'") }
        return rest.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    }

    /// `-12.50`, `+5` and `-9.90 EUR` are no formulas.
    private static func isNumber(_ text: String) -> Bool {
        let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber || ".,".contains($0) }
        let rest = text.dropFirst(1 + digits.count)
        let isUnit = rest.isEmpty || rest.first == " " && rest.dropFirst().allSatisfy(\.isLetter)
        return "+-".contains(text.prefix(1)) && digits.contains(where: \.isNumber) && isUnit
    }
}
