internal import EventLog

extension Books {
    /// All tasks.
    ///
    /// - Complexity: O(*f*) in the frames, and O(*n*) in the events of those that hold tasks; the
    ///   others are passed over.
    public func todos() throws(StoreError) -> TodoTable {
        var ranges: [Range<UInt64>] = []
        let wanted = TypeSet(TodoTable.types.map(\.rawValue))
        try store.read(0..<count, .hot, holding: wanted) { batch throws(StoreError) in
            let isTask = try batch.knownTypes().map { $0.map(TodoTable.types.contains) ?? false }
            guard isTask.contains(true) else { return .next }
            if let last = ranges.last, last.upperBound == batch.firstPosition {
                ranges[ranges.count - 1] = last.lowerBound..<batch.positions.upperBound
            } else {
                ranges.append(batch.positions)
            }
            return .next
        }
        var table = TodoTable()
        for range in ranges {
            try store.read(range, TodoTable.sections) { batch throws(StoreError) in
                try table.apply(batch)
                return .next
            }
        }
        return table
    }

    /// Tasks as they stand at a moment.
    ///
    /// - Complexity: As ``todos()``, and O(*t* log *t*) in the tasks.
    public func tasks(_ filter: TaskFilter, _ clock: TaskClock) throws(StoreError) -> TaskList {
        try list(filter, try todos(), clock)
    }

    /// One task as it stands at a moment; without rows where none was created at the position.
    ///
    /// - Complexity: As ``todos()``.
    public func task(_ id: UInt64, _ clock: TaskClock) throws(StoreError) -> TaskList {
        var filter = TaskFilter()
        filter.withDropped = true
        return try list(filter, try todos(), clock) { $0 == id }
    }

    private func list(
        _ filter: TaskFilter, _ table: TodoTable, _ clock: TaskClock,
        _ isWanted: (UInt64) -> Bool = { _ in true }
    ) throws(StoreError) -> TaskList {
        var counts = TaskCounts()
        var found: [(last: Timestamp?, entry: TodoTable.Entry)] = []
        for entry in table.entries where isWanted(entry.state.id) {
            let facts = entry.state.facts
            guard filter.admits(facts, in: clock.zone) else { continue }
            let tab = clock.tab(entry.state.status, facts.deadline)
            counts.count(tab)
            if filter.admits(tab) {
                found.append((facts.deadline?.lastInstant(in: clock.zone), entry))
            }
        }
        found.sort { left, right in
            guard left.last != right.last else { return left.entry.state.id < right.entry.state.id }
            guard let first = left.last else { return false }
            return right.last.map { first < $0 } ?? true
        }
        let head = try head()
        return TaskList(
            rows: found.map { TaskRow($0.entry, clock, chart) }, count: found.count, more: false,
            counts: counts, now: clock.now, today: clock.today, zone: clock.zone.name,
            position: count - 1, root: head.root.hex)
    }

    /// The open and closed tasks whose title has a word, in any case, newest first.
    ///
    /// - Parameter word: Letters and digits; of several words, all must occur.
    /// - Complexity: As ``todos()``.
    public func findTasks(_ word: String) throws(StoreError) -> [Candidate] {
        let wanted = Words.folded(word)
        guard !wanted.isEmpty else { return [] }
        return try todos().entries.reversed().compactMap { entry in
            let title = entry.state.facts.title
            let words = Words.folded(title)
            guard wanted.allSatisfy(words.contains) else { return nil }
            return Candidate(
                id: entry.state.id, type: "task", title: title,
                live: entry.state.status == .open)
        }
    }

    /// A project in the spelling of the tasks that there are.
    ///
    /// - Complexity: As ``todos()``.
    public func spelling(ofProject project: CategoryPath) throws(StoreError) -> CategoryPath {
        let known = Set(try todos().entries.compactMap(\.state.facts.project))
        return CategoryIndex.spelling(of: project, among: known.sorted())
    }
}
