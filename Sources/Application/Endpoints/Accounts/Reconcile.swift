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

        /// A request.
        package init(account: String? = nil, limit: Int? = nil) {
            self.account = account
            self.limit = limit
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
        return try mappingError(
            ApplicationError.store, snapshot.reconciliation(of: account, limit: input.limit))
    }
}
