internal import Ledger

/// Amounts as people type them.
enum AmountText {
    /// Whether a text is an amount: a sign, digits and at most one `.` or `,`.
    static func isAmount(_ text: String) -> Bool {
        let marks = text.count { $0 == "." || $0 == "," }
        return marks < 2 && !text.dropFirst().contains("-")
            && text.contains { $0.isASCII && $0.isNumber } && hasOnly("-.,", text)
    }

    /// Whether a text is an amount, with or without a currency beside its digits.
    static func isWritten(_ text: String) -> Bool {
        isAmount(text) || WrittenAmount(text).unit != nil
    }

    /// A grouped amount without its groups: `1.234,50` is `1234.50`, `1 000` is `1000`, `5-` is
    /// `-5`; `nil` where digits and marks do not decide.
    static func plain(_ typed: String) -> String? {
        var text = typed.replacing("\u{2212}", with: "-")
        // `5,-`
        for end in ["-", "\u{2013}", "\u{2014}"] where text.hasSuffix(end) && text.count > 1 {
            while text.hasSuffix(end) { text.removeLast(end.count) }
            guard let mark = text.last, mark == "," || mark == "." else {
                return isAmount(text) && !text.hasPrefix("-") ? "-\(text)" : nil
            }
            // `12.50.-`
            let rest = text.dropLast()
            if rest.contains(where: { $0 == "." || $0 == "," }) { text = String(rest) }
        }
        guard hasOnly("-.,' \u{A0}\u{202F}", text) else { return nil }
        guard let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) else {
            let groups = text.split { !$0.isNumber && $0 != "-" }
            let isGrouped = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
            return isGrouped ? groups.joined() : text != typed && isAmount(text) ? text : nil
        }
        let head = text[..<mark]
        let groups = head.split(omittingEmptySubsequences: false) { !$0.isNumber && $0 != "-" }
        let isGrouped = groups.dropFirst().allSatisfy { (2...3).contains($0.count) }
        let whole = groups.joined()
        let fraction = text[text.index(after: mark)...]
        // `12.5.0`
        guard isGrouped, fraction.count == 3 || !head.contains(text[mark]) else { return nil }
        guard whole.contains(where: \.isNumber), fraction.allSatisfy(\.isNumber) else { return nil }
        return (1...2).contains(fraction.count) ? "\(whole).\(fraction)" : "\(whole)\(fraction)"
    }

    /// A range of amounts as a filter takes it, and the currency that is in it: of `>20EUR`
    /// `>20` and `EUR`, of `>1,000` both numbers that it may be; empty where nothing decides.
    static func filters(_ text: String) -> [(range: String, unit: String?)] {
        let operators = text.prefix { "<>=".contains($0) }
        let sign = operators.filter { $0 != "=" } + (operators.count > 1 ? "=" : "")
        let isRange = text.contains("..")
        let bounds = text.dropFirst(operators.count).replacing("..", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard bounds.count <= 2 else { return [] }
        let written = bounds.map { WrittenAmount($0) }
        let unit = written.compactMap(\.unit).first
        let meant = written.map { $0.digits.isEmpty ? [""] : readings($0.digits) }
        let range = meant.map { $0.first ?? "x" }.joined(separator: "..")
        var found = [range]
        if !isRange { found = meant[0] }
        return found.map { sign + $0 }.filter { AmountRange($0) != nil }.map { ($0, unit) }
    }

    /// The plain amounts that digits may mean.
    private static func readings(_ digits: String) -> [String] {
        if AmountRange(digits) != nil { return [digits] }
        guard let mark = digits.firstIndex(where: { $0 == "." || $0 == "," }),
            isAmount(digits), digits.distance(from: mark, to: digits.endIndex) == 4
        else { return plain(digits).map { [$0] } ?? [] }
        let zeros = digits[digits.index(after: mark)...]
        let whole = digits[..<mark]
        return ["\(whole)\(zeros)"]
            + (zeros.last == "0" ? ["\(whole).\(zeros.dropLast())"] : [])
    }

    private static func hasOnly(_ marks: String, _ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && $0.isNumber || marks.contains($0) }
    }
}
