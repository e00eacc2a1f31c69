internal import EventLog

extension LedgerSnapshot {
    /// The units, who is in them, and who may do what.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    package func organisation() throws(StoreError) -> Organisation {
        try store.organisation(Organisation.types, upTo: count)
    }
}

extension EventStore {
    /// What some types of events say of the organisation.
    ///
    /// - Parameter persons: Memberships and rights of others are left out; `nil` for everyone's.
    func organisation(
        _ types: Set<EventType>, of persons: Set<UInt64>? = nil, upTo count: UInt64
    ) throws(StoreError) -> Organisation {
        var organisation = Organisation()
        let wanted = TypeSet(types.map(\.rawValue))
        try read(0..<count, Organisation.sections, holding: wanted) { batch throws(StoreError) in
            try organisation.apply(batch, types, of: persons)
            return .next
        }
        return organisation
    }

    /// Whether rights were ever granted or revoked among the first events: from then on they are
    /// asked for.
    ///
    /// - Complexity: O(*n*) in the frames, of which none is read without such an event.
    package func hasRights(upTo count: UInt64) throws(StoreError) -> Bool {
        try !positions(of: [.rightsGranted, .rightsRevoked], in: 0..<count).isEmpty
    }

    /// The positions of the events of some types in a range.
    ///
    /// - Complexity: O(*n*) in the frames; only those that hold such an event are read.
    package func positions(
        of types: Set<EventType>, in range: Range<UInt64>
    ) throws(StoreError) -> [UInt64] {
        let wanted = TypeSet(types.map(\.rawValue))
        return try positions(in: range, holding: wanted) { number, _, _ in
            EventType(rawValue: number).map(types.contains) ?? false
        }
    }

    /// The rights of one person after the first events.
    ///
    /// - Parameter withUnits: Whether the units are wanted: what is asked of the whole ledger is
    ///   answered without them.
    /// - Complexity: O(*n*) in the frames; only those that hold such events are read.
    package func rights(
        of person: UInt64, withUnits: Bool, upTo count: UInt64
    ) throws(StoreError) -> Organisation {
        let types = withUnits ? Organisation.rightTypes : [.rightsGranted, .rightsRevoked]
        return try organisation(types, of: [person], upTo: count)
    }

    /// Reads events of types that are rare: they are found by the types that frames say they hold.
    ///
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for a critical event that
    ///   this program does not know, of whatever type.
    func readReferenceEvents(
        in positions: Range<UInt64>, of types: Set<EventType>,
        _ body: (UInt64, Event) throws(StoreError) -> Void
    ) throws(StoreError) {
        try readEvents(
            at: referencePositions(in: positions, of: types), [.links, .hot, .facts, .text]
        ) { position, event, _ throws(StoreError) in
            try body(position, event)
        }
    }

    /// The positions of events of types that are rare.
    ///
    /// - Throws: As ``readReferenceEvents(in:of:_:)``, where a critical event is read.
    func referencePositions(
        in positions: Range<UInt64>, of types: Set<EventType>
    ) throws(StoreError) -> [UInt64] {
        // Types that this program does not know are looked at as well: they may be critical.
        let common = TypeSet(EventType.allCases.map(\.rawValue))
        let wanted = TypeSet(types.map(\.rawValue)).union(common.inverse)
        return try self.positions(in: positions, holding: wanted) {
            number, schema, isCritical in
            guard let type = EventType(rawValue: number), schema <= type.schema else {
                return isCritical
            }
            return types.contains(type)
        }
    }
}
