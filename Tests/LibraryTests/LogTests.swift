import EventLog
import Foundation
import Testing

/// The module EventLog by itself: rows of a type and columns, and no ledger.
@Suite("A log of rows")
struct LogTests {
    private let path: String = {
        FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)").path
    }()

    private func hello(_ text: String, times: Int64) -> Row {
        Row(
            type: 1, schema: 1, isCritical: false,
            fields: [
                Field(ColumnID(rawValue: 0x50), .integer(times)),
                Field(ColumnID(rawValue: 0x80), .bytes(Array(text.utf8))),
            ])
    }

    private func written() throws -> Log {
        let log = try Log.create(at: path)
        let draft = CommitDraft(
            id: .random(), recordedAt: 1_000, key: Array("first".utf8),
            rows: [hello("Hello", times: 2), hello("Good bye", times: 3)])
        let done: Appended = try log.append(draft, expecting: 0)
        #expect(done.positions == 0..<2)
        #expect(try log.append(draft).isRepeat)
        return log
    }

    @Test("rows come back as they were written") func rows() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try written()
        let log = try Log.open(at: path)
        var found: [Row] = []
        try log.read(0..<(try log.head().count), .all, holding: TypeSet([1])) { batch in
            let rows: BatchRows = batch.rows
            for row in rows { found.append(row) }
            return true
        }
        #expect(found == [hello("Hello", times: 2), hello("Good bye", times: 3)])
        let times: FieldValue? = found.first?[ColumnID(rawValue: 0x50)]
        #expect(times?.integer == 2)
        let head: LogHead = try log.head()
        let statistics: LogStatistics = try log.verify()
        #expect(statistics.root == head.root)
        #expect(statistics.events == 2 && statistics.commits == 1)
    }

    @Test("columns are read without the others") func columns() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var sum: Int64 = 0
        var texts: [String] = []
        var ids: [CommitID] = []
        let sections: Sections = [.facts, .text, .commits]
        try written().read(0..<2, sections) { (batch: ColumnBatch) in
            let times: IntegerColumn? = batch.integers[ColumnID(rawValue: 0x50)]
            sum += times?.values.reduce(0, +) ?? 0
            let words: BytesColumn? = batch.bytes[ColumnID(rawValue: 0x80)]
            let dictionary: ByteStrings? = words?.dictionary
            texts += dictionary?.map { String(decoding: $0, as: UTF8.self) } ?? []
            for run: CommitRun in batch.commits {
                let header: CommitHeader = run.header
                ids.append(header.id)
            }
            return true
        }
        #expect(sum == 5)
        #expect(Set(texts) == ["Hello", "Good bye"])
        #expect(ids.count == 1)
    }

    @Test("single columns are asked for by a request") func scan() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let column = ColumnID(rawValue: 0x50)
        let request = ScanRequest(types: .all, integers: [column])
        var values: [Int64] = []
        do throws(LogCallError<NoteError>) {
            try written(request, column, into: &values)
        } catch {
            switch error {
            case .log(let error): Issue.record("\(error)")
            case .caller(let error): Issue.record("\(error)")
            }
        }
        #expect(values == [2, 3])
    }

    private func written(
        _ request: ScanRequest, _ column: ColumnID, into values: inout [Int64]
    ) throws(LogCallError<NoteError>) {
        let log: Log
        do { log = try written() } catch { throw .log(.missing) }
        try log.scan(0..<2, request) { kind in
            kind.type == 1
        } _: { (found: ScanResult, _) throws(NoteError) in
            values += found.integers[column]?.values ?? []
        }
    }

    private let most = Limit.commitEventsMax

    /// What a program may do about an error of the log.
    private func advice(_ error: LogError) -> String {
        switch error {
        case .conflict(_, let actual): "look at what came up to \(actual), and decide again"
        case .tooLarge(TooLarge.commit, _): "at most \(most) events a commit"
        case .storage(.failed(StorageError.Operation.write, let file, _)): "make room for \(file)"
        case .corrupt(let corruption): advice(corruption)
        default: error.description
        }
    }

    private func advice(_ corruption: Corruption) -> String {
        guard case .rule(FormatRule.clock) = corruption.reason else {
            return "restore \(corruption.file); \(corruption.durable) events are whole"
        }
        return "another program wrote it"
    }

    @Test("errors have facts, words, a code and a class") func errors() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let log = try written()
        let late = CommitDraft(id: .random(), recordedAt: 0, rows: [hello("", times: 0)])
        let error = #expect(throws: LogError.self) { try log.append(late, expecting: 1) }
        #expect(error == .conflict(expected: 1, actual: 2))
        #expect(error.map(advice) == "look at what came up to 2, and decide again")
        let explained: (any ExplainedError)? = error
        #expect(explained?.exitClass == ExitClass.refused)
        #expect(explained?.description.isEmpty == false)
    }
}
