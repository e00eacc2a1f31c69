public import EventLog

extension FileEventStore {
    /// Hands over links without taking frames apart; see ``EventStore/readLinks(_:in:_:)``.
    package func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(StoreError) {
        try mappingError(StoreError.ofLog, log.readLinks(positions, in: columns, body))
    }

    /// The positions of events of some types; see ``EventStore/positions(in:holding:where:)``.
    public func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(StoreError) -> [UInt64] {
        try mappingError(
            StoreError.ofLog, log.positions(in: positions, holding: types, where: isWanted))
    }

    /// Hands over events of some types without taking others apart; see
    /// ``EventStore/scan(_:_:where:_:)``.
    public func scan(
        _ positions: Range<UInt64>, _ pick: ScanRequest,
        where isWanted: (ScanResult.Kind) -> Bool,
        _ body: (ScanResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        try mappingError(
            StoreError.ofCall,
            log.scan(positions, pick, where: isWanted) { picked, range throws(StoreError) in
                guard Upcasting.current.lifts(picked.keys) else { return try body(picked) }
                try pickFromBatches(range, pick, where: isWanted, body)
            })
    }

    /// The frames; see ``EventStore/spans(of:)``.
    package func spans(of positions: Range<UInt64>) throws(StoreError) -> [FrameInfo] {
        try mappingError(StoreError.ofLog, log.spans(of: positions))
    }
}
