internal import EventLog

/// What persons paid and bear of all split lines of a log.
struct KeptMoney: KeptQuestion, Hashable {
    static let countMax = 1
    static let readsText = false
    /// More sums are made anew each time.
    private static let sumsMax = 30_000

    func answer(
        in snapshot: LedgerSnapshot, after known: (answer: SharedMoney, end: UInt64)?
    ) throws(StoreError) -> SharedMoney {
        if let known, let money = try snapshot.carried(known.answer, from: known.end) {
            return money
        }
        return try snapshot.money(of: try snapshot.splitLines(), in: .all)
    }

    func kept(_ money: SharedMoney) -> SharedMoney? {
        money.count <= KeptMoney.sumsMax ? money : nil
    }
}

extension LedgerSnapshot {
    /// Where more lines were changed since, split or not, all split lines are added up.
    private static let changedMax = 1_024

    /// The money of the first events with what later ones say; `nil` where they say it of too many
    /// lines, which are all held in memory.
    fileprivate func carried(
        _ known: SharedMoney, from start: UInt64
    ) throws(StoreError) -> SharedMoney? {
        var changed: Set<UInt64> = []
        try store.read(start..<count, [.links, .hot, .facts]) { batch throws(StoreError) in
            changed.formUnion(batch.splitLines)
            changed.formUnion(try batch.changedLines())
            return changed.count > LedgerSnapshot.changedMax ? .stop : .next
        }
        guard changed.count <= LedgerSnapshot.changedMax else { return nil }
        var money = known
        if changed.isEmpty { return money }
        let ids = changed.sorted()
        let old = ids.filter { $0 < start }
        if !old.isEmpty {
            let state = try before(start).state(for: old, withCategories: false)
            // Other lines of their entries are in the state, too.
            for line in old.compactMap({ state.lines[$0] }) { money.remove(line) }
        }
        let state = try state(for: ids, withCategories: false)
        for line in ids.compactMap({ state.lines[$0] }) { money.add(line) }
        return money
    }
}

extension ColumnBatch {
    /// The lines of which events say that something changed that counts.
    fileprivate func changedLines() throws(StoreError) -> [UInt64] {
        let changes = try knownTypes().map { type in
            switch type {
            case .lineAmended, .lineVoided, .lineRestored: true
            default: false
            }
        }
        guard changes.contains(true) else { return [] }
        return keyCodes.indices.compactMap { changes[Int(keyCodes[$0])] ? target(at: $0) : nil }
    }
}
