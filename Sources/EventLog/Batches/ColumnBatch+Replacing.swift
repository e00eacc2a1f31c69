extension ColumnBatch {
    /// Gives some events another schema version; their values stay.
    ///
    /// - Parameter isWanted: For each key, whether its events are meant.
    package mutating func setSchema(_ schema: UInt8, ofKeys isWanted: [Bool]) {
        for code in keys.indices where isWanted[code] {
            let key = keys[code]
            keys[code] = GroupKey(
                type: key.type, schema: schema, isCritical: key.isCritical, fields: key.fields,
                numbersMask: key.numbersMask)
        }
    }

    /// Replaces values of some events, all at once: no change sees what another one made.
    ///
    /// Where an event gets a value in a column in which it has one, the new one stays; of several
    /// new ones that which was made of the highest column.
    ///
    /// - Parameters:
    ///   - changes: What becomes of the values in columns of facts and text.
    ///   - isWanted: For each key, whether its events are meant.
    /// - Returns: The indexes of the events in which something changed.
    /// - Complexity: O(*n*) in the events where a value changes, else in the distinct strings.
    package mutating func replace(
        _ changes: [ColumnID: ColumnChange], ofKeys isWanted: [Bool]
    ) -> Set<Int> {
        var additions = FieldAdditions()
        for column in changes.keys.sorted() {
            switch changes[column] {
            case .bytes(let change): replaceBytes(in: column, isWanted, change, &additions)
            case .integers(let change): replaceIntegers(in: column, isWanted, change, &additions)
            case nil: break
            }
        }
        for (column, values) in additions.bytes {
            var merged = bytes[column] ?? BytesColumn()
            merged.merge(FieldAdditions.inOrder(values))
            bytes[column] = merged
        }
        for (column, values) in additions.integers {
            var merged = integers[column] ?? IntegerColumn()
            merged.merge(FieldAdditions.inOrder(values))
            integers[column] = merged
        }
        return additions.rows
    }

    private mutating func replaceBytes(
        in column: ColumnID, _ isWanted: [Bool], _ change: (ArraySlice<UInt8>) -> [Field]?,
        _ additions: inout FieldAdditions
    ) {
        guard var left = bytes[column] else { return }
        let outcomes = left.dictionary.map(change)
        guard outcomes.contains(where: { $0 != nil }) else { return }
        var kept = 0
        for place in left.rows.indices {
            let (row, code) = (left.rows[place], left.codes[place])
            if isWanted[Int(keyCodes[Int(row)])], let fields = outcomes[Int(code)] {
                additions.add(fields, at: row)
            } else {
                (left.rows[kept], left.codes[kept]) = (row, code)
                kept += 1
            }
        }
        left.rows.removeLast(left.rows.count - kept)
        left.codes.removeLast(left.codes.count - kept)
        bytes[column] = left.rows.isEmpty ? nil : left
    }

    private mutating func replaceIntegers(
        in column: ColumnID, _ isWanted: [Bool], _ change: (Int64) -> [Field]?,
        _ additions: inout FieldAdditions
    ) {
        guard let old = integers[column] else { return }
        var left = IntegerColumn()
        for (row, value) in zip(old.rows, old.values) {
            if isWanted[Int(keyCodes[Int(row)])], let fields = change(value) {
                additions.add(fields, at: row)
            } else {
                left.rows.append(row)
                left.values.append(value)
            }
        }
        integers[column] = left.rows.isEmpty ? nil : left
    }
}

/// What becomes of the values in a column: values in any columns of facts and text, or `nil` for
/// one that stays.
package enum ColumnChange: Sendable {
    /// Of byte strings; asked once for each distinct one.
    case bytes(@Sendable (ArraySlice<UInt8>) -> [Field]?)
    /// Of integers.
    case integers(@Sendable (Int64) -> [Field]?)
}

/// Values that events get, by column.
private struct FieldAdditions {
    var bytes: [ColumnID: [(row: UInt32, value: [UInt8])]] = [:]
    var integers: [ColumnID: [(row: UInt32, value: Int64)]] = [:]
    /// The events that get values, or lose one.
    var rows: Set<Int> = []

    mutating func add(_ fields: [Field], at row: UInt32) {
        rows.insert(Int(row))
        for field in fields {
            switch field.value {
            case .bytes(let value): bytes[field.column, default: []].append((row, value))
            case .integer(let value): integers[field.column, default: []].append((row, value))
            }
        }
    }

    /// Ascending, the last of several for one event.
    static func inOrder<Value>(
        _ values: [(row: UInt32, value: Value)]
    ) -> [(row: UInt32, value: Value)] {
        let isAscending = zip(values, values.dropFirst()).allSatisfy { $0.row < $1.row }
        if isAscending { return values }
        let last = Dictionary(values.map { ($0.row, $0.value) }) { $1 }
        return last.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension BytesColumn {
    /// Takes in values of further events, ascending; of two for one event the new one stays.
    fileprivate mutating func merge(_ values: [(row: UInt32, value: [UInt8])]) {
        var numbers: [[UInt8]: UInt32] = [:]
        let added = values.map { row, value in
            if let number = numbers[value] { return (row, number) }
            let number = UInt32(dictionary.count)
            dictionary.append(value)
            numbers[value] = number
            return (row, number)
        }
        (rows, codes) = merged(rows, codes, added)
    }
}

extension IntegerColumn {
    /// Takes in values of further events, ascending; of two for one event the new one stays.
    fileprivate mutating func merge(_ added: [(row: UInt32, value: Int64)]) {
        (rows, values) = merged(rows, values, added.map { ($0.row, $0.value) })
    }
}

private func merged<Value>(
    _ rows: [UInt32], _ values: [Value], _ added: [(UInt32, Value)]
) -> ([UInt32], [Value]) {
    var result: ([UInt32], [Value]) = ([], [])
    result.0.reserveCapacity(rows.count + added.count)
    result.1.reserveCapacity(rows.count + added.count)
    var next = 0
    func put(_ row: UInt32, _ value: Value) {
        result.0.append(row)
        result.1.append(value)
    }
    for (row, value) in zip(rows, values) {
        while next < added.count, added[next].0 < row {
            put(added[next].0, added[next].1)
            next += 1
        }
        if next < added.count, added[next].0 == row { continue }
        put(row, value)
    }
    for (row, value) in added[next...] { put(row, value) }
    return result
}
