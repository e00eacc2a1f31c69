import EventLog
import Support
import Testing

/// How caches of keys grow, are made anew and go away.
@Suite("Upkeep of the caches of keys")
struct KeyCacheUpkeepTests {
    private func caches(_ storage: some LogStorage) throws -> [String] {
        try storage.list().filter { $0.contains(".keys") }
    }

    @Test(
        "whatever call fails for a cache, appends work and keys are known",
        arguments: [StorageError.Operation.open, .write, .rename, .remove])
    func faults(operation: StorageError.Operation) throws {
        for index in 0..<4 {
            for bytes in [0, 30, 4_000] {
                let storage = FaultyStorage(MemoryStorage(), nil)
                let log = try LogSamples.newLog(storage)
                for number in 0..<40 {
                    storage.plan(
                        FaultyStorage.Fault(
                            operation: operation, index: number % 2 == 0 ? index : 0,
                            isPersistent: number % 8 > 3, bytesWritten: bytes, part: ".keys"))
                    let writer = number % 3 == 0 ? try KeyCacheTests.open(storage) : log
                    #expect(try !writer.append(KeyCacheTests.commit(number)).isRepeat)
                    #expect(try log.append(KeyCacheTests.commit(number / 2)).isRepeat)
                }
                _ = try log.seal()
                storage.plan(nil)
                let again = try KeyCacheTests.open(storage)
                for number in 0..<40 {
                    let appended = try again.append(KeyCacheTests.commit(number))
                    #expect(appended.isRepeat && appended.positions.lowerBound == UInt64(number))
                }
                #expect(try log.verify().events == 40)
            }
        }
    }

    @Test("thousands of keys, two writers, runs on the way")
    func many() throws {
        let storage = MemoryStorage()
        let logs = [try LogSamples.newLog(storage), try KeyCacheTests.open(storage)]
        var positions: [Int: Range<UInt64>] = [:]
        var random = SeededRandom(seed: 7)
        for number in 0..<3_300 {
            let log = logs[Int.random(in: 0..<2, using: &random)]
            if number % 5 == 4 {
                _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
            } else {
                positions[number] = try log.append(KeyCacheTests.commit(number)).positions
            }
        }
        // A block of the first key, two runs of 1,020 records, and the other 599 keys; a writer
        // that finds appends without keys by the other leaves a record of how far it looked.
        let size = try #require(storage.bytes(of: KeyCacheTests.cache)?.count)
        let runs = 128 + 4_096 + 2 * (1_020 * 40 + 4 * 4_096)
        #expect(size >= runs + 599 * 40 && size <= runs + 4 * 4_096 + (599 + 670) * 40)
        for log in [logs[0], logs[1], try KeyCacheTests.open(storage)] {
            for number in stride(from: 0, to: 3_300, by: 7) {
                #expect(try log.positions(ofKey: KeyCacheTests.key(number)) == positions[number])
            }
        }
    }

    @Test("sealing makes the cache anew; those of old generations go")
    func sealed() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        for number in 0..<100 {
            _ = try log.append(KeyCacheTests.commit(number, size: 1 + number % 90))
        }
        let old = try #require(storage.bytes(of: KeyCacheTests.cache))
        let positions = try (0..<100).map { try log.positions(ofKey: KeyCacheTests.key($0)) }
        #expect(try log.seal() == 4_096)
        #expect(try caches(storage) == ["000000000000-0001.log.keys"])
        for log in [log, try KeyCacheTests.open(storage)] {
            for number in 0..<100 {
                #expect(try log.positions(ofKey: KeyCacheTests.key(number)) == positions[number])
            }
        }
        storage.replace(KeyCacheTests.cache, bytes: old)
        storage.replace("000000000000-0001.log.keys.tmp", bytes: [1])
        storage.replace("000000000000-0001.log.keys", bytes: old)
        storage.replace("other.keys", bytes: [1])
        let again = try KeyCacheTests.open(storage)
        #expect(try again.append(KeyCacheTests.commit(50, size: 51)).isRepeat)
        #expect(try caches(storage) == ["000000000000-0001.log.keys", "other.keys"])
        #expect(storage.bytes(of: "other.keys") == [1])
    }

    @Test("keys of several segments")
    func segments() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        _ = try log.append(KeyCacheTests.commit(0))
        let rows = (0..<Int(Limit.segmentEvents) - 3).map(LogSamples.row)
        _ = try log.append(LogSamples.commit(1, rows: rows))
        // Two events stay in the first segment, the others go into the second.
        let across = try log.append(KeyCacheTests.commit(2, size: 7))
        #expect(across.positions == 262_142..<262_149)
        let last = try log.append(KeyCacheTests.commit(3))
        #expect(try caches(storage).count == 2)
        for log in [log, try KeyCacheTests.open(storage)] {
            #expect(try log.positions(ofKey: KeyCacheTests.key(0)) == 0..<1)
            #expect(try log.positions(ofKey: KeyCacheTests.key(1)) == nil)
            #expect(try log.positions(ofKey: KeyCacheTests.key(2)) == across.positions)
            #expect(try log.positions(ofKey: KeyCacheTests.key(3)) == last.positions)
            #expect(try log.append(KeyCacheTests.commit(2, size: 7)).isRepeat)
        }
    }

    /// 2,300 keys: one in a block, two runs, and 259 behind them.
    private func withRuns() throws -> (storage: MemoryStorage, bytes: [UInt8]) {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        for number in 0..<2_300 { _ = try log.append(KeyCacheTests.commit(number)) }
        let bytes = try #require(storage.bytes(of: KeyCacheTests.cache))
        #expect(bytes.count == 128 + 4_096 + 2 * (1_020 * 40 + 4 * 4_096) + 259 * 40)
        return (storage, bytes)
    }

    /// Keys of every part of the file, and one that is not there.
    private func check(_ storage: MemoryStorage, _ note: String) throws {
        let reader = try KeyCacheTests.open(storage)
        let writer = try KeyCacheTests.open(storage)
        for number in [0, 1, 500, 1_020, 1_021, 2_040, 2_041, 2_299] {
            let found = try reader.positions(ofKey: KeyCacheTests.key(number))
            #expect(found == UInt64(number)..<UInt64(number) + 1, "\(note), key \(number)")
            let appended = try writer.append(KeyCacheTests.commit(number))
            #expect(appended.isRepeat, "\(note), key \(number)")
        }
        #expect(try reader.positions(ofKey: Array("absent".utf8)) == nil, "\(note)")
        let more = try KeyCacheTests.open(storage)
        #expect(try !more.append(KeyCacheTests.commit(9_000)).isRepeat, "\(note)")
        #expect(try KeyCacheTests.open(storage).append(KeyCacheTests.commit(9_000)).isRepeat)
    }

    @Test("runs that are cut or flipped anywhere change no answer")
    func damagedRuns() throws {
        let (storage, bytes) = try withRuns()
        try check(storage.copy(), "whole")
        for offset in stride(from: 4_224, to: bytes.count, by: 6_997) {
            let (cut, flipped) = (storage.copy(), storage.copy())
            cut.replace(KeyCacheTests.cache, bytes: Array(bytes.prefix(offset)))
            try check(cut, "cut at \(offset)")
            var changed = bytes
            changed[offset] ^= 0x10
            flipped.replace(KeyCacheTests.cache, bytes: changed)
            try check(flipped, "flipped at \(offset)")
        }
    }

    @Test("a reader that saw less of the log looks behind no record of more")
    func aheadOfReader() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        for number in 0..<1_500 { _ = try log.append(KeyCacheTests.commit(number)) }
        let old = storage.copy()
        for number in 1_500..<2_300 { _ = try log.append(KeyCacheTests.commit(number)) }
        let bytes = try #require(storage.bytes(of: KeyCacheTests.cache))
        old.replace(KeyCacheTests.cache, bytes: bytes)
        let reader = try KeyCacheTests.open(old)
        for number in [0, 700, 1_020, 1_021, 1_499] {
            let found = try reader.positions(ofKey: KeyCacheTests.key(number))
            #expect(found == UInt64(number)..<UInt64(number) + 1)
        }
        for number in [1_500, 2_000, 2_299] {
            #expect(try reader.positions(ofKey: KeyCacheTests.key(number)) == nil)
        }
    }

    @Test("appends without keys leave at most 512 events to be read")
    func without() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        for number in 0..<700 {
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
        }
        // A header, no block, and no record yet.
        #expect(storage.bytes(of: KeyCacheTests.cache)?.count == 128)
        let cache = try #require(storage.bytes(of: KeyCacheTests.cache))
        #expect(Array(cache[56..<58]) == [0x00, 0x02])
    }
}
