internal import Ledger

extension JournalMapping {
    /// What a transaction that this program wrote says is in an account at the start of its day;
    /// `nil` where it says anything else.
    ///
    /// - Parameter balancer: What the journal puts into accounts up to then.
    mutating func opening(
        of record: JournalRecord, _ balancer: JournalBalancer
    ) -> JournalImport.Opening? {
        let id = record.remarks.own(JournalKey.opening).flatMap { UInt64($0) }
        guard let id, let posting = record.postings.first, let amount = posting.amount,
            let (kind, root) = accounts.kind(of: posting.account), kind.isMoney,
            let name = name(of: posting.account, root), !name.trimmed.isEmpty,
            let number = balancer.balance(posting),
            let has = try? money(
                JournalAmount(number: number, commodity: amount.commodity), posting.line),
            let posted = try? money(amount, posting.line),
            // What does not come to nothing is refused, as it is of any transaction.
            let sums = try? JournalBalancer.sums(record), sums.allSatisfy({ $0.number.isZero })
        else { return nil }
        if kind == .owed { owe(name) }
        return JournalImport.Opening(
            id: id, account: name, amount: has, posted: posted, day: record.day)
    }

    /// Whether a journal has nothing by then of the account and the currency of an opening balance
    /// under another name of these.
    ///
    /// - Parameter posting: The posting that says it.
    mutating func isWhole(
        _ opening: JournalImport.Opening, _ posting: JournalPosting, _ balancer: JournalBalancer
    ) -> Bool {
        let same = opening.account.lowercased()
        return !balancer.balances.contains { account, amounts in
            guard let (kind, root) = accounts.kind(of: account), kind.isMoney,
                name(of: account, root)?.lowercased() == same
            else { return false }
            return amounts.keys.contains { commodity in
                if account == posting.account, commodity == posting.amount?.commodity {
                    return false
                }
                let nothing = JournalAmount(number: .zero, commodity: commodity)
                return (try? money(nothing, posting.line))?.currency == opening.amount.currency
            }
        }
    }

    /// Whether everything else is taken from an account.
    mutating func isEquity(_ account: String) -> Bool {
        if case .equity? = accounts.kind(of: account)?.kind { true } else { false }
    }
}
