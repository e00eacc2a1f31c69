internal import Ledger

/// Some days; without anything all of them.
package struct DaysInput: Codable, Hashable, Sendable {
    /// Days by a phrase, such as `last month` or `2026-03`.
    package var range: String?
    /// The first day, a date or a phrase.
    package var begin: String?
    /// The day after the last, a date or a phrase.
    package var end: String?

    /// A request.
    package init(range: String? = nil, begin: String? = nil, end: String? = nil) {
        self.range = range
        self.begin = begin
        self.end = end
    }
}

extension CalendarContext {
    /// The days that a request names.
    func days(of input: DaysInput) throws(ApplicationError) -> DayRange {
        try days(in: input.range, begin: input.begin, end: input.end)
    }
}
