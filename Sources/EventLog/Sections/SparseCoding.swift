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
        let columns = try? read(&reader, events: events, kind: kind)
        return reader.isAtEnd ? columns : nil
    }

    /// Reads columns over `events` events; each must be of the given kind, and they ascend: one
    /// that comes twice would say one thing to who reads all and another to who reads a part.
    static func read(
        _ reader: inout ByteReader, events: Int, kind: ColumnID.Kind
    ) throws(ByteReader.Malformed) -> (
        integers: [ColumnID: IntegerColumn], bytes: [ColumnID: BytesColumn]
    ) {
        var integers: [ColumnID: IntegerColumn] = [:]
        var last: ColumnID?
        for _ in 0..<(try reader.byte()) {
            let column = try column(&reader, kind: kind, after: &last)
            var values = IntegerColumn()
            values.rows = try presence(&reader, events: events)
            values.values = try IntegerCoding.read(&reader, count: values.rows.count)
            integers[column] = values
        }
        var bytes: [ColumnID: BytesColumn] = [:]
        last = nil
        for _ in 0..<(try reader.byte()) {
            let column = try column(&reader, kind: kind, after: &last)
            bytes[column] = try values(&reader, rows: try presence(&reader, events: events))
        }
        return (integers, bytes)
    }

    /// Reads some columns over `events` events; what comes behind the last of them is not looked
    /// at.
    static func columns(
        _ reader: inout ByteReader, events: Int, kind: ColumnID.Kind, _ integers: [ColumnID],
        _ bytes: [ColumnID]
    ) throws(ByteReader.Malformed) -> (
        integers: [ColumnID: IntegerColumn], bytes: [ColumnID: BytesColumn]
    ) {
        var found: (integers: [ColumnID: IntegerColumn], bytes: [ColumnID: BytesColumn])
        found = ([:], [:])
        var last: ColumnID?
        for _ in 0..<(try reader.byte()) {
            let column = try column(&reader, kind: kind, after: &last)
            if bytes.isEmpty, integers.allSatisfy({ $0 < column }) { return found }
            guard integers.contains(column) else {
                let count = try passPresence(&reader, events: events)
                _ = try IntegerCoding.read(&reader, count: count, at: 0..<0)
                continue
            }
            var values = IntegerColumn()
            values.rows = try presence(&reader, events: events)
            values.values = try IntegerCoding.read(&reader, count: values.rows.count)
            found.integers[column] = values
        }
        if bytes.isEmpty { return found }
        last = nil
        for _ in 0..<(try reader.byte()) {
            let column = try column(&reader, kind: kind, after: &last)
            if bytes.allSatisfy({ $0 < column }) { return found }
            guard bytes.contains(column) else {
                try passValues(&reader, rows: try passPresence(&reader, events: events))
                continue
            }
            let rows = try presence(&reader, events: events)
            found.bytes[column] = try values(&reader, rows: rows)
        }
        return found
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

    /// Reads which events have a value.
    static func presence(
        _ reader: inout ByteReader, events: Int
    ) throws(ByteReader.Malformed) -> [UInt32] {
        switch try reader.byte() {
        case 0: return Array(0..<UInt32(events))
        case 1:
            let count = try reader.count(max: events)
            var rows = try reader.counts(count, max: events)
            var next: UInt32 = 0
            var span = rows.mutableSpan
            for place in span.indices {
                let row = next + span[place]
                guard row < UInt32(events) else { throw ByteReader.Malformed() }
                span[place] = row
                next = row + 1
            }
            return rows
        default: throw ByteReader.Malformed()
        }
    }

    /// Passes over which events have a value, and says how many do.
    static func passPresence(
        _ reader: inout ByteReader, events: Int
    ) throws(ByteReader.Malformed) -> Int {
        switch try reader.byte() {
        case 0: return events
        case 1:
            let count = try reader.count(max: events)
            try reader.passCounts(count)
            return count
        default: throw ByteReader.Malformed()
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

    private static func values(
        _ reader: inout ByteReader, rows: [UInt32]
    ) throws(ByteReader.Malformed) -> BytesColumn {
        var values = BytesColumn()
        values.rows = rows
        let count = try reader.count(max: rows.count)
        let lengths = try reader.counts(count, max: Limit.textBytesMax)
        switch try reader.byte() {
        case 0 where count == rows.count: values.codes = Array(0..<UInt32(count))
        case 1:
            values.codes = try IntegerCoding.readCodes(
                &reader, count: rows.count, below: count)
        default: throw ByteReader.Malformed()
        }
        let size = lengths.reduce(0) { $0 + Int($1) }
        values.dictionary = ByteStrings(try reader.take(size), lengths: lengths)
        return values
    }

    /// Passes over the values of some rows, without a look at which row has which.
    private static func passValues(
        _ reader: inout ByteReader, rows: Int
    ) throws(ByteReader.Malformed) {
        let count = try reader.count(max: rows)
        let size = try reader.sum(ofCounts: count, max: Limit.textBytesMax)
        switch try reader.byte() {
        case 0 where count == rows: break
        case 1: _ = try IntegerCoding.read(&reader, count: rows, at: 0..<0)
        default: throw ByteReader.Malformed()
        }
        _ = try reader.skip(size)
    }
}
