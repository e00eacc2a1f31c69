internal import EventLog
internal import Interchange
internal import Ledger

/// The rows of this program's own list that are lines of this very ledger, by the ids in it.
///
/// Another ledger has other lines at these positions, so the list is of this one if at least half
/// of its rows say what the lines say.
struct OwnLines {
    /// Rows that say what the line says.
    private(set) var known = RowSet()
    /// Rows whose line says something else now.
    private(set) var changed = RowSet()
    /// Of the known rows those that say another category, other tags or another status than the
    /// line has, each as a pair; of more than can be shown the first ones.
    private(set) var relabelled: [ChangedRows.Pair] = []

    /// Lines that a row was compared with.
    private var paired: Set<UInt64> = []
    /// Whether the list says how far lines have come with a bank.
    private var hasStatus = false

    /// Rows that are looked at together.
    private static let rowsMax = 4_096

    /// No rows.
    init() {}

    init(_ rows: RowReading, _ snapshot: LedgerSnapshot) throws(ApplicationError) {
        guard let columns = rows.plan.columns.own else { return }
        var (count, found) = (0, OwnLines())
        found.hasStatus = columns.hasStatus
        var pending: [(index: Int, row: ImportRow)] = []
        var failure: ApplicationError?
        try rows.rows { index, row in
            count += 1
            pending.append((index, row))
            if pending.count < OwnLines.rowsMax { return true }
            do throws(ApplicationError) { try found.look(at: pending, snapshot) } catch {
                failure = error
            }
            pending = []
            return failure == nil
        }
        if let failure { throw failure }
        try found.look(at: pending, snapshot)
        if found.known.count * 2 >= count { self = found }
    }

    private mutating func look(
        at rows: [(index: Int, row: ImportRow)], _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        let ids = Set(rows.compactMap { $0.row.own?.id }).filter { $0 < snapshot.count }
        if ids.isEmpty { return }
        let lines = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.state(for: ids.sorted(), withCategories: false).lines
        }
        for (index, row) in rows {
            guard let line = row.own.flatMap({ lines[$0.id] }) else { continue }
            let (facts, other) = (row.facts, line.facts)
            let isSame =
                facts.day == other.day && facts.amount == other.amount && facts.kind == other.kind
                && (row.details.title == line.details.title || line.details.title.isEmpty)
            guard isSame else {
                changed.insert(index)
                continue
            }
            known.insert(index)
            // Reports do not count the other side of a transfer; what was erased stays so.
            guard !line.isVoided, row.own?.isCounterpart == false, paired.insert(line.id).inserted,
                relabelled.count < RowMatching.missingMax
            else { continue }
            let pair = ChangedRows.Pair(
                labelsOf: row, at: index, line, withStatus: hasStatus, snapshot.referenceData)
            if pair.hasChanges { relabelled.append(pair) }
        }
    }
}
