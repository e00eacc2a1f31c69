internal import EventLog

extension FileEventStore {
    /// Where one of some texts may occur in titles, payees, notes, tags or categories of the first
    /// events.
    ///
    /// - Returns: Ranges, ascending; `nil` where nothing beside the log tells, and for texts that
    ///   are too short.
    /// - Complexity: O(*n*) in the full files of the log, a few microseconds each, and in the
    ///   ranges that come back.
    func spans(
        mayHold texts: [FoldedText], upTo count: UInt64
    ) throws(StoreError) -> [Range<UInt64>]? {
        guard !texts.isEmpty, let hash = log.wordHash, var sums = try sums(upTo: count) else {
            return nil
        }
        let wanted = texts.compactMap { WordFilter.hashes(of: $0, hash) }
        guard wanted.count == texts.count else { return nil }
        // The latest first.
        var spans: [Range<UInt64>] = []
        func add(_ span: Range<UInt64>) {
            if span.isEmpty { return }
            if let last = spans.last, last.lowerBound == span.upperBound {
                spans[spans.count - 1] = span.lowerBound..<last.upperBound
            } else {
                spans.append(span)
            }
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
                if wanted.contains(where: filter.mayHold) { add(start..<end) }
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
        return spans.reversed()
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

extension LedgerSnapshot {
    /// Where one of some texts may occur in titles, payees, notes, tags or categories; `nil` where
    /// nothing beside the log tells.
    func spans(mayHold texts: [FoldedText]) throws(StoreError) -> [Range<UInt64>]? {
        try (store as? FileEventStore)?.spans(mayHold: texts, upTo: count)
    }

    /// Whether something beside the log tells where a text is not.
    package func hasWordSums(for text: String) throws(StoreError) -> Bool {
        guard let spans = try spans(mayHold: [FoldedText(text)]) else { return false }
        return spans != [0..<count]
    }
}
