extension LedgerSnapshot {
    /// Lines in their current version, in the order that the filter asks for.
    ///
    /// - Complexity: O(*n*) in the links and hot columns, and in the text where the filter asks for
    ///   it; in memory are a few bits an event and the lines that come back.
    package func lines(_ filter: LineFilter = LineFilter()) throws(StoreError) -> [LineState] {
        try search(filter).lines
    }

    /// As ``lines(_:)``, with the number of all lines that pass, whatever the limit.
    package func search(
        _ filter: LineFilter
    ) throws(StoreError) -> (lines: [LineState], count: UInt64) {
        let found = try search(filter, threads: LedgerSnapshot.threads(for: count))
        return (found.lines, found.count)
    }

    /// As ``search(_:)``, on some threads, with what the lines come to that pass and count.
    package func search(
        _ filter: LineFilter, threads: Int
    ) throws(StoreError) -> (lines: [LineState], count: UInt64, sums: [LineSum]) {
        var search = try LineSearch(filter, in: self, threads: threads)
        try search.run()
        // A page is read line by line, a long list batch by batch.
        let state = try state(
            for: search.hits.map(\.id), withCategories: false,
            spans: search.hits.count > 100
                ? search.spans.sorted { $0.lowerBound < $1.lowerBound } : [], areLines: true)
        let found = search.hits.compactMap { hit in
            state.lines[hit.id].map { (rank: hit.rank, line: $0) }
        }
        let sorted = found.sorted { left, right in
            left.rank == right.rank
                ? LedgerSnapshot.isBefore(left.line, right.line) : left.rank > right.rank
        }
        return (
            sorted.prefix(filter.limit ?? .max).map(\.line), search.count,
            LineSum.rows(search.sums, referenceData.currencyOrder)
        )
    }

    /// The ids of all live lines that pass a query, ascending.
    package func ids(of query: LineQuery) throws(StoreError) -> [UInt64] {
        var search = try LineSearch(
            LineFilter(query), in: self, threads: LedgerSnapshot.threads(for: count))
        try search.run()
        return search.hits.map(\.id).sorted()
    }

    /// The ids of all lines of which some version passes a query, voided ones included, ascending.
    package func ids(ever query: LineQuery) throws(StoreError) -> [UInt64] {
        var filter = LineFilter(query, withVoided: true)
        filter.everyVersion = true
        var search = try LineSearch(filter, in: self, threads: 1)
        try search.run()
        return Set(search.hits.map(\.id)).sorted()
    }

    /// The newest day first, then the latest time, then the newest.
    static func isBefore(_ left: LineState, _ right: LineState) -> Bool {
        if left.facts.day != right.facts.day { return left.facts.day > right.facts.day }
        let leftTime = left.details.time?.secondsSinceMidnight ?? -1
        let rightTime = right.details.time?.secondsSinceMidnight ?? -1
        return leftTime != rightTime ? leftTime > rightTime : left.id > right.id
    }

    /// Lines in that order. What decides it is moved about instead of them: a line is many words,
    /// and each of its texts is counted.
    static func inOrder(_ lines: [LineState]) -> [LineState] {
        lines.enumerated().map { index, line in
            (
                day: line.facts.day, time: line.details.time?.secondsSinceMidnight ?? -1,
                id: line.id, index: index
            )
        }.sorted {
            ($0.day, $0.time, $0.id) > ($1.day, $1.time, $1.id)
        }.map { lines[$0.index] }
    }
}
