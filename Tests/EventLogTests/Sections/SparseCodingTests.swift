import EventLog
import Testing

@Suite("Sparse columns on disk")
struct SparseCodingTests {
    private static let events = 60

    /// A batch with dense and sparse facts and text, some of it again and again.
    private static let batch: ColumnBatch = {
        var builder = BatchBuilder(firstPosition: 0)
        for number in 0..<events {
            var fields = [
                Field(ColumnID(rawValue: 0x50), .integer(Int64(number % 5))),
                Field(ColumnID(rawValue: 0x80), .bytes(Array("title \(number % 9)".utf8))),
            ]
            if number % 3 == 0 {
                fields.append(Field(ColumnID(rawValue: 0x51), .integer(Int64(number) << 40)))
                fields.append(Field(ColumnID(rawValue: 0x81), .bytes(Array("n\(number)".utf8))))
            }
            builder.append(Row(type: 8, schema: 1, isCritical: true, fields: fields))
        }
        return builder.finish()
    }()

    private static func encoded(_ kind: ColumnID.Kind) -> [UInt8] {
        var bytes: [UInt8] = []
        SparseCoding.append(
            integers: kind == .fact ? batch.integers : [:],
            bytes: kind == .text ? batch.bytes : [:], events: events, to: &bytes)
        return bytes
    }

    @Test("come back as they were", arguments: [ColumnID.Kind.fact, .text])
    func roundTrips(_ kind: ColumnID.Kind) throws {
        let bytes = SparseCodingTests.encoded(kind)
        let read = try #require(
            SparseCoding.columns(bytes, events: SparseCodingTests.events, kind: kind))
        #expect(read.integers == (kind == .fact ? SparseCodingTests.batch.integers : [:]))
        #expect(read.bytes == (kind == .text ? SparseCodingTests.batch.bytes : [:]))
    }

    @Test(
        "integers of every width, few of them or many far from the others, come back",
        arguments: [0, 200, -200, 60_000, 4_000_000_000, .max, .min] as [Int64], [1, 2, 30])
    func widths(_ far: Int64, _ every: Int) throws {
        let column = ColumnID(rawValue: 0x50)
        var builder = BatchBuilder(firstPosition: 0)
        for number in 0..<SparseCodingTests.events {
            let value = number % every == every - 1 ? far : Int64(number % 3)
            builder.append(
                Row(
                    type: 8, schema: 1, isCritical: true,
                    fields: [Field(column, .integer(value))]))
        }
        let integers = builder.finish().integers
        #expect(integers[column]?.values.count == SparseCodingTests.events)
        // In front and behind other columns, of which one has a value here and there.
        var bytes: [UInt8] = []
        let all = integers.merging(SparseCodingTests.batch.integers.filter { $0.key != column }) {
            $1
        }
        SparseCoding.append(
            integers: all, bytes: [:], events: SparseCodingTests.events, to: &bytes)
        let read = SparseCoding.columns(bytes, events: SparseCodingTests.events, kind: .fact)
        #expect(read?.integers == all)
    }

    @Test(
        "are refused when cut, and where a byte is another", arguments: [ColumnID.Kind.fact, .text])
    func refusesDamage(_ kind: ColumnID.Kind) {
        let bytes = SparseCodingTests.encoded(kind)
        for count in bytes.indices {
            let part = Array(bytes.prefix(count))
            #expect(
                SparseCoding.columns(part, events: SparseCodingTests.events, kind: kind) == nil)
        }
        for place in bytes.indices {
            for change in [0x01, 0x20, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[place] ^= change
                expectLegal(damaged, kind)
            }
        }
    }

    @Test("a column that comes twice is refused", arguments: [ColumnID.Kind.fact, .text])
    func refusesTwins(_ kind: ColumnID.Kind) {
        let (first, second): (UInt8, UInt8) = kind == .fact ? (0x50, 0x51) : (0x80, 0x81)
        let bytes = SparseCodingTests.encoded(kind)
        var refused = 0
        // Only one of these bytes is the column's id.
        for place in bytes.indices where bytes[place] == second {
            var changed = bytes
            changed[place] = first
            let events = SparseCodingTests.events
            guard let read = SparseCoding.columns(changed, events: events, kind: kind) else {
                refused += 1
                continue
            }
            #expect(read.integers.count + read.bytes.count == 2)
        }
        #expect(refused > 0)
    }

    @Test("links of a column that comes twice are refused", arguments: [nil, 0..<1])
    func refusesTwinLinks(_ rows: Range<Int>?) {
        let none: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        // Every event points one back; then no event has a link in the same column.
        let bytes: [UInt8] =
            [2, 1, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 1, 0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0] + none
            + [1, 1, 0, 0, 0, 0, 0, 0] + none + none + none
        var batch = ColumnBatch(firstPosition: 5_000, sections: .links)
        batch.count = 1
        #expect(throws: ByteReader.Malformed.self) {
            try SectionReader(events: 1, rows: rows).read(.links, bytes, order: [], into: &batch)
        }
    }

    /// Bytes that are read at all are columns that nothing reads beyond.
    private func expectLegal(_ bytes: [UInt8], _ kind: ColumnID.Kind) {
        let events = SparseCodingTests.events
        guard let read = SparseCoding.columns(bytes, events: events, kind: kind) else { return }
        for column in read.integers.values {
            #expect(column.rows.count == column.values.count)
            #expect(isAscending(column.rows))
        }
        for column in read.bytes.values {
            #expect(column.rows.count == column.codes.count)
            #expect(isAscending(column.rows))
            #expect(column.codes.allSatisfy { $0 < column.dictionary.count })
            for value in column.dictionary { #expect(value.count <= bytes.count) }
        }
    }

    private func isAscending(_ rows: [UInt32]) -> Bool {
        zip(rows, rows.dropFirst()).allSatisfy(<)
            && rows.allSatisfy { $0 < SparseCodingTests.events }
    }
}
