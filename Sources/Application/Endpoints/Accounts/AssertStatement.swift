internal import EventLog
package import Ledger

/// Notes what a statement says is in an account at the end of a day, and holds it against the
/// ledger. It is noted whether or not it agrees; see decision record 11.
package enum AssertStatement: KeyedEndpoint {
    /// A statement.
    package struct Input: Codable, Hashable, Sendable {
        /// A name, `1042`, `#1042` or `.3`.
        package var account: String
        /// What is in it; negative for a debt.
        package var balance: String
        /// Code of the currency; that of the account's opening balance when left out.
        package var currency: String?
        /// A date or a phrase; today when left out.
        package var on: String?

        /// A request.
        package init(
            account: String, balance: String, currency: String? = nil, on: String? = nil
        ) {
            self.account = account
            self.balance = balance
            self.currency = currency
            self.on = on
        }
    }

    /// What was written, and whether it agrees; in JSON one object, the latter in `statement`.
    package struct Output: Codable, Hashable, Sendable {
        /// The position of the event that noted the statement.
        package let id: UInt64
        /// The statement and what the ledger has.
        package let statement: StatementRow
        /// Whether it was noted before, so that nothing was written.
        package let known: Bool
        /// The position of the last event of the ledger.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
        /// What was understood differently from what was typed.
        package let notes: [DecisionNote]
        /// `true` when nothing was kept; else left out.
        package let dryRun: Bool?
    }

    package static let path = "statement/assert"
    package static let summary = "note what a statement says is in an account, and compare"
    package static let needs: Set<Permission> = [.read, .create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var asked: (account: ReferenceData.Account, balance: Money, day: Day)?
        var known: UInt64?
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, env throws(ApplicationError) in
            let account = try env.account(input.account, in: snapshot)
            let reader = try env.lineReader(snapshot)
            let balance = try reader.amount(
                input.balance, input.currency, else: account.facts.opening.currency)
            let day = try input.on.map { text throws(ApplicationError) in
                try reader.today.exactDay(text)
            }
            let one = (account: account, balance: balance, day: day ?? reader.today.day)
            asked = one
            known = try snapshot.statement(of: one.account, one.balance, on: one.day)
            if known != nil { return nil }
            return try snapshot.decision(
                .assertStatement(account.position, one.balance, one.day))
        }
        guard let asked else { throw .decision(.nothingGiven) }
        let snapshot = try env.snapshot(of: recorder.store, upTo: nil)
        // A replaced statement is withdrawn first: the new one is the last that was decided.
        let id =
            recorded.map { $0.appended.positions.lowerBound + UInt64($0.decision.events.count) - 1 }
            ?? known ?? 0
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let head = try snapshot.head()
            return Output(
                id: id,
                statement: try snapshot.comparison(
                    of: asked.account, stated: asked.balance, on: asked.day, id: id),
                known: recorded == nil,
                position: recorded.map { $0.appended.positions.upperBound - 1 } ?? head.count - 1,
                root: recorded?.appended.root.hex ?? head.root.hex,
                notes: recorded?.decision.notes ?? [],
                dryRun: recorded?.isDryRun == true ? true : nil)
        }
    }
}

extension LedgerSnapshot {
    /// The position at which the same statement was noted, if it is still in force.
    fileprivate func statement(
        of account: ReferenceData.Account, _ balance: Money, on day: Day
    ) throws(ApplicationError) -> UInt64? {
        let all = try mappingError(ApplicationError.store, statements().statements)
        return all.last {
            $0.account == account.position && $0.balance == balance && $0.day == day
        }?.id
    }
}
