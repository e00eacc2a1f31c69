internal import EventLog
package import Ledger

/// Changes an account, closes it, or takes it up again.
package enum ChangeAccount: KeyedEndpoint {
    /// What is left out stays.
    package struct Input: Codable, Hashable, Sendable {
        /// A name, `1042`, `#1042` or `.3`.
        package var account: String
        /// Another name.
        package var name: String?
        /// Another opening balance.
        package var opening: String?
        /// Code of the currency of `opening`, or another for the opening balance there is.
        package var currency: String?
        /// Another day from which the opening balance holds: a date or a phrase.
        package var day: String?
        /// Whether no new line may name it.
        package var closed: Bool?
        /// `asset` or `liability`; empty for nothing said.
        package var type: String?

        /// A request.
        package init(
            account: String, name: String? = nil, opening: String? = nil, currency: String? = nil,
            day: String? = nil, closed: Bool? = nil, type: String? = nil
        ) {
            self.account = account
            self.name = name
            self.opening = opening
            self.currency = currency
            self.day = day
            self.closed = closed
            self.type = type
        }
    }

    /// What was written; the id is that of the account.
    package typealias Output = WriteReceipt

    package static let path = "account/change"
    package static let summary = "change, close or reopen an account"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            let account = try env.account(input.account, in: snapshot)
            id = account.position
            let changes = try changes(input, of: account, try env.lineReader(snapshot))
            var decision = try snapshot.decision(.changeAccount(id, changes))
            if changes.isClosed == true { decision.notes += try money(in: account, snapshot) }
            return decision
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written(id)
    }

    private static func changes(
        _ input: Input, of account: ReferenceData.Account, _ reader: LineReader
    ) throws(ApplicationError) -> AccountChanges {
        var changes = AccountChanges(name: input.name, isClosed: input.closed)
        if let text = input.type {
            changes.type = text.trimmed.isEmpty ? .clear : .set(try AccountType(typed: text))
        }
        changes.day = try input.day.map { text throws(ApplicationError) in
            try reader.today.exactDay(text)
        }
        if input.opening != nil || input.currency != nil {
            let old = account.facts.opening
            changes.opening = try reader.amount(
                input.opening ?? old.description, input.currency, else: old.currency)
        }
        return changes
    }

    /// A note for each currency of which an account has money, whenever it is dated.
    private static func money(
        in account: ReferenceData.Account, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [DecisionNote] {
        let report = try mappingError(
            ApplicationError.store, snapshot.balanceReport(of: account.position, on: .max))
        return report.totals.compactMap { total in
            guard total.sum.contains(where: { ("1"..."9").contains($0) }) else { return nil }
            return DecisionNote(
                .accountHasMoney, given: account.facts.name, used: "\(total.sum) \(total.currency)")
        }
    }
}
