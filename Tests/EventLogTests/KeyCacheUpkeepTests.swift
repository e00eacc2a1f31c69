import EventLog
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

    @Test("thousands of keys, two writers, blocks made anew on the way")
    func many() throws {
        let storage = MemoryStorage()
        let logs = [try LogSamples.newLog(storage), try KeyCacheTests.open(storage)]
        var positions: [Int: Range<UInt64>] = [:]
        var random = SteadyRandom(seed: 7)
        for number in 0..<3_300 {
            let log = logs[Int.random(in: 0..<2, using: &random)]
            if number % 5 == 4 {
                _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
            } else {
                positions[number] = try log.append(KeyCacheTests.commit(number)).positions
            }
        }
        // 2,640 entries fill eleven blocks; two times 1,024 records have gone into them.
        let size = try #require(storage.bytes(of: KeyCacheTests.cache)?.count)
        #expect(size > 128 + 8 * 4_096 && size < 128 + 11 * 4_096 + 1_100 * 40)
        for log in [logs[0], logs[1], try KeyCacheTests.open(storage)] {
            for number in 0..<3_300 {
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

    @Test("keys of several segments; the cache of a full one has no records")
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
        #expect(storage.bytes(of: KeyCacheTests.cache)?.count == 128 + 4_096)
        for log in [log, try KeyCacheTests.open(storage)] {
            #expect(try log.positions(ofKey: KeyCacheTests.key(0)) == 0..<1)
            #expect(try log.positions(ofKey: KeyCacheTests.key(1)) == nil)
            #expect(try log.positions(ofKey: KeyCacheTests.key(2)) == across.positions)
            #expect(try log.positions(ofKey: KeyCacheTests.key(3)) == last.positions)
            #expect(try log.append(KeyCacheTests.commit(2, size: 7)).isRepeat)
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
