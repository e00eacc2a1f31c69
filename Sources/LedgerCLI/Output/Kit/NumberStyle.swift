internal import ArgumentParser
internal import Ledger

/// How numbers are written where people read them: which marks stand between their digits.
///
/// Texts are made of so many parts that it goes with the command that runs rather than through all
/// of them; CSV, JSON and whatever is typed in again never see it.
struct NumberStyle: Sendable, Hashable {
    /// That of the command that runs.
    static var current: NumberStyle { held.get() }

    private static let usual = NumberStyle(decimal: ".", group: ",", isIndian: false)
    private static let held = TaskLocal(wrappedValue: usual)

    /// What stands before the decimals.
    let decimal: Character
    /// What stands between groups of digits; `nil` for nothing.
    let group: Character?
    /// Whether only the last group has three digits and all others two.
    let isIndian: Bool

    /// A style.
    init(decimal: Character, group: Character?, isIndian: Bool) {
        (self.decimal, self.group, self.isIndian) = (decimal, group, isIndian)
    }

    /// The style of an example with two decimals: `1.234,56`, `1 234,56`, `1234.56`,
    /// `12,34,567.89`; `nil` for what does not decide it.
    init?(example: String) {
        guard let mark = example.lastIndex(where: { $0 == "." || $0 == "," }),
            example[mark...].dropFirst().count == 2
        else { return nil }
        let whole = example[..<mark]
        let groups = whole.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }
        let marks = Set(whole.filter { !$0.isASCIIDigit })
        guard example[mark...].dropFirst().allSatisfy(\.isASCIIDigit), marks.count <= 1,
            marks.first.map(NumberStyle.groups.contains) ?? true, marks.first != example[mark],
            let first = groups.first, !first.isEmpty
        else { return nil }
        let sizes = groups.dropFirst().map(\.count)
        let isIndian = sizes.count > 1 && sizes.dropLast().allSatisfy { $0 == 2 }
        guard sizes.last ?? 3 == 3, isIndian || sizes.allSatisfy({ $0 == 3 }),
            first.count <= (isIndian ? 2 : 3) || sizes.isEmpty
        else { return nil }
        // No line ends within a number.
        let group = marks.first.map { $0 == " " ? "\u{A0}" : $0 }
        self.init(decimal: example[mark], group: group, isIndian: isIndian)
    }

    private static let groups: Set<Character> = [
        ".", ",", " ", "'", "’", "_", "\u{A0}", "\u{202F}", "\u{2009}",
    ]

    /// A number with `.` before its decimals and `,` between its thousands, in this style.
    func written(_ text: String) -> String {
        if self == NumberStyle.usual { return text }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts[0].filter(\.isASCIIDigit)
        var written = parts[0].hasPrefix("-") ? "-" : ""
        for (index, digit) in digits.enumerated() {
            let left = digits.count - index
            let isStart = isIndian ? left == 3 || (left > 3 && left % 2 == 1) : left % 3 == 0
            if index > 0, isStart, let group { written.append(group) }
            written.append(digit)
        }
        return parts.count == 1 ? written : written + String(decimal) + parts[1]
    }

    /// A number without marks between its thousands, as requests give them, as it is shown; any
    /// other text stays.
    static func plain(_ text: String) -> String {
        let isNumber =
            text.dropFirst(text.hasPrefix("-") ? 1 : 0).first?.isASCIIDigit == true
            && text.dropFirst().allSatisfy { $0.isASCIIDigit || $0 == "." }
        return isNumber ? Figure(text).text : text
    }

    /// Whether a field of what was recorded is money, and no text of somebody's.
    static func isMoney(_ field: String) -> Bool {
        ["amount", "opening", "balance", "goal"].contains(field)
    }

    /// Runs something whose texts have this style.
    func run(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) {
        let result: Result<Void, CommandFailure> = NumberStyle.held.withValue(self) {
            do throws(CommandFailure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// What `--numbers` is given: an example, or `locale` for what `LC_NUMERIC` says.
struct NumbersArgument: ExpressibleByArgument {
    /// `nil` for what the locale says.
    let style: NumberStyle?

    init?(argument: String) {
        if argument.lowercased() == "locale" {
            style = nil
        } else {
            guard let style = NumberStyle(example: argument) else { return nil }
            self.style = style
        }
    }

    /// The style.
    ///
    /// - Parameter variables: The process's environment.
    /// - Throws: A usage error for a locale that the system does not have.
    func style(_ variables: [String: String]) throws(CommandFailure) -> NumberStyle {
        if let style { return style }
        // POSIX.1-2017, 8.2: the first of these that is set and not empty.
        let name = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { variables[$0] }
            .first { !$0.isEmpty }
        guard let name else { return NumberStyle.current }
        guard let marks = LocaleNumbers.marks(of: name) else {
            throw .usage(.unknownLocale(name))
        }
        return marks
    }

    static var allValueStrings: [String] { ["1,234.56", "1.234,56", "1 234,56", "locale"] }
}
