import EventLog
import Synchronization
import Testing

/// Several logs, threads and crashes on one folder; each case was once a lost commit or a trap.
@Suite("Log races")
struct LogRaceTests {
    /// Something that has happened.
    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isRaised: Bool { state.withLock { $0 } }
        func raise() { state.withLock { $0 = true } }
    }

    @Test("a writer whose lock was taken away leaves its successor's commits alone")
    func staleWriter() throws {
        let storage = MemoryStorage()
        let first = try LogSamples.log([1, 1], in: storage)
        let second = try Log.open(in: storage, options: LogSamples.options)
        #expect(throws: (any Error).self) {
            try first.append(
                expecting: nil, key: nil, isSame: { _, _ in false },
                { position in
                    try storage.remove("lock")
                    _ = try second.append(LogSamples.commit(7, rows: [LogSamples.row(7)]))
                    return EncodedCommit(
                        LogSamples.commit(8, rows: [LogSamples.row(8)]), at: position)
                })
        }
        for log in [first, second, try Log.open(in: storage, options: LogSamples.options)] {
            #expect(try log.verify().events == 3)
            #expect(try LogSamples.events(log).last?.1 == LogSamples.row(7))
        }
        _ = try first.append(LogSamples.commit(9, rows: [LogSamples.row(9)]))
        #expect(try second.verify().events == 4)
    }

    @Test("readers beside a writer that seals see whole commits, and lose none")
    func readersBesideSealing() async throws {
        var options = LogSamples.options
        options.sealEvents = 4_200
        options.lockWait = .seconds(5)
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        for number in 0..<41 {
            _ = try log.append(
                LogSamples.commit(number, rows: (0..<100).map { LogSamples.row(number + $0) }))
        }
        let done = Flag()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<300 {
                    let rows = (0..<50).map { LogSamples.row(number + $0) }
                    let before = try? log.head().count
                    let appended = try? log.append(LogSamples.commit(100 + number, rows: rows))
                    #expect(appended?.positions.count == 50)
                    #expect(appended?.positions.lowerBound == before)
                }
                done.raise()
            }
            group.addTask {
                var last: UInt64 = 0
                while !done.isRaised {
                    guard let count = try? log.head().count else {
                        Issue.record("a reader was refused")
                        return
                    }
                    #expect(count >= last && count % 50 == 0)
                    last = count
                    await Task.yield()
                }
            }
        }
        #expect(try log.verify().events == 4_100 + 15_000)
        #expect(try Log.open(in: storage).verify() == log.verify())
    }

    @Test("who waits for the lock while a sync fails does not append behind it")
    func poisonedWhileWaiting() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.newLog(storage)
        storage.plan(FaultyStorage.Fault(operation: .sync, index: 0))
        _ = try? log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        storage.plan(nil)
        #expect(throws: LogError.poisoned(durable: 0)) { try log.seal() }
    }

    @Test("the folder is synced before anything builds on a file whose maker was killed")
    func folderSync() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.log(Array(repeating: 90, count: 50), in: storage)
        // Killed between the rename and the sync of the folder: the next sync is refused for good.
        storage.plan(FaultyStorage.Fault(operation: .sync, index: 1, isPersistent: true))
        _ = try? log.seal()
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(throws: LogError.self) {
            try again.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
        }
        #expect(try storage.list().filter { $0.hasSuffix(".log") }.count == 2)
        storage.plan(nil)
        let last = try Log.open(in: storage, options: LogSamples.options)
        _ = try last.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
        #expect(try storage.list().filter { $0.hasSuffix(".log") }.count == 1)
        #expect(try last.verify().events == 4_501)
    }

    @Test("links to nothing are refused, whatever number they are")
    func wildLinks() throws {
        let log = try LogSamples.log([3], in: MemoryStorage())
        for link in [Int64.min, .max, -1, 3, 1 << 40] {
            var row = LogSamples.row(1)
            row[.target] = .integer(link)
            #expect(throws: LogError.badLink(index: 0)) {
                try log.append(LogSamples.commit(5, rows: [row]))
            }
        }
        #expect(try log.head().count == 3)
    }

    @Test("a torn end that cannot be saved aside leaves no debris, however often it is tried")
    func tornOnFullDisk() throws {
        let memory = MemoryStorage()
        let log = try LogSamples.log([1, 2], in: memory)
        let used = Int(try log.statistics().bytes)
        let bytes = try #require(memory.bytes(of: LogDamageTests.file))
        memory.replace(LogDamageTests.file, bytes: bytes.prefix(used) + [1, 2, 3])
        let storage = FaultyStorage(memory, nil)
        storage.plan(FaultyStorage.Fault(operation: .write, index: 0, isPersistent: true))
        for _ in 0..<5 {
            let torn = try Log.open(in: storage, options: LogSamples.options)
            #expect(throws: LogError.self) {
                try torn.append(LogSamples.commit(9, rows: [LogSamples.row(1)]))
            }
        }
        #expect(try storage.list().filter { $0.hasPrefix("torn") }.isEmpty)
        storage.plan(nil)
        let again = try Log.open(in: storage, options: LogSamples.options)
        _ = try again.append(LogSamples.commit(9, rows: [LogSamples.row(1)]))
        #expect(memory.bytes(of: "torn-000000000003-1.bin") == [1, 2, 3])
    }

    @Test("an event that is too large is named by its index in the commit, and nothing is written")
    func tooLarge() throws {
        let log = try LogSamples.log([4_090], in: MemoryStorage())
        var rows = (0..<30).map(LogSamples.row)
        rows[20][ColumnID(rawValue: 0x81)] = .bytes(Array(repeating: 65, count: 65_536))
        #expect(throws: LogError.tooLarge(.text, index: 20)) {
            try log.append(LogSamples.commit(5, rows: rows))
        }
        #expect(try log.verify().events == 4_090)
        rows[20][ColumnID(rawValue: 0x81)] = .bytes(Array(repeating: 65, count: 65_000))
        _ = try log.append(LogSamples.commit(5, rows: rows))
        #expect(try log.verify().events == 4_120)
    }
}
