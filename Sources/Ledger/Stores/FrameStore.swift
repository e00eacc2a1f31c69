public import EventLog

/// A store that knows the frames in which its events stand: it answers some questions without
/// handing over batches. For every other store they are answered from batches.
package protocol FrameStore: EventStore {
    /// Hands over what reports need of a range of positions, as it is stored where it can be.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - frame: Takes a whole frame of columns, and returns whether it did.
    ///   - batch: Takes everything else, links and hot columns only.
    func readHot(
        _ positions: Range<UInt64>,
        frame: (borrowing HotFrame) throws(StoreError) -> Bool,
        batch: (ColumnBatch) throws(StoreError) -> Void
    ) throws(StoreError)

    /// Hands over what events point at; see ``EventStore/readLinks(_:in:_:)``.
    func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(StoreError)

    /// The positions of events of some types; see ``EventStore/positions(in:holding:where:)``.
    func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(StoreError) -> [UInt64]

    /// The frames, as parts; see ``EventStore/spans(of:)``.
    func spans(of positions: Range<UInt64>) throws(StoreError) -> [FrameInfo]
}

extension EventStore {
    /// Hands over what reports need of a range of positions: frames as they are stored, where there
    /// are any, else batches.
    package func readHot(
        _ positions: Range<UInt64>,
        frame: (borrowing HotFrame) throws(StoreError) -> Bool,
        batch: (ColumnBatch) throws(StoreError) -> Void
    ) throws(StoreError) {
        if let store = self as? any FrameStore {
            return try store.readHot(positions, frame: frame, batch: batch)
        }
        try read(positions, .report) { columns throws(StoreError) in
            try batch(columns)
            return .next
        }
    }

    /// Hands over what the events of a range of positions point at.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - columns: Link columns. An event comes before those that point at it, and of events that
    ///     come together those of the first column come first.
    ///   - body: Takes a column, the position of an event and the position that it points at.
    /// - Complexity: O(*n*) in the links.
    package func readLinks(
        _ positions: Range<UInt64>, in columns: [ColumnID],
        _ body: (ColumnID, UInt64, UInt64) -> Void
    ) throws(StoreError) {
        if let store = self as? any FrameStore {
            return try store.readLinks(positions, in: columns, body)
        }
        try read(positions, .links) { batch in
            batch.forEachLink(in: columns, body)
            return .next
        }
    }

    /// The positions of the events of a range whose type passes.
    ///
    /// - Parameters:
    ///   - positions: Events beyond the end are left out.
    ///   - types: What cannot hold any of these may be passed over.
    ///   - isWanted: Whether events of a type, a schema version and a critical bit are wanted.
    public func positions(
        in positions: Range<UInt64>, holding types: TypeSet,
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) throws(StoreError) -> [UInt64] {
        if let store = self as? any FrameStore {
            return try store.positions(in: positions, holding: types, where: isWanted)
        }
        var found: [UInt64] = []
        try read(positions, .hot, holding: types) { batch in
            found += batch.positions(where: isWanted)
            return .next
        }
        return found
    }

    /// The parts in which the events of a range are stored, in order, and what is known of each
    /// without reading it; one part of which nothing is known where there are no frames.
    ///
    /// - Parameter positions: Events beyond the end are left out.
    package func spans(of positions: Range<UInt64>) throws(StoreError) -> [FrameInfo] {
        if let store = self as? any FrameStore { return try store.spans(of: positions) }
        let range = positions.clamped(to: 0..<(try head().count))
        return range.isEmpty ? [] : [FrameInfo(range)]
    }
}

extension ColumnBatch {
    /// Calls `body` with every link in a column: the position of the event and what it points at.
    func forEachLink(in column: ColumnID, _ body: (UInt64, UInt64) -> Void) {
        guard let links = links[column] else { return }
        for (row, value) in zip(links.rows, links.values) where value >= 0 {
            body(firstPosition + UInt64(row), UInt64(value))
        }
    }

    /// The same for some columns, one after the other.
    func forEachLink(in columns: [ColumnID], _ body: (ColumnID, UInt64, UInt64) -> Void) {
        for column in columns { forEachLink(in: column) { body(column, $0, $1) } }
    }

    /// The positions of the events whose type passes.
    func positions(
        where isWanted: (_ type: UInt16, _ schema: UInt8, _ isCritical: Bool) -> Bool
    ) -> [UInt64] {
        let wanted = keys.map { isWanted($0.type, $0.schema, $0.isCritical) }
        guard wanted.contains(true) else { return [] }
        return zip(positions, keyCodes).compactMap { wanted[Int($1)] ? $0 : nil }
    }
}
