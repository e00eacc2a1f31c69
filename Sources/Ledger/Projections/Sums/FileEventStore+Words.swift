internal import EventLog

extension FileEventStore {
    /// Where texts may occur in titles, payees, notes, tags or categories of the first events.
    ///
    /// - Parameter sought: Texts, of which one is enough; each such list is looked for by itself.
    /// - Returns: Ranges of each list, ascending; `nil` where nothing beside the log tells, and for
    ///   texts that are too short.
    /// - Complexity: O(*n*) in the full files of the log, a few microseconds each, which are read
    ///   once for all lists, and in the ranges that come back.
    func spans(
        mayHold sought: [[FoldedText]], upTo count: UInt64
    ) throws(StoreError) -> [[Range<UInt64>]?] {
        let none: [[Range<UInt64>]?] = sought.map { _ in nil }
        guard let hash = log.wordHash else { return none }
        let wanted = sought.map { texts -> [[UInt64]]? in
            let hashes = texts.compactMap { WordFilter.hashes(of: $0, hash) }
            return texts.isEmpty || hashes.count < texts.count ? nil : hashes
        }
        guard wanted.contains(where: { $0 != nil }), var sums = try sums(upTo: count) else {
            return none
        }
        var found = wanted.map { $0.map { SoughtSpans(hashes: $0) } }
        func add(_ span: Range<UInt64>) {
            for index in found.indices { found[index]?.add(span) }
        }
        add(sums.position..<count)
        var end = sums.position
        while end > 0 {
            guard let words = sums.words(), !words.filters.isEmpty else {
                add(0..<end)
                break
            }
            for filter in words.filters.reversed() {
                let start = end - words.step
                for index in found.indices { found[index]?.add(start..<end, filter) }
                end = start
            }
            if end == 0 { break }
            // Those before lie in the sums that are kept for good.
            guard let earlier = try self.sums(upTo: end), earlier.position == end else {
                add(0..<end)
                break
            }
            sums = earlier
        }
        return found.map { $0?.spans.reversed() }
    }

    /// The filters of words that belong to sums: of all steps behind those that are kept for good.
    func wordSums(
        behind known: SpendingSums?, at end: SumEnd
    ) throws(StoreError) -> WordSums {
        let step = end.position / max(1, end.steps)
        guard let known, known.position > end.keptFrom, let words = known.words(),
            words.step == step, known.position - words.events == end.keptFrom
        else {
            return WordSums(step: step, filters: try wordFilters(end.keptFrom..<end.position, step))
        }
        let more = try wordFilters(known.position..<end.position, step)
        return WordSums(step: step, filters: words.filters + more)
    }

    /// A filter for every step of a range.
    func wordFilters(
        _ range: Range<UInt64>, _ step: UInt64
    ) throws(StoreError) -> [WordFilter] {
        guard step > 0, let hash = log.wordHash else { return [] }
        var filters: [WordFilter] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let next = min(range.upperBound, start + step)
            var fold = WordFold()
            try read(start..<next, WordFold.sections) { batch throws(StoreError) in
                fold.take(batch)
                return fold.isFull ? .stop : .next
            }
            filters.append(WordFilter(fold.grams, hash))
            start = next
        }
        return filters
    }
}

/// Where some texts may occur.
private struct SoughtSpans {
    /// The hashes of the grams of each text.
    let hashes: [[UInt64]]
    /// The latest first.
    private(set) var spans: [Range<UInt64>] = []

    init(hashes: [[UInt64]]) { self.hashes = hashes }

    /// Adds a range before all others.
    mutating func add(_ span: Range<UInt64>) {
        if span.isEmpty { return }
        if let last = spans.last, last.lowerBound == span.upperBound {
            spans[spans.count - 1] = span.lowerBound..<last.upperBound
        } else {
            spans.append(span)
        }
    }

    /// Adds a range in which, by its filter, a text may occur.
    mutating func add(_ span: Range<UInt64>, _ filter: WordFilter) {
        if hashes.contains(where: filter.mayHold) { add(span) }
    }
}

extension LedgerSnapshot {
    /// Where one of each list of texts may occur in titles, payees, notes, tags or categories;
    /// `nil` where nothing beside the log tells.
    func spans(
        mayHold sought: [[FoldedText]]
    ) throws(StoreError) -> [[Range<UInt64>]?] {
        guard let store = store as? FileEventStore else { return sought.map { _ in nil } }
        return try store.spans(mayHold: sought, upTo: count)
    }

    /// The same of one text.
    func spans(mayHold text: FoldedText) throws(StoreError) -> [Range<UInt64>]? {
        try spans(mayHold: [[text]])[0]
    }

    /// Whether something beside the log tells where a text is not.
    package func hasWordSums(for text: String) throws(StoreError) -> Bool {
        guard let spans = try spans(mayHold: FoldedText(text)) else { return false }
        return spans != [0..<count]
    }

    /// Where each of some texts may occur, looked for together; `nil` where nothing tells.
    package func wordSpans(of texts: [String]) throws(StoreError) -> [[Range<UInt64>]?] {
        try spans(mayHold: texts.map { [FoldedText($0)] })
    }
}
