internal import EventLog

extension LedgerSnapshot {
    /// The first lines of a register; see ``lines(_:)``.
    public func list(_ filter: LineFilter = LineFilter()) throws(StoreError) -> LineList {
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
        let (table, end) = try mappingError(BooksError.store, (cells(for: parameters), head()))
        var report = try mappingError(
            BooksError.report,
            SpendingReport(
                cells: table, parameters: parameters, referenceData: referenceData, now: now,
                head: end))
        if referenceData.closings.isEmpty { return report }
        report.closed = try mappingError(BooksError.store, closed(parameters, report))
        return report
    }

    /// As few cells as a report of the parameters can be made of.
    private func cells(
        for parameters: ReportParameters
    ) throws(StoreError) -> any SpendingCells {
        guard case .none = parameters.by else { return try spending() }
        let table: KindTable = try store.project(
            0..<count, threads: LedgerSnapshot.threads(for: count))
        return table
    }
}
