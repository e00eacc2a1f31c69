/// Builds a batch from rows, event by event: the way from memory, from small frames and from a
/// draft to columns.
package struct BatchBuilder: Sendable {
    private var batch: ColumnBatch
    /// The keys of the events as bytes, and the keys that are taken back.
    private var keys = ByteDictionary()
    private var retractedKeys = ByteDictionary()
    private var keyBytes: [UInt8] = []
    /// Number columns 0x20 … 0x2F; each ends with its last value.
    private var numbers = [[Int64]](repeating: [], count: 16)
    /// Facts and text by column.
    private var integers = ColumnSlots<IntegerColumn>()
    private var bytes = ColumnSlots<BytesBuilder>()

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
    /// - Complexity: O(*n*) amortised in its bytes.
    package mutating func append(_ row: Row) { append(EncodedEvent(row)) }

    /// Adds an event that is encoded. At most ``Limit/frameEventsMax``.
    ///
    /// - Complexity: O(*n*) amortised in its bytes.
    package mutating func append(_ event: EncodedEvent) {
        append(event.bytes, 0..<event.bytes.count)
        guard batch.sections.contains(.text) else { return }
        for field in event.remains { append(field, at: UInt32(batch.count - 1)) }
    }

    /// Adds events that are about to be hashed. At most ``Limit/frameEventsMax``.
    ///
    /// - Complexity: O(*n*) in their bytes.
    mutating func append(_ inputs: LeafInputs) {
        let bytes = inputs.bytes
        for place in 0..<inputs.count {
            let (facts, text) = inputs.parts(at: place)
            append(bytes, facts)
            let index = UInt32(batch.count - 1)
            var field = FieldCursor(RawBytes.span(bytes, 0..<bytes.count), text)
            appendText(&field, bytes, at: index)
            guard let own = inputs.remains(at: place) else { continue }
            if let salt = own.salt { append(Field(.salt, .bytes(salt)), at: index) }
            if let left = own.commitment { append(Field(.commitment, .bytes(left)), at: index) }
        }
    }

    /// Adds an event that stands somewhere as `schema:u8 type:u16 fields`: the one way from events
    /// to columns. At most ``Limit/frameEventsMax``.
    ///
    /// - Complexity: O(*n*) amortised in its bytes.
    mutating func append(_ bytes: [UInt8], _ event: Range<Int>) {
        let index = UInt32(batch.count)
        batch.count += 1
        let isHot = batch.sections.contains(.hot)
        let hasFacts = batch.sections.contains(.facts)
        var mask: UInt16 = 0
        var hasLinks = false
        let start = event.lowerBound + EncodedEvent.headBytes
        var keyFields = start..<start
        var field = FieldCursor(
            RawBytes.span(bytes, 0..<bytes.count), start..<event.upperBound)
        while field.column < BatchBuilder.firstText {
            switch field.id.kind {
            case .link, .retractedKey, .retractedNumber: hasLinks = true
            case .key:
                let first = keyFields.isEmpty ? field.start : keyFields.lowerBound
                keyFields = first..<field.range.upperBound
            case .number:
                guard isHot, let value = field.integer else { break }
                append(value, in: field.id, at: index, &mask)
            case .fact: if hasFacts { append(field, bytes, at: index) }
            case .text, .commit, .reserved: break
            }
            field.advance()
        }
        appendText(&field, bytes, at: index)
        if isHot { appendKey(bytes, event.lowerBound, keyFields, mask) }
        if hasLinks, batch.sections.contains(.links) {
            appendLinks(bytes, start..<event.upperBound, at: index)
        }
    }

    /// The first column that is text: those behind it are, too.
    private static let firstText = 0x80

    /// Adds the columns of an event from the first text on.
    private mutating func appendText(
        _ field: inout FieldCursor, _ bytes: [UInt8], at index: UInt32
    ) {
        guard batch.sections.contains(.text) else { return }
        while field.column < FieldCursor.none {
            append(field, bytes, at: index)
            field.advance()
        }
    }

    /// Adds the key of an event, whose type stands at a place and its key columns at another.
    private mutating func appendKey(
        _ bytes: [UInt8], _ start: Int, _ fields: Range<Int>, _ mask: UInt16
    ) {
        let head = start..<(start + EncodedEvent.headBytes)
        keyBytes.removeAll(keepingCapacity: true)
        keyBytes += bytes[fields]
        keyBytes += bytes[head]
        keyBytes.append(integer: mask)
        let (code, isNew) = keys.code(of: keyBytes)
        if isNew {
            let event = EncodedEvent(bytes, head, fields)
            batch.keys.append(
                GroupKey(
                    type: event.type, schema: event.schema, isCritical: event.isCritical,
                    fields: event.row.fields, numbersMask: mask))
        }
        batch.keyCodes.append(UInt16(truncatingIfNeeded: code))
    }

    private mutating func append(_ field: FieldCursor, _ source: [UInt8], at index: UInt32) {
        if field.isBytes {
            let payload = field.payloadRange
            bytes.change(field.id, BytesBuilder()) { $0.append(source, payload, at: index) }
        } else if let value = field.integer {
            integers.change(field.id, IntegerColumn()) { $0.append(value, at: index) }
        }
    }

    private mutating func append(
        _ value: Int64, in column: ColumnID, at index: UInt32, _ mask: inout UInt16
    ) {
        let code = Int(column.rawValue & 0x0F)
        mask |= 1 << UInt16(code)
        let missing = Int(index) - numbers[code].count
        if missing > 0 { numbers[code] += Array(repeating: 0, count: missing) }
        numbers[code].append(value)
    }

    /// Adds a commit as if it were an event, so that its columns are kept like facts.
    mutating func append(commitFields fields: [Field]) {
        let index = UInt32(batch.count)
        batch.count += 1
        for field in fields { append(field, at: index) }
    }

    /// The batch so far.
    package func finish() -> ColumnBatch {
        var batch = batch
        for (code, values) in numbers.enumerated() where !values.isEmpty {
            let missing = batch.count - values.count
            batch.numbers[ColumnID(rawValue: 0x20 + UInt8(code))] =
                missing == 0 ? values : values + Array(repeating: 0, count: missing)
        }
        for (column, values) in integers.all { batch.integers[column] = values }
        for (column, values) in bytes.all { batch.bytes[column] = values.column }
        return batch
    }

    private mutating func appendLinks(_ bytes: [UInt8], _ event: Range<Int>, at index: UInt32) {
        var mask: UInt16 = 0
        var fields: [Field] = []
        var numbers: [(ColumnID, Int64)] = []
        keyBytes.removeAll(keepingCapacity: true)
        var field = FieldCursor(RawBytes.span(bytes, 0..<bytes.count), event)
        while field.column < BatchBuilder.firstText {
            switch field.id.kind {
            case .link:
                guard let value = field.integer else { break }
                batch.links[field.id, default: IntegerColumn()].append(value, at: index)
            case .retractedKey:
                guard let column = field.id.restated, let value = field.value else { break }
                fields.append(Field(column, value))
                keyBytes += bytes[field.range]
            case .retractedNumber:
                guard let column = field.id.restated, let value = field.integer else { break }
                mask |= 1 << UInt16(column.rawValue & 0x0F)
                numbers.append((column, value))
            default: break
            }
            field.advance()
        }
        guard !fields.isEmpty || mask != 0 else { return }
        keyBytes.append(integer: mask)
        let (code, isNew) = retractedKeys.code(of: keyBytes)
        if isNew {
            let key = GroupKey(
                type: 0, schema: 0, isCritical: false, fields: fields, numbersMask: mask)
            batch.retractedKeys.append(key)
        }
        let missing = batch.retractions.rows.count
        batch.retractions.append(Int64(code), at: index)
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
            integers.change(field.column, IntegerColumn()) { $0.append(value, at: index) }
        case .bytes(let value):
            bytes.change(field.column, BytesBuilder()) { $0.append(value, at: index) }
        }
    }
}

/// A column of byte strings on its way.
private struct BytesBuilder: Sendable {
    private var rows: [UInt32] = []
    private var codes: [UInt32] = []
    private var dictionary = ByteDictionary()

    mutating func append(_ value: [UInt8], at index: UInt32) {
        append(value, 0..<value.count, at: index)
    }

    mutating func append(_ source: [UInt8], _ range: Range<Int>, at index: UInt32) {
        rows.append(index)
        codes.append(dictionary.code(of: source, range).code)
    }

    var column: BytesColumn {
        var column = BytesColumn()
        column.rows = rows
        column.codes = codes
        column.dictionary = ByteStrings(dictionary.values)
        return column
    }
}

/// Something for each of a few columns, found without a search.
private struct ColumnSlots<Value: Sendable>: Sendable {
    /// For each column its place in `values`, from 1; 0 for none.
    private var places: [UInt8] = []
    private var values: [Value] = []

    /// What there is, in no order.
    var all: [(ColumnID, Value)] {
        places.enumerated().filter { $0.element > 0 }.map { number, place in
            (ColumnID(rawValue: UInt8(number)), values[Int(place) - 1])
        }
    }

    /// Changes what a column has, at first the given value.
    @inline(__always)
    mutating func change(
        _ column: ColumnID, _ initial: @autoclosure () -> Value, _ body: (inout Value) -> Void
    ) {
        if places.isEmpty { places = Array(repeating: 0, count: 256) }
        var place = Int(places[Int(column.rawValue)])
        if place == 0 {
            values.append(initial())
            place = values.count
            places[Int(column.rawValue)] = UInt8(place)
        }
        body(&values[place - 1])
    }
}

extension IntegerColumn {
    /// Adds a value for an event behind all others.
    package mutating func append(_ value: Int64, at index: UInt32) {
        rows.append(index)
        values.append(value)
    }
}
