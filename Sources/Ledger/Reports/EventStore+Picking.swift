internal import EventLog

extension EventStore {
    /// Reads the events at some positions, ascending; what lies close together is read at once.
    ///
    /// The commit is there only when it was asked for.
    ///
    /// - Parameter spans: Ranges, ascending, that the store hands out as they are; positions in one
    ///   of them are read without taking a frame apart.
    func readEvents(
        at positions: [UInt64], _ sections: Sections, spans: [Range<UInt64>] = [],
        _ body: (UInt64, Event, CommitHeader?) throws(StoreError) -> Void
    ) throws(StoreError) {
        try readRows(at: positions, sections, spans: spans) {
            position, row, commit throws(StoreError) in
            try body(position, Event(row: row, at: position), commit)
        }
    }

    /// Reads the events at some positions, ascending, as far as the sections go.
    func readRows(
        at positions: [UInt64], _ sections: Sections, spans: [Range<UInt64>] = [],
        _ body: (UInt64, Row, CommitHeader?) throws(StoreError) -> Void
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
        _ body: (UInt64, Row, CommitHeader?) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rest = positions
        try read(range, sections) { batch throws(StoreError) in
            while let position = rest.first, batch.positions.contains(position) {
                let index = Int(position - batch.firstPosition)
                try body(position, batch.row(at: index), batch.commit(at: index))
                rest = rest.dropFirst()
            }
            return rest.isEmpty ? .stop : .next
        }
    }
}
