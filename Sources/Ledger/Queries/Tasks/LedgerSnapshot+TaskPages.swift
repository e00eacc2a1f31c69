internal import EventLog

extension LedgerSnapshot {
    /// How many tasks are looked up one by one, at most; for more their frames are read.
    private static let fewTasksMax = 100

    /// A page of the tasks as they are at a moment, as ``tasks(_:_:)`` and ``TaskList/page(_:)``
    /// give it.
    ///
    /// - Parameter range: Those past the last row have none.
    /// - Complexity: O(*n*) in the events of frames that hold tasks; of tasks that are not on the
    ///   page only what the filter asks for is taken apart.
    package func tasks(
        _ filter: TaskFilter, _ clock: TaskClock, page range: Range<Int>
    ) throws(StoreError) -> TaskList {
        if filter.query != nil { return try list(filter, try todos(), clock, page: range) }
        let index = try store.taskIndex(
            of: 0..<count, filter, threads: LedgerSnapshot.threads(for: count))
        if index.lacksText { return try list(filter, try todos(), clock, page: range) }
        var counts = TaskCounts()
        var hidden = 0
        // There may be very many tasks: a set is not asked for each of them.
        let tabs = TaskList.tabs
        let isShown = tabs.map(filter.admits)
        var found = tabs.map { _ in [(last: Timestamp?, id: UInt64)]() }
        for entry in index.entries where entry.isWanted {
            if let before = filter.dueBefore,
                entry.deadline.map({ $0.lastInstant(in: clock.zone) < before }) != true
            {
                continue
            }
            if entry.wait != nil || entry.until != nil || filter.hidden == .only {
                let isHidden = clock.isHidden(
                    entry.status, wait: entry.wait, until: entry.until)
                guard filter.admits(hidden: isHidden) else {
                    if isHidden { hidden += 1 }
                    continue
                }
            }
            let tab = clock.tab(entry.status, entry.deadline)
            guard let tabIndex = tabs.firstIndex(of: tab) else { continue }
            if filter.dueBefore == nil, !isShown[tabIndex] {
                counts.count(tab)
                continue
            }
            let last = entry.deadline?.lastInstant(in: clock.zone)
            counts.count(tab)
            if isShown[tabIndex] { found[tabIndex].append((last, entry.id)) }
        }
        var chosen: [(last: Timestamp?, id: UInt64)] = []
        var start = 0
        for var rows in found {
            let own = range.clamped(to: start..<(start + rows.count))
            if !own.isEmpty {
                rows.sort(by: TaskList.isBefore)
                chosen += rows[(own.lowerBound - start)..<(own.upperBound - start)]
            }
            start += rows.count
        }
        counts.hidden = hidden > 0 ? hidden : nil
        let table = try todos(of: chosen.map(\.id))
        let head = try head()
        return TaskList(
            rows: try waiting(
                chosen.sorted(by: TaskList.isBefore).compactMap { table.entry($0.id) }
                    .map { TaskRow($0, clock, referenceData) }),
            count: start, more: range.upperBound < start,
            skipped: range.lowerBound > 0 ? range.lowerBound : nil, counts: counts,
            now: clock.now, today: clock.today, zone: clock.zone.name, position: count - 1,
            root: head.root.hex)
    }

    func todos(of ids: [UInt64]) throws(StoreError) -> TodoTable {
        if ids.count <= LedgerSnapshot.fewTasksMax { return try todos(ids) }
        var wanted = PositionSet(count)
        for id in ids { wanted.insert(id) }
        return try todos(among: wanted)
    }
}

extension TaskList {
    /// The order of tasks by the last instant at which each can be kept, and by id.
    static func isBefore(
        _ left: (last: Timestamp?, id: UInt64), _ right: (last: Timestamp?, id: UInt64)
    ) -> Bool {
        guard left.last != right.last else { return left.id < right.id }
        guard let first = left.last else { return false }
        return right.last.map { first < $0 } ?? true
    }
}
