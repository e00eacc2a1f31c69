internal import EventLog
internal import Ledger

/// What erasures that come in take out of the files beside the log.
extension CopyMerger {
    /// Takes text that goes from this copy out of the files beside its log and of its tables, as an
    /// erasure here does: they are looked for while the log still has it.
    ///
    /// - Parameter store: The log that is to stand in the place of this one.
    func eraseBeside(_ store: FileEventStore) throws(ApplicationError) {
        let snapshot = try mappingError(ApplicationError.store, LedgerSnapshot(store: mine))
        let found = try mappingError(ApplicationError.store) {
            () throws(StoreError) -> ErasurePlan? in
            let erasures = try came(LedgerSnapshot(store: store).erasures(), snapshot.count)
            if erasures.isEmpty { return nil }
            return try ErasurePlan(of: snapshot.events(of: erasures), query: nil, in: snapshot)
        }
        guard let found, !found.events.isEmpty else { return }
        try ErasedFiles(env.home, found).remove(withTails: false)
        try env.removeModels()
    }

    /// The erasures that this copy has not, of what it has, as they would be said at its end.
    private func came(_ erasures: [Erasure], _ count: UInt64) -> [Erasure] {
        if erasures.isEmpty || isJoin { return [] }
        var origins: [UInt64: UInt64] = [:]
        for position in min(plan.shared, count)..<count {
            if let there = plan.position(of: position) { origins[there] = position }
        }
        func origin(_ position: UInt64) -> UInt64? {
            position < plan.shared ? position : origins[position]
        }
        return erasures.compactMap { erasure in
            guard origin(erasure.position) == nil, let target = origin(erasure.target) else {
                return nil
            }
            return Erasure(position: count, target: target, isRecorder: erasure.isRecorder)
        }
    }
}
