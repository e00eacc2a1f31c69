internal import EventLog

extension LedgerSnapshot {
    /// What a figure comes to, by currency; only currencies in which lines count.
    ///
    /// - Complexity: O(*n*) in the events.
    package func figures(
        _ query: FigureQuery
    ) throws(StoreError) -> [Currency: SpendingTable.Cell] {
        let table = try cells(
            for: ReportParameters(range: query.range, by: .category(depth: nil), query: query.query)
        )
        let signs = table.groups.map { query.sign(of: $0, referenceData) }
        var cells: [Currency: SpendingTable.Cell] = [:]
        table.forEachRow { day, row in
            guard query.range.contains(day) else { return }
            row.forEachCell { group, cell in
                let sign = signs[group]
                if sign == 0 { return }
                cells[table.groups[group].currency, default: .zero] += SpendingTable.Cell(
                    sum: cell.sum * Int128(sign), count: cell.count)
            }
        }
        return cells.filter { $0.value.count != 0 }
    }

    /// How a figure came to be. Where only some lines count, these are those that pass now, with
    /// all that they ever stated.
    ///
    /// - Parameters:
    ///   - currency: Of which currency the figure is.
    ///   - skip: How many of the oldest events to pass over.
    ///   - limit: How many events are wanted; `nil` for all, which are then held in memory.
    /// - Complexity: O(*n*) in the links and hot columns; what the events say takes the links
    ///   behind the oldest line of which they speak.
    package func history(
        of query: FigureQuery, in currency: Currency, skip: Int = 0, limit: Int? = nil
    ) throws(StoreError) -> FigureHistory {
        let referenceData = referenceData
        var lines: PositionSet?
        if !query.query.clauses.isEmpty {
            var found = PositionSet(count)
            for id in try ids(of: query.query) { found.insert(id) }
            lines = found
        }
        var reader = PostingReader<Int64>(days: query.range, lines: lines) { group in
            let sign = group.currency == currency ? query.sign(of: group, referenceData) : 0
            return sign == 0 ? nil : sign
        }
        var page = FigurePage(skip: skip, limit: limit)
        try store.read(0..<count, .report) { batch throws(StoreError) in
            try reader.read(batch) { page.add($1) }
            return .next
        }
        let events = try logRows(at: page.steps.map(\.position))
        let head = try head()
        func text(_ minor: Int128) -> String { MoneyTotal(minor: minor, currency: currency).text }
        let (category, depth): (String?, Int?) =
            switch query.categories {
            case .all: (nil, nil)
            case .none: ("", nil)
            case .shown(let path, let depth): (path.text, depth)
            }
        return FigureHistory(
            start: query.range.hasStart ? query.range.start : nil,
            end: query.range.hasEnd ? query.range.end : nil, kind: query.kind?.name ?? "net",
            category: category, depth: depth,
            account: query.account.map { $0.flatMap(referenceData.account(at:))?.facts.name ?? "" },
            currency: currency.code, sum: text(page.figure.sum), count: page.figure.count,
            rows: zip(events, page.steps).map { event, step in
                FigureStep(
                    event: event, old: step.old.map(text), new: step.new.map(text),
                    amount: text(step.amount), count: step.count, running: text(step.running))
            },
            events: page.count, skipped: skip > 0 ? skip : nil,
            more: page.count > skip + page.steps.count, position: head.lastPosition,
            root: head.root.hex)
    }
}

/// The part of the events behind a figure that is wanted, and what all of them come to, while they
/// go by.
private struct FigurePage {
    /// What one event did.
    struct Step {
        let position: UInt64
        var old: Int128?
        var new: Int128?
        var count: Int64 = 0
        var running: Int128 = 0

        var amount: Int128 { (new ?? 0) - (old ?? 0) }
    }

    let skip: Int
    let limit: Int?
    private(set) var steps: [Step] = []
    /// How many events there were.
    private(set) var count = 0
    /// What they come to.
    private(set) var figure = SpendingTable.Cell.zero
    /// The last event, and whether it is wanted.
    private var last: UInt64?
    private var isWanted = false

    init(skip: Int, limit: Int?) {
        self.skip = skip
        self.limit = limit
    }

    /// Takes in a posting, whose key is known by the sign of its amounts in the figure.
    mutating func add(_ posting: Posting<Int64>) {
        if last != posting.position {
            last = posting.position
            isWanted = count >= skip && steps.count < limit ?? .max
            if isWanted { steps.append(Step(position: posting.position)) }
            count += 1
        }
        let amount = Int128(posting.amount) * Int128(posting.key)
        let change = posting.sign < 0 ? -amount : amount
        figure += SpendingTable.Cell(sum: change, count: posting.sign)
        if !isWanted { return }
        let index = steps.count - 1
        if posting.sign < 0 { steps[index].old = amount } else { steps[index].new = amount }
        steps[index].count += posting.sign
        steps[index].running = figure.sum
    }
}
