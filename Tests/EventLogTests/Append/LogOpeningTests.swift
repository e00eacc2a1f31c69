import EventLog
import Foundation
import Support
import Testing

/// What a package that knows nothing but what is public can do with a log of its own.
@Suite("A log of one's own")
struct LogOpeningTests {
    private let hello = Row(
        type: 1, schema: 1, isCritical: false,
        fields: [Field(ColumnID(rawValue: 0x80), .bytes(Array("Hello".utf8)))])

    @Test("is made, written, opened and read") func roundTrip() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        defer { TestFolder.remove(folder) }
        let path = folder + "/deep/log"
        let log = try Log.create(at: path)
        let done = try log.append(CommitDraft(id: .random(), recordedAt: 7, rows: [hello, hello]))
        #expect(done.positions == 0..<2)
        let opened = try Log.open(at: path)
        #expect(try opened.head().root == done.root && opened.id() == log.id())
        var rows: [Row] = []
        try opened.read(0..<9, .all) { batch in
            rows += batch.rows
            return true
        }
        #expect(rows == [hello, hello])
    }

    @Test("is made once, and opened where there is one") func refuses() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        defer { TestFolder.remove(folder) }
        #expect(throws: LogError.missing) { try Log.open(at: folder) }
        #expect(throws: LogError.missing) { try Log.open(at: folder + "/none") }
        _ = try Log.create(at: folder)
        #expect(throws: LogError.exists) { try Log.create(at: folder) }
        #expect(throws: LogError.self) { try Log.create(at: "/dev/null/log") }
    }

    @Test("random ids differ") func ids() {
        let ids = Set((0..<1_000).map { _ in CommitID.random() })
        #expect(ids.count == 1_000)
    }
}
