public import EventLog

extension FileEventStore {
    /// Hands over links without taking frames apart; see ``EventStore/readLinks(_:in:_:)``.
    public func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(StoreError) {
        try lifted { try log.readLinks(positions, in: columns, body) }
    }

    /// The positions of events of some types; see ``EventStore/positions(in:holding:where:)``.
    public func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(StoreError) -> [UInt64] {
        try lifted { try log.positions(in: positions, holding: types, where: isWanted) }
    }

    /// The frames; see ``EventStore/spans(of:)``.
    public func spans(of positions: Range<UInt64>) throws(StoreError) -> [EventSpan] {
        try lifted { try log.spans(of: positions) }
    }
}
