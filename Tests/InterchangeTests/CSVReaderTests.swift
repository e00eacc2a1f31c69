import Interchange
import Support
import Testing

let fixtureNames = [
    "ambiguous-amounts.csv", "ambiguous-dates.csv", "card-us.csv", "household.csv", "ragged.csv",
    "statement-semicolon.csv", "unclosed-quote.csv",
]

@Suite struct CSVReaderTests {
    struct Example: Sendable {
        let text: String
        let fields: [[String]]
        let lines: [Int]
    }

    @Test(arguments: [
        Example(text: "", fields: [], lines: []),
        Example(text: "a", fields: [["a"]], lines: [1]),
        Example(text: "a,b\nc,d", fields: [["a", "b"], ["c", "d"]], lines: [1, 2]),
        Example(text: "a,b\nc,d\n", fields: [["a", "b"], ["c", "d"]], lines: [1, 2]),
        Example(text: "a\r\nb\rc\nd", fields: [["a"], ["b"], ["c"], ["d"]], lines: [1, 2, 3, 4]),
        Example(text: "a,\n,b", fields: [["a", ""], ["", "b"]], lines: [1, 2]),
        Example(text: "a\n\n\nb", fields: [["a"], [""], [""], ["b"]], lines: [1, 2, 3, 4]),
        Example(text: "\"\"", fields: [[""]], lines: [1]),
        Example(text: "\"\"\"\"", fields: [["\""]], lines: [1]),
        Example(text: "\"a\"\"b\",c", fields: [["a\"b", "c"]], lines: [1]),
        Example(text: "\"a,b\",c", fields: [["a,b", "c"]], lines: [1]),
        Example(
            text: "\"a\nb\r\nc\rd\",e\nf", fields: [["a\nb\r\nc\rd", "e"], ["f"]], lines: [1, 5]),
        Example(text: "a\"b\"c", fields: [["a\"b\"c"]], lines: [1]),
        Example(text: " \"a\"", fields: [[" \"a\""]], lines: [1]),
        Example(text: "\u{FEFF}a,b", fields: [["a", "b"]], lines: [1]),
        Example(text: "\u{FEFF}\u{FEFF}a", fields: [["\u{FEFF}a"]], lines: [1]),
    ])
    func splits(_ example: Example) {
        let read = records(Array(example.text.utf8))
        #expect(read.records.map(\.fields) == example.fields)
        #expect(read.records.map(\.line) == example.lines)
        #expect(read.records.allSatisfy { $0.fault == nil })
        #expect(read.error == nil)
    }

    @Test func refusesTextAfterAClosingQuoteAndGoesOn() {
        let read = records(Array("a,\"b\"c,d\n\"e\" f,f\ng,h".utf8))
        let faults: [CSVFault?] = [.textAfterQuote(field: 1), .textAfterQuote(field: 0), nil]
        #expect(read.records.map(\.fault) == faults)
        #expect(read.records.last?.fields == ["g", "h"])
    }

    @Test func blanksBehindAClosingQuoteAreNothing() {
        let read = records(Array("\"a\" ,\"b c\"  ,d\n\"e\" \ng".utf8))
        #expect(read.records.allSatisfy { $0.fault == nil })
        #expect(read.records.map(\.fields) == [["a", "b c", "d"], ["e"], ["g"]])
    }

    @Test func namesTheLineOfAnUnclosedQuote() {
        let read = records(Array("a,b\nc,\"d\ne\nf".utf8))
        #expect(read.records.count == 1)
        #expect(read.error == .unclosedQuote(line: 2))
    }

    @Test func refusesInvalidUTF8AndGoesOn() {
        let bytes = Array("a,".utf8) + [0xC3, 0x28] + Array("\n\"".utf8) + [0xED, 0xA0, 0x80]
        let read = records(bytes + Array("\",b\nc,d".utf8))
        #expect(
            read.records.map(\.fault) == [.undecodable(field: 1), .undecodable(field: 0), nil])
        #expect(read.records.map(\.line) == [1, 2, 3])
    }

    @Test func holdsItsLimits() {
        let longest = [UInt8](repeating: 0x61, count: CSVReader.fieldBytesMax)
        #expect(records(longest).error == nil)
        #expect(records(longest + [0x61]).error == .tooLarge(.field, line: 1))
        let widest = [UInt8](repeating: 0x2C, count: CSVReader.recordFieldsMax - 1)
        #expect(records(widest).records.first?.fields.count == 4_096)
        #expect(records([0x0A] + widest + [0x2C]).error == .tooLarge(.record, line: 2))
    }

    @Test(arguments: fixtureNames)
    func survivesEveryCutAndEveryChangedByte(_ name: String) throws {
        let bytes = try fixture(name)
        let whole = records(bytes).records
        for length in bytes.indices {
            let cut = Array(bytes[..<length])
            let read = records(cut).records
            #expect(read.dropLast().elementsEqual(whole.prefix(max(0, read.count - 1))))
            _ = try? importing(cut)
            var changed = bytes
            for bit in [UInt8(1), 4, 0x80] {
                changed[length] = bytes[length] ^ bit
                _ = try? importing(changed)
            }
        }
    }
}

/// A record, to compare.
struct ReadRecord: Hashable {
    let line: Int
    let fields: [String]
    let fault: CSVFault?
}

/// Reads all records; the error that ended the file, if one did.
func records(
    _ bytes: [UInt8], _ separator: CSVSeparator = .comma, encoding: TextEncoding = .utf8,
    chunkBytes: Int = TextReader.chunkBytes
) -> (records: [ReadRecord], error: ImportError?) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let form = TextForm(
        encoding: encoding, reason: .given, markBytes: bytes.starts(with: mark) ? 3 : 0,
        isSound: false)
    var reader = CSVReader(
        MemoryBytes(bytes), form, separator: separator, chunkBytes: chunkBytes)
    var records: [ReadRecord] = []
    var record = CSVRecord()
    do throws(ImportError) {
        while try reader.next(into: &record) {
            let fields = record.fault == nil ? record.texts : []
            records.append(ReadRecord(line: record.line, fields: fields, fault: record.fault))
        }
        return (records, nil)
    } catch {
        return (records, error)
    }
}

/// The bytes of a file of the project in `Fixtures/csv`.
func fixture(_ name: String) throws -> [UInt8] {
    Array(try #require(try SourceTree.file("Fixtures/csv/\(name)")).text.utf8)
}
