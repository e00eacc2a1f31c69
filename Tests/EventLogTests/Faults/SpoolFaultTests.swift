import EventLog
import Testing

/// What happens to a spool, and to the log it was meant for, when a call to the file system fails.
@Suite("Spool faults")
struct SpoolFaultTests {
    private static let rows = CommitSpoolTests.rows(70_100, after: 2)

    private func draft(_ rows: [Row] = []) -> CommitDraft { LogSamples.commit(1, rows: rows) }

    @Test(
        "a spool that cannot be written leaves no file behind and the log as it was",
        arguments: [StorageError.Operation.open, .remove, .write])
    func failedSpool(operation: StorageError.Operation) throws {
        for index in 0..<2 {
            let storage = FaultyStorage(MemoryStorage(), nil)
            let log = try LogSamples.log([2], in: storage)
            let (files, head) = (try storage.list(), try log.head())
            storage.plan(
                FaultyStorage.Fault(
                    operation: operation, index: index, isPersistent: operation == .write,
                    bytesWritten: 9))
            let isHit = operation == .write || index == 0
            let appended = try? CommitSpoolTests.append(draft(Self.rows), to: log)
            #expect(storage.hits > 0 || !isHit)
            #expect((appended == nil) == isHit)
            guard isHit else { continue }
            #expect(try storage.list() == files)
            #expect(try log.head() == head)
            storage.plan(nil)
            _ = try CommitSpoolTests.append(draft(Self.rows), to: log)
            #expect(try log.head().count == 70_102)
        }
    }

    @Test("a full disk is told with the event that no longer fits, and all after it")
    func fullDisk() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.log([2], in: storage)
        storage.plan(FaultyStorage.Fault(operation: .write, index: 1, isPersistent: true))
        let spool = try log.spool(draft())
        var error: LogError?
        for number in 0..<400_000 where error == nil {
            do throws(LogError) { try spool.append(LogSamples.row(number)) } catch let failure {
                error = failure
            }
        }
        guard case .storage(.failed(.write, let file, 28)) = try #require(error) else {
            Issue.record("the disk was not full: \(String(describing: error))")
            return
        }
        #expect(file.hasPrefix("spool-"))
        let found = try #require(error)
        #expect(throws: found) { try spool.append(LogSamples.row(1)) }
        #expect(throws: found) { try log.append(spool) }
        storage.plan(nil)
        #expect(try log.verify().events == 2)
    }

    @Test("a spool that does not give back what was written is not appended", arguments: [0, 1])
    func lostWrite(index: Int) throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try LogSamples.log([2], in: storage)
        let head = try log.head()
        storage.plan(
            FaultyStorage.Fault(operation: .write, index: index, bytesWritten: 200, isSilent: true))
        let spool = try log.spool(draft())
        for row in Self.rows { try spool.append(row) }
        #expect(throws: LogError.self) { try log.append(spool) }
        #expect(storage.hits == 1)
        #expect(try Log.open(in: storage.base, options: LogSamples.options).head() == head)
        #expect(try log.verify().events == 2)
    }

    @Test(
        "every call while a spool is copied over two segments fails once, or for good",
        arguments: [
            FaultSweep(.write), FaultSweep(.sync), FaultSweep(.open), FaultSweep(.inspect),
            FaultSweep(.list), FaultSweep(.lock), FaultSweep(.write, then: .truncate),
        ])
    func everyCall(sweep: FaultSweep) throws {
        let base = MemoryStorage()
        let first = Limit.segmentEvents - 20
        _ = try LogSamples.log([Int(first)], in: base)
        for isPersistent in [false, true] {
            try sweep.run(isPersistent: isPersistent) { faults in
                let storage = FaultyStorage(base.copy(), nil)
                let log = try Log.open(in: storage, options: LogSamples.options)
                let files = try storage.list()
                let spool = try log.spool(draft((0..<50).map(LogSamples.row)))
                storage.plan(faults)
                let appended = try? log.append(spool)
                let hits = storage.hitsByFault
                if storage.hits == 0 { #expect(appended != nil) }
                storage.plan(nil)
                // As after a kill: somebody else opens the folder and goes on.
                let again = try Log.open(in: storage, options: LogSamples.options)
                let count = try again.head().count
                #expect(count == first || count == first + 50)
                if appended != nil { #expect(count == first + 50) }
                _ = try again.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
                let tail = try LogSamples.events(again, first..<count + 1)
                #expect(tail.count == Int(count + 1 - first))
                let left = try storage.list().filter { $0.hasSuffix(".tmp") }
                #expect(left.isEmpty && files.allSatisfy { !$0.hasSuffix(".tmp") })
                return hits
            }
        }
    }

    @Test("a spool whose maker was killed before its name was gone is swept away")
    func leftOver() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([2], in: storage)
        storage.replace("spool-0123456789abcdef.tmp", bytes: [1, 2, 3])
        storage.replace("notes.tmp", bytes: [1])
        let log = try Log.open(in: storage, options: LogSamples.options)
        _ = try log.append(LogSamples.commit(3, rows: [LogSamples.row(1)]))
        #expect(try storage.list().filter { $0.hasSuffix(".tmp") } == ["notes.tmp"])
    }

    @Test("nothing is spooled where nothing can be appended")
    func refused() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([2], in: storage)
        let log = try Log.open(in: storage.copy(isWritable: false), options: LogSamples.options)
        #expect(throws: LogError.readOnly) { try log.spool(draft()) }

        let faulty = FaultyStorage(storage, nil)
        let poisoned = try Log.open(in: faulty, options: LogSamples.options)
        let spool = try poisoned.spool(draft(Self.rows))
        faulty.plan(FaultyStorage.Fault(operation: .sync, index: 0))
        #expect(throws: LogError.self) { try poisoned.append(spool) }
        #expect(throws: LogError.poisoned(durable: 2)) { try poisoned.spool(draft()) }
        let again = try Log.open(in: storage, options: LogSamples.options)
        _ = try again.append(LogSamples.commit(9, rows: [LogSamples.row(1)]))
        // The commit whose sync failed may be there, whole.
        #expect(try [3, 70_103].contains(again.verify().events))
    }
}
