import Interchange
import Ledger
import Support
import Testing

@Suite struct CSVStreamTests {
    static let texts = [
        "a,b\r\n\"c\nd\",\"e\"\"\r\n\"\"f\"\r\rg,\"\"\n\n\"\"\"\",h\r\n", "a;\"b\r",
        "\"a\r\n\"\r\n",
        "é,\"ü\"\n€,😀,\"\u{10FFFF}\"\n", "\"a\"x,b\n\"c\" \r\n,\"d", "\r\n\r\r\n\n",
        ",,\n\"\",\"\"",
        "a\"b\"\"c,d\"\ne,\"f,\r\n;\",g\r", "a,b\u{0}c,d\ne,f\n",
    ]

    /// Where chunks end changes nothing.
    @Test(arguments: texts)
    func chunksOfAnySizeGiveTheSame(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = records(bytes)
        for chunkBytes in 1...64 {
            let read = records(bytes, chunkBytes: chunkBytes)
            #expect(read.records == whole.records)
            #expect(read.error == whole.error)
        }
    }

    @Test(arguments: fixtureNames)
    func chunksOfAnySizeGiveTheSameOfFiles(_ name: String) throws {
        let bytes = try fixture(name)
        let whole = records(bytes)
        for chunkBytes in 1...64 {
            let read = records(bytes, chunkBytes: chunkBytes)
            #expect(read.records == whole.records)
            #expect(read.error == whole.error)
        }
    }

    /// Whatever is cut off, the records before the last one stay as they are.
    @Test(arguments: texts, [TextEncoding.utf8, .utf16LittleEndian, .utf16BigEndian])
    func everyCutKeepsTheRecordsBefore(_ text: String, _ encoding: TextEncoding) {
        let bytes: [UInt8] =
            switch encoding {
            case .utf16LittleEndian:
                text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            default: Array(text.utf8)
            }
        let whole = records(bytes, encoding: encoding)
        #expect(whole.records == records(Array(text.utf8)).records)
        for length in bytes.indices {
            let cut = records(Array(bytes[..<length]), encoding: encoding, chunkBytes: 7).records
            #expect(cut.dropLast().elementsEqual(whole.records.prefix(max(0, cut.count - 1))))
        }
    }

    /// Random bytes of those that matter, as a second, plainer reader understands them.
    @Test func agreesWithAPlainReader() {
        let alphabet = Array("ab,\"\"\n\r;".utf8)
        var state: UInt64 = 7
        for _ in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int(state >> 33 % 40) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let read = records(bytes, chunkBytes: 5)
            let expected = plainRecords(bytes)
            #expect(read.records.map(\.fields) == expected.records, "\(bytes)")
            #expect((read.error != nil) == expected.isOpen, "\(bytes)")
        }
    }

    /// One byte after the other; records with text behind a closing quote have no fields.
    private func plainRecords(_ bytes: [UInt8]) -> (records: [[String]], isOpen: Bool) {
        enum State { case start, plain, quoted, closed }
        var (records, fields, field): ([[String]], [String], [UInt8]) = ([], [], [])
        var (state, isFaulty, isInRecord) = (State.start, false, false)
        func endField() {
            fields.append(String(decoding: field, as: UTF8.self))
            field = []
            state = .start
        }
        func endRecord() {
            endField()
            records.append(isFaulty ? [] : fields)
            (fields, isFaulty, isInRecord) = ([], false, false)
        }
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            isInRecord = true
            let isEnd = byte == 10 || byte == 13
            switch (state, byte) {
            case (.quoted, 34) where rest.first == 34: field.append(rest.removeFirst())
            case (.quoted, 34): state = .closed
            case (.quoted, _): field.append(byte)
            case (.start, 34): state = .quoted
            case (_, 44): endField()
            case _ where isEnd:
                if byte == 13, rest.first == 10 { rest.removeFirst() }
                endRecord()
            case (.closed, _): isFaulty = true
            default:
                field.append(byte)
                state = .plain
            }
        }
        if isInRecord, state != .quoted { endRecord() }
        return (records, state == .quoted)
    }

    /// A file is never asked for more than one chunk.
    @Test func readsChunksOnly() throws {
        let file = EndlessFile("2026-01-02,12.50,\"Lunch, \"\"warm\"\"\"\r\n", rows: 200_000)
        let form = TextForm(encoding: .utf8, reason: .given, markBytes: 0, isSound: true)
        var reader = CSVReader(file, form, separator: .comma)
        var record = CSVRecord()
        var rows = 0
        while try reader.next(into: &record) {
            rows += 1
            guard rows % 50_000 == 0 else { continue }
            #expect(record[2] == "Lunch, \"warm\"")
            #expect(record.line == rows)
        }
        #expect(rows == 200_000)
        #expect(file.askedMax <= 1 << 18)
    }

    /// Whatever is wrong, a record ends somewhere: nothing is read without a limit.
    @Test(arguments: ["x", "\"", "x\"", ","])
    func endsRecordsThatAreTooLarge(_ text: String) {
        let file = EndlessFile(text, rows: 1 << 25)
        let form = TextForm(encoding: .utf8, reason: .given, markBytes: 0, isSound: true)
        var reader = CSVReader(file, form, separator: .comma)
        var record = CSVRecord()
        #expect(throws: ImportError.self) { try reader.next(into: &record) }
        #expect((try? reader.next(into: &record)) == false)
    }
}

/// A file that is made while it is read, and watches how.
private final class EndlessFile: ByteSource {
    private let row: [UInt8]
    let byteCount: UInt64
    private(set) var askedMax = 0

    init(_ row: String, rows: Int) {
        self.row = Array(row.utf8)
        byteCount = UInt64(self.row.count * rows)
    }

    func read(
        at offset: UInt64, count: Int, into buffer: inout [UInt8]
    ) throws(ImportError) {
        askedMax = max(askedMax, count)
        buffer.removeAll(keepingCapacity: true)
        let end = min(byteCount, offset + UInt64(count))
        var next = Int(offset)
        while next < end {
            let start = next % row.count
            let piece = row[start..<min(row.count, start + Int(end) - next)]
            buffer += piece
            next += piece.count
        }
    }
}
