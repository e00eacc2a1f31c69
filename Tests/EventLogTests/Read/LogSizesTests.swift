import EventLog
import Testing

@Suite("The sizes of a log's parts")
struct LogSizesTests {
    /// A log of commits of one event, of which the first 5,000 are sealed.
    private static func log(_ count: Int, in storage: MemoryStorage) throws -> Log {
        let log = try Log.create(in: storage, id: CommitID(high: 1, low: 2))
        for index in 0..<count {
            let row = Row(
                type: 1, schema: 1, isCritical: true,
                fields: [
                    Field(ColumnID(rawValue: 0x20), .integer(Int64(index))),
                    Field(ColumnID(rawValue: 0x51), .integer(Int64(index % 7))),
                    Field(ColumnID(rawValue: 0x80), .bytes(Array("title \(index % 9)".utf8))),
                ])
            _ = try log.append(
                CommitDraft(
                    id: CommitID(high: 3, low: UInt64(index)), recordedAt: Int64(index), actor: nil,
                    batch: nil, key: nil, rows: [row]))
        }
        return log
    }

    private static func fileBytes(_ storage: MemoryStorage) throws -> UInt64 {
        try storage.list().filter { $0.hasSuffix(".log") }.reduce(0) {
            try $0 + storage.open($1, .read).size()
        }
    }

    @Test("add up to the sizes of the files", arguments: [0, 1, 300, 9_000])
    func sum(count: Int) throws {
        let storage = MemoryStorage()
        let log = try Self.log(count, in: storage)
        for _ in 0..<2 {
            let sizes = try log.sizes()
            let sum = sizes.reduce(0) { $0 + $1.storedBytes }
            #expect(try sum == Self.fileBytes(storage))
            #expect(sizes.map(\.part) == sizes.map(\.part).sorted())
            _ = try log.seal()
        }
    }

    @Test("tell the columns apart")
    func columns() throws {
        let storage = MemoryStorage()
        let log = try Self.log(8_192, in: storage)
        #expect(try log.seal() > 0)
        var raw: [String: UInt64] = [:]
        for size in try log.sizes() {
            guard case .column(_, let name, let column) = size.part else { continue }
            raw["\(name) \(column?.rawValue ?? 0)"] = size.rawBytes
        }
        // Every event has a day of its own: two bytes, and one for how many keys that has.
        #expect(raw["hot 32", default: 0] >= 3 * 8_192)
        #expect(raw["hot 32", default: 0] < 3 * 8_192 + 1_024)
        // A byte for every time of day, 0 … 6.
        #expect(raw["facts 81", default: 0] >= 8_192)
        #expect(raw["facts 81", default: 0] < 8_192 + 1_024)
        // Two halves of an id of 16 bytes; the first half is the same everywhere.
        #expect(raw["commits 126", default: 0] >= 2 * 8_192)
        // Nine titles of 7 bytes in a frame, and a code an event.
        #expect(raw["text 128", default: 0] >= 8_192 + 63)
        #expect(raw["text 128", default: 0] < 8_192 + 2_048)
    }
}
