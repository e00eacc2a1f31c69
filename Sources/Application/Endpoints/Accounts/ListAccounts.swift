internal import EventLog
package import Ledger

/// Lists all accounts, by name.
package enum ListAccounts: Endpoint {
    package typealias Input = NoInput
    /// The accounts.
    package typealias Output = AccountList

    package static let path = "account/list"
    package static let summary = "list all accounts"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        return try mappingError(ApplicationError.store, snapshot.accountList())
    }
}
