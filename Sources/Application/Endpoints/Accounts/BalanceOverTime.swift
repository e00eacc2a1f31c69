internal import EventLog
package import Ledger

/// Says what is in accounts at the end of each of some periods.
package enum BalanceOverTime: Endpoint {
    /// Which accounts, and when; without anything all of them, month by month until today.
    package struct Input: Codable, Hashable, Sendable {
        /// A name, `1042`, `#1042` or `.3`; left out for all accounts.
        package var account: String?
        /// Name of the periods, such as `monthly`, which is meant when left out.
        package var period: String?
        /// Days by a phrase, such as `last year`; may name periods, too.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?
        /// English name of the day on which weeks start.
        package var weekStart: String?
        /// Code of the currency that all is wanted in; each in its own when left out.
        package var exchange: String?
        /// Of which day the prices are: `day` or `end` of what is shown, or `now`.
        package var prices: String?

        /// A request.
        package init(
            account: String? = nil, period: String? = nil, range: String? = nil,
            begin: String? = nil, end: String? = nil, weekStart: String? = nil
        ) {
            self.account = account
            self.period = period
            self.range = range
            self.begin = begin
            self.end = end
            self.weekStart = weekStart
        }
    }

    /// The balances.
    package typealias Output = BalanceSeries

    package static let path = "balance/history"
    package static let summary = "what is in accounts at the end of each of some periods"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let asked = try SpendingReportEndpoint.parameters(
            SpendingReportEndpoint.Input(
                period: input.period, range: input.range, begin: input.begin, end: input.end,
                weekStart: input.weekStart), today, snapshot.referenceData)
        let account = try input.account.map { text throws(ApplicationError) in
            try env.account(text, in: snapshot).position
        }
        let exchange = try env.exchange(
            input.exchange, input.prices, in: snapshot, today, path: path)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.balanceSeries(
                of: account, asked.period ?? .monthly, in: asked.range,
                weekStart: asked.weekStart, today: today.day, in: exchange)
        }
    }
}
