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
        let figure = try figures(query)[currency] ?? .zero
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
        page.finish()
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
            currency: currency.code, sum: text(figure.sum), count: figure.count,
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

/// The part of the events behind a figure that is wanted, while they go by.
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
    private var running: Int128 = 0
    private var last: Step?

    init(skip: Int, limit: Int?) {
        self.skip = skip
        self.limit = limit
    }

    /// Takes in a posting, whose key is known by the sign of its amounts in the figure.
    mutating func add(_ posting: Posting<Int64>) {
        if last?.position != posting.position { finish() }
        var step = last ?? Step(position: posting.position)
        let amount = Int128(posting.amount) * Int128(posting.key)
        if posting.sign < 0 { step.old = amount } else { step.new = amount }
        step.count += posting.sign
        last = step
    }

    /// Takes in the last event.
    mutating func finish() {
        guard var step = last else { return }
        last = nil
        running += step.amount
        step.running = running
        if count >= skip, steps.count < limit ?? .max { steps.append(step) }
        count += 1
    }
}
