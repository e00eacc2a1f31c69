internal import EventLog
package import Ledger

/// Says what is in accounts at the end of a day.
package enum ShowBalances: Endpoint {
    /// Which accounts, and when; without anything all of them, today.
    package struct Input: Codable, Hashable, Sendable {
        /// A name, `1042`, `#1042` or `.3`; left out for all accounts.
        package var account: String?
        /// A date or a phrase, past or future; today when left out.
        package var on: String?
        /// Whether accounts are shown that are closed and empty.
        package var all: Bool?
        /// Code of the currency that all is wanted in; each in its own when left out.
        package var exchange: String?
        /// Of which day the prices are: `day` or `end` of what is shown, or `now`.
        package var prices: String?

        /// A request.
        package init(account: String? = nil, on: String? = nil, all: Bool? = nil) {
            self.account = account
            self.on = on
            self.all = all
        }
    }

    /// The balances.
    package typealias Output = BalanceReport

    package static let path = "balance"
    package static let summary = "what is in accounts at the end of a day"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let today = try env.today(in: snapshot)
        let day = try input.on.map { text throws(ApplicationError) in try today.lastDay(text) }
        let account = try input.account.map { text throws(ApplicationError) in
            try env.account(text, in: snapshot).position
        }
        let exchange = try env.exchange(
            input.exchange, input.prices, in: snapshot, today, path: path)
        return try mappingError(
            ApplicationError.store,
            snapshot.balanceReport(
                of: account, on: day ?? today.day, withClosed: input.all ?? false,
                in: exchange))
    }
}
