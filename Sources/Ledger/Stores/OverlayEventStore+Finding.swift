public import EventLog

extension OverlayEventStore {
    /// Hands over links, those below first; see ``EventStore/readLinks(_:in:_:)``.
    package func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(StoreError) {
        try base.readLinks(positions.clamped(to: 0..<baseCount), in: columns, body)
        try readOwn(positions, .links) { $0.forEachLink(in: columns, body) }
    }

    /// The positions of events of some types, those below first; see
    /// ``EventStore/positions(in:holding:where:)``.
    public func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(StoreError) -> [UInt64] {
        var found = try base.positions(
            in: positions.clamped(to: 0..<baseCount), holding: types, where: isWanted)
        try readOwn(positions, .hot) { found += $0.positions(where: isWanted) }
        return found
    }

    /// The parts below, then what the draft adds; see ``EventStore/spans(of:)``.
    package func spans(of positions: Range<UInt64>) throws(StoreError) -> [FrameInfo] {
        let own = positions.clamped(to: baseCount..<max(baseCount, head().count))
        let below = try base.spans(of: positions.clamped(to: 0..<baseCount)).map { span in
            // One may go on behind the draft's beginning.
            span.positions.upperBound <= baseCount
                ? span : FrameInfo(span.positions.clamped(to: 0..<baseCount), dayHigh: span.dayHigh)
        }
        return own.isEmpty ? below : below + [FrameInfo(own)]
    }

    private func readOwn(
        _ positions: Range<UInt64>, _ sections: Sections, _ body: (ColumnBatch) -> Void
    ) throws(StoreError) {
        let end = head().count
        guard end > baseCount, positions.upperBound > baseCount else { return }
        try tail.read(positions.clamped(to: baseCount..<end), sections) { batch in
            body(batch)
            return .next
        }
    }
}
