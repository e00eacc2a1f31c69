package import Ledger

/// Tells which days a phrase means.
package enum ReadPeriod: Endpoint {
    /// The phrase.
    package struct Input: Codable, Hashable, Sendable {
        /// Days, buckets or both in words, such as `last month` or `every 2 weeks in 2026`.
        package var text: String
        /// English name of the day on which weeks start; that of the ledger when left out.
        package var weekStart: String?

        /// A request.
        package init(text: String, weekStart: String? = nil) {
            self.text = text
            self.weekStart = weekStart
        }
    }

    /// What it means today.
    package struct Output: Codable, Hashable, Sendable {
        /// The phrase.
        package let text: String
        /// Today in the ledger's zone.
        package let today: Day
        /// Name of the buckets; left out where it names none.
        package let period: String?
        /// The first day; left out where it names none.
        package let start: Day?
        /// The day after the last one; left out where it names none.
        package let end: Day?
        /// How many days it is; left out where an end is open.
        package let days: Int?
    }

    package static let path = "period"
    package static let summary = "tell which days a phrase means"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let today = try env.today(in: env.snapshot())
        let (period, range) = try today.weeks(startingOn: input.weekStart).expression(input.text)
        let days = range ?? .all
        let isWhole = days.hasStart && days.hasEnd
        return Output(
            text: input.text, today: today.day, period: period?.name,
            start: days.hasStart ? days.start : nil, end: days.hasEnd ? days.end : nil,
            days: isWhole ? Int(days.end.daysSince1970 - days.start.daysSince1970) : nil)
    }
}
