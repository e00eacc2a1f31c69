internal import EventLog

extension LedgerSnapshot {
    /// The first lines of a register; see ``lines(_:)``.
    package func list(_ filter: LineFilter = LineFilter()) throws(StoreError) -> LineList {
        let found = try search(filter, threads: LedgerSnapshot.threads(for: count))
        return LineList(
            found.lines, count: found.count, sums: found.sums, referenceData: referenceData,
            head: try head())
    }

    /// A spending report; see ``SpendingReport/init(table:parameters:referenceData:now:head:)``.
    ///
    /// - Throws: ``BooksError``.
    public func report(
        _ parameters: ReportParameters, now: Day
    ) throws(BooksError) -> SpendingReport {
        try report(parameters, now: now, withSums: false)
    }

    /// A spending report; see ``report(_:now:)``.
    ///
    /// - Parameter withSums: Whether sums beside the log are believed where they can be, and what
    ///   earlier answers added up is: not for what is signed, closed, pinned, or said to be hashed.
    package func report(
        _ parameters: ReportParameters, now: Day, withSums: Bool
    ) throws(BooksError) -> SpendingReport {
        var snapshot = self
        if !withSums { snapshot.folds = nil }
        return try snapshot.made(parameters.narrowed, now: now, withSums: withSums)
    }

    private func made(
        _ parameters: ReportParameters, now: Day, withSums: Bool
    ) throws(BooksError) -> SpendingReport {
        let (table, end) = try mappingError(
            BooksError.store, (cells(for: parameters, withSums: withSums), head()))
        var report = try mappingError(
            BooksError.report,
            SpendingReport(
                cells: table, parameters: parameters, referenceData: referenceData, now: now,
                head: end))
        if referenceData.closings.isEmpty || parameters.exchange != nil { return report }
        report.closed = try mappingError(BooksError.store, closed(parameters, report))
        return report
    }

    private func cells(
        for parameters: ReportParameters, withSums: Bool
    ) throws(StoreError) -> any SpendingCells {
        if withSums, let summed = try summedCells(for: parameters) { return summed }
        if withSums, let named = try namedCells(for: parameters) { return named }
        return try cells(for: parameters)
    }

    /// As few cells as a report of the parameters can be made of.
    func cells(for parameters: ReportParameters) throws(StoreError) -> any SpendingCells {
        if parameters.by.readsText { return try foundCells(for: parameters) }
        if parameters.query.clauses.isEmpty {
            if !parameters.by.keys.isEmpty { return try spending() }
            return try fold { $0.kinds }
        }
        guard isAboutKeys(parameters) else { return try foundCells(for: parameters) }
        return PassingCells(try spending(), referenceData.passes(parameters.query))
    }

    /// The cells of the lines that pass, of the days that count.
    ///
    /// - Complexity: O(*n*) in the events; in memory are the cells, and where a report reads text a
    ///   number for each line that passes and 65,536 lines at a time.
    private func foundCells(for parameters: ReportParameters) throws(StoreError) -> FoundCells {
        var query = parameters.query
        if parameters.range != .all { query.require(.days(parameters.range)) }
        var cells = FoundCells()
        if !parameters.by.readsText {
            var search = try LineSearch(
                LineFilter(query), in: self, threads: LedgerSnapshot.threads(for: count))
            search.cells = cells
            try search.run()
            return search.cells ?? cells
        }
        try forEachLine(of: query) { line in
            cells.add(line.facts, in: line.names(for: parameters.by, referenceData))
        }
        return cells
    }

    /// Calls `body` with every live line that passes, ascending by id, but not with the other sides
    /// of transfers. Entries are not looked for: each line is alone in its own.
    func forEachLine(
        of query: LineQuery, _ body: (LineState) throws(StoreError) -> Void
    ) throws(StoreError) {
        let ids = try ids(of: query)
        let targets = try targets(after: ids.first)
        var start = ids.startIndex
        while start < ids.endIndex {
            let piece = ids[start..<min(start + UndoScope.piece, ids.endIndex)]
            let changed = piece.filter(targets.contains)
            let state = try state(for: changed, withCategories: false)
            var next = changed[...]
            func addChanged(before position: UInt64) throws(StoreError) {
                while let id = next.first, id < position {
                    next.removeFirst()
                    if let line = state.lines[id], !line.isCounterpart { try body(line) }
                }
            }
            // Most lines are what they were added as.
            try store.readEvents(
                at: piece.filter { !targets.contains($0) }, [.links, .hot, .facts, .text]
            ) { position, event, _ throws(StoreError) in
                guard case .lineAdded(let added) = event else { return }
                try addChanged(before: position)
                let line = LineState(
                    id: position, version: position, facts: added.facts, details: added.details)
                if !line.isCounterpart { try body(line) }
            }
            try addChanged(before: .max)
            start += piece.count
        }
    }

    /// What later events say something of.
    ///
    /// - Parameter first: Before which nothing is asked for; `nil` for nothing at all.
    /// - Complexity: O(*n*) in the links.
    private func targets(after first: UInt64?) throws(StoreError) -> PositionSet {
        guard let first else { return PositionSet(0) }
        var targets = PositionSet(count)
        try store.readLinks(first..<count, in: [.target]) { _, _, link in targets.insert(link) }
        return targets
    }
}

extension LineState {
    /// Whether it is the other side of a transfer.
    fileprivate var isCounterpart: Bool { facts.flags.contains(.counterpart) }
}

extension ReferenceData {
    /// Whether the lines of a group pass, as far as keys decide.
    func passes(_ query: LineQuery) -> (SpendingTable.Group) -> Bool {
        if query.clauses.isEmpty { return { _ in true } }
        let matcher = LineMatcher(query)
        return { group in
            let facts = LineMatcher.KeyFacts(
                kind: group.kind, currency: group.currency,
                category: group.category.map(renamed), account: group.account, isIncoming: false)
            return matcher.open(facts) != nil
        }
    }
}

extension LineQuery {
    /// Whether nothing but days, kinds, categories, accounts and currencies decide which lines
    /// pass.
    package var isAboutKeys: Bool { LineMatcher(self).isAboutKeys }
}
