internal import EventLog

extension EventStore {
    /// Reads the events at some positions, ascending; what lies close together is read at once.
    ///
    /// The commit is there only when it was asked for.
    ///
    /// - Parameter spans: Ranges, ascending, that the store reads as they are; positions in one
    ///   of them are read without taking a frame apart.
    func readEvents(
        at positions: [UInt64], _ sections: Sections, spans: [Range<UInt64>] = [],
        _ body: (UInt64, Event, CommitHeader?) throws(StoreError) -> Void
    ) throws(StoreError) {
        try readBatches(at: positions, sections, spans: spans) {
            batch, positions throws(StoreError) in
            var picker = EventPicker(batch)
            for position in positions {
                let index = Int(position - batch.firstPosition)
                try body(position, picker.event(at: index), batch.commit(at: index))
            }
        }
    }

    /// Reads the events at some positions, ascending, as far as the sections go.
    func readRows(
        at positions: [UInt64], _ sections: Sections, spans: [Range<UInt64>] = [],
        _ body: (UInt64, Row, CommitHeader?) throws(StoreError) -> Void
    ) throws(StoreError) {
        try readBatches(at: positions, sections, spans: spans) {
            batch, positions throws(StoreError) in
            for position in positions {
                let index = Int(position - batch.firstPosition)
                try body(position, batch.row(at: index), batch.commit(at: index))
            }
        }
    }

    /// Calls `body` with the batches of the events at some positions, with those of the positions
    /// that lie in each.
    func readBatches(
        at positions: [UInt64], _ sections: Sections, spans: [Range<UInt64>],
        _ body: (ColumnBatch, ArraySlice<UInt64>) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rest = positions[...]
        var spans = spans[...]
        while let first = rest.first {
            while let span = spans.first, span.upperBound <= first { spans = spans.dropFirst() }
            var last = first
            var range = first..<(first + 1)
            let cluster: Int
            if let span = spans.first, span.contains(first) {
                range = span
                cluster = rest.prefix { span.contains($0) }.count
            } else {
                cluster =
                    rest.prefix { position in
                        guard position - last < Limit.alignmentEvents else { return false }
                        last = position
                        return true
                    }.count
                range = first..<(last + 1)
            }
            try readCluster(rest.prefix(cluster), in: range, sections.union(.hot), body)
            rest = rest.dropFirst(cluster)
        }
    }

    private func readCluster(
        _ positions: ArraySlice<UInt64>, in range: Range<UInt64>, _ sections: Sections,
        _ body: (ColumnBatch, ArraySlice<UInt64>) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rest = positions
        try read(range, sections) { batch throws(StoreError) in
            let own = rest.prefix { batch.positions.contains($0) }
            if !own.isEmpty { try body(batch, own) }
            rest = rest.dropFirst(own.count)
            return rest.isEmpty ? .stop : .next
        }
    }
}
