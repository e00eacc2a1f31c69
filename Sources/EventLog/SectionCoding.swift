/// The sections of a columnar frame, from and to a batch.
///
/// ```
/// key     := type:u16 (bit 15: critical) schema:u8 numbers mask:u16 length:varint fields
/// keys    := count:varint key…
/// hot     := keys, array of codes, count:u8 { column:u8 array }…
/// links   := count:u8 { column:u8 presence array of (position − link) }…
///            keys, presence, array of codes, count:u8 { column:u8 array }…
/// commits := count:varint back:varint, arrays of first indexes, id highs and id lows,
///            columns over the commits                                    (SparseCoding)
/// facts, text := columns over the events                                (SparseCoding)
/// ```
///
/// `back` is how many events of the first commit stand before the frame.
enum SectionCoding {
    // MARK: Hot

    static func hot(_ batch: ColumnBatch) -> [UInt8] {
        var bytes: [UInt8] = []
        append(batch.keys, to: &bytes)
        IntegerCoding.append(batch.keyCodes.map(Int64.init), outliersAllowed: false, to: &bytes)
        append(filled(batch), to: &bytes)
        return bytes
    }

    static func readHot(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        batch.keys = try keys(&reader, max: batch.count)
        batch.keyCodes = try IntegerCoding.readCodes(
            &reader, count: batch.count, below: batch.keys.count)
        batch.numbers = try numbers(&reader, count: batch.count)
        try check(batch.keys, have: batch.numbers)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
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
        append(batch.retractedKeys, to: &bytes)
        SparseCoding.append(presence: batch.retractions.rows, events: batch.count, to: &bytes)
        IntegerCoding.append(batch.retractions.values, outliersAllowed: false, to: &bytes)
        append(batch.retractedNumbers, to: &bytes)
        return bytes
    }

    static func readLinks(
        _ bytes: [UInt8], into batch: inout ColumnBatch
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            guard column.kind == .link else { throw ByteReader.Malformed() }
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
        batch.retractedKeys = try keys(&reader, max: batch.count)
        batch.retractions.rows = try SparseCoding.presence(&reader, events: batch.count)
        let count = batch.retractions.rows.count
        batch.retractions.values = try IntegerCoding.read(&reader, count: count)
        for code in batch.retractions.values {
            guard code >= 0, code < batch.retractedKeys.count else { throw ByteReader.Malformed() }
        }
        batch.retractedNumbers = try numbers(&reader, count: count)
        try check(batch.retractedKeys, have: batch.retractedNumbers)
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

    // MARK: Keys and numbers

    private static func append(_ keys: [HotKey], to bytes: inout [UInt8]) {
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

    private static func keys(
        _ reader: inout ByteReader, max: Int
    ) throws(ByteReader.Malformed) -> [HotKey] {
        var keys: [HotKey] = []
        for _ in 0..<(try reader.count(max: max)) { keys.append(try key(&reader)) }
        return keys
    }

    static func key(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> HotKey {
        let type = try reader.integer(UInt16.self)
        let schema = try reader.byte()
        let mask = try reader.integer(UInt16.self)
        let fields = try reader.fields(try reader.count(max: Limit.leafBytesMax))
        guard fields.allSatisfy({ $0.column.kind == .key }) else { throw ByteReader.Malformed() }
        return HotKey(
            type: type & 0x7FFF, schema: schema, isCritical: type & 0x8000 != 0,
            fields: fields, numbersMask: mask)
    }

    private static func append(_ numbers: [ColumnID: [Int64]], to bytes: inout [UInt8]) {
        bytes.append(UInt8(numbers.count))
        for (column, values) in numbers.sorted(by: { $0.key < $1.key }) {
            bytes.append(column.rawValue)
            IntegerCoding.append(values, to: &bytes)
        }
    }

    private static func numbers(
        _ reader: inout ByteReader, count: Int
    ) throws(ByteReader.Malformed) -> [ColumnID: [Int64]] {
        var numbers: [ColumnID: [Int64]] = [:]
        for _ in 0..<(try reader.byte()) {
            let column = ColumnID(rawValue: try reader.byte())
            guard column.kind == .number else { throw ByteReader.Malformed() }
            numbers[column] = try IntegerCoding.read(&reader, count: count)
        }
        return numbers
    }

    /// A key must not promise a number for which there is no column.
    private static func check(
        _ keys: [HotKey], have numbers: [ColumnID: [Int64]]
    ) throws(ByteReader.Malformed) {
        var mask: UInt16 = 0
        for column in numbers.keys { mask |= 1 << UInt16(column.rawValue & 0x0F) }
        for key in keys where key.numbersMask & ~mask != 0 { throw ByteReader.Malformed() }
    }
}
