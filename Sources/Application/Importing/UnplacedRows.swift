internal import EventLog
internal import Interchange
internal import Ledger

/// New rows with the day, the amount and the text of a line that an earlier file brought, of which
/// one says its account and the other none: a list of the bank and a statement of it overlap.
struct UnplacedRows {
    /// Rows of a file that is looked at, at most.
    private static let rowsMax = 100_000

    private struct Look: Hashable {
        let twin: RowTwin
        let day: Day
        /// Whether the account is told.
        let isPlaced: Bool
    }

    private let rows: RowReading
    private let snapshot: LedgerSnapshot
    private let survey: FileSurvey

    init(_ rows: RowReading, _ snapshot: LedgerSnapshot, _ survey: FileSurvey) {
        (self.rows, self.snapshot, self.survey) = (rows, snapshot, survey)
    }

    /// Those among new rows, for each line one at most; a line that was taken back is none.
    func found(among new: RowSet) throws(ApplicationError) -> RowSet {
        var found = RowSet()
        guard let days = survey.days, new.count > 0, survey.rows <= UnplacedRows.rowsMax,
            rows.plan.columns.own == nil
        else { return found }
        var open: [Look: [Int]] = [:]
        var amounts: Set<UInt64> = []
        try rows.rows { index, row in
            guard new.contains(index) else { return true }
            amounts.insert(row.facts.amount.minor.magnitude)
            let look = Look(
                twin: RowTwin(row.facts, row.details), day: row.facts.day,
                isPlaced: row.accountName != nil)
            open[look, default: []].append(index)
            return true
        }
        var lines: [(id: UInt64, row: Int)] = []
        var accounts: Set<UInt64?> = []
        if !survey.accounts.isEmpty { accounts.insert(nil) }
        if survey.hasRowsWithoutAccount {
            accounts.formUnion(snapshot.referenceData.accounts.map(\.position))
        }
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            let undone = try snapshot.linesVoidedByUndo()
            try snapshot.forEachImportedLine(
                of: snapshot.importBatches(), on: days, in: accounts,
                where: { _, _, minor in amounts.contains(minor.magnitude) }
            ) { line in
                let look = Look(twin: line.twin, day: line.day, isPlaced: line.account == nil)
                guard !line.isErased, !undone.contains(line.id), open[look]?.isEmpty == false,
                    let row = open[look]?.removeFirst()
                else { return }
                lines.append((line.id, row))
            }
        }
        if lines.isEmpty { return found }
        let states = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.state(for: lines.map(\.id), withCategories: false).lines
        }
        for (id, row) in lines where states[id]?.isVoided == false { found.insert(row) }
        return found
    }
}
