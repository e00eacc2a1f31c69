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
    /// - Complexity: O(*n*) in the links and hot columns, but of all lines and where figures are
    ///   kept in those of the events behind what was asked for before; what the events say takes
    ///   the links behind the oldest line of which they speak.
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
        let source = FigureSource(
            store: store, query: query, currency: currency, referenceData: referenceData,
            lines: lines)
        let (page, end) = try self.page(of: source, skip: skip, limit: limit)
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
            currency: currency.code, sum: text(end.figure.sum), count: end.figure.count,
            rows: zip(events, page.steps).map { event, step in
                FigureStep(
                    event: event, old: step.old.map(text), new: step.new.map(text),
                    amount: text(step.amount), count: step.count, running: text(step.running))
            },
            events: end.events, skipped: skip > 0 ? skip : nil,
            more: end.events > skip + page.steps.count, position: head.lastPosition,
            root: head.root.hex)
    }

    /// A page of the events behind a figure, and what all of them do.
    private func page(
        of source: FigureSource, skip: Int, limit: Int?
    ) throws(StoreError) -> (FigurePage, FigureMarks.Mark) {
        // Which lines pass may change with every event.
        guard let limit, source.lines == nil else {
            let page = try source.page(skip: skip, limit: limit, of: count)
            return (page, page.end)
        }
        let question = KeptFigure(source: source, skip: skip, limit: limit)
        let known = try answer(to: question) { $0.figures }
        return (known.page, known.marks.end)
    }
}
