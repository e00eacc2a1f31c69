import EventLog
import Testing

/// The caches of keys: they change no answer, whatever becomes of them.
@Suite("Caches of keys")
struct KeyCacheTests {
    static let file = "000000000000-0000.log"
    static let cache = file + ".keys"

    static func key(_ number: Int) -> [UInt8] { Array("key \(number)".utf8) }

    /// A commit of one event with a key.
    static func commit(_ number: Int, size: Int = 1) -> CommitDraft {
        let rows = (0..<size).map { LogSamples.row(number * 3 + $0) }
        return LogSamples.commit(number, rows: rows, key: key(number))
    }

    static func open(_ storage: any LogStorage) throws -> Log {
        try Log.open(in: storage, options: LogSamples.options)
    }

    /// Six keyed commits: three in the blocks of the cache, of rows and of columns, three behind.
    private func sample() throws -> (storage: MemoryStorage, positions: [Range<UInt64>]) {
        let storage = MemoryStorage()
        var log = try LogSamples.newLog(storage)
        var positions: [Range<UInt64>] = []
        for (number, size) in [1, 120, 3, 1, 101, 2].enumerated() {
            if number == 3 {
                // Made anew, so that the first three stand in its blocks.
                try storage.remove(KeyCacheTests.cache)
                log = try KeyCacheTests.open(storage)
                #expect(try log.append(KeyCacheTests.commit(0)).isRepeat)
            }
            let draft = KeyCacheTests.commit(number, size: size)
            positions.append(try log.append(draft).positions)
            _ = try log.append(LogSamples.commit(90 + number, rows: [LogSamples.row(number)]))
        }
        return (storage, positions)
    }

    /// Asks for every key, by looking and by appending it again.
    private func check(
        _ storage: MemoryStorage, _ positions: [Range<UInt64>], _ note: String
    ) throws {
        let reader = try KeyCacheTests.open(storage)
        let writer = try KeyCacheTests.open(storage)
        let head = try reader.head()
        for (number, known) in positions.enumerated() {
            let key = KeyCacheTests.key(number)
            let found = try reader.positions(ofKey: key)
            #expect(found == known, "\(note), key \(number)")
            let draft = KeyCacheTests.commit(number, size: known.count)
            let appended = try writer.append(draft)
            #expect(appended.isRepeat && appended.positions == known, "\(note), key \(number)")
        }
        #expect(try reader.positions(ofKey: Array("absent".utf8)) == nil, "\(note)")
        #expect(try writer.head() == head, "\(note)")
    }

    @Test("every key is found in a fresh process, and no other")
    func found() throws {
        let (storage, positions) = try sample()
        #expect(positions == [0..<1, 2..<122, 123..<126, 127..<128, 129..<230, 231..<233])
        let cache = try #require(storage.bytes(of: KeyCacheTests.cache))
        // A header, a block, and a record for each of the last three; those between need none.
        #expect(cache.count == 128 + 4_096 + 3 * 40)
        try check(storage, positions, "whole")
        #expect(try KeyCacheTests.open(storage).statistics().segments == 1)
    }

    @Test("a cache that is cut at any byte changes no answer")
    func cut() throws {
        let (storage, positions) = try sample()
        let cache = try #require(storage.bytes(of: KeyCacheTests.cache))
        let blocks = stride(from: 128, to: 128 + 4_096, by: 61)
        for end in Array(0..<128) + blocks + ((128 + 4_096)...cache.count) {
            let copy = storage.copy()
            copy.replace(KeyCacheTests.cache, bytes: Array(cache.prefix(end)))
            try check(copy, positions, "cut at \(end)")
        }
    }

    @Test("a cache with any byte flipped changes no answer")
    func flipped() throws {
        let (storage, positions) = try sample()
        let cache = try #require(storage.bytes(of: KeyCacheTests.cache))
        let zeros = Set(stride(from: 200, to: 128 + 4_080, by: 61))
        for offset in cache.indices
        where !(200..<(128 + 4_080)).contains(offset) || zeros.contains(offset) {
            var bytes = cache
            bytes[offset] ^= 0x40
            let copy = storage.copy()
            copy.replace(KeyCacheTests.cache, bytes: bytes)
            try check(copy, positions, "flipped at \(offset)")
        }
    }

    @Test("a whole cache is believed: what it covers is not read again")
    func believed() throws {
        let (storage, positions) = try sample()
        var segment = try #require(storage.bytes(of: KeyCacheTests.file))
        segment[SegmentHeader.bytes + 100] ^= 1
        storage.replace(KeyCacheTests.file, bytes: segment)
        let log = try KeyCacheTests.open(storage)
        #expect(try log.positions(ofKey: Array("absent".utf8)) == nil)
        #expect(try log.positions(ofKey: KeyCacheTests.key(4)) == positions[4])
        try storage.remove(KeyCacheTests.cache)
        #expect(throws: LogError.self) { try log.positions(ofKey: Array("absent".utf8)) }
        #expect(throws: LogError.self) { try log.append(KeyCacheTests.commit(7)) }
    }

    @Test("the cache of an older, a newer or another copy of the log is not believed")
    func stale() throws {
        let (old, positions) = try sample()
        let new = old.copy()
        let other = old.copy()
        let newLog = try KeyCacheTests.open(new)
        let otherLog = try KeyCacheTests.open(other)
        var newPositions = positions
        var otherPositions = positions
        for number in 6..<9 {
            newPositions.append(try newLog.append(KeyCacheTests.commit(number)).positions)
        }
        for number in [8, 7, 6] {
            let commit = KeyCacheTests.commit(number)
            otherPositions.insert(try otherLog.append(commit).positions, at: 6)
        }
        let logs = [(old, positions), (new, newPositions), (other, otherPositions)]
        for (index, (storage, positions)) in logs.enumerated() {
            for (source, (from, _)) in logs.enumerated() {
                let copy = storage.copy()
                let cache = try #require(from.bytes(of: KeyCacheTests.cache))
                copy.replace(KeyCacheTests.cache, bytes: cache)
                try check(copy, positions, "cache of \(source) beside \(index)")
                _ = try KeyCacheTests.open(copy).append(KeyCacheTests.commit(20))
                #expect(try KeyCacheTests.open(copy).append(KeyCacheTests.commit(20)).isRepeat)
            }
        }
    }

    @Test("a log that was rolled back and went on otherwise has its own keys")
    func rolledBack() throws {
        let (old, positions) = try sample()
        let new = old.copy()
        _ = try KeyCacheTests.open(new).append(KeyCacheTests.commit(6))
        let cache = try #require(new.bytes(of: KeyCacheTests.cache))
        old.replace(KeyCacheTests.cache, bytes: cache)
        // One more event, so that the log is as long as what the cache covers.
        _ = try KeyCacheTests.open(old).append(
            LogSamples.commit(70, rows: [LogSamples.row(70)]))
        #expect(try !KeyCacheTests.open(old).append(KeyCacheTests.commit(6)).isRepeat)
        try check(old, positions, "rolled back")
    }

    @Test("a folder that cannot be written to is read with and without caches")
    func readOnly() throws {
        let (storage, positions) = try sample()
        for isThere in [true, false] {
            if !isThere { try storage.remove(KeyCacheTests.cache) }
            let log = try KeyCacheTests.open(storage.copy(isWritable: false))
            for (number, known) in positions.enumerated() {
                #expect(try log.positions(ofKey: KeyCacheTests.key(number)) == known)
            }
            #expect(try log.positions(ofKey: Array("absent".utf8)) == nil)
        }
    }
}
