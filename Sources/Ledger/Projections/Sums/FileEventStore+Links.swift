internal import EventLog

extension FileEventStore {
    /// Events in parts, ascending, each with what the sums beside the log know of the positions to
    /// which its events point. The first part may begin earlier.
    ///
    /// - Complexity: O(*n*) in the steps of the sums from the first event on.
    func linkParts(of events: Range<UInt64>) throws(StoreError) -> [LinkPart] {
        let (start, count) = (events.lowerBound, events.upperBound)
        guard var sums = try sums(upTo: count) else {
            return [LinkPart(events: events, filter: nil)]
        }
        var parts: [LinkPart] = []
        var end = sums.position
        if end < count { parts.append(LinkPart(events: end..<count, filter: nil)) }
        while end > start {
            guard let filters = sums.links(), !filters.isEmpty else { break }
            for filter in filters.reversed() where end > start {
                parts.append(LinkPart(events: (end - sums.step)..<end, filter: filter))
                end -= sums.step
            }
            // Those before lie in the sums that are kept for good.
            guard end > start, let earlier = try self.sums(upTo: end), earlier.position == end
            else {
                break
            }
            sums = earlier
        }
        if end > start { parts.append(LinkPart(events: start..<end, filter: nil)) }
        return parts.reversed()
    }

    /// The filters of links that belong to sums: of all steps behind those that are kept for good.
    func linkFilters(
        behind known: SpendingSums?, at end: SumEnd
    ) throws(StoreError) -> [LinkFilter] {
        let step = end.position / max(1, end.steps)
        guard let known, known.step == step, known.position > end.keptFrom,
            let filters = known.links(),
            known.position - UInt64(filters.count) * step == end.keptFrom
        else { return try linkFilters(end.keptFrom..<end.position, step) }
        return filters + (try linkFilters(known.position..<end.position, step))
    }

    /// A filter for every step of a range.
    func linkFilters(
        _ range: Range<UInt64>, _ step: UInt64
    ) throws(StoreError) -> [LinkFilter] {
        var filters: [LinkFilter] = []
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(step)) {
            var links: Set<UInt64> = []
            try readLinks(start..<(start + step), in: LinkFilter.columns) { _, _, link in
                if link < start { links.insert(link) }
            }
            filters.append(LinkFilter(links))
        }
        return filters
    }
}

extension LedgerSnapshot {
    /// The events from a position on in parts, each with what is known of the positions to which
    /// its events point.
    func linkParts(from start: UInt64) throws(StoreError) -> [LinkPart] {
        let all = start..<max(start, count)
        guard let store = store as? FileEventStore else {
            return [LinkPart(events: all, filter: nil)]
        }
        return try store.linkParts(of: all).compactMap { part in
            let events = part.events.clamped(to: all)
            return events.isEmpty ? nil : LinkPart(events: events, filter: part.filter)
        }
    }

    /// Whether something beside the log tells where nothing happened to an entity.
    package func hasLinkSums(for id: UInt64) throws(StoreError) -> Bool {
        try linkParts(from: id).contains { !$0.mayHold([id]) }
    }
}
