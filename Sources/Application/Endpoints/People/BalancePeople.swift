internal import EventLog
package import Ledger

/// Says who paid and who bears what of the lines that are split, and what settles it.
package enum BalancePeople: Endpoint {
    /// Which days; all without arguments.
    package struct Input: Codable, Hashable, Sendable {
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

    /// The figures.
    package typealias Output = PeopleBalance

    package static let path = "people/balance"
    package static let summary = "who paid, who bears what, and what settles it"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let days = try today.days(in: input.range, begin: input.begin, end: input.end)
        return try mappingError(ApplicationError.store, snapshot.peopleBalance(in: days))
    }
}
