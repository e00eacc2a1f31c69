/// Builds a batch from rows, event by event: the way from memory, from small frames and from a
/// draft to columns.
package struct BatchBuilder {
    private var batch: ColumnBatch
    private var keyCodes: [HotKey: UInt16] = [:]
    private var retractedCodes: [HotKey: Int64] = [:]
    private var byteCodes: [ColumnID: [[UInt8]: UInt32]] = [:]

    /// Starts a batch at a position; only the given sections are kept.
    package init(firstPosition: UInt64, sections: Sections = .all) {
        batch = ColumnBatch(firstPosition: firstPosition, sections: sections)
    }

    /// How many events the batch has so far.
    package var count: Int { batch.count }

    /// The events that follow belong to the given commit.
    package mutating func begin(_ header: CommitHeader) {
        guard batch.sections.contains(.commits) else { return }
        batch.commits.append(CommitRun(firstIndex: batch.count, header: header))
    }

    /// Adds an event. At most ``Limit/frameEventsMax``.
    ///
    /// - Complexity: O(*c*) amortised for *c* values.
    package mutating func append(_ row: Row) {
        let index = UInt32(batch.count)
        batch.count += 1
        if batch.sections.contains(.hot) { appendHot(row) }
        if batch.sections.contains(.links) { appendLinks(row, at: index) }
        for field in row.fields {
            let kind = field.column.kind
            guard
                kind == .fact && batch.sections.contains(.facts)
                    || kind == .text && batch.sections.contains(.text)
            else { continue }
            append(field, at: index)
        }
    }

    /// Adds a commit as if it were an event, so that its columns are kept like facts.
    mutating func append(commitFields fields: [Field]) {
        let index = UInt32(batch.count)
        batch.count += 1
        for field in fields { append(field, at: index) }
    }

    /// The batch so far.
    package func finish() -> ColumnBatch { batch }

    private mutating func appendHot(_ row: Row) {
        var mask: UInt16 = 0
        var fields: [Field] = []
        for field in row.fields {
            switch (field.column.kind, field.value) {
            case (.key, _): fields.append(field)
            case (.number, .integer(let value)):
                mask |= 1 << UInt16(field.column.rawValue & 0x0F)
                let missing = batch.count - 1
                batch.numbers[field.column, default: Array(repeating: 0, count: missing)]
                    .append(value)
            default: break
            }
        }
        for column in batch.numbers.keys where batch.numbers[column]?.count != batch.count {
            batch.numbers[column]?.append(0)
        }
        let key = HotKey(
            type: row.type, schema: row.schema, isCritical: row.isCritical, fields: fields,
            numbersMask: mask)
        batch.keyCodes.append(code(of: key))
    }

    private mutating func code(of key: HotKey) -> UInt16 {
        if let code = keyCodes[key] { return code }
        let code = UInt16(truncatingIfNeeded: batch.keys.count)
        batch.keys.append(key)
        keyCodes[key] = code
        return code
    }

    private mutating func appendLinks(_ row: Row, at index: UInt32) {
        var mask: UInt16 = 0
        var fields: [Field] = []
        var numbers: [(ColumnID, Int64)] = []
        for field in row.fields {
            switch (field.column.kind, field.value) {
            case (.link, .integer(let value)):
                batch.links[field.column, default: IntegerColumn()].append(value, at: index)
            case (.retractedKey, _):
                if let column = field.column.restated { fields.append(Field(column, field.value)) }
            case (.retractedNumber, .integer(let value)):
                guard let column = field.column.restated else { break }
                mask |= 1 << UInt16(column.rawValue & 0x0F)
                numbers.append((column, value))
            default: break
            }
        }
        guard !fields.isEmpty || mask != 0 else { return }
        let key = HotKey(
            type: 0, schema: 0, isCritical: false, fields: fields, numbersMask: mask)
        let code = retractedCodes[key] ?? Int64(batch.retractedKeys.count)
        if code == batch.retractedKeys.count {
            batch.retractedKeys.append(key)
            retractedCodes[key] = code
        }
        let missing = batch.retractions.rows.count
        batch.retractions.append(code, at: index)
        for (column, value) in numbers {
            batch.retractedNumbers[column, default: Array(repeating: 0, count: missing)]
                .append(value)
        }
        for column in batch.retractedNumbers.keys
        where batch.retractedNumbers[column]?.count != missing + 1 {
            batch.retractedNumbers[column]?.append(0)
        }
    }

    private mutating func append(_ field: Field, at index: UInt32) {
        switch field.value {
        case .integer(let value):
            batch.integers[field.column, default: IntegerColumn()].append(value, at: index)
        case .bytes(let value): append(value, to: field.column, at: index)
        }
    }

    private mutating func append(_ value: [UInt8], to column: ColumnID, at index: UInt32) {
        var codes = byteCodes[column] ?? [:]
        byteCodes[column] = nil
        var values = batch.bytes[column] ?? BytesColumn()
        batch.bytes[column] = nil
        let code = codes[value] ?? UInt32(values.dictionary.count)
        if code == values.dictionary.count {
            values.dictionary.append(value)
            codes[value] = code
        }
        values.rows.append(index)
        values.codes.append(code)
        byteCodes[column] = codes
        batch.bytes[column] = values
    }
}

extension IntegerColumn {
    /// Adds a value for an event behind all others.
    package mutating func append(_ value: Int64, at index: UInt32) {
        rows.append(index)
        values.append(value)
    }
}
