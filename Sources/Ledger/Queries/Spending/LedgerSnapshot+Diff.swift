internal import EventLog

extension LedgerSnapshot {
    /// How a report of this snapshot differs from that of an older state of the same ledger.
    ///
    /// Besides lines, what categories and accounts are called and the day on which weeks start move
    /// money between cells; then the event that changed these is listed.
    ///
    /// - Parameters:
    ///   - old: The older state: of the same store, with no more events.
    ///   - parameters: What the report asks for; days and keys alone may decide which lines count,
    ///     see ``LineQuery/isAboutKeys``, and distinguish rows.
    ///   - eventsMax: How many events to list for each cell.
    /// - Complexity: O(*n*) in the events, and a roll-up for each event that renamed something.
    package func diff(
        from old: LedgerSnapshot, _ parameters: ReportParameters, eventsMax: Int
    ) throws(BooksError) -> ReportDiff {
        let parameters = parameters.narrowed
        do throws(StoreError) {
            var changes = CellChanges(eventsMax: eventsMax)
            let table = try old.spending()
            let first = rollUp(parameters, old.referenceData, table).cells()
            try addRenames(since: old, parameters, table, first, to: &changes)
            var rollUp = rollUp(parameters, referenceData, try spending())
            let last = rollUp.cells()
            changes.keys = Set(first.keys).union(last.keys).filter { first[$0] != last[$0] }
            try addLines(since: old.count, &rollUp, to: &changes)
            return try diff(from: old, parameters, first, last, changes)
        } catch {
            throw .store(error)
        }
    }

    private func rollUp(
        _ parameters: ReportParameters, _ referenceData: ReferenceData, _ table: SpendingTable
    ) -> RollUp {
        let weekStart = parameters.weekStart ?? referenceData.settings?.weekStart ?? .monday
        var rollUp = RollUp(parameters, referenceData, weekStart)
        rollUp.add(PassingCells(table, referenceData.passes(parameters.query)))
        return rollUp
    }

    /// What became of the cells of the older state by other names and another first day of weeks.
    private func addRenames(
        since old: LedgerSnapshot, _ parameters: ReportParameters, _ table: SpendingTable,
        _ first: [ReportCell: SpendingTable.Cell], to changes: inout CellChanges
    ) throws(StoreError) {
        let types: Set<EventType> = [.categoryRenamed, .accountChanged, .settingsChanged]
        let wanted = Set(types.map(\.rawValue))
        let positions = try store.positions(
            in: old.count..<count, holding: TypeSet(wanted)
        ) { type, _, _ in wanted.contains(type) }
        var referenceData = old.referenceData
        var cells = first
        try store.readEvents(at: positions, ReferenceData.sections) { position, event, _ in
            referenceData.apply(event, at: position)
            let next = rollUp(parameters, referenceData, table).cells()
            for key in Set(cells.keys).union(next.keys) where cells[key] != next[key] {
                changes.add(position, to: key, old: cells[key], new: next[key])
            }
            cells = next
        }
    }

    /// What events since then did to cells that differ.
    private func addLines(
        since start: UInt64, _ rollUp: inout RollUp, to changes: inout CellChanges
    ) throws(StoreError) {
        if changes.keys.isEmpty { return }
        let parameters = rollUp.parameters
        var labels = rollUp
        let passes = referenceData.passes(parameters.query)
        var reader = PostingReader<Int>(days: parameters.range) { group in
            parameters.admits(group.kind) && passes(group) ? labels.index(of: group) : nil
        }
        /// The cells that were met, by label and first day.
        var known: [Int: [Day: ReportCell]] = [:]
        try store.read(start..<count, .report) { batch throws(StoreError) in
            try reader.read(batch) { day, posting in
                let days = labels.bucket(of: day)
                let cell =
                    known[posting.key]?[days.start] ?? labels.reportCell(posting.key, days)
                known[posting.key, default: [:]][days.start] = cell
                let amount = SpendingTable.Cell(sum: Int128(posting.amount), count: 1)
                changes.add(
                    posting.position, to: cell, old: posting.sign < 0 ? amount : nil,
                    new: posting.sign > 0 ? amount : nil)
            }
            return .next
        }
    }

    private func diff(
        from old: LedgerSnapshot, _ parameters: ReportParameters,
        _ first: [ReportCell: SpendingTable.Cell], _ last: [ReportCell: SpendingTable.Cell],
        _ changes: CellChanges
    ) throws(StoreError) -> ReportDiff {
        let keys = changes.keys.sorted()
        let positions = Set(keys.flatMap { changes.steps(of: $0).map(\.position) }).sorted()
        let rows = try logRows(at: positions)
        let events = Dictionary(uniqueKeysWithValues: zip(positions, rows))
        let (before, head) = (try old.head(), try head())
        return ReportDiff(
            period: parameters.period?.name, by: parameters.by.name, depth: parameters.by.depth,
            terms: parameters.terms,
            kinds: EntryKind.allCases.filter { parameters.admits($0) },
            rows: keys.map { key in
                let days = parameters.period == nil ? parameters.range : key.days
                let (was, now) = (first[key] ?? .zero, last[key] ?? .zero)
                func text(_ minor: Int128) -> String {
                    MoneyTotal(minor: minor, currency: key.label.currency).text
                }
                return DiffRow(
                    start: days.hasStart ? days.start : nil, end: days.hasEnd ? days.end : nil,
                    kind: key.label.kind, category: key.category, account: key.account,
                    currency: key.label.currency.code, was: text(was.sum), now: text(now.sum),
                    change: text(now.sum - was.sum), wasCount: was.count, nowCount: now.count,
                    events: changes.steps(of: key).compactMap { step in
                        events[step.position].map { event in
                            FigureStep(
                                event: event, old: (step.old?.sum).map(text),
                                new: (step.new?.sum).map(text),
                                amount: text((step.new?.sum ?? 0) - (step.old?.sum ?? 0)),
                                count: (step.new?.count ?? 0) - (step.old?.count ?? 0),
                                running: nil)
                        }
                    }, eventCount: changes.count(of: key))
            }, fromPosition: old.count > 0 ? old.count - 1 : nil, fromRoot: before.root.hex,
            position: head.lastPosition, root: head.root.hex)
    }
}

/// What events did to cells.
private struct CellChanges {
    /// What one event did to one cell.
    struct Step {
        let position: UInt64
        var old: SpendingTable.Cell?
        var new: SpendingTable.Cell?
    }

    /// The cells that differ in the end.
    var keys: Set<ReportCell> = []
    let eventsMax: Int
    /// The first of renames, and apart from them the first of lines; both ascending.
    private var renames: [ReportCell: [Step]] = [:]
    private var lines: [ReportCell: (steps: [Step], count: Int, last: UInt64)] = [:]

    init(eventsMax: Int) { self.eventsMax = eventsMax }

    /// Adds what an event did. Until ``keys`` are known it is one that renamed something.
    mutating func add(
        _ position: UInt64, to key: ReportCell, old: SpendingTable.Cell?,
        new: SpendingTable.Cell?
    ) {
        guard !keys.isEmpty else {
            renames[key, default: []].append(Step(position: position, old: old, new: new))
            return
        }
        guard keys.contains(key) else { return }
        var found = lines.removeValue(forKey: key) ?? ([], 0, .max)
        if found.last == position {
            // One event takes back and adds.
            if let last = found.steps.indices.last, found.steps[last].position == position {
                found.steps[last].old = old ?? found.steps[last].old
                found.steps[last].new = new ?? found.steps[last].new
            }
        } else {
            found.count += 1
            found.last = position
            if found.steps.count < eventsMax {
                found.steps.append(Step(position: position, old: old, new: new))
            }
        }
        lines[key] = found
    }

    /// The first events that changed a cell, ascending.
    func steps(of key: ReportCell) -> [Step] {
        let all = (renames[key] ?? []) + (lines[key]?.steps ?? [])
        return Array(all.sorted { $0.position < $1.position }.prefix(eventsMax))
    }

    /// How many events changed a cell.
    func count(of key: ReportCell) -> Int {
        (renames[key]?.count ?? 0) + (lines[key]?.count ?? 0)
    }
}
