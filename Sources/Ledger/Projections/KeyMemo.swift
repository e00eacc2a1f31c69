internal import EventLog

/// What the keys of lines mean: a key is the same in many batches, and read once.
struct KeyMemo<Value> {
    private var known: [[Field]: Value] = [:]

    /// What a key means.
    ///
    /// - Parameters:
    ///   - position: That of the first event that has the key.
    ///   - read: Finds it, for a key that is new.
    /// - Throws: ``StoreError/undecodable(position:column:)`` for a key without day or amount, and
    ///   what `read` throws.
    mutating func value(
        of key: GroupKey, at position: () -> UInt64,
        _ read: (RowReader) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard key.has(.day), key.has(.amount) else {
            throw .undecodable(position: position(), column: key.has(.day) ? .amount : .day)
        }
        if let value = known[key.fields] { return value }
        let value = try read(key.reader(at: position()))
        known[key.fields] = value
        return value
    }

    /// What each key means; `nil` for one whose events state no line.
    mutating func values(
        of postings: Postings, _ read: (RowReader) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value?] {
        var values: [Value?] = []
        values.reserveCapacity(postings.keys.count)
        for (code, key) in postings.keys.enumerated() {
            guard let key else {
                values.append(nil)
                continue
            }
            values.append(try value(of: key, at: { postings.position(ofKey: code) }, read))
        }
        return values
    }
}

extension KeyMemo: Sendable where Value: Sendable {}

extension GroupKey {
    /// Reads the key columns.
    ///
    /// - Parameter position: That of an event that has the key.
    func reader(at position: UInt64) -> RowReader {
        let row = Row(type: 0, schema: 0, isCritical: false, fields: fields)
        return RowReader(row: row, position: position)
    }
}
