internal import EventLog

extension LedgerSnapshot {
    /// Those of the latest lines whose name passes, the latest first: the payee, or the title where
    /// it does not distinguish one; no line without either.
    ///
    /// - Parameters:
    ///   - limit: How many lines are looked at, in the order of a list by day.
    ///   - isWanted: Whether a name in UTF-8 passes.
    /// - Complexity: O(*n*) in the figures, and in the text of the parts of the log that have such
    ///   days; in memory are the lines that come back.
    package func latestLines(
        _ limit: Int, called isWanted: (ArraySlice<UInt8>) -> Bool
    ) throws(StoreError) -> [LineState] {
        func passes(_ line: LineState) -> Bool {
            let details = line.details
            let name = details.payee.isEmpty ? details.title : details.payee
            return !name.isEmpty && isWanted(Array(name.utf8)[...])
        }
        if limit <= 0 { return [] }
        let table: LineTotals
        do throws(StoreError) {
            table = try fold { $0.lines }
        } catch .undecodable {
            // What is wrong is found by the search that looks at each.
            return try lines(LineFilter(limit: limit)).filter(passes)
        } catch { throw error }
        let bound = table.bound(ofLatest: limit)
        let first = bound?.day ?? .min
        let spans = try spans(of: 0..<count, from: first)
        let ids = try lines(called: isWanted, from: first, in: spans)
        if ids.isEmpty { return [] }
        let state = try state(
            for: ids.sorted(), withCategories: false, spans: ids.count > 100 ? spans : [],
            areLines: true)
        var found = ids.compactMap { state.lines[$0] }.filter { line in
            !line.isVoided && line.facts.day >= first && passes(line)
        }
        if let bound, found.contains(where: { $0.facts.day == bound.day }) {
            var query = LineQuery()
            query.require(.days(DayRange(start: bound.day, end: bound.day.adding(days: 1))))
            let among = Set(try lines(LineFilter(query, limit: bound.room)).map(\.id))
            found.removeAll { $0.facts.day == bound.day && !among.contains($0.id) }
        }
        return LedgerSnapshot.inOrder(found)
    }

    /// The lines of some parts of the log that may have such a name, and be of a day or later: all
    /// that were recorded so, and all that were changed.
    private func lines(
        called isWanted: (ArraySlice<UInt8>) -> Bool, from first: Day, in spans: [Range<UInt64>]
    ) throws(StoreError) -> Set<UInt64> {
        let first = Int64(first.daysSince1970)
        var ids: Set<UInt64> = []
        for span in spans {
            try store.read(span, [.hot, .links, .text]) { batch throws(StoreError) in
                let types = try batch.knownTypes()
                guard let days = batch.numbers[.day] else { return .next }
                let isAdded = types.map { $0 == .lineAdded }
                let isChanged = types.map { $0 != .lineAdded && $0?.statesFacts == true }
                if isChanged.contains(true), let targets = batch.links[.target] {
                    for (row, value) in zip(targets.rows, targets.values)
                    where isChanged[Int(batch.keyCodes[Int(row)])] && days[Int(row)] >= first {
                        if let id = UInt64(exactly: value) { ids.insert(id) }
                    }
                }
                guard isAdded.contains(true) else { return .next }
                for column in [ColumnID.title, .payee] {
                    guard let texts = batch.bytes[column] else { continue }
                    var known: [Bool?] = Array(repeating: nil, count: texts.dictionary.count)
                    for (row, code) in zip(texts.rows, texts.codes)
                    where isAdded[Int(batch.keyCodes[Int(row)])] && days[Int(row)] >= first {
                        let isFound = known[Int(code)] ?? isWanted(texts.dictionary[Int(code)])
                        known[Int(code)] = isFound
                        if isFound { ids.insert(batch.firstPosition + UInt64(row)) }
                    }
                }
                return .next
            }
        }
        return ids
    }
}
