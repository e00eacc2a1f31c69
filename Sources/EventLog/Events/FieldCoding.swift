/// The canonical form of values: what commit frames store and what leaves hash.
///
/// ```
/// field   := column:u8 head:varint payload
/// head    := payload length × 2 + wire type          (wire type 0 integer, 1 bytes)
/// integer := two's complement, little-endian, as few bytes as keep the sign; 0 has none
/// ```
///
/// Fields stand in ascending column order. There is one form for every value: a longer varint or a
/// longer integer than needed is refused.
package enum FieldCoding {
    /// Appends a field.
    package static func append(_ field: Field, to bytes: inout [UInt8]) {
        switch field.value {
        case .integer(let value): append(value, in: field.column, to: &bytes)
        case .bytes(let value): append(value, in: field.column, to: &bytes)
        }
    }

    /// Appends an integer.
    package static func append(_ value: Int64, in column: ColumnID, to bytes: inout [UInt8]) {
        let length = byteCount(value)
        bytes.append(addingCapacity: 10) { span in
            span.append(column.rawValue)
            span.append(UInt8(truncatingIfNeeded: length << 1))
            var rest = value
            for _ in 0..<length {
                span.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
    }

    /// Appends bytes.
    package static func append(
        _ value: some Collection<UInt8>, in column: ColumnID, to bytes: inout [UInt8]
    ) {
        bytes.append(column.rawValue)
        Varint.append(UInt64(value.count) << 1 | 1, to: &bytes)
        bytes += value
    }

    /// The fields in a range, or `nil` when the bytes are not a canonical sequence of them.
    package static func fields(_ bytes: [UInt8], _ range: Range<Int>) -> [Field]? {
        self.fields(RawBytes.span(bytes, 0..<bytes.count), range)
    }

    /// The fields in a range of borrowed bytes.
    static func fields(_ bytes: borrowing RawSpan, _ range: Range<Int>) -> [Field]? {
        var fields: [Field] = []
        var field = FieldCursor(copy bytes, range)
        while field.column < FieldCursor.none {
            guard let value = field.value else { return nil }
            fields.append(Field(field.id, value))
            field.advance()
        }
        return field.column == FieldCursor.none ? fields : nil
    }

    /// How many bytes an integer takes, 0 … 8.
    @inline(__always)
    static func byteCount(_ value: Int64) -> Int {
        if value == 0 { return 0 }
        let magnitude = value < 0 ? ~value : value
        return (64 - magnitude.leadingZeroBitCount) / 8 + 1
    }
}

/// Unsigned LEB128 in its shortest form, at most ten bytes; ``FieldCursor`` reads it.
enum Varint {
    /// Appends a number.
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
