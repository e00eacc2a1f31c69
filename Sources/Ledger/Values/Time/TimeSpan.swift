/// A length of time as people say it: whole days, which the calendar counts, or minutes, which the
/// clock does.
package enum TimeSpan: Hashable, Sendable {
    /// So many days of the calendar, each as long as it is.
    case days(Int)
    /// So many minutes of 60 seconds.
    case minutes(Int)

    /// Texts of each kind, for help and error messages.
    package static let examples = ["2d", "1 week", "12h", "30 min"]

    /// Parses a number of at most six digits and a unit: `min`, `h`, `d` or `w`, or its English
    /// name; a plus sign may stand before it, as in `+7d`. Nil for anything else.
    package init?(_ text: some StringProtocol) {
        var text = text.lowercased().filter { !$0.isWhitespace }
        if text.first == "+" { text.removeFirst() }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let count = Int(digits) else { return nil }
        switch text.dropFirst(digits.count) {
        case "min", "mins", "minute", "minutes": self = .minutes(count)
        case "h", "hr", "hrs", "hour", "hours": self = .minutes(count * 60)
        case "d", "day", "days": self = .days(count)
        case "w", "wk", "wks", "week", "weeks": self = .days(count * 7)
        default: return nil
        }
    }
}
