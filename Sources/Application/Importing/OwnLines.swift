internal import EventLog
internal import Interchange
internal import Ledger

/// The rows of this program's own list that are lines of this very ledger, by the ids in it.
///
/// Another ledger has other lines at these positions, so the list is of this one if it says so, or
/// if at least half of its rows say what the lines say. One that was written before a merge has the
/// ids of then.
struct OwnLines {
    /// Rows that say what the line says.
    private(set) var known = RowSet()
    /// Rows whose line says something else now.
    private(set) var changed = RowSet()
    /// Those of a file of this very ledger that say another day, amount or title of it.
    private(set) var restated = RowSet()
    /// The restated rows, and of the known ones those that say another category, other tags or
    /// another status than the line has, each as a pair; of more than can be shown the first ones.
    private(set) var relabelled: [ChangedRows.Pair] = []

    /// Lines that a row was compared with.
    private var paired: Set<UInt64> = []
    /// Whether the list says how far lines have come with a bank.
    private var hasStatus = false
    /// Whether the file says that it is of this ledger, so that its ids are sure.
    private var isSure = false

    /// Rows that are looked at together.
    private static let rowsMax = 4_096

    /// No rows.
    init() {}

    init(_ rows: RowReading, _ snapshot: LedgerSnapshot) throws(ApplicationError) {
        guard let columns = rows.plan.columns.own else { return }
        (hasStatus, isSure) = (columns.hasStatus, rows.isOwn)
        var (best, count) = try reading(rows, snapshot, of: isSure ? rows.branches.first : nil)
        for branch in rows.branches where !isSure && best.known.count < count {
            let other = try reading(rows, snapshot, of: branch)
            if other.found.known.count > best.known.count { (best, count) = other }
        }
        if isSure || best.known.count * 2 >= count { self = best }
    }

    /// Whether no row is a line of the ledger.
    var isEmpty: Bool { known.count + restated.count + changed.count == 0 }

    /// Whether a row is a line of the ledger, as it is now or otherwise.
    func has(_ row: Int) -> Bool {
        known.contains(row) || restated.contains(row) || changed.contains(row)
    }

    /// What rows are where their ids are those of a branch, and how many there are.
    ///
    /// - Parameter branch: The branch; `nil` for the log as it is.
    private func reading(
        _ rows: RowReading, _ snapshot: LedgerSnapshot, of branch: KeptBranch?
    ) throws(ApplicationError) -> (found: OwnLines, count: Int) {
        let positions = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try branch.map { branch throws(StoreError) in
                try branch.positions(of: branch.shared..<branch.count, in: snapshot.store)
            }
        }
        // Ids of a journal that no ledger wrote are of no line.
        if branch == nil, let ids = rows.ids, ids.least.map({ $0 >= snapshot.count }) ?? true {
            return (self, ids.count)
        }
        func moved(_ id: UInt64) -> UInt64? {
            guard let branch, let positions, id >= branch.shared else { return id }
            return id < branch.count ? positions[Int(id - branch.shared)] : nil
        }
        var (found, count) = (self, 0)
        var pending: [(index: Int, row: ImportRow, id: UInt64)] = []
        var failure: ApplicationError?
        try rows.rows { index, row in
            count += 1
            guard let id = row.own.flatMap({ moved($0.id) }), id < snapshot.count else {
                return true
            }
            pending.append((index, row, id))
            if pending.count < OwnLines.rowsMax { return true }
            do throws(ApplicationError) { try found.look(at: pending, snapshot) } catch {
                failure = error
            }
            pending = []
            return failure == nil
        }
        if let failure { throw failure }
        try found.look(at: pending, snapshot)
        return (found, count)
    }

    private mutating func look(
        at rows: [(index: Int, row: ImportRow, id: UInt64)], _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        if rows.isEmpty { return }
        let ids = Set(rows.map(\.id)).sorted()
        let lines = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.state(for: ids, withCategories: false).lines
        }
        var accounts: [String: UInt64?] = [:]
        func account(_ name: String) -> UInt64? {
            if let known = accounts[name] { return known }
            let found = snapshot.referenceData.account(named: name.trimmed)?.position
            accounts[name] = .some(found)
            return found
        }
        for (index, row, id) in rows {
            guard let line = lines[id] else { continue }
            let moved = isSure ? row.accountName.flatMap(account) : nil
            if let moved, moved != line.facts.account?.position {
                changed.insert(index)
                continue
            }
            let (facts, other) = (row.facts, line.facts)
            let isSame =
                facts.day == other.day && facts.amount == other.amount && facts.kind == other.kind
                && (line.details.title.isEmpty || row.hasTitle(of: line.details))
            let pair = ChangedRows.Pair(
                ofOwn: row, at: index, line, withStatus: hasStatus, snapshot.referenceData)
            if !isSame {
                // What persons bear of an amount is not said anew.
                guard isSure, facts.kind == other.kind, line.details.shares.isEmpty,
                    !row.details.title.isEmpty, facts.amount.currency == other.amount.currency,
                    !line.isVoided,
                    relabelled.count < RowMatching.missingMax, paired.insert(line.id).inserted
                else {
                    changed.insert(index)
                    continue
                }
                restated.insert(index)
                relabelled.append(pair)
                continue
            }
            known.insert(index)
            // Reports do not count the other side of a transfer; what was erased stays so.
            guard !line.isVoided, row.own?.isCounterpart == false, paired.insert(line.id).inserted,
                relabelled.count < RowMatching.missingMax
            else { continue }
            if pair.hasChanges { relabelled.append(pair) }
        }
    }
}
