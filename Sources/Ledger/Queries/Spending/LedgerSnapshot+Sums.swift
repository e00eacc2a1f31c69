internal import EventLog

extension LedgerSnapshot {
    /// The sums of as many of the first events as there are any for; `nil` where none can be
    /// believed. They are read once a snapshot: an answer asks for them more than once.
    func sums() throws(StoreError) -> SpendingSums? {
        guard let store = store as? FileEventStore else { return nil }
        return try foundSums.sums { () throws(StoreError) in try store.sums(upTo: count) }
    }

    /// As few cells as a report of the parameters can be made of, by sums of the first events that
    /// lie beside the log, and the events behind them; `nil` where there are none that help.
    ///
    /// Figures are those of ``cells(for:)``: wherever sums cannot be believed, all is added up.
    func summedCells(for parameters: ReportParameters) throws(StoreError) -> SummedCells? {
        guard !parameters.by.readsText,
            parameters.query.clauses.isEmpty || isAboutKeys(parameters), let sums = try sums()
        else { return nil }
        if parameters.query.clauses.isEmpty, parameters.by.keys.isEmpty {
            let table = try fold({ $0.kindsBehindSums }, from: sums.position)
            return SummedCells(SumMerger(sums, table) { $0.withoutNames }, parameters)
        }
        let table = try fold({ $0.spendingBehindSums }, from: sums.position)
        let passes = referenceData.passes(parameters.query)
        return SummedCells(SumMerger(sums, table) { passes($0) ? $0 : nil }, parameters)
    }

    /// Whether keys and days alone decide which lines count.
    func isAboutKeys(_ parameters: ReportParameters) -> Bool {
        parameters.query.isAboutKeys
            && LineMatcher(parameters.query).days.contains(parameters.range)
    }
}

extension SpendingTable.Group {
    /// What a report needs that distinguishes neither categories nor accounts.
    fileprivate var withoutNames: SpendingTable.Group {
        SpendingTable.Group(kind: kind, currency: currency, category: nil, account: nil)
    }
}
