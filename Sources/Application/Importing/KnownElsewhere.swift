internal import EventLog
internal import Interchange
internal import Ledger

/// What the ids of a bank's file say beside which rows are known: rows that an import brought into
/// another account, and ids that several rows have.
struct KnownElsewhere {
    /// Rows that are looked at, at most.
    private static let rowsMax = 100_000
    /// Rows times accounts, at most.
    private static let pairsMax = 1_000_000

    private let rows: RowReading
    private let snapshot: LedgerSnapshot
    private let survey: FileSurvey

    /// `nil` for a file whose format has no ids of its own, and for one that is too long.
    init?(_ rows: RowReading, _ snapshot: LedgerSnapshot, _ survey: FileSurvey) {
        guard rows.plan.layout.statement != nil, rows.plan.columns.externalID != nil,
            survey.rows <= KnownElsewhere.rowsMax
        else { return nil }
        (self.rows, self.snapshot, self.survey) = (rows, snapshot, survey)
    }

    /// The last import that brought new rows with their ids, days and amounts into other accounts
    /// than those of the file, and how many; `nil` for none.
    func found(among new: RowSet) throws(ApplicationError) -> (batch: UInt64, rows: Int)? {
        if new.count == 0 { return nil }
        let own = survey.accounts.compactMap {
            snapshot.referenceData.account(named: $0.name.trimmed)?.position
        }
        var others = Set<UInt64?>(snapshot.referenceData.accounts.map(\.position)).subtracting(own)
        if !survey.hasRowsWithoutAccount { others.insert(nil) }
        guard let days = survey.days, !others.isEmpty,
            others.count * new.count <= KnownElsewhere.pairsMax
        else { return nil }
        var prints: Set<LineFingerprint> = []
        try rows.rows { index, row in
            guard new.contains(index) else { return true }
            for account in others {
                let place: LineFingerprint.Account
                if let account { place = .known(account) } else { place = .none }
                let print = LineFingerprint(idOf: row.facts, row.details, account: place)
                if let print { prints.insert(print) }
            }
            return true
        }
        if prints.isEmpty { return nil }
        var counts: [UInt64: Int] = [:]
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let undone = try snapshot.linesVoidedByUndo()
            try snapshot.forEachImportedLine(
                of: snapshot.importBatches(), on: days, in: others
            ) { line in
                guard !undone.contains(line.id), let print = line.idFingerprint else { return }
                if prints.contains(print) { counts[line.batch, default: 0] += 1 }
            }
        }
        return counts.keys.max().map { ($0, counts[$0] ?? 0) }
    }

    /// A note for each id that several rows have: then none of the ids tells rows apart.
    func repeated() throws(ApplicationError) -> [DecisionNote] {
        var counts: [String: Int] = [:]
        try rows.rows { _, row in
            if let id = row.details.externalID, !id.isEmpty {
                counts["\(row.accountName ?? "")\n\(id)", default: 0] += 1
            }
            return true
        }
        return counts.filter { $0.value > 1 }.sorted { $0.key < $1.key }.map { key, count in
            let id = key.split(separator: "\n", maxSplits: 1).last.map(String.init) ?? key
            return DecisionNote(.repeatedID, given: id, used: "\(count)")
        }
    }
}
