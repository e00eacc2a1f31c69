internal import EventLog

extension LedgerSnapshot {
    /// The cells of a report by payee or by tag, of whole months by sums beside the log; `nil`
    /// where they cannot tell it.
    ///
    /// Figures are those of ``cells(for:)``.
    func namedCells(for parameters: ReportParameters) throws(StoreError) -> FoundCells? {
        guard store is FileEventStore, let sort = parameters.by.sort, parameters.takesMonths,
            parameters.query.isAboutPairs
        else { return nil }
        var plain = parameters
        (plain.period, plain.by) = (nil, .none)
        guard let days = try summedCells(for: plain)?.days(parameters),
            let table = try nameTable(
                byMonth: parameters.period != nil || parameters.range != .all)
        else { return nil }
        // Without months all lines stand under these days.
        let isOne = { (month: Int32) in !table.isByMonth || days.isOneMonth(month) }
        var cells = FoundCells()
        let parts = NamedMonths(table, sort, parameters.range)
        let passes = table.passing(parameters.query)
        var names: [Int32: [ReportNames]] = [:]
        var anchors: [(index: Int32, cell: SpendingTable.Cell)] = []
        for (key, cell) in table.cells[sort.rawValue] where passes[Int(key.pair)] {
            guard parts.whole.contains(key.month) else { continue }
            let pair = table.pairs[Int(key.pair)]
            let group = SpendingTable.Group(
                kind: pair.kind, currency: pair.currency, category: nil, account: nil)
            let texts = table.names[sort.rawValue].texts[Int(key.name)]
            let rows =
                names[key.name] ?? sort.line(texts, pair).names(for: parameters.by, referenceData)
            names[key.name] = rows
            let found = SpendingTable.Cell(sum: cell.sum, count: cell.count)
            for row in rows {
                let index = cells.index(of: group, row)
                // A report names its first and its last day.
                if days.first != days.last, isOne(key.month), parameters.admits(pair.kind) {
                    anchors.append((index, found))
                } else {
                    let day = table.isByMonth ? days.day(of: key.month) : days.first
                    cells.add(found, index, on: day)
                }
            }
        }
        days.place(anchors, in: &cells)
        for days in parts.cut {
            var query = parameters.query
            query.require(.days(days))
            try forEachLine(of: query) { line in
                cells.add(line.facts, in: line.names(for: parameters.by, referenceData))
            }
        }
        return cells
    }

    /// Whether sums beside the log tell what the lines of each payee or tag come to.
    package func hasNameSums(
        _ name: LineName, of query: LineQuery
    ) throws(StoreError) -> Bool {
        guard try (store as? FileEventStore)?.sums(upTo: count) != nil else { return false }
        return try summedNames(name, of: query) != nil
    }

    /// What the lines of each payee or tag come to, of whole months by sums beside the log where
    /// there are some; `nil` where these cannot tell it.
    func summedNames(
        _ name: LineName, of query: LineQuery
    ) throws(StoreError) -> [NameKey: NameTotal]? {
        guard let sort = name.sort, query.isAboutPairs,
            let table = try nameTable(
                byMonth: LineMatcher(query).days != .all, withDaysOf: sort)
        else { return nil }
        let parts = NamedMonths(table, sort, LineMatcher(query).days)
        let passes = table.passing(query)
        func isWanted(_ key: NameTable.Key) -> Bool {
            passes[Int(key.pair)] && parts.whole.contains(key.month)
        }
        let latest = table.latest(sort, where: isWanted)
        if latest.contains(where: { $0.value.lastCount <= 0 }) { return nil }
        var totals: [NameKey: NameTotal] = [:]
        totals.reserveCapacity(latest.count)
        let all = table.names[sort.rawValue].texts
        var names: [[String]?] = Array(repeating: nil, count: all.count)
        for (key, cell) in table.cells[sort.rawValue] where isWanted(key) {
            let pair = table.pairs[Int(key.pair)]
            let number = Int(key.name)
            let texts =
                names[number] ?? sort.line(all[number], pair).names(name, referenceData)
            names[number] = texts
            let isLatest = latest[key] != nil
            let total = NameTotal(
                sum: cell.sum, count: UInt64(clamping: cell.count),
                last: isLatest ? Day(daysSince1970: cell.last) : .min)
            for text in texts {
                let key = NameKey(name: text, kind: pair.kind, currency: pair.currency)
                totals[key, default: .zero] += total
            }
        }
        for days in parts.cut {
            var query = query
            query.require(.days(days))
            try forEachLine(of: query) { line in
                let total = NameTotal(
                    sum: Int128(line.facts.amount.minor), count: 1, last: line.facts.day)
                for text in line.names(name, referenceData) {
                    let key = NameKey(
                        name: text, kind: line.facts.kind, currency: line.facts.amount.currency)
                    totals[key, default: .zero] += total
                }
            }
        }
        return totals
    }
}

/// The months of a table that lie in a range of days, whole or cut.
private struct NamedMonths {
    private(set) var whole: Set<Int32> = []
    /// The days of months that are cut, ascending.
    private(set) var cut: [DayRange] = []

    init(_ table: NameTable, _ sort: NameTable.Sort, _ range: DayRange) {
        guard table.isByMonth else {
            whole = [0]
            return
        }
        for month in Set(table.cells[sort.rawValue].keys.map(\.month)).sorted() {
            let days = DayRange(month: Int(month))
            let own = days.intersection(range)
            if own.isEmpty { continue }
            if days.hasStart, days.hasEnd, range.contains(days) {
                whole.insert(month)
            } else {
                cut.append(own)
            }
        }
    }
}

/// The first and the last day on which anything counts in a report.
struct ReportEnds {
    let first: Day
    let last: Day

    /// Whether both days are in a month.
    func isOneMonth(_ month: Int32) -> Bool {
        first.monthNumber == Int(month) && last.monthNumber == Int(month)
    }

    /// The day under which the cells of a month are put.
    func day(of month: Int32) -> Day {
        if first.monthNumber == Int(month) { return first }
        if last.monthNumber == Int(month) { return last }
        return Day(month: Int(month), dayOfMonth: 1)
    }

    /// Puts cells in which both days are under these days: there are two lines or more.
    func place(
        _ found: [(index: Int32, cell: SpendingTable.Cell)], in cells: inout FoundCells
    ) {
        var isLastDone = false
        for (index, cell) in found {
            var cell = cell
            if !isLastDone {
                isLastDone = true
                cells.add(SpendingTable.Cell(sum: 0, count: 1), index, on: last)
                cell.count -= 1
                if cell.count == 0 {
                    cells.add(SpendingTable.Cell(sum: cell.sum, count: 0), index, on: last)
                    continue
                }
            }
            cells.add(cell, index, on: first)
        }
    }
}

extension SummedCells {
    /// The first and the last day on which anything counts; some day where nothing does.
    fileprivate func days(_ parameters: ReportParameters) -> ReportEnds {
        var days: [Day] = []
        let counts = groups.map { parameters.admits($0.kind) }
        forEachRow { day, row in
            guard parameters.range.contains(day) else { return }
            row.forEachCell { group, _ in if counts[group] { days.append(day) } }
        }
        return ReportEnds(first: days.min() ?? .min, last: days.max() ?? .min)
    }
}

extension NameTable {
    /// For every pair whether its lines pass.
    fileprivate func passing(_ query: LineQuery) -> [Bool] {
        let matcher = LineMatcher(query)
        return pairs.map { pair in
            let facts = LineMatcher.KeyFacts(
                kind: pair.kind, currency: pair.currency, category: nil, account: nil,
                isIncoming: false)
            return matcher.open(facts) != nil
        }
    }
}

extension NameTable.Sort {
    /// A line of a pair that has the name, and nothing else.
    fileprivate func line(_ name: [String], _ pair: NameTable.Pair) -> LineState {
        var details = LineDetails()
        switch self {
        case .payee: details.payee = name.first ?? ""
        case .tags: details.tags = name
        }
        let facts = LineFacts(
            kind: pair.kind, amount: Money(minor: 0, currency: pair.currency), day: .min)
        return LineState(id: 0, version: 0, facts: facts, details: details)
    }
}

extension LineName {
    /// By what a table tells such names apart; `nil` where it does not.
    fileprivate var sort: NameTable.Sort? {
        switch self {
        case .category: nil
        case .payee: .payee
        case .tag: .tags
        }
    }
}

extension ReportGrouping {
    /// By what a table tells the rows apart; `nil` where it does not.
    fileprivate var sort: NameTable.Sort? {
        guard keys.count == 1 else { return nil }
        switch keys[0] {
        case .payee: return .payee
        case .tag, .tagValue: return .tags
        case .category, .account, .person: return nil
        }
    }
}

extension LineQuery {
    /// Whether nothing but kinds, currencies, and days that all lines must be of decide which lines
    /// pass.
    fileprivate var isAboutPairs: Bool {
        clauses.allSatisfy { clause in
            clause.allSatisfy { term in
                switch term.test {
                case .kind, .currency: true
                case .days: clause.count == 1 && !term.isNegated
                default: false
                }
            }
        }
    }
}
