import Dispatch
import EventLog
import Synchronization
import Testing

/// Commits that are written and synced together: each is there once or was refused by itself.
@Suite("Group commit")
struct LogGroupTests {
    /// What became of the appends of some threads.
    private typealias Outcomes = [Result<Appended, LogError>]

    /// Appends one commit on each of some threads at once; they all wait while `body` runs.
    private func together(
        _ drafts: [(draft: CommitDraft, expecting: UInt64?)], on log: Log,
        holding storage: any LogStorage, _ body: () throws -> Void = {}
    ) throws -> Outcomes {
        let outcomes = Mutex<[Int: Result<Appended, LogError>]>([:])
        let lock = try storage.lock(wait: .zero, owner: "test")
        let group = DispatchGroup()
        for (index, request) in drafts.enumerated() {
            DispatchQueue(label: "appender").async(group: group) {
                let result: Result<Appended, LogError>
                do throws(LogError) {
                    result = .success(
                        try log.append(request.draft, expecting: request.expecting))
                } catch { result = .failure(error) }
                outcomes.withLock { $0[index] = result }
            }
            // One after the other, so that they wait in this order.
            while log.waitingAppends <= index { DispatchQueue.global().sync {} }
        }
        try body()
        lock.release()
        group.wait()
        return outcomes.withLock { known in drafts.indices.compactMap { known[$0] } }
    }

    /// Runs something on threads of its own, all at once.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for index in 0..<count {
            DispatchQueue(label: "appender").async(group: group) { body(index) }
        }
        group.wait()
    }

    private func patient(_ storage: any LogStorage) throws -> Log {
        var options = LogSamples.options
        options.lockWait = .seconds(60)
        return try Log.create(in: storage, id: LogSamples.logID, options: options)
    }

    private static func draft(_ number: Int, size: Int = 1, key: [UInt8]? = nil) -> CommitDraft {
        LogSamples.commit(
            number, rows: (0..<size).map { LogSamples.row(number * 7 + $0) }, key: key)
    }

    @Test("64 threads: what was acknowledged is there once, in the order of its positions")
    func threads() throws {
        let storage = MemoryStorage()
        let log = try patient(storage)
        let found = Mutex<[(positions: Range<UInt64>, root: Digest, number: Int)]>([])
        onThreads(64) { thread in
            for turn in 0..<20 {
                let number = thread * 20 + turn
                guard let done = try? log.append(Self.draft(number, size: 1 + number % 3)) else {
                    Issue.record("an append failed")
                    return
                }
                found.withLock { $0.append((done.positions, done.root, number)) }
            }
        }
        let all = found.withLock { $0 }.sorted { $0.positions.lowerBound < $1.positions.lowerBound }
        #expect(all.count == 1_280)
        let again = try Log.open(in: storage, options: LogSamples.options)
        let events = try LogSamples.events(again).map(\.1)
        var next: UInt64 = 0
        for done in all {
            #expect(done.positions.lowerBound == next)
            next = done.positions.upperBound
            let rows = Self.draft(done.number, size: 1 + done.number % 3).rows
            #expect(Array(events[Int(done.positions.lowerBound)..<Int(next)]) == rows)
            #expect(try again.root(at: next) == done.root)
        }
        #expect(try again.verify().events == next)
    }

    @Test("those who wait at the same time share one sync")
    func oneSync() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try patient(storage)
        _ = try log.append(Self.draft(99))
        let drafts = (0..<40).map { (Self.draft($0, size: 1 + $0 % 4), UInt64?.none) }
        // The second sync would fail.
        let outcomes = try together(drafts, on: log, holding: storage) {
            storage.plan(FaultyStorage.Fault(operation: .sync, index: 1, isPersistent: true))
        }
        #expect(storage.hits == 0)
        #expect(try outcomes.map { try $0.get().positions.count } == drafts.map(\.0.rows.count))
        #expect(try log.verify().commits == 41)
    }

    @Test("a conflict, a taken key, a bad link and a text that is too long hurt only their own")
    func conflicts() throws {
        let storage = MemoryStorage()
        let log = try patient(storage)
        _ = try log.append(Self.draft(50, key: [1]))
        var link = Self.draft(3)
        link.rows[0][.target] = .integer(4_000)
        var long = Self.draft(5)
        long.rows[0][ColumnID(rawValue: 0x81)] = .bytes(Array(repeating: 65, count: 65_536))
        let outcomes = try together(
            [
                (Self.draft(1), nil), (Self.draft(2), 1), (link, nil), (Self.draft(4), 2),
                (long, nil),
                (Self.draft(6, key: [1]), nil), (Self.draft(50, key: [1]), nil),
                (Self.draft(7, key: [2]), nil),
                (Self.draft(7, key: [2]), nil), (Self.draft(8), nil),
            ], on: log, holding: storage)
        func positions(_ index: Int) throws -> Range<UInt64> { try outcomes[index].get().positions }
        #expect(try positions(0) == 1..<2)
        #expect(throws: LogError.conflict(expected: 1, actual: 2)) { try positions(1) }
        #expect(throws: LogError.badLink(index: 0)) { try positions(2) }
        #expect(try positions(3) == 2..<3)
        #expect(throws: LogError.tooLarge(.text, index: 0)) { try positions(4) }
        #expect(throws: LogError.keyConflict(key: [1], position: 0)) { try positions(5) }
        #expect(try outcomes[6].get().isRepeat && positions(6) == 0..<1)
        #expect(try positions(7) == 3..<4)
        // The key is that of a commit of the same group.
        #expect(try outcomes[8].get().isRepeat && positions(8) == 3..<4)
        #expect(try positions(9) == 4..<5)
        #expect(try log.verify().events == 5)
        #expect(try log.positions(ofKey: [2]) == 3..<4)
    }

    @Test("after a failed sync nothing of the group is acknowledged, and the log is poisoned")
    func failedSync() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try patient(storage)
        _ = try log.append(Self.draft(99))
        let drafts = (0..<20).map { (Self.draft($0), UInt64?.none) }
        let outcomes = try together(drafts, on: log, holding: storage) {
            storage.plan(FaultyStorage.Fault(operation: .sync, index: 0))
        }
        #expect(storage.hits == 1)
        for outcome in outcomes {
            #expect(throws: LogError.storage(.failed(.sync, file: LogDamageTests.file, code: 28))) {
                try outcome.get()
            }
        }
        #expect(throws: LogError.poisoned(durable: 1)) { try log.append(Self.draft(30)) }
        let again = try Log.open(in: storage, options: LogSamples.options)
        _ = try again.append(Self.draft(31))
        #expect(try [2, 22].contains(again.verify().events))
    }

    @Test("a write that fails is tried one by one: only those that do not fit are refused")
    func fullDisk() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let log = try patient(storage)
        _ = try log.append(Self.draft(99))
        // The slot that is written again first does not count. The whole group once; then the
        // group, and the first of those that come by themselves.
        let rounds: [(count: Int, lost: [Int])] = [(1, []), (2, [0])]
        for (count, lost) in rounds {
            let before = try log.head().count
            let drafts = (0..<8).map { (Self.draft(10 * count + $0), UInt64?.none) }
            let outcomes = try together(drafts, on: log, holding: storage) {
                storage.plan(
                    FaultyStorage.Fault(
                        operation: .write, index: 1, count: count, bytesWritten: 30))
            }
            storage.plan(nil)
            for (number, outcome) in outcomes.enumerated() {
                let isLost = (try? outcome.get()) == nil
                #expect(isLost == lost.contains(number), "\(number)")
            }
            #expect(try log.head().count == before + UInt64(8 - lost.count))
        }
        #expect(try log.verify().events == 16)
    }

    @Test("a group goes on in the next segment")
    func segments() throws {
        let storage = MemoryStorage()
        let log = try patient(storage)
        let rows = (0..<Int(Limit.segmentEvents) - 3).map(LogSamples.row)
        _ = try log.append(LogSamples.commit(1_000, rows: rows))
        let drafts = (0..<6).map { (Self.draft($0, size: 2, key: [UInt8($0)]), UInt64?.none) }
        let outcomes = try together(drafts, on: log, holding: storage)
        let first = Limit.segmentEvents - 3
        for (number, outcome) in outcomes.enumerated() {
            let start = first + UInt64(2 * number)
            #expect(try outcome.get().positions == start..<start + 2)
        }
        for log in [log, try Log.open(in: storage, options: LogSamples.options)] {
            for number in 0..<6 {
                let start = first + UInt64(2 * number)
                #expect(try log.positions(ofKey: [UInt8(number)]) == start..<start + 2)
            }
            #expect(try log.verify().segments == 2)
        }
    }

    @Test("whoever waits for the lock in vain is told who holds it")
    func locked() throws {
        let storage = MemoryStorage()
        var options = LogSamples.options
        options.lockWait = .milliseconds(20)
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        let lock = try storage.lock(wait: .zero, owner: "somebody\nelse")
        let failures = Atomic(0)
        onThreads(8) { number in
            do throws(LogError) { _ = try log.append(Self.draft(number)) } catch {
                #expect(error == .storage(.locked(holder: "somebody")))
                failures.wrappingAdd(1, ordering: .relaxed)
            }
        }
        #expect(failures.load(ordering: .relaxed) == 8)
        lock.release()
        #expect(try log.append(Self.draft(1)).positions == 0..<1)
    }
}

/// A log that was the last one to write does not look at the files again.
@Suite("Undisturbed log")
struct UndisturbedLogTests {
    @Test("another writer, however short, is noticed: its commits, its sealing, its segments")
    func others() throws {
        for sizes in [[1], [90], Array(repeating: 90, count: 50)] {
            let storage = MemoryStorage()
            let log = try LogSamples.log(Array(repeating: 90, count: 46), in: storage)
            let other = try Log.open(in: storage, options: LogSamples.options)
            for (number, size) in sizes.enumerated() {
                let rows = (0..<size).map(LogSamples.row)
                _ = try other.append(LogSamples.commit(100 + number, rows: rows))
            }
            if sizes.count > 1 { #expect(try other.seal() == 8_192) }
            let before = try other.head().count
            let done = try log.append(LogSamples.commit(700, rows: [LogSamples.row(7)]))
            #expect(done.positions == before..<before + 1)
            for log in [log, other, try Log.open(in: storage, options: LogSamples.options)] {
                #expect(try log.verify().events == before + 1)
            }
        }
    }

    @Test("a seal that failed half-way is noticed by the log itself")
    func failedSeal() throws {
        for operation in [StorageError.Operation.remove, .sync, .rename] {
            for index in 0..<4 {
                let storage = FaultyStorage(MemoryStorage(), nil)
                let options = LogSamples.options
                let log = try LogSamples.log(Array(repeating: 90, count: 50), in: storage)
                storage.plan(FaultyStorage.Fault(operation: operation, index: index))
                _ = try? log.seal()
                let isPoisoned = operation == .sync && storage.hits > 0
                storage.plan(nil)
                let commit = LogSamples.commit(99, rows: [LogSamples.row(1)])
                if isPoisoned {
                    // Nobody knows what is on disk: another look at it must come first.
                    #expect(throws: LogError.poisoned(durable: 4_500)) { try log.append(commit) }
                }
                let writer = isPoisoned ? try Log.open(in: storage, options: options) : log
                _ = try writer.append(commit)
                let again = try Log.open(in: storage, options: LogSamples.options)
                #expect(try again.verify().events == 4_501)
            }
        }
    }
}
