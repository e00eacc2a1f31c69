internal import EventLog

extension LedgerSnapshot {
    /// The tasks that are not settled, by sums beside the log and the events behind them, carried
    /// on where they are kept; `nil` where there are none that help.
    func unsettledTasks() throws(StoreError) -> TaskFold? { try knownTasks()?.fold }

    private func knownTasks() throws(StoreError) -> KeptTasks.Known? {
        try answer(to: KeptTasks()) { $0.tasks }
    }

    /// Whether sums beside the log tell which tasks are open.
    package func hasTaskSums() throws(StoreError) -> Bool { try unsettledTasks() != nil }

    /// The open tasks, ascending by id.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be.
    /// - Complexity: As ``todos()``; with sums O(*n*) in the open tasks and in the events behind
    ///   the sums.
    package func openTasks(withSums: Bool) throws(StoreError) -> [TodoTable.Entry] {
        let fold = withSums ? try unsettledTasks() : nil
        let table: TodoTable
        if let fold { table = try settled(fold.table) } else { table = try todos() }
        return table.entries.filter { $0.state.status == .open }
    }

    /// Tasks as they are at a moment, all that are wanted and open, and of the others at least
    /// those that were completed from another moment on.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be; then other
    ///   tasks may be missing, and counts are not those of all tasks.
    package func tasks(
        _ filter: TaskFilter, _ clock: TaskClock, completedFrom start: Timestamp, withSums: Bool
    ) throws(StoreError) -> TaskList {
        guard withSums, filter.query?.asksForLinks != true, let fold = try unsettledTasks(),
            fold.isKnown(from: start)
        else { return try tasks(filter, clock) }
        return try list(filter, try settled(fold.table), clock)
    }

    /// A page of the tasks as they are at a moment; see ``tasks(_:_:page:)``.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be.
    package func tasks(
        _ filter: TaskFilter, _ clock: TaskClock, page range: Range<Int>, withSums: Bool
    ) throws(StoreError) -> TaskList {
        guard withSums, filter.isOfOpenTasks, let known = try knownTasks() else {
            return try tasks(filter, clock, page: range)
        }
        let fold = known.fold
        guard filter.dueBefore.map(fold.isKnown) ?? true else {
            return try tasks(filter, clock, page: range)
        }
        var list = try list(filter, known, clock, page: range)
        if filter.hidden != .only {
            let isDue = filter.dueBefore != nil
            let settled = fold.settled
            list.counts.add(
                done: isDue ? settled.doneDue : settled.done,
                dropped: isDue ? settled.droppedDue : settled.dropped)
        }
        return list
    }

    /// The open tasks that are wanted, of a filter that asks for nothing but when they are due and
    /// whether they are hidden.
    private func list(
        _ filter: TaskFilter, _ known: KeptTasks.Known, _ clock: TaskClock, page range: Range<Int>
    ) throws(StoreError) -> TaskList {
        var counts = TaskCounts()
        var found = FoundTasks(range)
        var ends = DayEnds(clock.zone)
        for mark in known.marks {
            var last: Timestamp?
            if let deadline = mark.deadline { last = ends.last(of: deadline) }
            if let before = filter.dueBefore, last.map({ $0 < before }) != true { continue }
            let isHidden = clock.isHidden(mark.status, wait: mark.wait, until: mark.until)
            guard filter.admits(hidden: isHidden) else {
                if isHidden { counts.hidden = (counts.hidden ?? 0) + 1 }
                continue
            }
            let tab = clock.tab(mark.status, last: last)
            counts.count(tab)
            if filter.admits(tab) { found.add(tab, last, mark.id) }
        }
        return try list(found, counts, settled(known.fold.table), clock, isWhole: true)
    }

    /// Takes what all events from a position on say of tasks into a fold of those before it.
    ///
    /// - Parameter settlesAgain: Whether what was closed long ago is settled; then the events are
    ///   taken in piece by piece.
    func taskFold(
        _ fold: TaskFold, from start: UInt64, settlesAgain: Bool = false
    ) throws(StoreError) -> TaskFold {
        var fold = fold
        guard settlesAgain else {
            try takeTasks(into: &fold, from: start)
            return fold
        }
        var next = start
        // Each task is looked at few times: when there are twice as many.
        var tasksMax = 2 * fold.table.tasks.count + LedgerSnapshot.fewUnsettled
        while next < count {
            let end = min(count, next + Limit.segmentEvents)
            try before(end).takeTasks(into: &fold, from: next)
            next = end
            guard end == count || fold.table.tasks.count > tasksMax else { continue }
            try store.read((end - 1)..<end, .commits) { batch in
                if let commit = batch.commit(at: 0) {
                    fold.settle(at: Timestamp(millisecondsSince1970: commit.recordedAt))
                }
                return .next
            }
            tasksMax = 2 * fold.table.tasks.count + LedgerSnapshot.fewUnsettled
        }
        fold.arrange()
        return fold
    }

    /// So many tasks more are held before it is looked at which of them are settled.
    private static let fewUnsettled = 16_384

    private func takeTasks(
        into fold: inout TaskFold, from position: UInt64
    ) throws(StoreError) {
        var older: Set<UInt64> = []
        func isOfTask(_ kind: ScanResult.Kind) -> Bool {
            EventType(kind).map(TodoTable.types.contains) ?? false
        }
        let pick = ScanRequest(types: TodoTable.typeSet, integers: [.target])
        try store.scan(position..<count, pick, where: isOfTask) { picked in
            var targets = picked.values(of: .target)
            for row in picked.rows {
                guard let target = targets.value(at: row).flatMap(UInt64.init(exactly:)),
                    target < position, fold.table.entry(target) == nil
                else { continue }
                older.insert(target)
            }
        }
        if !older.isEmpty {
            let before = before(position)
            var table = TodoTable()
            var records: [TaskFold.Record] = []
            let versions = try before.versions(of: older.sorted()).positions
            try before.store.readRows(at: versions, .all) {
                position, row, commit throws(StoreError) in
                let record = TaskFold.Record(position, row, commit)
                try record.apply(to: &table)
                records.append(record)
            }
            for entry in try before.settled(table).entries { fold.reopen(entry) }
            for record in records { try fold.take(record) }
        }
        try store.read(position..<count, .all, holding: TodoTable.typeSet) {
            batch throws(StoreError) in
            let isOfTask = try batch.knownTypes().map { $0.map(TodoTable.types.contains) ?? false }
            for index in 0..<batch.count where isOfTask[Int(batch.keyCodes[index])] {
                let place = batch.firstPosition + UInt64(index)
                try fold.take(
                    TaskFold.Record(place, batch.row(at: index), batch.commit(at: index)))
            }
            return .next
        }
    }
}

extension TaskFold {
    /// Whether all that was closed or due from a moment on is here.
    fileprivate func isKnown(from moment: Timestamp) -> Bool {
        let (known, overflows) = floor.millisecondsSince1970.addingReportingOverflow(
            TaskFold.margin)
        return !overflows && moment.millisecondsSince1970 >= known
    }
}

extension TaskFold.Record {
    fileprivate init(_ position: UInt64, _ row: Row, _ commit: CommitHeader?) {
        self.init(
            position: position, recordedAt: commit?.recordedAt ?? 0,
            commit: commit?.firstPosition ?? position, row: row)
    }
}

extension TaskFilter {
    /// Whether nothing but being open, hidden and due decides which tasks are wanted.
    fileprivate var isOfOpenTasks: Bool {
        query == nil && !withDropped && !tabs.contains(.done) && project == nil && tags.isEmpty
            && urgency == nil && colour == nil && priority == nil && assignee == nil
            && words.isEmpty
    }
}

extension TaskCounts {
    /// Counts tasks that are not looked at one by one.
    fileprivate mutating func add(done: Int64, dropped: Int64) {
        self.done += Int(clamping: done)
        self.dropped += Int(clamping: dropped)
    }
}
