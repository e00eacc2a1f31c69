internal import EventLog

extension LedgerSnapshot {
    /// The sums of as many of the first events as there are any for; `nil` where none can be
    /// believed. They are read once a snapshot: an answer asks for them more than once.
    func sums() throws(StoreError) -> SpendingSums? {
        guard let store = store as? FileEventStore else { return nil }
        return try foundSums.sums { () throws(StoreError) in try store.sums(upTo: count) }
    }

    /// The parts of the log that may state lines of a day or a later one: steps of the sums beside
    /// the log, as far as there are any, and what follows them.
    ///
    /// - Complexity: O(*n*) in the steps and in the frames behind the sums.
    func parts(statingFrom day: Int64) throws(StoreError) -> [FrameInfo] {
        guard let sums = try sums() else { return try spans().filter { $0.dayHigh ?? .max >= day } }
        var parts: [FrameInfo] = []
        for (step, high) in sums.highDays.enumerated() {
            guard let high, high >= day else { continue }
            let start = UInt64(step) * sums.step
            parts.append(FrameInfo(start..<(start + sums.step), dayHigh: high))
        }
        let rest = try store.spans(of: sums.position..<count)
        return parts + rest.filter { $0.dayHigh ?? .max >= day }
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
            let merger = SumMerger<SpendingTable.Group>(sums, table, table.groups) {
                $0.spending?.withoutNames
            }
            return SummedCells(merger, parameters)
        }
        let table = try fold({ $0.spendingBehindSums }, from: sums.position)
        let passes = referenceData.passes(parameters.query)
        func kept(_ group: SpendingTable.Group?) -> SpendingTable.Group? {
            group.flatMap { passes($0) ? $0 : nil }
        }
        let merger = SumMerger<SpendingTable.Group>(sums, table, table.groups.map(kept)) {
            kept($0.spending)
        }
        return SummedCells(merger, parameters)
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
