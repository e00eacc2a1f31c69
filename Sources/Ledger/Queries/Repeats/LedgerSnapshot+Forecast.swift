internal import EventLog

extension LedgerSnapshot {
    /// The sums of what comes again after today and is not recorded, in the buckets and rows of a
    /// report, and of which days they are; no part of it.
    ///
    /// - Parameter parameters: Terms are asked of what is to come as it is declared; those of
    ///   recorded lines alone find nothing, see ``LineTest/isOfRecorded``. A range without an end
    ///   goes on for six months.
    /// - Complexity: O(*n*) in the days of all rules before the end, each of which is looked up.
    package func forecast(
        _ parameters: ReportParameters, now: Day
    ) throws(BooksError) -> (rows: [SpendingReport.Row], days: DayRange) {
        let tomorrow = now.adding(days: 1)
        var parameters = parameters.narrowed
        let range = parameters.range
        let end = range.hasEnd ? range.end : tomorrow.adding(months: LedgerSnapshot.forecastMonths)
        let days = DayRange(start: max(range.start, tomorrow), end: end)
        // So that a bucket which the end cuts is marked as such.
        parameters.range = DayRange(start: range.start, end: end)
        let test = LineTest(parameters.query)
        var cells = FoundCells()
        let expected = try mappingError(BooksError.store) { () throws(StoreError) in
            try self.expected(in: days, of: repeatBook().rules)
        }
        for (rule, day) in expected {
            guard case .line(var facts, let details) = rule.added.content else { continue }
            facts.day = day
            var named = facts
            named.category = facts.category.map(referenceData.renamed)
            guard test.admits(named, details, account: facts.account?.position) else { continue }
            let line = LineState(id: rule.id, version: rule.id, facts: facts, details: details)
            cells.add(facts, in: line.names(for: parameters.by, referenceData))
        }
        let head = try mappingError(BooksError.store, self.head())
        let report = try mappingError(
            BooksError.report,
            SpendingReport(
                cells: cells, parameters: parameters, referenceData: referenceData, now: now,
                head: head))
        return (report.rows, days)
    }

    private static let forecastMonths = 6
}
