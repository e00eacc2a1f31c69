internal import EventLog

extension LedgerSnapshot {
    /// What all lines come to by payee and by tags, by sums beside the log and the events behind
    /// them, or by all events where there are none that help; `nil` where the lines themselves
    /// have to be asked.
    ///
    /// - Parameters:
    ///   - isByMonth: Whether months are told apart.
    ///   - sort: Of which names alone the table is wanted, with last days; `nil` for all, without.
    func nameTable(
        byMonth isByMonth: Bool, withDaysOf sort: NameTable.Sort? = nil
    ) throws(StoreError) -> NameTable? {
        guard let store = store as? FileEventStore else { return nil }
        var (table, next) = (NameTable(isByMonth: isByMonth), UInt64(0))
        var seen = try store.head().count
        if let sums = try sums(), let names = sums.names(byMonth: isByMonth),
            try !store.erases(behind: names.seen)
        {
            (table, next, seen) = (names.table, sums.position, names.seen)
        } else if isByMonth, count > LedgerSnapshot.monthsMax {
            return nil
        }
        guard var found = try nameTable(table, from: next, only: sort) else { return nil }
        if let sort {
            try found.findLastDays(of: [sort], in: self, months: NameTable.monthsMax)
        }
        // Text that went meanwhile may have been read before or behind that.
        return try store.erases(behind: seen) ? nil : found
    }

    /// Of so many events at most a table by month is made for one answer: it has a cell for every
    /// name of a month.
    private static let monthsMax: UInt64 = 1 << 18

    /// Takes the lines of all events from a position on into a table of those before it.
    ///
    /// - Parameters:
    ///   - namesMax: As many names are held at most.
    ///   - sort: By what alone lines are added up; `nil` for every sort.
    /// - Returns: `nil` where names cannot be told by sums, or there are more of them.
    /// - Complexity: O(*n*) in these events, and in the links behind the oldest line of which they
    ///   speak; in memory are such lines.
    func nameTable(
        _ table: NameTable, from start: UInt64, namesMax: Int = .max,
        only sort: NameTable.Sort? = nil
    ) throws(StoreError) -> NameTable? {
        var table = table
        var next = start
        while next < count {
            let end = min(count, next + LedgerSnapshot.foldedAtOnce)
            let found = try before(end).nextNames(
                table, from: next, namesMax: namesMax, only: sort)
            guard let found else { return nil }
            table = found
            next = end
        }
        return table
    }

    /// So many events are taken in before the lines of which they speak are put back.
    private static let foldedAtOnce: UInt64 = 1 << 22

    private func nextNames(
        _ table: NameTable, from start: UInt64, namesMax: Int, only sort: NameTable.Sort?
    ) throws(StoreError) -> NameTable? {
        var touched = PositionSet(count - start)
        var older: Set<UInt64> = []
        let changes = NameFold.types.subtracting([.lineAdded])
        let pick = ScanRequest(
            types: TypeSet(changes.map(\.rawValue)), integers: [.target])
        func isChange(_ kind: ScanResult.Kind) -> Bool {
            EventType(kind).map(changes.contains) ?? false
        }
        try store.scan(start..<count, pick, where: isChange) { picked in
            var targets = picked.values(of: .target)
            for row in picked.rows {
                guard let target = targets.value(at: row).flatMap(UInt64.init(exactly:)) else {
                    continue
                }
                if target < start { older.insert(target) } else { touched.insert(target - start) }
            }
        }
        var fold = NameFold(table, from: start, touched: touched, only: sort)
        let before = before(start)
        var ids = older.sorted()[...]
        while !ids.isEmpty {
            let piece = Array(ids.prefix(UndoScope.piece))
            ids = ids.dropFirst(piece.count)
            let state = try before.state(for: piece, withCategories: false)
            for id in piece { if let line = state.lines[id] { fold.reopen(line) } }
        }
        try store.read(
            start..<count, NameFold.sections, holding: TypeSet(NameFold.types.map(\.rawValue))
        ) { batch throws(StoreError) in
            try fold.apply(batch)
            return fold.nameCount > namesMax ? .stop : .next
        }
        return fold.nameCount > namesMax ? nil : fold.finish()
    }
}

extension FileEventStore {
    /// Whether an event behind the first ones erases text, or there are not so many any more.
    func erases(behind count: UInt64) throws(StoreError) -> Bool {
        let end = try head().count
        if end < count { return true }
        let erasure = EventType.textErased.rawValue
        return try !positions(in: count..<end, holding: TypeSet([erasure])) { type, _, _ in
            type == erasure
        }.isEmpty
    }
}

extension NameTable {
    /// The months whose lines are looked at for last days before an answer, at most; where more
    /// would have to be, the lines are searched at once.
    static let monthsMax = 12
    /// As many are at most looked at in one search.
    private static let spanMax = 256

    /// Of every name and pair the latest cell among those that are wanted.
    func latest(_ sort: Sort, where isWanted: (Key) -> Bool = { _ in true }) -> [Key: Cell] {
        var months: [Key: Int32] = [:]
        for key in cells[sort.rawValue].keys where isWanted(key) {
            let group = Key(month: 0, name: key.name, pair: key.pair)
            months[group] = max(months[group] ?? key.month, key.month)
        }
        var found: [Key: Cell] = [:]
        for (group, month) in months {
            let key = Key(month: month, name: group.name, pair: group.pair)
            found[key] = cells[sort.rawValue][key]
        }
        return found
    }

    /// Finds the last days that are not known any more, because all lines of that day went: only
    /// where no later month has such lines.
    ///
    /// - Parameters:
    ///   - sorts: Of which names.
    ///   - months: Of how many months lines are looked at, at most, the latest first. None are
    ///     where it is clear that more would have to be.
    mutating func findLastDays(
        of sorts: [Sort] = Sort.allCases, in snapshot: LedgerSnapshot, months: Int
    ) throws(StoreError) {
        var left = months
        // Where months are not told apart it is not known how far back a line is.
        var step = 1
        while left > 0 {
            // No line is of the day of a bound, or later.
            let unknown = Sort.allCases.map { sort in
                sorts.contains(sort) ? latest(sort).filter { $0.value.lastCount <= 0 } : [:]
            }
            let bounds = unknown.flatMap { $0.values.map { $0.last } }.filter { $0 > .min }
            let wantedMonths = Set(bounds.map { Day(daysSince1970: $0 - 1).monthNumber })
            guard let month = wantedMonths.max(), wantedMonths.count <= left else { return }
            let span = isByMonth ? 1 : min(step, left)
            (left, step) = (left - span, min(2 * step, NameTable.spanMax))
            let start = Day(month: min(month, max(0, month - span + 1)), dayOfMonth: 1)
            let first = start.daysSince1970
            var wanted: [[Key: Cell]] = unknown.map { cells in
                cells.filter { $0.value.last > first }.mapValues { _ in Cell() }
            }
            var query = LineQuery()
            query.require(.days(DayRange(start: start, end: DayRange(month: month).end)))
            try snapshot.forEachLine(of: query) { line in
                guard let pair = knownPair(line.facts) else { return }
                for sort in sorts {
                    guard let name = known(line, sort) else { continue }
                    let own = isByMonth ? Int32(clamping: month) : 0
                    let key = Key(month: own, name: name, pair: pair)
                    wanted[sort.rawValue][key]?.add(0, on: line.facts.day.daysSince1970)
                }
            }
            for sort in sorts {
                for (key, found) in wanted[sort.rawValue] {
                    guard var cell = cells[sort.rawValue][key] else { continue }
                    (cell.last, cell.lastCount) =
                        found.count > 0 ? (found.last, found.lastCount) : (first, 0)
                    set(cell, at: key, sort)
                }
            }
        }
    }
}
