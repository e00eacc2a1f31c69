internal import EventLog
internal import Interchange
internal import Ledger

extension LedgerSnapshot {
    /// The new rows of a bank's file that look like entries that were typed by hand, with their
    /// lines in the file; this program's own lists and journals have their entries whole.
    func typedTwins(
        of rows: RowReading, _ isNew: RowSet
    ) throws(ApplicationError) -> [(line: Int, twin: TypedTwins.Pair)] {
        if rows.plan.columns.own != nil || isNew.count == 0 { return [] }
        var (new, lines) = ([TypedTwins.Row](), [Int: Int]())
        var known: [String: UInt64?] = [:]
        try rows.rows { index, row in
            guard isNew.contains(index) else { return true }
            var account: UInt64?
            if let name = row.accountName {
                let found = known[name] ?? referenceData.account(named: name.trimmed)?.position
                known[name] = .some(found)
                // A new account has no entries.
                guard let found else { return true }
                account = found
            }
            new.append(TypedTwins.Row(index: index, account: account, facts: row.facts))
            lines[index] = row.line
            return true
        }
        let twins = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try typedTwins(of: new)
        }
        return twins.map { (lines[$0.row] ?? 0, $0) }
    }
}
