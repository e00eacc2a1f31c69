/// Sparse columns on disk: facts, text, and what commits share.
///
/// ```
/// presence := mode:u8   0 every event   1 list: count:varint, ascending gaps:varint
/// integers := column:u8 presence array                                  (IntegerCoding)
/// bytes    := column:u8 presence count:varint lengths:varint… mode:u8 codes bytes…
///             mode 0: code i is i; mode 1: an array of codes follows     (IntegerCoding)
/// columns  := count:u8 integers…  count:u8 bytes…                        ascending by column
/// ```
package enum SparseCoding {
    /// Appends columns over `events` events.
    package static func append(
        integers: [ColumnID: IntegerColumn], bytes columns: [ColumnID: BytesColumn], events: Int,
        to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(integers.count))
        for (column, values) in integers.sorted(by: { $0.key < $1.key }) {
            bytes.append(column.rawValue)
            append(presence: values.rows, events: events, to: &bytes)
            IntegerCoding.append(values.values, to: &bytes)
        }
        bytes.append(UInt8(columns.count))
        for (column, values) in columns.sorted(by: { $0.key < $1.key }) {
            bytes.append(column.rawValue)
            append(presence: values.rows, events: events, to: &bytes)
            append(values, to: &bytes)
        }
    }

    /// The columns over `events` events that some bytes are, each of the given kind; `nil` for
    /// other bytes.
    package static func columns(
        _ bytes: [UInt8], events: Int, kind: ColumnID.Kind
    ) -> (integers: [ColumnID: IntegerColumn], bytes: [ColumnID: BytesColumn])? {
        var reader = ByteReader(bytes)
        let columns = try? SectionReader(events: events).columns(&reader, kind: kind)
        return reader.isAtEnd ? columns : nil
    }

    /// Appends which events have a value.
    static func append(presence rows: [UInt32], events: Int, to bytes: inout [UInt8]) {
        guard rows.count < events else { return bytes.append(0) }
        bytes.append(1)
        bytes.append(varint: rows.count)
        var next: UInt32 = 0
        for row in rows {
            bytes.append(varint: Int(row - next))
            next = row + 1
        }
    }

    /// Reads the id of a column, above that of the last one.
    static func column(
        _ reader: inout ByteReader, kind: ColumnID.Kind, after last: inout ColumnID?
    ) throws(ByteReader.Malformed) -> ColumnID {
        let column = ColumnID(rawValue: try reader.byte())
        guard column.kind == kind else { throw ByteReader.Malformed() }
        if let last, column <= last { throw ByteReader.Malformed() }
        last = column
        return column
    }

    private static func append(_ values: BytesColumn, to bytes: inout [UInt8]) {
        bytes.append(varint: values.dictionary.count)
        for value in values.dictionary { bytes.append(varint: value.count) }
        let isCounting = zip(values.codes, 0...).allSatisfy { $0 == $1 }
        bytes.append(isCounting ? 0 : 1)
        if !isCounting {
            IntegerCoding.append(values.codes.map(Int64.init), outliersAllowed: false, to: &bytes)
        }
        for value in values.dictionary { bytes += value }
    }
}
