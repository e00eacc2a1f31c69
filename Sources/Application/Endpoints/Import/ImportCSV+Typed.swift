internal import EventLog
internal import Interchange
internal import Ledger

extension ImportCSV {
    /// New rows that are held against what was typed, at most: nobody types as many.
    fileprivate static let typedRowsMax = 1 << 16
}

extension LedgerSnapshot {
    /// The new rows of a bank's file that look like entries that were typed by hand, with their
    /// lines in the file; this program's own lists and journals have their entries whole.
    func typedTwins(
        of rows: RowReading, _ isNew: RowSet
    ) throws(ApplicationError) -> [(line: Int, twin: TypedTwins.Pair)] {
        guard rows.plan.columns.own == nil, isNew.count > 0, isNew.count <= ImportCSV.typedRowsMax
        else { return [] }
        var new: [TypedTwins.Row] = []
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
            return true
        }
        let twins = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try typedTwins(of: new)
        }
        if twins.isEmpty { return [] }
        let (wanted, last) = (Set(twins.map(\.row)), twins.last?.row ?? 0)
        var lines: [Int: Int] = [:]
        try rows.rows { index, row in
            if wanted.contains(index) { lines[index] = row.line }
            return index < last
        }
        return twins.map { (lines[$0.row] ?? 0, $0) }
    }
}
