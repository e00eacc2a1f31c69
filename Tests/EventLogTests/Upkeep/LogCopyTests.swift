import EventLog
import Testing

/// Copies of a log: whole at any moment, brought up to date by what is new only.
@Suite("Log copies")
struct LogCopyTests {
    private func append(_ log: Log, _ numbers: Range<Int>, size: Int = 1) throws {
        for number in numbers {
            let rows = (0..<size).map { LogSamples.row(number * size + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
    }

    /// Verifies a copy and holds it against the log.
    private func expectCopy(_ copy: MemoryStorage, of log: Log) throws {
        let opened = try Log.open(in: copy, options: LogSamples.options)
        #expect(try opened.verify().root == log.head().root)
        #expect(try opened.head() == log.head())
        let events = try LogSamples.events(opened)
        let own = try LogSamples.events(log)
        #expect(events.map(\.0) == own.map(\.0))
        #expect(events.map(\.1) == own.map(\.1))
    }

    @Test("the root at any count is the head's root of that time")
    func roots() throws {
        let log = try LogSamples.newLog()
        var roots = [try log.head().root]
        for number in 0..<60 {
            try append(log, number..<number + 1, size: number % 3 == 0 ? 130 : 7)
            roots += Array(repeating: roots[0], count: number % 3 == 0 ? 130 : 7)
            roots[Int(try log.head().count)] = try log.head().root
        }
        let counts = roots.indices.filter { $0 == 0 || roots[$0] != roots[0] }
        #expect(counts.count == 61)
        for isSealed in [false, true] {
            if isSealed { #expect(try log.seal() == 0) }
            for count in counts { #expect(try log.root(at: UInt64(count)) == roots[count]) }
        }
        try append(log, 60..<100, size: 90)
        #expect(try log.seal() == 4_096)
        for count in counts { #expect(try log.root(at: UInt64(count)) == roots[count]) }
    }

    @Test("an earlier copy gets what is new, before and after sealing")
    func upToDate() throws {
        let storage = MemoryStorage()
        let copy = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        try append(log, 0..<10)
        let first = try log.copy(into: copy)
        #expect(first.events == 10 && first.eventsBefore == 0 && first.bytes == first.bytesCopied)
        try expectCopy(copy, of: log)
        #expect(try log.copy(into: copy).bytesCopied == 0)
        try append(log, 10..<12)
        let before = first.bytes
        let second = try log.copy(into: copy)
        #expect(second.eventsBefore == 10 && second.events == 12)
        #expect(second.bytesCopied == second.bytes - before)
        try expectCopy(copy, of: log)
        try append(log, 12..<70, size: 90)
        _ = try log.copy(into: copy)
        #expect(try log.seal() > 0)
        try append(log, 70..<71)
        _ = try log.copy(into: copy)
        try expectCopy(copy, of: log)
        #expect(try copy.list() == ["000000000000-0001.log", "lock"])
        // The copy is a log of its own.
        let own = try Log.open(in: copy, options: LogSamples.options)
        try append(own, 71..<72)
        #expect(throws: CopyError.diverged(events: try own.head().count)) {
            try log.copy(into: copy)
        }
    }

    @Test("an earlier copy whose last block has other secrets, in a file of one name, is made anew")
    func otherSecrets() throws {
        let (first, second, copy) = (MemoryStorage(), MemoryStorage(), MemoryStorage())
        let log = try LogSamples.log([10, 300], in: first)
        _ = try log.copy(into: second)
        let other = try Log.open(in: second, options: LogSamples.options)
        // Each is written anew by itself: same events, generation, salt of checksums and lengths.
        try log.renewSecrets()
        try other.renewSecrets()
        let file = "000000000000-0001.log"
        #expect(first.bytes(of: file)?.count == second.bytes(of: file)?.count)
        _ = try log.copy(into: copy)
        try append(other, 2..<5)
        let done = try other.copy(into: copy)
        #expect(done.eventsBefore == 310 && done.events == 313 && done.bytesCopied == done.bytes)
        try expectCopy(copy, of: other)
        // Now it is a copy like any other.
        try append(other, 5..<7)
        let next = try other.copy(into: copy)
        #expect(next.bytesCopied == next.bytes - done.bytes)
        try expectCopy(copy, of: other)
    }

    @Test("a log of several segments, an earlier copy ending in any of them")
    func segments() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([Int(Limit.segmentEvents) - 5], in: storage)
        let copy = MemoryStorage()
        _ = try log.copy(into: copy)
        try append(log, 1..<3, size: 50)
        let result = try log.copy(into: copy)
        #expect(result.events == Limit.segmentEvents + 95)
        #expect(result.bytesCopied < 1 << 21)
        let opened = try Log.open(in: copy, options: LogSamples.options)
        #expect(try opened.head() == log.head())
        #expect(try opened.verify().root == log.head().root)
        #expect(try copy.list().filter { $0.hasSuffix(".log") }.count == 2)
    }

    @Test("another ledger and an older state of this one are left alone")
    func others() throws {
        let log = try LogSamples.log([3, 3], in: MemoryStorage())
        let foreign = MemoryStorage()
        _ = try Log.create(in: foreign, id: CommitID(high: 1, low: 1), options: LogSamples.options)
        #expect(throws: CopyError.diverged(events: 0)) { try log.copy(into: foreign) }
        let newer = MemoryStorage()
        _ = try LogSamples.log([3, 3, 3], in: newer)
        let files = newer.bytes(of: LogDamageTests.file)
        #expect(throws: CopyError.diverged(events: 9)) { try log.copy(into: newer) }
        #expect(newer.bytes(of: LogDamageTests.file) == files)
        let other = MemoryStorage()
        _ = try LogSamples.log([2, 1], in: other)
        #expect(throws: CopyError.diverged(events: 3)) { try log.copy(into: other) }
    }

    @Test("a rehearsal writes nothing and tells what would be copied")
    func rehearsal() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([3, 120], in: storage)
        let copy = MemoryStorage()
        let planned = try log.copy(into: copy, isRehearsal: true)
        #expect(try copy.list().isEmpty)
        #expect(try log.copy(into: copy) == planned)
    }

    @Test(
        "whatever call fails, the copy is none yet or a log, and the next run completes it",
        arguments: [StorageError.Operation.open, .write, .sync, .rename, .remove])
    func faults(operation: StorageError.Operation) throws {
        let source = MemoryStorage()
        let log = try LogSamples.newLog(source)
        try append(log, 0..<60, size: 90)
        let old = MemoryStorage()
        _ = try log.copy(into: old)
        try append(log, 60..<63)
        let grown = source.copy()
        _ = try log.seal()
        // What takes the place of something else, what is new, and what is gone on with.
        var copies = [(source, old)]
        if operation != .remove { copies += [(grown, MemoryStorage()), (source, MemoryStorage())] }
        if operation != .remove, operation != .rename { copies.append((grown, old)) }
        for (storage, start) in copies {
            let log = try Log.open(in: storage.copy(), options: LogSamples.options)
            try FaultSweep(operation).run(step: 97) { faults in
                let copy = FaultyStorage(start.copy(), nil)
                copy.plan(faults)
                let isWhole = (try? log.copy(into: copy)) != nil
                let hits = copy.hitsByFault
                copy.plan(nil)
                if !isWhole, let half = try? Log.open(in: copy, options: LogSamples.options) {
                    #expect(try half.head().count >= (start === old ? 5_400 : 0))
                    _ = try half.verify()
                }
                _ = try log.copy(into: copy)
                let opened = try Log.open(in: copy.base, options: LogSamples.options)
                #expect(try opened.verify().root == log.head().root)
                return hits
            }
        }
    }

    @Test("neither tails that were saved aside are copied nor caches, and those that are there go")
    func beside() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        _ = try log.append(KeyCacheTests.commit(1))
        let tail = "torn-000000000042-1.bin"
        storage.replace(tail, bytes: [1, 2, 3])
        storage.replace("notes.txt", bytes: [4])
        let copy = MemoryStorage()
        _ = try log.copy(into: copy)
        #expect(try copy.list() == [LogDamageTests.file, "lock"])
        // Of a copy that an earlier program made: one of the same name may hold something else.
        copy.replace(tail, bytes: [5])
        _ = try log.copy(into: copy)
        #expect(try copy.list() == [LogDamageTests.file, "lock"])
        #expect(storage.bytes(of: tail) == [1, 2, 3])
    }

    @Test(
        "a log that takes the place of another has its tails, but those from before an erasure",
        arguments: [nil, 41, 42, 262_150] as [UInt64?])
    func tails(erasure: UInt64?) throws {
        let (first, second) = (MemoryStorage(), MemoryStorage())
        let log = try LogSamples.log([3], in: first)
        _ = try log.copy(into: second)
        let names = ["000000000042", "000000262144", "000000262151"].map { "torn-\($0)-1.bin" }
        for (number, name) in names.enumerated() {
            first.replace(name, bytes: [UInt8(number), 2, 3])
        }
        let next = try Log.open(in: second, options: LogSamples.options)
        try next.takeTails(of: log, behind: erasure)
        // A whole file that was cut off may be older than what stands before its position.
        let kept: [String] =
            switch erasure {
            case nil: names
            case 41?: [names[0], names[2]]
            default: [names[2]]
            }
        #expect(try second.list() == [LogDamageTests.file, "lock"] + kept)
        for name in kept { #expect(second.bytes(of: name) == first.bytes(of: name)) }
    }
}
