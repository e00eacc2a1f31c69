internal import EventLog
internal import Ledger

extension EventStore {
    /// Hands over the events of some types in a range, in order.
    ///
    /// - Parameter reached: Called now and then with the position up to which the work is done.
    func eachEvent(
        in positions: Range<UInt64>, _ sections: Sections, of types: [EventType],
        _ body: (EventView) throws -> Void, reached: (UInt64) -> Void = { _ in }
    ) throws {
        var failure: (any Error)?
        // Types that this program does not know are looked at as well: they may be critical.
        let common = TypeSet(EventType.allCases.map(\.rawValue))
        let wanted = TypeSet(types.map(\.rawValue)).union(common.inverse)
        try read(positions, sections, holding: wanted) { batch throws(StoreError) in
            do {
                try batch.forEachEvent { view throws(StoreError) in
                    guard failure == nil, let type = view.type, types.contains(type) else { return }
                    do { try body(view) } catch { failure = error }
                }
            }
            reached(batch.positions.upperBound)
            return failure == nil ? .next : .stop
        }
        if let failure { throw failure }
    }
}
