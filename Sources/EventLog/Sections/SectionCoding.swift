/// The sections of a columnar frame, from a batch; a ``SectionReader`` makes one of them.
///
/// ```
/// key     := type:u16 (bit 15: critical) schema:u8 numbers mask:u16 length:varint fields
/// keys    := count:varint key…
/// hot     := lines                                              (LineCoding)
/// retracted := 0:u8, or count:varint lines order
/// links   := count:u8 { column:u8 presence array of (position − link) }…
/// order   := order of the hot section                           (LineCoding)
/// commits := count:varint back:varint, arrays of first indexes, id highs and id lows,
///            columns over the commits                                    (SparseCoding)
/// facts, text := columns over the events                                (SparseCoding)
/// ```
///
/// `back` is how many events of the first commit stand before the frame.
package enum SectionCoding {
    // MARK: Hot

    /// The hot section of a batch, and its order.
    package static func hot(_ batch: ColumnBatch) -> (lines: [UInt8], order: [UInt8]) {
        var lines: [UInt8] = []
        var order: [UInt8] = []
        let rows = LineCoding.append(
            keys: batch.keys, codes: batch.keyCodes, numbers: batch.numbers, to: &lines)
        IntegerCoding.append(rows, outliersAllowed: false, to: &order)
        return (lines, order)
    }

    // MARK: Retractions

    /// The section of retractions of a batch.
    package static func retractions(_ batch: ColumnBatch) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: batch.retractions.rows.count)
        guard !batch.retractions.rows.isEmpty else { return bytes }
        let rows = LineCoding.append(
            keys: batch.retractedKeys,
            codes: batch.retractions.values.map { UInt16(truncatingIfNeeded: $0) },
            numbers: batch.retractedNumbers, rows: batch.retractions.rows, to: &bytes)
        IntegerCoding.append(rows, outliersAllowed: false, to: &bytes)
        return bytes
    }

    // MARK: Links

    /// The section of links of a batch.
    package static func links(_ batch: ColumnBatch) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(batch.links.count)]
        for (column, links) in batch.links.sorted(by: { $0.key < $1.key }) {
            bytes.append(column.rawValue)
            SparseCoding.append(presence: links.rows, events: batch.count, to: &bytes)
            let distances = zip(links.rows, links.values).map { row, link in
                Int64(clamping: batch.firstPosition + UInt64(row)) &- link
            }
            IntegerCoding.append(distances, to: &bytes)
        }
        return bytes
    }

    // MARK: Commits

    /// The section of commits of a batch.
    package static func commits(_ batch: ColumnBatch) -> [UInt8] {
        var bytes: [UInt8] = []
        var builder = BatchBuilder(firstPosition: 0, sections: .commits)
        for run in batch.commits { builder.append(commitFields: run.header.fields) }
        let shared = builder.finish()
        bytes.append(varint: batch.commits.count)
        let first = batch.commits.first?.header.firstPosition ?? batch.firstPosition
        bytes.append(varint: Int(batch.firstPosition - min(first, batch.firstPosition)))
        IntegerCoding.append(batch.commits.map { Int64($0.firstIndex) }, to: &bytes)
        IntegerCoding.append(
            batch.commits.map { Int64(bitPattern: $0.header.id.high) }, to: &bytes)
        IntegerCoding.append(batch.commits.map { Int64(bitPattern: $0.header.id.low) }, to: &bytes)
        SparseCoding.append(
            integers: shared.integers, bytes: shared.bytes, events: batch.commits.count, to: &bytes)
        return bytes
    }

    // MARK: Keys

    static func append(_ keys: [GroupKey], to bytes: inout [UInt8]) {
        bytes.append(varint: keys.count)
        for key in keys {
            bytes.append(integer: key.type | (key.isCritical ? 0x8000 : 0))
            bytes.append(key.schema)
            bytes.append(integer: key.numbersMask)
            var fields: [UInt8] = []
            for field in key.fields { FieldCoding.append(field, to: &fields) }
            bytes.append(varint: fields.count)
            bytes += fields
        }
    }

    /// Reads a key.
    static func key(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> GroupKey {
        let type = try reader.integer(UInt16.self)
        let schema = try reader.byte()
        let mask = try reader.integer(UInt16.self)
        let fields = try reader.fields(try reader.count(max: Limit.leafBytesMax))
        guard fields.allSatisfy({ $0.column.kind == .key }) else { throw ByteReader.Malformed() }
        return GroupKey(
            type: type & 0x7FFF, schema: schema, isCritical: type & 0x8000 != 0,
            fields: fields, numbersMask: mask)
    }
}
