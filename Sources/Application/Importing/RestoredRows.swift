internal import EventLog
internal import Ledger

/// Finds rows that a redo would bring back although a later import has them again.
struct RestoredRows {
    private let snapshot: LedgerSnapshot

    init(_ snapshot: LedgerSnapshot) { self.snapshot = snapshot }

    /// The last import behind an undo that brought rows which taking the undo back would restore,
    /// and how many; `nil` for none.
    ///
    /// - Parameters:
    ///   - plan: What is to be taken back.
    ///   - undo: The position of the undo.
    /// - Complexity: O(*n*) in the hot columns where lines of imports come back, else O(1).
    func doubled(by plan: UndoPlan, behind undo: UInt64) throws(StoreError) -> (UInt64, Int)? {
        var restored: Set<UInt64> = []
        try plan.events { event in
            if case .lineRestored(let event) = event, let id = event.target.position {
                restored.insert(id)
            }
        }
        return try doubled(by: restored, behind: undo)
    }

    /// The last import that brought rows after some lines of imports were voided, and how many,
    /// which these lines would say once more; `nil` for none.
    ///
    /// - Parameter ids: The positions of the first lines of entries; all lines of each come back.
    func doubled(byRestoring ids: [UInt64]) throws(StoreError) -> (UInt64, Int)? {
        let entries = try snapshot.state(for: ids, withCategories: false).lines
        let lines = entries.values.filter(\.isVoided)
        guard let first = lines.map(\.version).min() else { return nil }
        return try doubled(by: Set(lines.map(\.id)), behind: first)
    }

    /// Rows are told by account, day and amount: an export may word its rows anew.
    private func doubled(
        by restored: Set<UInt64>, behind undo: UInt64
    ) throws(StoreError) -> (UInt64, Int)? {
        if restored.isEmpty { return nil }
        let batches = try snapshot.importBatches()
        guard batches.starts.contains(where: { $0 > undo }) else { return nil }
        let accounts = Set<UInt64?>(snapshot.referenceData.accounts.map(\.position) + [nil])
        let days = DayRange(start: .min, end: .max)
        var prints: [LineFingerprint: Int] = [:]
        var later: [(id: UInt64, batch: UInt64, print: LineFingerprint)] = []
        try snapshot.forEachImportedLine(of: batches, on: days, in: accounts) { line in
            if restored.contains(line.id) {
                prints[line.amountFingerprint, default: 0] += 1
            } else if line.id > undo {
                later.append((line.id, line.batch, line.amountFingerprint))
            }
        }
        let again = later.filter { prints[$0.print] != nil }
        if again.isEmpty { return nil }
        let states = try snapshot.state(for: again.map(\.id), withCategories: false).lines
        var (count, last) = (0, UInt64(0))
        for line in again where states[line.id]?.isVoided == false {
            guard let left = prints[line.print], left > 0 else { continue }
            prints[line.print] = left - 1
            count += 1
            last = max(last, line.batch)
        }
        return count > 0 ? (last, count) : nil
    }
}
