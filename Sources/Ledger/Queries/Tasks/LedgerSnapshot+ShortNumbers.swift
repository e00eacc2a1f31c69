internal import EventLog

extension LedgerSnapshot {
    /// The tasks that small numbers mean, the first of them 1: those that were open at a moment,
    /// as they were added, then those that were added since, whatever became of them. So a number
    /// stays with its task until another moment is taken, and then none is left out.
    ///
    /// - Parameter start: How many events there were at that moment.
    /// - Returns: Their ids.
    /// - Complexity: As ``todos()``.
    package func numberedTasks(since start: UInt64) throws(StoreError) -> [UInt64] {
        try numberedTasks(since: start, withSums: false)
    }

    /// The tasks that small numbers mean; see ``numberedTasks(since:)``.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be.
    package func numberedTasks(
        since start: UInt64, withSums: Bool
    ) throws(StoreError) -> [UInt64] {
        let start = min(start, count)
        var ids: [UInt64] = []
        if start > 0 {
            let before = try LedgerSnapshot(store: store, upTo: start)
            ids = try before.openTasks(withSums: withSums).map(\.state.id).sorted()
        }
        let added = EventType.taskAdded.rawValue
        let holding = TypeSet([added])
        return ids
            + (try store.positions(in: start..<count, holding: holding) { type, _, _ in
                type == added
            })
    }
}
