import EventLog
import Testing

/// A commit that goes through a spool must be, byte for byte, what it would be from an array.
@Suite("Commit spool")
struct CommitSpoolTests {
    static let options: Log.Options = {
        var options = LogSamples.options
        options.makeSalt = { 0x1234_5678 }
        return options
    }()

    /// Appends a draft through a spool.
    static func append(_ draft: CommitDraft, to log: Log) throws -> Appended {
        var empty = draft
        empty.rows = []
        let spool = try log.spool(empty)
        for row in draft.rows { try spool.append(row) }
        return try log.append(spool)
    }

    /// Rows of a commit, with links to events of the same commit and before.
    static func rows(_ count: Int, after first: Int) -> [Row] {
        (0..<count).map { index in
            guard index % 97 == 96 else { return LogSamples.row(first + index) }
            var row = LogSamples.amendment(of: UInt64(first), first + index)
            row[.target] = .integer(Int64(-1 - (index - 5)))
            return row
        }
    }

    private func files(_ storage: MemoryStorage) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        // The lock tells who had it last.
        for name in try storage.list() where name != LockFile.name {
            files[name] = storage.bytes(of: name)
        }
        return files
    }

    private func expectSame(_ drafts: [CommitDraft]) throws {
        let (left, right) = (MemoryStorage(), MemoryStorage())
        let array = try Log.create(in: left, id: LogSamples.logID, options: Self.options)
        let spooled = try Log.create(in: right, id: LogSamples.logID, options: Self.options)
        for draft in drafts {
            let expected = try array.append(draft)
            #expect(try Self.append(draft, to: spooled) == expected)
        }
        #expect(try spooled.head() == array.head())
        #expect(try files(left) == files(right))
        #expect(try spooled.verify() == array.verify())
    }

    @Test(
        "the files are those of a commit from an array",
        arguments: [
            [1], [100], [101], [4_095, 1], [3, 4_093, 5], [4_096, 4_097], [10, 5_000, 1, 70_000],
            [65_536, 65_536], [60_000, 9_000],
        ])
    func sameBytes(sizes: [Int]) throws {
        var first = 0
        var drafts: [CommitDraft] = []
        for (number, size) in sizes.enumerated() {
            drafts.append(
                LogSamples.commit(
                    number, rows: Self.rows(size, after: first), key: Array("key \(number)".utf8)))
            first += size
        }
        try expectSame(drafts)
    }

    @Test("a commit is cut alike where its texts are large")
    func largeTexts() throws {
        // 1,100 texts of 65,000 bytes: more than a frame takes.
        let rows = (0..<1_100).map { index in
            var row = LogSamples.row(index)
            row[ColumnID(rawValue: 0x81)] = .bytes(
                Array(repeating: UInt8(truncatingIfNeeded: index), count: 65_000))
            return row
        }
        try expectSame([LogSamples.commit(0, rows: rows)])
    }

    @Test("a commit goes on in the next segment", arguments: [50, 70_000])
    func segments(count: Int) throws {
        let first = Int(Limit.segmentEvents) - 20
        try expectSame([
            LogSamples.commit(0, rows: Self.rows(first, after: 0)),
            LogSamples.commit(1, rows: Self.rows(count, after: first)),
            LogSamples.commit(2, rows: [LogSamples.row(5)]),
        ])
    }

    @Test("nothing is appended when somebody else has appended meanwhile")
    func conflict() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([3, 200], in: storage)
        let draft = LogSamples.commit(5, rows: Self.rows(5_000, after: 203))
        let spool = try log.spool(draft)
        #expect(spool.firstPosition == 203)
        let other = try Log.open(in: storage, options: LogSamples.options)
        _ = try other.append(LogSamples.commit(6, rows: [LogSamples.row(1)]))
        let before = try files(storage)
        #expect(throws: LogError.conflict(expected: 203, actual: 204)) { try log.append(spool) }
        #expect(try files(storage) == before)
        #expect(try Self.append(draft, to: log).positions == 204..<5_204)
        #expect(try log.verify().events == 5_204)
    }

    @Test("a spool is appended once")
    func once() throws {
        let log = try LogSamples.log([3], in: MemoryStorage())
        let spool = try log.spool(LogSamples.commit(5, rows: Self.rows(200, after: 3)))
        _ = try log.append(spool)
        #expect(throws: LogError.conflict(expected: 3, actual: 203)) { try log.append(spool) }
    }

    @Test("a log that is sealed between stays the same log")
    func sealed() throws {
        let sizes = Array(repeating: 90, count: 50)
        let (left, right) = (MemoryStorage(), MemoryStorage())
        let array = try LogSamples.log(sizes, in: left)
        let spooled = try LogSamples.log(sizes, in: right)
        let draft = LogSamples.commit(99, rows: Self.rows(4_300, after: 4_500))
        let spool = try spooled.spool(draft)
        #expect(try spooled.seal() == 4_096)
        let expected = try array.append(draft)
        #expect(try spooled.append(spool) == expected)
        #expect(try spooled.verify().root == array.head().root)
        let again = try Log.open(in: right, options: LogSamples.options)
        #expect(try again.head() == array.head())
    }

    @Test("what cannot be in a commit is refused with its index, and then the whole commit")
    func refusals() throws {
        let log = try LogSamples.log([4_090], in: MemoryStorage())
        let column = ColumnID(rawValue: 0x81)
        var (ahead, foreign, long) = (LogSamples.row(1), LogSamples.row(1), LogSamples.row(1))
        ahead[.target] = .integer(4_690)
        foreign[.actor] = .integer(1)
        long[column] = .bytes(Array(repeating: 65, count: 65_536))
        let cases: [(Row, LogError)] = [
            (ahead, .badLink(index: 600)), (foreign, .badColumn(.actor, index: 600)),
            (long, .tooLarge(.text, index: 600)),
        ]
        for (row, error) in cases {
            let spool = try log.spool(LogSamples.commit(5, rows: []))
            for index in 0..<600 { try spool.append(LogSamples.row(index)) }
            #expect(throws: error) { try spool.append(row) }
            #expect(throws: error) { try spool.append(LogSamples.row(1)) }
            #expect(throws: error) { try log.append(spool) }
        }
        let empty = try log.spool(LogSamples.commit(5, rows: []))
        #expect(throws: LogError.emptyCommit) { try log.append(empty) }
        #expect(throws: LogError.tooLarge(.key, index: 0)) {
            try log.spool(
                LogSamples.commit(5, rows: [], key: Array(repeating: 1, count: 256)))
        }
        #expect(try log.verify().events == 4_090)
    }

    @Test("a key that is taken is refused")
    func takenKey() throws {
        let log = try LogSamples.newLog()
        _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        _ = try log.append(LogSamples.commit(1, rows: [LogSamples.row(1)], key: [7]))
        #expect(throws: LogError.keyConflict(key: [7], position: 1)) {
            try Self.append(LogSamples.commit(2, rows: [LogSamples.row(1)], key: [7]), to: log)
        }
        _ = try Self.append(LogSamples.commit(3, rows: [LogSamples.row(1)], key: [8]), to: log)
        #expect(try log.positions(ofKey: [8]) == 2..<3)
    }
}
