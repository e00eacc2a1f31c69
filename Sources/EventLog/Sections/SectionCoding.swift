/// The sections of a columnar frame, from and to a batch.
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
enum SectionCoding {
    // MARK: Hot

    /// The hot section of a batch, and its order.
    static func hot(_ batch: ColumnBatch) -> (lines: [UInt8], order: [UInt8]) {
        var lines: [UInt8] = []
        var order: [UInt8] = []
        let rows = LineCoding.append(
            keys: batch.keys, codes: batch.keyCodes, numbers: batch.numbers, to: &lines)
        IntegerCoding.append(rows, outliersAllowed: false, to: &order)
        return (lines, order)
    }

    static func readHot(
        _ bytes: [UInt8], order: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let layout = try LineLayout.hot(span, events: batch.count)
        var reader = ByteReader(order)
        let rows: [UInt16] = try IntegerCoding.readCodes(
            &reader, count: batch.count, below: batch.count)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        let found = try LineCoding.read(span, layout, rows, events: batch.count)
        batch.keys = try keys(bytes, layout)
        batch.keyCodes = found.codes
        batch.numbers = found.numbers
    }

    // MARK: Retractions

    static func retractions(_ batch: ColumnBatch) -> [UInt8] {
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

    static func readRetractions(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        let span = RawBytes.span(bytes, 0..<bytes.count)
        let (layout, end) = try LineLayout.retractions(span, events: batch.count)
        guard layout.count > 0 else { return }
        var reader = ByteReader(bytes)
        _ = try reader.skip(end)
        let rows: [UInt16] = try IntegerCoding.readCodes(
            &reader, count: layout.count, below: batch.count)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        let found = try LineCoding.read(span, layout, rows, events: batch.count)
        batch.retractedKeys = try keys(bytes, layout)
        batch.retractions.rows =
            found.rows.isEmpty ? (0..<UInt32(layout.count)).map { $0 } : found.rows
        batch.retractions.values = found.codes.map { Int64($0) }
        batch.retractedNumbers = found.numbers
    }

    // MARK: Links

    static func links(_ batch: ColumnBatch) -> [UInt8] {
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

    static func readLinks(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        var last: ColumnID?
        for _ in 0..<(try reader.byte()) {
            let column = try SparseCoding.column(&reader, kind: .link, after: &last)
            var links = IntegerColumn()
            links.rows = try SparseCoding.presence(&reader, events: batch.count)
            let distances = try IntegerCoding.read(&reader, count: links.rows.count)
            for (row, distance) in zip(links.rows, distances) {
                let position = Int64(clamping: batch.firstPosition + UInt64(row))
                guard distance > 0, distance <= position else { throw ByteReader.Malformed() }
                links.values.append(position - distance)
            }
            batch.links[column] = links
        }
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
    }

    // MARK: Commits

    static func commits(_ batch: ColumnBatch) -> [UInt8] {
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

    static func readCommits(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        let count = try reader.count(max: batch.count)
        let back = try reader.count(max: Limit.commitEventsMax)
        guard UInt64(back) <= batch.firstPosition else { throw ByteReader.Malformed() }
        let firsts = try IntegerCoding.read(&reader, count: count)
        let highs = try IntegerCoding.read(&reader, count: count)
        let lows = try IntegerCoding.read(&reader, count: count)
        let shared = try SparseCoding.read(&reader, events: count, kind: .commit)
        guard reader.isAtEnd, firsts.first == 0 else { throw ByteReader.Malformed() }
        for index in 0..<count {
            let first = firsts[index]
            guard first < batch.count, index == 0 || first > firsts[index - 1] else {
                throw ByteReader.Malformed()
            }
            var fields: [Field] = []
            for (column, values) in shared.integers {
                if let value = values.value(at: index) {
                    fields.append(Field(column, .integer(value)))
                }
            }
            for (column, values) in shared.bytes {
                if let value = values.value(at: index) {
                    fields.append(Field(column, .bytes(value)))
                }
            }
            let header = CommitHeader(
                id: CommitID(
                    high: UInt64(bitPattern: highs[index]), low: UInt64(bitPattern: lows[index])),
                firstPosition: index == 0
                    ? batch.firstPosition - UInt64(back) : batch.firstPosition + UInt64(first),
                fields: fields.sorted { $0.column < $1.column })
            batch.commits.append(CommitRun(firstIndex: Int(first), header: header))
        }
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

    /// The keys of some lines.
    private static func keys(
        _ bytes: [UInt8], _ layout: LineLayout
    ) throws(ByteReader.Malformed) -> [GroupKey] {
        var keys: [GroupKey] = []
        keys.reserveCapacity(layout.keys.count)
        for range in layout.keys {
            var reader = ByteReader(bytes, range)
            keys.append(try key(&reader))
        }
        return keys
    }

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
