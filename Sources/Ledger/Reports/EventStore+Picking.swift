internal import EventLog

extension EventStore {
    /// Reads the events at some positions, ascending; what lies close together is read at once.
    ///
    /// The commit is there only when it was asked for.
    func readEvents(
        at positions: [UInt64], _ sections: Sections,
        _ body: (UInt64, Event, CommitHeader?) throws(StoreError) -> Void
    ) throws(StoreError) {
        var rest = positions[...]
        while let first = rest.first {
            var last = first
            var cluster = 0
            for position in rest {
                if position - last >= Limit.alignmentEvents { break }
                last = position
                cluster += 1
            }
            try readCluster(rest.prefix(cluster), sections.union(.hot), body)
            rest = rest.dropFirst(cluster)
        }
    }

    private func readCluster(
        _ positions: ArraySlice<UInt64>, _ sections: Sections,
        _ body: (UInt64, Event, CommitHeader?) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let first = positions.first, let last = positions.last else { return }
        var rest = positions
        try read(first..<(last + 1), sections) { batch throws(StoreError) in
            while let position = rest.first, batch.positions.contains(position) {
                let index = Int(position - batch.firstPosition)
                let event = try Event(row: batch.row(at: index), at: position)
                try body(position, event, batch.commit(at: index))
                rest = rest.dropFirst()
            }
            return rest.isEmpty ? .stop : .next
        }
    }
}
