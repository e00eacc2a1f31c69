internal import EventLog

extension LedgerSnapshot {
    /// All tasks.
    ///
    /// - Complexity: O(*f*) in the frames, and O(*n*) in the events of those that hold tasks; the
    ///   others are passed over.
    package func todos() throws(StoreError) -> TodoTable {
        try settled(
            store.project(
                0..<count, holding: TodoTable.typeSet,
                threads: LedgerSnapshot.threads(for: count)))
    }

    /// All tasks, of which those that were closed a day before the newest event, or earlier, are
    /// counted only.
    ///
    /// - Parameters:
    ///   - countMin: Fewer tasks than these are held, whatever became of them.
    ///   - threads: Into how many parts the log is cut; `nil` for as many as help.
    /// - Complexity: As ``todos()``; in memory are the tasks that are not settled.
    package func settlingTasks(
        holding countMin: Int = SettlingTasks.usualCount, threads: Int? = nil
    ) throws(StoreError) -> SettlingTasks {
        let threads = threads ?? LedgerSnapshot.threads(for: count)
        var tasks = try store.project(0..<count, threads: threads) { range throws(StoreError) in
            try store.projectAll(
                range, TodoTable.typeSet, onto: SettlingTasks(countMin: countMin))
        }
        // What happened to a task when it was settled already.
        let older = tasks.table.unknown
        if !older.isEmpty { tasks.restore(try todos(of: older)) }
        if tasks.table.hasTurns { tasks.settle(try undoMarks()) }
        return tasks
    }

    /// A table in which the time that was spent counts without what is taken back.
    func settled(_ table: TodoTable) throws(StoreError) -> TodoTable {
        guard table.hasTurns else { return table }
        var table = table
        table.settle(try undoMarks())
        return table
    }

    /// The tasks that were created at some positions; what else was created there is left out.
    ///
    /// - Complexity: O(*n*) in the links after the oldest of them.
    func todos(_ ids: [UInt64]) throws(StoreError) -> TodoTable {
        var table = TodoTable()
        try store.readEvents(at: try versions(of: ids).positions, .all) { position, event, commit in
            table.apply(event, at: position, in: commit)
        }
        return try settled(table)
    }

    /// The tasks that were created at many positions.
    ///
    /// - Complexity: As ``todos()``; of other tasks nothing is taken apart.
    func todos(among ids: PositionSet) throws(StoreError) -> TodoTable {
        let table = try store.project(0..<count, threads: LedgerSnapshot.threads(for: count)) {
            range throws(StoreError) in
            var table = TodoTable()
            try store.read(range, .all, holding: TodoTable.typeSet) { batch throws(StoreError) in
                try table.apply(batch, where: ids.contains)
                return .next
            }
            return table
        }
        return try settled(table)
    }

    /// Tasks as they are at a moment.
    ///
    /// - Complexity: As ``todos()``, and O(*t* log *t*) in the tasks.
    package func tasks(_ filter: TaskFilter, _ clock: TaskClock) throws(StoreError) -> TaskList {
        try list(filter, try todos(), clock)
    }

    /// One task as it is at a moment; without rows where none was created at the position.
    ///
    /// - Complexity: O(*n*) in the links after it.
    package func task(_ id: UInt64, _ clock: TaskClock) throws(StoreError) -> TaskList {
        var filter = TaskFilter()
        filter.withDropped = true
        filter.hidden = .with
        return try list(filter, try todos([id]), clock, isWhole: false)
    }

    /// The tasks of a table that a filter asks for.
    ///
    /// - Parameters:
    ///   - range: Which of them as they come tab by tab; `nil` for all.
    ///   - isWhole: Whether the table has all open tasks.
    func list(
        _ filter: TaskFilter, _ table: TodoTable, _ clock: TaskClock,
        page range: Range<Int>? = nil, isWhole: Bool = true
    ) throws(StoreError) -> TaskList {
        var counts = TaskCounts()
        var found = FoundTasks(range)
        let links = filter.query?.asksForLinks == true ? TaskLinks(table.entries) : nil
        for entry in table.tasks {
            let facts = entry.state.facts
            guard filter.admits(facts, in: clock.zone) else { continue }
            if let query = filter.query, !query.admits(entry, clock, links) { continue }
            let isHidden = clock.isHidden(entry.state)
            guard filter.admits(hidden: isHidden) else {
                if isHidden { counts.hidden = (counts.hidden ?? 0) + 1 }
                continue
            }
            let last = facts.deadline?.lastInstant(in: clock.zone)
            let tab = clock.tab(entry.state.status, last: last)
            counts.count(tab)
            if filter.admits(tab) { found.add(tab, last, entry.state.id) }
        }
        return try list(found, counts, table, clock, isWhole: isWhole)
    }

    /// The rows of the tasks that were found in a table.
    ///
    /// - Parameter isWhole: Whether the table has all open tasks.
    func list(
        _ found: FoundTasks, _ counts: TaskCounts, _ table: TodoTable, _ clock: TaskClock,
        isWhole: Bool
    ) throws(StoreError) -> TaskList {
        let rows = found.ids.compactMap { table.entry($0) }
            .map { TaskRow($0, clock, referenceData) }
        let head = try head()
        return TaskList(
            rows: try waiting(rows, in: isWhole ? table : nil), count: found.count,
            more: found.range.map { $0.upperBound < found.count } ?? false,
            skipped: found.range.flatMap { $0.lowerBound > 0 ? $0.lowerBound : nil },
            counts: counts, now: clock.now, today: clock.today, zone: clock.zone.name,
            position: count - 1, root: head.root.hex)
    }

    /// Rows with the open tasks for which each waits.
    ///
    /// - Parameter known: A table that has all open tasks; `nil` to look them up.
    func waiting(_ rows: [TaskRow], in known: TodoTable? = nil) throws(StoreError) -> [TaskRow] {
        let ids = Set(rows.flatMap(\.depends)).sorted()
        if ids.isEmpty { return rows }
        let table: TodoTable
        if let known { table = known } else { table = try todos(of: ids) }
        var rows = rows
        for index in rows.indices where !rows[index].depends.isEmpty {
            rows[index].waitsFor = rows[index].depends.filter {
                table.entry($0)?.state.status == .open
            }
        }
        return rows
    }

    /// Where some tasks were completed, all times, in the order of the log.
    ///
    /// - Complexity: O(*f*) in the frames, and O(*n*) in the events of those that complete some.
    package func completions(
        of ids: Set<UInt64>
    ) throws(StoreError) -> [(task: UInt64, position: UInt64)] {
        if ids.isEmpty { return [] }
        var found: [(task: UInt64, position: UInt64)] = []
        let types: Set<EventType> = [.taskCompleted]
        try store.read(
            0..<count, .all, holding: TypeSet(types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try batch.forEachEvent(of: types) { position, event in
                if let id = event.todoTarget, ids.contains(id) { found.append((id, position)) }
            }
            return .next
        }
        return found
    }

    /// Which tasks wait for which.
    ///
    /// - Complexity: O(*f*) in the frames, and O(*n*) in the events of those that hold such links.
    package func todoLinks() throws(StoreError) -> TodoLinks {
        var links = TodoLinks()
        let types: Set<EventType> = [.taskLinked]
        try store.read(
            0..<count, .all, holding: TypeSet(types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try batch.forEachEvent(of: types) { _, event in
                if case .taskLinked(let link) = event { links.take(link) }
            }
            return .next
        }
        return links
    }

    /// The open and closed tasks whose title has a word, in any case, newest first.
    ///
    /// - Parameter word: Letters and digits; of several words, all must occur.
    /// - Complexity: As ``todos()``.
    package func findTasks(_ word: String) throws(StoreError) -> [Candidate] {
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

    /// Whether a task is in a project or below it.
    ///
    /// - Complexity: As ``todos()``.
    package func hasProject(_ project: CategoryPath) throws(StoreError) -> Bool {
        let folded = project.folded
        return try todos().entries.contains {
            $0.state.facts.project?.isBelow(folded) ?? false
        }
    }

    /// A project in the spelling of the tasks that there are.
    ///
    /// - Complexity: O(*f*) in the frames that hold tasks; as ``todos()`` where somebody spelled it
    ///   otherwise.
    package func spelling(ofProject project: CategoryPath) throws(StoreError) -> CategoryPath {
        let others = try projectsEver().filter { name in
            name != project && !name.text.hasPrefix(project.text + ":")
                && !project.text.hasPrefix(name.text + ":")
        }
        if CategoryIndex.spelling(of: project, among: others.sorted()) == project {
            return project
        }
        let known = Set(try todos().entries.compactMap(\.state.facts.project))
        return CategoryIndex.spelling(of: project, among: known.sorted())
    }

    /// The projects that tasks have or had.
    private func projectsEver() throws(StoreError) -> Set<CategoryPath> {
        var names: Set<CategoryPath> = []
        let request = ScanRequest(types: TodoTable.typeSet, bytes: [.project])
        func isOfTask(_ kind: ScanResult.Kind) -> Bool {
            EventType(kind).map(TodoTable.types.contains) ?? false
        }
        try store.scan(0..<count, request, where: isOfTask) { picked in
            for name in picked.bytes[.project]?.dictionary ?? ByteStrings() {
                let text = String(decoding: name, as: UTF8.self)
                if let path = CategoryPath(exactly: text) { names.insert(path) }
            }
        }
        return names
    }
}
