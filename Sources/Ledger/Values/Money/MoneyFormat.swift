/// How a file writes amounts, where that is known: for imports.
public struct MoneyFormat: Sendable, Hashable, Codable {
    /// The mark between whole and decimal digits.
    public enum DecimalMark: String, Sendable, Hashable, Codable, CaseIterable {
        /// `12.50`
        case point = "."
        /// `12,50`
        case comma = ","
    }

    /// The mark between whole and decimal digits.
    public let decimalMark: DecimalMark

    /// The characters that may stand between groups of whole digits, one kind in an amount; a
    /// decimal mark among them is ignored. Empty: no grouping.
    public let groupingMarks: String

    /// A format of one decimal mark, and of grouping if marks are given (`","`, `".’ \u{A0}"`).
    public init(decimalMark: DecimalMark, groupingMarks: String = "") {
        self.decimalMark = decimalMark
        self.groupingMarks = groupingMarks
    }
}
