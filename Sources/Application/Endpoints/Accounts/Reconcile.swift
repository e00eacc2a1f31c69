internal import EventLog
package import Ledger

/// Lists what is not on a statement yet.
package enum Reconcile: Endpoint {
    /// Which account; without anything all that have a statement or imported lines.
    package struct Input: Codable, Hashable, Sendable {
        /// A name, `1042`, `#1042` or `.3`.
        package var account: String?
        /// How many lines, at most.
        package var limit: Int?
        /// Days of lines by a phrase, such as `last month` or `2026-03`.
        package var range: String?
        /// The first day, a date or a phrase.
        package var begin: String?
        /// The day after the last, a date or a phrase.
        package var end: String?

        /// A request.
        package init(
            account: String? = nil, limit: Int? = nil, range: String? = nil, begin: String? = nil,
            end: String? = nil
        ) {
            self.account = account
            self.limit = limit
            self.range = range
            self.begin = begin
            self.end = end
        }
    }

    /// What is open.
    package typealias Output = Reconciliation

    package static let path = "reconcile"
    package static let summary = "list what is not on a statement yet"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if let limit = input.limit, limit < 0 { throw .outOfRange(field: "limit", limit) }
        let snapshot = try env.snapshot()
        let account = try input.account.map { text throws(ApplicationError) in
            try env.account(text, in: snapshot).position
        }
        let days = try env.today(in: snapshot)
            .days(in: input.range, begin: input.begin, end: input.end)
        return try mappingError(
            ApplicationError.store,
            snapshot.reconciliation(of: account, in: days, limit: input.limit))
    }
}
