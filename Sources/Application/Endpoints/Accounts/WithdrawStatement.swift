internal import EventLog
package import Ledger

/// Holds a statement against the ledger no more.
package enum WithdrawStatement: KeyedEndpoint {
    /// Which, and why.
    package struct Input: Codable, Hashable, Sendable {
        /// `1042`, `#1042`, `.3`, or an account that has only one.
        package var id: String
        /// Why.
        package var reason: String?

        /// A request.
        package init(id: String, reason: String? = nil) {
            self.id = id
            self.reason = reason
        }
    }

    /// What was written; the id is that of the statement.
    package typealias Output = WriteReceipt

    package static let path = "statement/withdraw"
    package static let summary = "hold a statement against the ledger no more"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            id = try env.statement(input.id, in: snapshot)
            return .withdrawStatement(id, reason: input.reason ?? "")
        }
        return recorded.written(id)
    }
}

extension Environment {
    /// The position of the statement that a text means.
    fileprivate func statement(
        _ text: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> UInt64 {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let isRow = text.hasPrefix(".") && Int(text.dropFirst()) != nil
        if UInt64(digits) != nil || isRow { return try id(text, in: snapshot, type: nil) }
        let account = try account(text, in: snapshot).position
        let found = try mappingError(ApplicationError.store, snapshot.statementRows(of: account))
        let ids = found.compactMap(\.id)
        if ids.count == 1 { return ids[0] }
        if found.isEmpty { throw .unknownID(text) }
        throw .ambiguousID(
            text,
            found.reversed().map { row in
                Candidate(
                    id: row.id ?? 0, type: "statement",
                    title: "\(row.account) \(row.day) \(row.stated) \(row.currency)", live: true)
            })
    }
}
