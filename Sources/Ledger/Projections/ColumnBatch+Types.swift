internal import EventLog

extension ColumnBatch {
    /// The type of each key, `nil` for one that this program may ignore.
    ///
    /// - Throws: ``StoreError/needsNewerVersion(position:type:schema:)`` for one that it must not.
    func knownTypes() throws(StoreError) -> [EventType?] {
        var types: [EventType?] = []
        types.reserveCapacity(keys.count)
        for (code, key) in keys.enumerated() {
            let type = EventType(rawValue: key.type).flatMap { key.schema <= $0.schema ? $0 : nil }
            if type == nil, key.isCritical {
                throw .needsNewerVersion(
                    position: position(ofKey: code), type: key.type, schema: key.schema)
            }
            types.append(type)
        }
        return types
    }

    /// The position of the first event of a key.
    func position(ofKey code: Int) -> UInt64 {
        let index = keyCodes.firstIndex { Int($0) == code } ?? 0
        return firstPosition + UInt64(index)
    }

    /// Calls `body` with every event of the given types, in order.
    ///
    /// - Parameter isWanted: Whether the event at a position and an index is wanted, too.
    /// - Complexity: O(*n*) when one of the types occurs, else O(*k*) in the number of keys.
    func forEachEvent(
        of wanted: Set<EventType>,
        where isWanted: (UInt64, Int) -> Bool = { _, _ in true },
        _ body: (UInt64, Event) throws(StoreError) -> Void
    ) throws(StoreError) {
        let isOfType = try knownTypes().map { $0.map(wanted.contains) ?? false }
        guard isOfType.contains(true) else { return }
        var picker = EventPicker(self)
        for index in 0..<count where isOfType[Int(keyCodes[index])] {
            let position = firstPosition + UInt64(index)
            if isWanted(position, index) { try body(position, picker.event(at: index)) }
        }
    }
}
