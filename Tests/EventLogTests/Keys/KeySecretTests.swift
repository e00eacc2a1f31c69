import EventLog
import Testing

/// Caches of keys under a secret.
@Suite("Caches of keys under a secret") struct KeySecretTests {
    private func open(_ storage: any LogStorage, _ secret: UInt8?) throws -> Log {
        var options = LogSamples.options
        options.secret = { secret.map { Array(repeating: $0, count: 32) } }
        return try Log.open(in: storage, options: options)
    }

    /// A log of keyed commits, and its cache made to say that there is no key, its checksum right
    /// for who has no secret.
    private func forged() throws -> MemoryStorage {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        for number in 0..<5 { _ = try log.append(KeyCacheTests.commit(number)) }
        try storage.remove(KeyCacheTests.cache)
        // Made anew, so that its header speaks for all of the log.
        _ = try KeyCacheTests.open(storage).append(KeyCacheTests.commit(0))
        var bytes = Array(try storage.contents(KeyCacheTests.cache).prefix(120))
        bytes.replaceSubrange(52..<56, with: [0, 0, 0, 0])
        let hash = DeviceHash(secret: DeviceHash.noSecret, for: "ledger keys")
        let checksum = hash.checksum(bytes)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt64($0))) }
        storage.replace(KeyCacheTests.cache, bytes: bytes)
        return storage
    }

    @Test("a forged cache records nothing twice") func forgery() throws {
        let storage = try forged()
        // Who has no secret is taken in: this is what the secret is for.
        let naive = try open(storage.copy(), 0)
        #expect(try naive.positions(ofKey: KeyCacheTests.key(1)) == nil)
        for secret in [UInt8(7), nil] {
            let log = try open(storage.copy(), secret)
            #expect(try log.positions(ofKey: KeyCacheTests.key(1)) != nil)
            #expect(try log.append(KeyCacheTests.commit(1)).isRepeat)
        }
    }

    @Test("what does not fit the log is found and removed, whoever made it") func found() throws {
        for secret in [UInt8(0), 7] {
            let storage = try forged()
            let log = try open(storage, secret)
            #expect(try log.dropFalseKeys() == [KeyCacheTests.cache])
            #expect(try storage.identity(of: KeyCacheTests.cache) == nil)
            #expect(try log.append(KeyCacheTests.commit(1)).isRepeat)
            #expect(try log.dropFalseKeys() == [])
        }
        #expect(try open(try forged(), nil).dropFalseKeys() == [])
    }

    @Test("without a secret there is no cache") func nothing() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.newLog(storage)
        let log = try open(storage, nil)
        for number in 0..<3 { _ = try log.append(KeyCacheTests.commit(number)) }
        #expect(try log.append(KeyCacheTests.commit(1)).isRepeat)
        #expect(try !storage.list().contains(KeyCacheTests.cache))
    }
}

/// What only reads opens for reading only.
@Suite("Files of a log that is read") struct ReadOnlyLogTests {
    @Test("nothing is opened for writing before something is written") func reads() throws {
        let base = MemoryStorage()
        _ = try LogSamples.log([1, 120, 3], in: base)
        let storage = FaultyStorage(base, nil)
        storage.refusesWriting = true
        let log = try Log.open(in: storage, options: LogSamples.options)
        _ = try log.verify()
        _ = try LogSamples.events(log)
        _ = try log.root(at: 50)
        _ = try log.positions(ofKey: [1])
        _ = try log.copy(into: MemoryStorage(), isRehearsal: true)
        #expect(throws: LogError.self) {
            _ = try log.append(LogSamples.commit(9, rows: [LogSamples.row(9)]))
        }
        storage.refusesWriting = false
        let other = try Log.open(in: storage, options: LogSamples.options)
        let appended = try other.append(LogSamples.commit(9, rows: [LogSamples.row(9)]))
        #expect(appended.positions == 124..<125)
    }
}
