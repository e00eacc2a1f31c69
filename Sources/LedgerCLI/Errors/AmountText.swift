/// Amounts as people type them.
enum AmountText {
    /// Whether a text is an amount: digits and at most one `.` or `,`.
    static func isAmount(_ text: String) -> Bool {
        let marks = text.count { $0 == "." || $0 == "," }
        return marks < 2 && text.contains { $0.isASCII && $0.isNumber } && hasOnly("-.,", text)
    }

    /// A grouped amount without its groups: `1.234,50` is `1234.50`; `nil` where digits and marks
    /// do not tell.
    static func plain(_ text: String) -> String? {
        guard hasOnly("-.,' \u{A0}\u{202F}", text),
            let mark = text.lastIndex(where: { $0 == "." || $0 == "," })
        else { return nil }
        let whole = text[..<mark].filter { $0 == "-" || $0.isNumber }
        let fraction = text[text.index(after: mark)...]
        guard whole.contains(where: \.isNumber), fraction.allSatisfy(\.isNumber) else { return nil }
        return (1...2).contains(fraction.count) ? "\(whole).\(fraction)" : "\(whole)\(fraction)"
    }

    private static func hasOnly(_ marks: String, _ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && $0.isNumber || marks.contains($0) }
    }
}
