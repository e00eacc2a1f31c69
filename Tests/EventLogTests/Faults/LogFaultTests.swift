import EventLog
import Support
import Testing

/// What happens when a call to the file system fails: nothing is lost, nothing is half there.
@Suite("Log faults")
struct LogFaultTests {
    @Test(
        "a write that fails, at whatever byte, leaves nothing behind, and the next append works",
        arguments: [0, 1, 50, 91, 92, 120])
    func failedWrite(bytes: Int) throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.newLog(storage)
        _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        let head = try log.head()
        storage.plan(FaultyStorage.Fault(operation: .write, index: 0, bytesWritten: bytes))
        #expect(throws: LogError.self) {
            try log.append(LogSamples.commit(1, rows: [LogSamples.row(1)]))
        }
        #expect(storage.hits == 1)
        #expect(try log.head() == head)
        #expect(try Log.open(in: storage.base, options: LogSamples.options).head() == head)
        storage.plan(nil)
        _ = try log.append(LogSamples.commit(2, rows: [LogSamples.row(2)]))
        #expect(try log.verify().events == 2)
        #expect(try LogSamples.events(log).map(\.1) == [LogSamples.row(0), LogSamples.row(2)])
        #expect(try storage.list().filter { $0.hasPrefix("torn") }.isEmpty)
    }

    @Test("after a failed sync nothing more is appended through the log; opened anew it goes on")
    func failedSync() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.newLog(storage)
        _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        storage.plan(FaultyStorage.Fault(operation: .sync, index: 0))
        #expect(throws: LogError.self) {
            try log.append(LogSamples.commit(1, rows: [LogSamples.row(1)]))
        }
        for _ in 0..<2 {
            #expect(throws: LogError.poisoned(durable: 1)) {
                try log.append(LogSamples.commit(2, rows: [LogSamples.row(2)]))
            }
        }
        let again = try Log.open(in: storage, options: LogSamples.options)
        _ = try again.append(LogSamples.commit(3, rows: [LogSamples.row(3)]))
        let rows = try LogSamples.events(again).map(\.1)
        // The commit whose sync failed was not acknowledged; it may be there, whole.
        #expect(rows == [0, 1, 3].map(LogSamples.row))
        #expect(try again.verify().events == 3)
    }

    @Test(
        "a commit above the durable head is written and synced again before the next one"
    )
    func rewritten() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.newLog(storage)
        _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
        storage.plan(FaultyStorage.Fault(operation: .sync, index: 0))
        _ = try? log.append(LogSamples.commit(1, rows: [LogSamples.row(1)]))
        let again = try Log.open(in: storage, options: LogSamples.options)
        // The second opening's first sync is that of the bytes above the head: when it fails,
        // nothing is appended behind them.
        storage.plan(FaultyStorage.Fault(operation: .sync, index: 0))
        #expect(throws: LogError.self) {
            try again.append(LogSamples.commit(2, rows: [LogSamples.row(2)]))
        }
        #expect(try Log.open(in: storage.base).head().count == 2)
    }

    @Test("what a failed sync dropped is on the disk before the next commit says so")
    func dropped() throws {
        var lost = 0
        for (call, seed) in (0..<8).flatMap({ call in (0..<8).map { (call, UInt64($0)) } }) {
            let disk = SimulatedDisk()
            let log = try LogSamples.newLog(disk)
            _ = try log.append(LogSamples.commit(0, rows: [LogSamples.row(0)]))
            disk.plan([disk.calls + call: .lostSync(seed: seed)])
            // Of several sectors: the next commit changes the last one, and takes it along.
            let rows = (1..<90).map(LogSamples.row)
            let first = try? log.append(LogSamples.commit(1, rows: rows))
            disk.plan([:])
            if first == nil { lost += 1 }
            let next = disk.afterKill()
            let again = try Log.open(in: next, options: LogSamples.options)
            let count = try again.head().count
            _ = try again.append(LogSamples.commit(2, rows: [LogSamples.row(2)]))
            var choices = EveryChoice()
            let left = next.afterPowerLoss(&choices, isTearing: false)
            let found = try Log.open(in: left, options: LogSamples.options).verify().events
            #expect(found == count + 1, "call \(call), seed \(seed)")
        }
        #expect(lost > 8)
    }

    @Test(
        "every call of an append over two segments fails once, or for good: whole commits only",
        arguments: [
            FaultSweep(.write), FaultSweep(.sync), FaultSweep(.open), FaultSweep(.inspect),
            FaultSweep(.list), FaultSweep(.lock), FaultSweep(.write, then: .truncate),
        ])
    func everyCall(sweep: FaultSweep) throws {
        let base = MemoryStorage()
        _ = try LogSamples.log([Int(Limit.segmentEvents) - 20], in: base)
        for isPersistent in [false, true] {
            try sweep.run(isPersistent: isPersistent) { faults in
                let storage = FaultyStorage(base.copy(), nil)
                let log = try Log.open(in: storage, options: LogSamples.options)
                let before = try log.head()
                storage.plan(faults)
                let rows = (0..<50).map(LogSamples.row)
                let appended = try? log.append(LogSamples.commit(1, rows: rows))
                let hits = storage.hitsByFault
                storage.plan(nil)
                let again = try Log.open(in: storage, options: LogSamples.options)
                let count = try again.head().count
                if appended != nil { #expect(count == before.count + 50) }
                #expect(count == before.count || count == before.count + 50)
                _ = try again.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
                #expect(try again.head().count == count + 1)
                let tail = try LogSamples.events(again, before.count..<count + 1)
                #expect(tail.count == Int(count + 1 - before.count))
                return hits
            }
        }
    }

    @Test("a failed seal loses nothing and is tried again")
    func failedSeal() throws {
        let base = MemoryStorage()
        _ = try LogSamples.log(Array(repeating: 90, count: 50), in: base)
        for operation in [StorageError.Operation.write, .sync, .open, .rename, .remove] {
            try FaultSweep(operation).run { faults in
                let storage = FaultyStorage(base.copy(), nil)
                let log = try Log.open(in: storage, options: LogSamples.options)
                let head = try log.head()
                storage.plan(faults)
                let sealed = try? log.seal()
                let hits = storage.hitsByFault
                if hits == [0] { #expect(sealed == 4_096) }
                storage.plan(nil)
                for log in [log, try Log.open(in: storage, options: LogSamples.options)] {
                    #expect(try log.head() == head)
                    #expect(try log.verify().root == head.root)
                }
                // After a failed sync the log is opened anew.
                let next =
                    operation == .sync
                    ? try Log.open(in: storage, options: LogSamples.options) : log
                _ = try next.seal()
                #expect(try next.verify().root == head.root)
                _ = try next.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
                #expect(try next.verify().events == head.count + 1)
                return hits
            }
        }
    }

    @Test("a log whose files were replaced while it was open is not written to")
    func replaced() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([1, 1], in: storage)
        try storage.remove(LogDamageTests.file)
        for error in [LogError.replaced(file: LogDamageTests.file), .missing] {
            #expect(throws: error) {
                try log.append(LogSamples.commit(5, rows: [LogSamples.row(5)]))
            }
        }
    }

    @Test("a log that was exchanged for another one is not gone on with")
    func exchanged() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.log([1, 1], in: storage)
        let foreign = MemoryStorage()
        var options = LogSamples.options
        options.makeSeed = LogSamples.seed
        _ = try Log.create(in: foreign, id: CommitID(high: 1, low: 1), options: options)
        let bytes = try #require(foreign.bytes(of: LogDamageTests.file))
        storage.replace(LogDamageTests.file, bytes: bytes)
        for _ in 0..<2 {
            #expect(throws: LogError.replaced(file: LogDamageTests.file)) {
                try log.append(LogSamples.commit(5, rows: [LogSamples.row(5)]))
            }
        }
        #expect(storage.bytes(of: LogDamageTests.file)?.starts(with: bytes) == true)
        #expect(throws: LogError.replaced(file: LogDamageTests.file)) { try log.head() }
    }

    @Test("a commit is not acknowledged when its file lost its name before it was synced")
    func replacedWhileSyncing() throws {
        let base = MemoryStorage()
        _ = try LogSamples.log([1, 1], in: base)
        let copy = try #require(base.bytes(of: LogDamageTests.file))
        let storage = FaultyStorage(base, nil)
        let log = try Log.open(in: storage, options: LogSamples.options)
        storage.beforeSync { base.replace(LogDamageTests.file, bytes: copy) }
        #expect(throws: LogError.replaced(file: LogDamageTests.file)) {
            try log.append(LogSamples.commit(5, rows: [LogSamples.row(5)]))
        }
        #expect(base.bytes(of: LogDamageTests.file) == copy)
        _ = try log.append(LogSamples.commit(6, rows: [LogSamples.row(6)]))
        #expect(try log.verify().events == 3)
    }

    @Test("a segment of another log is refused")
    func spliced() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([Int(Limit.segmentEvents) + 5], in: storage)
        let second = "000000262144-0000.log"
        let foreign = MemoryStorage()
        var options = LogSamples.options
        options.makeSeed = LogSamples.seed
        _ = try Log.create(in: foreign, id: CommitID(high: 1, low: 1), options: options)
        let bytes = try #require(foreign.bytes(of: LogDamageTests.file))
        storage.replace(second, bytes: bytes)
        #expect(throws: LogError.foreignSegment(file: second)) {
            try Log.open(in: storage, options: LogSamples.options)
        }
    }

    @Test("the log works read-only, and says so when it is to be written")
    func readOnly() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([1, 2, 3], in: storage)
        let log = try Log.open(in: storage.copy(isWritable: false), options: LogSamples.options)
        #expect(try log.verify().events == 6)
        #expect(throws: LogError.readOnly) {
            try log.append(LogSamples.commit(5, rows: [LogSamples.row(5)]))
        }
    }
}
