internal import EventLog
package import Ledger

/// Lists the statements that are held against the ledger, and whether they agree.
package enum ListStatements: Endpoint {
    /// Which; without anything all of them.
    package struct Input: Codable, Hashable, Sendable {
        /// A name, `1042`, `#1042` or `.3`; left out for all accounts.
        package var account: String?

        /// A request.
        package init(account: String? = nil) { self.account = account }
    }

    /// The statements.
    package typealias Output = StatementList

    package static let path = "statement/list"
    package static let summary = "list statements and whether they agree"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let account = try input.account.map { text throws(ApplicationError) in
            try env.account(text, in: snapshot).position
        }
        return try mappingError(ApplicationError.store, snapshot.statementList(of: account))
    }
}
