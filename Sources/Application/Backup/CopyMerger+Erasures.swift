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
        let events = try mappingError(ApplicationError.store) { () throws(StoreError) in
            let all = try LedgerSnapshot(store: store).erasures()
            return try snapshot.events(of: came(all, snapshot.count))
        }
        try env.eraseBeside(events, of: snapshot)
    }

    /// The erasures that this copy has not, of what it has, as they would be said at its end.
    private func came(_ erasures: [Erasure], _ count: UInt64) -> [Erasure] {
        if erasures.isEmpty || isJoin { return [] }
        let origins = origins(count)
        return erasures.compactMap { erasure in
            guard origins[erasure.position] == nil, erasure.position >= plan.shared,
                let target = erasure.target < plan.shared ? erasure.target : origins[erasure.target]
            else { return nil }
            return Erasure(position: count, target: target, isRecorder: erasure.isRecorder)
        }
    }

    /// Where what this copy has alone stands here, by where it is to stand.
    private func origins(_ count: UInt64) -> [UInt64: UInt64] {
        var origins: [UInt64: UInt64] = [:]
        for position in min(plan.shared, count)..<count {
            if let there = plan.position(of: position) { origins[there] = position }
        }
        return origins
    }

    /// Lets what was saved aside from the end of this log stay beside the one in its place, but for
    /// what may hold text that was erased: all of it where an erasure comes in.
    func keepTails(beside store: FileEventStore) throws(StoreError) {
        let (here, there) = (try LedgerSnapshot(store: mine), try LedgerSnapshot(store: store))
        let own = try here.erasures()
        if !isJoin {
            let origins = origins(here.count)
            let isOwn = try there.erasures().allSatisfy {
                $0.position < plan.shared || origins[$0.position] != nil
            }
            guard isOwn else { return }
        }
        try store.takeTails(of: mine, behind: own.map(\.position).max())
    }
}

extension Environment {
    /// Takes the text of some events out of the files beside the log and out of its tables, before
    /// it goes from the log.
    func eraseBeside(
        _ events: [UInt64], of snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        if events.isEmpty { return }
        let plan = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try ErasurePlan(of: events, query: nil, in: snapshot)
        }
        if plan.events.isEmpty { return }
        try ErasedFiles(home, plan).remove(withTails: false)
        try removeModels()
    }
}
