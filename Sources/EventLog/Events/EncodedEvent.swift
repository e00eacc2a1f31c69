/// An event as it is hashed and stored: its columns are encoded once, and these bytes are carried
/// to its leaf and to its frame.
///
/// ```
/// event := schema:u8 type:u16 (bit 15: critical) facts text                     (FieldCoding)
/// ```
package struct EncodedEvent: Sendable {
    /// What an event must not have.
    enum Fault: Sendable {
        /// A column that is not an event's own, stands behind a higher one, or has a value of the
        /// wrong form.
        case column(ColumnID)
        /// A link that can be to no event.
        case link
    }

    /// The type and the columns, without what an erasure left.
    package fileprivate(set) var bytes: [UInt8] = [0, 0, 0]
    /// Where the text columns begin in the bytes.
    package fileprivate(set) var facts = EncodedEvent.headBytes
    /// The last columns: a salt of its own, or what an erasure left of the text.
    package fileprivate(set) var remains: [Field] = []
    /// What the values count for in a frame, see ``PieceRule``, what an erasure left included.
    package fileprivate(set) var valueBytes = 0
    /// The first thing that is wrong with it, wherever it is to stand.
    fileprivate(set) var fault: Fault?
    /// The last of the events that it points at; -1 where it points at none.
    fileprivate(set) var linkMax: Int64 = -1

    /// Bytes before the columns.
    static let headBytes = 3
    /// Bytes of text for which there is room behind facts at first: most events have no more.
    private static let textBytes = 40

    fileprivate init() {}

    /// An event as it stands in a log; what is wrong with it is not looked at.
    ///
    /// - Complexity: O(*n*) in its bytes.
    package init(_ row: Row) {
        var encoder = EventEncoder()
        encoder.add(row, after: nil)
        self = encoder.event
    }

    /// An event that is to be appended, in a commit at a position.
    ///
    /// Negative links `-1 - i` become the position of the event of index `i`.
    init(_ row: Row, from firstPosition: UInt64) {
        var encoder = EventEncoder()
        encoder.add(row, after: firstPosition)
        self = encoder.event
    }

    /// An event as it stands in the body of a frame, whose form was looked at.
    ///
    /// - Complexity: O(*n*) in its bytes.
    init(_ source: [UInt8], at event: Range<Int>) {
        let start = event.lowerBound
        var field = FieldCursor(
            RawBytes.span(source, 0..<source.count),
            (start + EncodedEvent.headBytes)..<event.upperBound)
        var end = event.upperBound
        while field.column < FieldCursor.none {
            if field.id.isLeftByErasure {
                end = min(end, field.start)
                if let value = field.value { leave(Field(field.id, value)) }
            } else {
                note(field, start)
            }
            field.advance()
        }
        bytes = Array(source[start..<end])
    }

    /// An event whose type and facts stand in bytes of others; `nil` for what is not in their form.
    ///
    /// - Complexity: O(*n*) in its bytes.
    package init?(_ source: [UInt8], facts: Range<Int>) {
        guard facts.count >= EncodedEvent.headBytes else { return nil }
        bytes = []
        bytes.reserveCapacity(facts.count + EncodedEvent.textBytes)
        RawBytes.append(RawBytes.span(source, 0..<source.count), facts, to: &bytes)
        guard add(source, facts.dropFirst(EncodedEvent.headBytes), facts.lowerBound, isText: false)
        else { return nil }
    }

    /// Adds the text columns of the event, which stand in bytes of others.
    ///
    /// - Returns: `false` for what is not in their form.
    /// - Complexity: O(*n*) in their bytes.
    package mutating func append(_ source: [UInt8], text: Range<Int>) -> Bool {
        RawBytes.append(RawBytes.span(source, 0..<source.count), text, to: &bytes)
        return add(source, text, text.lowerBound, isText: true)
    }

    /// Takes note of fields that stand in bytes of others, of an event that starts somewhere;
    /// `false` where they are not in their form, or another kind of column is among them.
    private mutating func add(
        _ source: [UInt8], _ fields: Range<Int>, _ start: Int, isText: Bool
    ) -> Bool {
        var field = FieldCursor(RawBytes.span(source, 0..<source.count), fields)
        while field.column < FieldCursor.none {
            guard isText ? field.id.isErasable : field.id.kind != .text, field.isShortest,
                RowRule.allows(field.id, isInteger: !field.isBytes)
            else { return false }
            note(field, start)
            field.advance()
        }
        return field.column == FieldCursor.none
    }

    /// Takes note of a field of an event that starts somewhere.
    private mutating func note(_ field: FieldCursor, _ start: Int) {
        let kind = field.id.kind
        valueBytes += field.isBytes ? field.payloadRange.count : 8
        if kind != .text { facts = field.range.upperBound - start }
        guard kind == .link, let link = field.integer else { return }
        if link < 0, fault == nil { fault = .link }
        linkMax = max(linkMax, link)
    }

    /// Some columns of an event, whose type stands at another place.
    init(_ bytes: [UInt8], _ head: Range<Int>, _ fields: Range<Int>) {
        self.bytes = Array(bytes[head])
        self.bytes += bytes[fields]
    }

    /// The event type.
    package var type: UInt16 { (UInt16(bytes[1]) | UInt16(bytes[2]) << 8) & 0x7FFF }
    /// The schema version of the type.
    package var schema: UInt8 { bytes[0] }
    /// Whether a program that does not know the type must refuse to go on.
    package var isCritical: Bool { bytes[2] & 0x80 != 0 }
    /// Whether it has text that can be erased.
    package var hasText: Bool { facts < bytes.count }

    /// The event with its values one by one.
    ///
    /// - Complexity: O(*n*) in its bytes.
    package var row: Row {
        var fields: [Field] = []
        var field = FieldCursor(
            RawBytes.span(bytes, 0..<bytes.count), EncodedEvent.headBytes..<bytes.count)
        var ahead = field
        var count = remains.count
        while ahead.column < FieldCursor.none {
            count += 1
            ahead.advance()
        }
        fields.reserveCapacity(count)
        while field.column < FieldCursor.none, let value = field.value {
            fields.append(Field(field.id, value))
            field.advance()
        }
        if !remains.isEmpty { fields += remains }
        return Row(type: type, schema: schema, isCritical: isCritical, fields: fields)
    }

    /// Whether all links of the event, at a position, are to earlier ones.
    func pointsBack(from position: UInt64) -> Bool {
        if case .link = fault { return false }
        return linkMax < Int64(clamping: position)
    }

    /// Gives the event a salt of its own, or what an erasure left of its text.
    package mutating func leave(_ field: Field) {
        remains.append(field)
        valueBytes += field.value.byteCount
    }

    /// Refuses an event that cannot be in a commit.
    ///
    /// - Parameters:
    ///   - index: Its index there.
    ///   - firstPosition: The position of the commit.
    ///   - isReplica: Whether it may have a salt of its own, or what an erasure left.
    /// - Throws: ``LogError/badColumn(_:index:)``, and ``LogError/badLink(index:)`` for a link to
    ///   an event that does not stand before.
    func admit(
        at index: Int, from firstPosition: UInt64, isReplica: Bool
    ) throws(LogError) {
        switch fault {
        case .column(let column): throw .badColumn(column, index: index)
        case .link: throw .badLink(index: index)
        case nil: break
        }
        guard linkMax < Int64(clamping: firstPosition) + Int64(index) else {
            throw .badLink(index: index)
        }
        if !isReplica, let left = remains.first {
            throw .badColumn(left.column, index: index)
        }
    }
}

/// Encodes events, one after the other, into memory that is used again.
package struct EventEncoder: Sendable {
    /// The event so far.
    package private(set) var event = EncodedEvent()
    private var last: UInt8 = 0

    package init() {}

    /// Starts another event.
    package mutating func removeAll() {
        event.bytes.removeAll(keepingCapacity: true)
        event.bytes.append(addingCapacity: EncodedEvent.headBytes) {
            $0.append(repeating: 0, count: EncodedEvent.headBytes)
        }
        event.facts = EncodedEvent.headBytes
        if !event.remains.isEmpty { event.remains.removeAll() }
        event.valueBytes = 0
        event.fault = nil
        event.linkMax = -1
        last = 0
    }

    /// Says what type of event it is.
    package mutating func set(type: UInt16, schema: UInt8, isCritical: Bool) {
        let type = type | (isCritical ? 0x8000 : 0)
        event.bytes[0] = schema
        event.bytes[1] = UInt8(truncatingIfNeeded: type)
        event.bytes[2] = UInt8(truncatingIfNeeded: type >> 8)
    }

    /// Adds an integer.
    package mutating func add(_ value: Int64, in column: ColumnID) {
        switch begin(column) {
        case .link:
            if value < 0 { note(.link) }
            event.linkMax = max(event.linkMax, value)
        case .commit, .reserved: note(.column(column))
        default: break
        }
        event.valueBytes += 8
        FieldCoding.append(value, in: column, to: &event.bytes)
        end(column)
    }

    /// Adds bytes.
    package mutating func add(_ value: [UInt8], in column: ColumnID) {
        beginBytes(column)
        event.valueBytes += value.count
        FieldCoding.append(value, in: column, to: &event.bytes)
        end(column)
    }

    /// Adds a string in UTF-8, and a last byte where one is given.
    package mutating func add(_ text: String, _ more: UInt8? = nil, in column: ColumnID) {
        beginBytes(column)
        var text = text
        text.makeContiguousUTF8()
        let count = text.utf8.count + (more == nil ? 0 : 1)
        event.valueBytes += count
        event.bytes.append(column.rawValue)
        Varint.append(UInt64(count) << 1 | 1, to: &event.bytes)
        event.bytes += text.utf8
        if let more { event.bytes.append(more) }
        end(column)
    }

    /// Adds all of a row.
    ///
    /// - Parameter firstPosition: The position of the commit in which negative links are; `nil`
    ///   where there are none.
    fileprivate mutating func add(_ row: Row, after firstPosition: UInt64?) {
        set(type: row.type, schema: row.schema, isCritical: row.isCritical)
        let room = row.fields.reduce(event.bytes.count) { $0 + $1.value.byteCount + 4 }
        event.bytes.reserveCapacity(room)
        for field in row.fields {
            if field.column.isLeftByErasure {
                if field.column.kind == .reserved { note(.column(field.column)) }
                event.leave(field)
                continue
            }
            switch field.value {
            case .bytes(let value): add(value, in: field.column)
            case .integer(let value):
                add(position(value, in: field.column, firstPosition), in: field.column)
            }
        }
    }

    /// The position that a link means.
    private mutating func position(
        _ value: Int64, in column: ColumnID, _ firstPosition: UInt64?
    ) -> Int64 {
        guard let firstPosition, value < 0, column.kind == .link else { return value }
        // first - 1 - link = first + ~link, which is not negative.
        let (sum, overflows) = Int64(clamping: firstPosition).addingReportingOverflow(~value)
        return overflows ? value : sum
    }

    private mutating func beginBytes(_ column: ColumnID) {
        switch begin(column) {
        case .key, .retractedKey, .fact, .text: break
        default: note(.column(column))
        }
    }

    private mutating func begin(_ column: ColumnID) -> ColumnID.Kind {
        if column.rawValue <= last || column.isLeftByErasure { note(.column(column)) }
        last = column.rawValue
        return column.kind
    }

    private mutating func end(_ column: ColumnID) {
        if column.kind != .text { event.facts = event.bytes.count }
    }

    private mutating func note(_ fault: EncodedEvent.Fault) {
        if event.fault == nil { event.fault = fault }
    }
}

extension FieldValue {
    /// What the value counts for in a frame, see ``PieceRule``.
    fileprivate var byteCount: Int {
        switch self {
        case .integer: 8
        case .bytes(let value): value.count
        }
    }
}
