/// How a file writes amounts, where that is known: for imports.
package struct MoneyFormat: Sendable, Hashable, Codable {
    /// The mark between whole and decimal digits.
    package enum DecimalMark: String, Sendable, Hashable, Codable, CaseIterable {
        /// `12.50`
        case point = "."
        /// `12,50`
        case comma = ","
    }

    /// The mark between whole and decimal digits.
    package let decimalMark: DecimalMark

    /// The characters that may stand between groups of whole digits, one kind in an amount; a
    /// decimal mark among them is ignored. Empty: no grouping.
    package let groupingMarks: String

    /// A format of one decimal mark, and of grouping if marks are given (`","`, `".’ \u{A0}"`).
    package init(decimalMark: DecimalMark, groupingMarks: String = "") {
        self.decimalMark = decimalMark
        self.groupingMarks = groupingMarks
    }
}
