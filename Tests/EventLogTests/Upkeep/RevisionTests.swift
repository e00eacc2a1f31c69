import EventLog
import Foundation
import Support
import Testing

/// Logs of revision 1: read for good, gone on with as they are, and written anew when asked.
@Suite("Revisions of the format")
struct RevisionTests {
    /// A log that an earlier program wrote; its last file may take more.
    private func older() throws -> MemoryStorage {
        let folder = "Fixtures/log-v1/household/log"
        let storage = MemoryStorage()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".log") {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            storage.replace(name, bytes: [UInt8](bytes))
        }
        return storage
    }

    /// The revisions of the files.
    private func revisions(_ storage: MemoryStorage) throws -> [Int] {
        try storage.list().filter { $0.hasSuffix(".log") }.sorted().map { name in
            let bytes = try #require(storage.bytes(of: name))
            return Int(bytes[10]) | Int(bytes[11]) << 8
        }
    }

    private func rows(_ number: Int, _ count: Int) -> CommitDraft {
        var draft = LogSamples.commit(
            1_000 + number, rows: (0..<count).map { LogSamples.row(number + $0) })
        draft.recordedAt = 4_000_000_000_000 + Int64(number)
        return draft
    }

    @Test("new ones are of revision 2") func new() throws {
        let storage = MemoryStorage()
        _ = try Log.create(in: storage, id: LogSamples.logID, options: LogSamples.options)
        #expect(try revisions(storage) == [2])
    }

    @Test("reading, appending and erasing leave an older file in its revision")
    func goesOn() throws {
        let storage = try older()
        let before = try Log.open(in: storage, options: LogSamples.options).verify()
        let log = try Log.open(in: storage, options: LogSamples.options)
        var number = 0
        // Over the start of the next block, whose seed is flat then.
        for size in [1, 120, 5_000, 3] {
            _ = try log.append(rows(number, size))
            number += size
        }
        let block = (before.events + 300) / Limit.seedEvents + 1
        #expect(try log.seed(of: block)?.count == 32)
        let end = try log.head()
        let texts = try log.erase([before.events, before.events + 4_500]).texts
        #expect(texts == 2)
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(try again.verify().root == end.root)
        #expect(Set(try revisions(storage)) == [1])
        #expect(try again.root(at: before.events) == before.root)
    }

    @Test("`seal` writes older files anew, with the same events and roots")
    func seals() throws {
        let storage = try older()
        let log = try Log.open(in: storage, options: LogSamples.options)
        let before = try log.verify()
        let events = try LogSamples.events(log).map(\.1)
        let done = try log.pack()
        #expect(done.events == 0 && done.renewed == 1)
        #expect(Set(try revisions(storage)) == [2])
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(try again.verify().root == before.root)
        #expect(try LogSamples.events(again).map(\.1) == events)
        // Sealing once more has nothing to do.
        let files = try storage.list()
        #expect(try again.pack() == LogSealing())
        #expect(try storage.list() == files)
        // The blocks that are there keep their seeds, and those that begin have nodes.
        #expect(try again.seed(of: 0)?.count == 32)
        _ = try again.append(rows(1, 9_000))
        let last = try again.head().count / Limit.seedEvents
        #expect(try again.seed(of: last)?.count == 35)
        let root = try again.head().root
        _ = try again.erase([before.events + 8_000])
        #expect(try Log.open(in: storage, options: LogSamples.options).verify().root == root)
    }

    @Test("a file of revision 1 is erased in, and packed, while a newer one has the end")
    func mixed() throws {
        let storage = MemoryStorage()
        let log = try FormatExample.log(in: storage, commits: 2, isOlder: true)
        for number in 0..<5 {
            let rows = (0..<60_000).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(500 + number, rows: rows))
        }
        #expect(try revisions(storage) == [1, 2])
        // The end lies in a block with one node first, with several later.
        for position in [4, Limit.segmentEvents + 300, 5_000] {
            let root = try log.head().root
            #expect(try log.erase([position]).texts == 1)
            #expect(try log.verify().root == root)
            _ = try log.append(rows(Int(100_000 + position), 3))
        }
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(try again.verify().root == log.head().root)
        try again.seal()
        #expect(try revisions(storage) == [2, 2])
        #expect(try again.verify().erased == 3)
    }

    @Test("a program of revision 1 refuses what is newer, by name") func refuses() throws {
        let storage = MemoryStorage()
        _ = try Log.create(in: storage, id: LogSamples.logID, options: LogSamples.options)
        let name = try #require(try storage.list().first { $0.hasSuffix(".log") })
        var bytes = try #require(storage.bytes(of: name))
        bytes[10] = UInt8(SegmentHeader.revision) + 1
        let checksum = CRC32C.checksum(Array(bytes[..<508]))
        for byte in 0..<4 { bytes[508 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        storage.replace(name, bytes: bytes)
        #expect(throws: LogError.newerFormat(file: name, version: 1, revision: 3)) {
            try Log.open(in: storage)
        }
    }

    @Test("erasing one text of a sealed block costs 28 nodes, not a salt for every other event")
    func cost() throws {
        func grown(_ makeSeed: @escaping @Sendable (UInt64) -> [UInt8]) throws -> Int {
            var options = LogSamples.options
            options.makeSeed = makeSeed
            let storage = MemoryStorage()
            let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
            let rows = (0..<8_192).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(1, rows: rows))
            try log.seal()
            let root = try log.head().root
            let before = try log.statistics().bytes
            _ = try log.erase([5_000])
            #expect(try Log.open(in: storage, options: options).verify().root == root)
            return Int(try log.statistics().bytes) - Int(before)
        }
        let tree = try grown(LogSamples.seed)
        #expect(tree > 0 && tree <= 1_200, "\(tree)")
        let flat = try grown(LogSamples.flatSeed)
        #expect(flat > 4_000 * 32, "\(flat)")
    }

    @Test("appends go on in a block that has lost nodes, and what comes is erased in its turn")
    func lostNodes() throws {
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: LogSamples.options)
        var count = 0
        for round in 0..<60 {
            let rows = (0..<(1 + round % 5)).map { LogSamples.row(count + $0) }
            _ = try log.append(LogSamples.commit(round, rows: rows))
            count += rows.count
            if round % 7 == 3 { _ = try log.erase([UInt64(count - 1), UInt64(round)]) }
            // Whoever opens it anew has the seed from the frames: the slot has none.
            let again = try Log.open(in: storage, options: LogSamples.options)
            #expect(try again.verify().root == log.head().root)
            if round % 3 == 0 {
                _ = try again.append(LogSamples.commit(500 + round, rows: [LogSamples.row(count)]))
                count += 1
            }
        }
        let bytes = try #require(try log.seed(of: 0))
        let seed = try #require(BlockSeed(bytes))
        #expect(seed.salt(of: UInt64(count)) != nil)
        #expect(try log.verify().erased > 10)
    }

    @Test("a full block that has lost nodes is whole") func fullBlock() throws {
        let log = try LogSamples.newLog()
        let rows = (0..<4_096).map { LogSamples.row($0) }
        _ = try log.append(LogSamples.commit(1, rows: rows))
        _ = try log.erase([5, 4_095])
        #expect(try log.verify().erased == 2)
        _ = try log.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
        #expect(try log.verify().events == 4_097)
    }

    @Test("a log that ends before what was erased has secrets for what comes") func holes() throws {
        let (storage, shorter) = (MemoryStorage(), MemoryStorage())
        let log = try Log.create(in: storage, id: LogSamples.logID, options: LogSamples.options)
        for number in 0..<9 {
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
        }
        _ = try log.erase([1, 4, 5])
        let root = try log.root(at: 3)
        #expect(try log.rebuild(3, in: shorter) { _ in }.root == root)
        let again = try Log.open(in: shorter, options: LogSamples.options)
        #expect(try again.verify().root == root)
        let bytes = try #require(try again.seed(of: 0))
        let seed = try #require(BlockSeed(bytes))
        #expect(seed.salt(of: 1) == nil)
        let salts = Set((3..<Limit.seedEvents).compactMap { seed.salt(of: $0) })
        #expect(salts.count == Int(Limit.seedEvents) - 3)
        _ = try again.append(LogSamples.commit(20, rows: [LogSamples.row(1), LogSamples.row(2)]))
        #expect(try again.verify().events == 5)
    }

    @Test("what is written anew from several logs cannot tell what one of them erased")
    func severalLogs() throws {
        let storage = MemoryStorage()
        var builder = try LogBuilder(in: storage, id: LogSamples.logID, options: LogSamples.options)
        let (whole, erasure) = (LogSamples.seed(0), TextErasure([1]))
        builder.set(seed: whole, of: 0)
        for index in 0..<4 {
            let header = CommitHeader(
                LogSamples.commit(index, rows: []), at: UInt64(index), after: .min)
            let row = erasure.row(LogSamples.row(index), at: UInt64(index), seed: whole)
            try builder.append(row, of: header)
        }
        let head = try builder.finish()
        let log = try Log.open(in: storage, options: LogSamples.options)
        #expect(try log.verify().root == head.root)
        let bytes = try #require(try log.seed(of: 0))
        let seed = try #require(BlockSeed(bytes))
        #expect(seed.salt(of: 1) == nil && seed.salt(of: 2) != nil && seed.salt(of: 900) != nil)
    }

    @Test("a seed that leaves out what comes is damage, and nobody appends behind it")
    func seedRest() throws {
        let storage = MemoryStorage()
        var options = LogSamples.options
        // The first 512 positions alone.
        options.makeSeed = { [1, 0, 0] + LogSamples.flatSeed($0) }
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        _ = try log.append(LogSamples.commit(1, rows: [LogSamples.row(1)]))
        let file = try #require(try storage.list().first { $0.hasSuffix(".log") })
        for log in [log, try Log.open(in: storage, options: LogSamples.options)] {
            let damage = LogError.corrupt(
                Corruption(
                    file: file, offset: UInt64(try log.statistics().bytes),
                    reason: .rule(.seedRest), position: 1, durable: 1))
            #expect(throws: damage) { try log.verify() }
            #expect(throws: damage) {
                try log.append(LogSamples.commit(2, rows: [LogSamples.row(2)]))
            }
        }
    }
}
