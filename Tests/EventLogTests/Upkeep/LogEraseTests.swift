import EventLog
import Testing

/// Texts that are erased: gone from every byte of the log, while every leaf and root stays.
@Suite("Log erasures")
struct LogEraseTests {
    /// Seeds that stand nowhere by chance.
    private static let options: Log.Options = {
        var options = LogSamples.options
        options.makeSeed = seed
        return options
    }()

    private static let seed: @Sendable (UInt64) -> [UInt8] = { block in
        BlockSeed.whole(secret(of: block))
    }

    /// The bytes from which the salts of a block come.
    private static func secret(of block: UInt64) -> [UInt8] {
        SHA256.hash(LogSamples.seed(block)).bytes
    }

    private static let secret = Array("a secret that nobody else has".utf8)

    private func newLog(_ storage: any LogStorage) throws -> Log {
        try Log.create(in: storage, id: LogSamples.logID, options: LogEraseTests.options)
    }

    /// An event with a text that no other one has.
    private func secretRow(_ number: Int) -> Row {
        var row = LogSamples.row(number)
        row[ColumnID(rawValue: 0x81)] = .bytes(LogEraseTests.secret + Array(" \(number)".utf8))
        return row
    }

    /// A log of commits of some sizes; every 97th event has a secret.
    private func log(_ sizes: [Int], in storage: any LogStorage) throws -> (Log, [UInt64]) {
        let log = try newLog(storage)
        var secrets: [UInt64] = []
        var next = 0
        for (number, size) in sizes.enumerated() {
            let rows = (next..<(next + size)).map { index in
                index % 97 == 3 ? secretRow(index) : LogSamples.row(index)
            }
            secrets += (next..<(next + size)).filter { $0 % 97 == 3 }.map { UInt64($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
            next += size
        }
        return (log, secrets)
    }

    /// Whether some bytes stand in a file, or in a value that can be read from it.
    private func holds(_ needle: [UInt8], _ storage: MemoryStorage, _ log: Log) throws -> Bool {
        for name in try storage.list() {
            let bytes = storage.bytes(of: name) ?? []
            for start in bytes.indices.dropLast(needle.count - 1)
            where bytes[start] == needle[0]
                && bytes[start..<(start + needle.count)].elementsEqual(needle)
            {
                return true
            }
        }
        var isThere = false
        try log.read(0..<UInt64.max >> 1, .all) { batch throws(LogError) in
            for column in batch.bytes.values {
                for value in column.dictionary where value.starts(with: needle) { isThere = true }
            }
            return true
        }
        return isThere
    }

    @Test(
        "events, commits and roots stay; texts and seeds go",
        arguments: [[5], [1, 3, 200, 1], [5_000], [10, 6_000, 3, 200], [70_000, 5]], [false, true])
    func erases(sizes: [Int], isSealed: Bool) throws {
        let storage = MemoryStorage()
        let (log, secrets) = try log(sizes, in: storage)
        if isSealed { try log.seal() }
        let head = try log.head()
        let before = try LogSamples.events(log)
        #expect(!secrets.isEmpty)
        // What is looked for below is there now.
        #expect(try holds(LogEraseTests.secret, storage, log))
        for block in Set(secrets.map { $0 / Limit.seedEvents }) {
            #expect(try holds(LogEraseTests.secret(of: block), storage, log))
        }
        let done = try log.erase(secrets)
        #expect(done.texts == UInt64(secrets.count))
        #expect(try log.head() == head)
        let again = try Log.open(in: storage, options: LogEraseTests.options)
        for log in [log, again] {
            #expect(try log.verify().root == head.root)
            #expect(try log.verify().erased == UInt64(secrets.count))
            let after = try LogSamples.events(log)
            #expect(after.count == before.count)
            for (position, (old, new)) in zip(before, after).enumerated() {
                #expect(old.0 == new.0)
                let isErased = secrets.contains(UInt64(position))
                #expect(new.1.isErased == isErased)
                #expect(new.1.withoutSalt == (isErased ? old.1.withoutText : old.1))
            }
        }
        #expect(try !holds(LogEraseTests.secret, storage, again))
        for block in Set(secrets.map { $0 / Limit.seedEvents }) {
            #expect(try !holds(LogEraseTests.secret(of: block), storage, again))
        }
        let nothing = try log.erase(secrets)
        #expect(nothing.texts == 0 && nothing.segments == 0)
    }

    @Test("what comes after an erasure is hashed, sealed and erased like anything else")
    func goesOn() throws {
        let storage = MemoryStorage()
        let (log, secrets) = try log([10, 300, 7], in: storage)
        var roots: [Digest] = []
        for round in 0..<40 {
            if round % 5 == 0 { _ = try log.erase(secrets.filter { $0 < UInt64(round * 20) }) }
            if round % 9 == 8 { try log.seal() }
            let rows = (0..<150).map { LogSamples.row(1_000 + round * 150 + $0) }
            roots.append(try log.append(LogSamples.commit(round + 9, rows: rows)).root)
            let again = try Log.open(in: storage, options: LogEraseTests.options)
            #expect(try again.verify().root == roots[round])
            #expect(try again.head() == log.head())
        }
        for round in roots.indices {
            #expect(try log.root(at: UInt64(317 + 150 * (round + 1))) == roots[round])
        }
        #expect(try log.verify().erased > 0)
    }

    @Test("a slot of an earlier file that tells the seed of a block is written anew")
    func slots() throws {
        let storage = MemoryStorage()
        let log = try newLog(storage)
        for number in 0..<4 {
            let rows = (0..<66_000).map { LogSamples.row(number * 66_000 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let place = try log.append(LogSamples.commit(5, rows: [secretRow(1)])).positions.lowerBound
        try log.seal()
        _ = try log.append(LogSamples.commit(6, rows: [LogSamples.row(1)]))
        let root = try log.head().root
        let done = try log.erase([place])
        #expect(done.texts == 1)
        #expect(try !holds(LogEraseTests.secret(of: place / Limit.seedEvents), storage, log))
        #expect(try Log.open(in: storage, options: LogEraseTests.options).verify().root == root)
    }

    @Test(
        "a seed in an earlier file goes before the text, wherever that is interrupted",
        arguments: [false, true])
    func slotsFirst(changesBoth: Bool) throws {
        let start = MemoryStorage()
        let log = try newLog(start)
        for number in 0..<4 {
            let rows = (0..<66_000).map { LogSamples.row(number * 66_000 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let place = try log.append(LogSamples.commit(5, rows: [secretRow(1)])).positions.lowerBound
        try log.seal()
        let wanted = changesBoth ? [place, 66_001] : [place]
        let root = try log.head().root
        let secret = LogEraseTests.secret(of: place / Limit.seedEvents)
        func isTold(_ storage: MemoryStorage) throws -> Bool {
            let files = try storage.list().filter { $0.hasPrefix("000000000000-") }
            let head = files.flatMap { (storage.bytes(of: $0) ?? []).prefix(12_288) }
            return head.indices.dropLast(31).contains { Array(head[$0..<($0 + 32)]) == secret }
        }
        #expect(try isTold(start))
        var hits = 0
        for operation in [StorageError.Operation.rename, .remove] {
            for index in 0..<3 {
                let fault = FaultyStorage.Fault(operation: operation, index: index)
                let storage = FaultyStorage(start.copy(), nil)
                let log = try Log.open(in: storage, options: LogEraseTests.options)
                storage.plan(fault)
                _ = try? log.erase(wanted)
                hits += storage.hits
                storage.plan(nil)
                // Neither this program nor the next one takes a wrong seed for the true one.
                let next = try Log.open(in: storage, options: LogEraseTests.options)
                for (number, log) in [log, next].enumerated() {
                    _ = try log.append(LogSamples.commit(70 + number, rows: [LogSamples.row(1)]))
                    let found = try log.verify()
                    #expect(try log.root(at: place + 1) == root, "\(fault)")
                    #expect(try found.erased == 0 || !isTold(storage.base), "\(fault)")
                }
                let again = try Log.open(in: storage, options: LogEraseTests.options)
                _ = try again.erase(wanted)
                let erased = try again.verify().erased
                #expect(try erased == UInt64(wanted.count) && !isTold(storage.base), "\(fault)")
            }
        }
        #expect(hits > 2)
    }

    @Test("so is a file with a slot that a crash tore: it may tell any seed") func tornSlot() throws
    {
        let storage = MemoryStorage()
        let log = try newLog(storage)
        for number in 0..<5 {
            let rows = (0..<60_000).map { LogSamples.row(number * 60_000 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let root = try log.head().root
        let name = try #require(try storage.list().first { $0 == "000000262144-0000.log" })
        var bytes = try #require(storage.bytes(of: name))
        // The older one of its two slots; their sequences stand in their first bytes.
        let older = bytes[4_096] < bytes[8_192] ? 4_096 : 8_192
        let secret = LogEraseTests.secret(of: 3)
        bytes.replaceSubrange((older + 48)..<(older + 80), with: secret)
        storage.replace(name, bytes: bytes)
        let again = try Log.open(in: storage, options: LogEraseTests.options)
        let done = try again.erase([3 * Limit.seedEvents + 7])
        #expect(done.texts == 1 && done.segments == 2)
        let files = try storage.list().filter {
            $0.hasPrefix("000000262144-") && $0.hasSuffix(".log")
        }
        let head = try #require(files.last.flatMap { storage.bytes(of: $0) }).prefix(12_288)
        #expect(files.count == 1)
        #expect(!head.indices.dropLast(31).contains { Array(head[$0..<($0 + 32)]) == secret })
        #expect(try Log.open(in: storage, options: LogEraseTests.options).verify().root == root)
        #expect(try again.erase([3 * Limit.seedEvents + 8]).segments == 1)
    }

    @Test("a file that was written anew still tells how long the log is") func lostFile() throws {
        let storage = MemoryStorage()
        let log = try newLog(storage)
        for number in 0..<5 {
            let rows = (0..<60_000).map { LogSamples.row(number * 60_000 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        #expect(try log.erase([7]).segments == 1)
        #expect(try Log.open(in: storage, options: LogEraseTests.options).verify().erased == 1)
        try storage.remove("000000262144-0000.log")
        do throws(LogError) {
            _ = try Log.open(in: storage, options: LogEraseTests.options)
            Issue.record("a file is lost, and nobody misses it")
        } catch {
            guard case .corrupt(let damage) = error else { throw error }
            #expect(damage.durable == 300_000)
        }
    }

    @Test("an erasure that is interrupted anywhere is done by the next one")
    func interrupted() throws {
        let start = MemoryStorage()
        let (log, secrets) = try log([10, 300, 7], in: start)
        start.replace("torn-000000000042-1.bin", bytes: LogEraseTests.secret)
        let root = try log.head().root
        let operations: [StorageError.Operation] = [
            .open, .write, .sync, .rename, .remove, .list, .lock, .inspect,
        ]
        for operation in operations {
            try FaultSweep(operation).run(step: 97) { faults in
                let storage = FaultyStorage(start.copy(), nil)
                let log = try Log.open(in: storage, options: LogEraseTests.options)
                storage.plan(faults)
                _ = try? log.erase(secrets)
                let hits = storage.hitsByFault
                storage.plan(nil)
                let again = try Log.open(in: storage.base, options: LogEraseTests.options)
                #expect(try again.verify().root == root, "\(faults)")
                _ = try again.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
                _ = try again.erase(secrets)
                #expect(try !holds(LogEraseTests.secret, storage.base, again))
                #expect(try again.verify().erased == UInt64(secrets.count))
                return hits
            }
        }
    }

    @Test("without anything to erase, tails that were saved aside stay") func tails() throws {
        let storage = MemoryStorage()
        let (log, _) = try log([10], in: storage)
        storage.replace("torn-000000000042-1.bin", bytes: [1, 2, 3])
        let none: [UInt64] = []
        #expect(try log.erase(none).tails == 0)
        #expect(storage.bytes(of: "torn-000000000042-1.bin") == [1, 2, 3])
    }

    @Test("a copy that is brought up to date loses the texts, too") func copies() throws {
        let storage = MemoryStorage()
        let copy = MemoryStorage()
        let (log, secrets) = try log([10, 6_000, 7], in: storage)
        storage.replace("torn-000000000042-1.bin", bytes: LogEraseTests.secret)
        _ = try log.copy(into: copy)
        #expect(try holds(LogEraseTests.secret, copy, log))
        #expect(try log.erase(secrets).tails == 1)
        _ = try log.copy(into: copy)
        let opened = try Log.open(in: copy, options: LogEraseTests.options)
        #expect(try opened.verify().root == log.head().root)
        #expect(try !holds(LogEraseTests.secret, copy, opened))
    }

    @Test(
        "a copy that goes on by itself has other salts for what comes, and the same root",
        arguments: [[5], [1, 300, 3], [5_000], [10, 6_000, 3], [70_000, 5]], [false, true])
    func renews(sizes: [Int], isFlat: Bool) throws {
        var options = LogEraseTests.options
        if isFlat { options.makeSeed = LogSamples.flatSeed }
        let (first, second) = (MemoryStorage(), MemoryStorage())
        let log = try Log.create(in: first, id: LogSamples.logID, options: options)
        for (number, size) in sizes.enumerated() {
            let rows = (0..<size).map { LogSamples.row(number * 100_000 + $0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let before = try LogSamples.events(log)
        _ = try log.copy(into: second)
        let copy = try Log.open(in: second, options: options)
        // The one in whose place it comes was written anew once.
        _ = try log.erase([0])
        let head = try log.head()
        try copy.renewSecrets(replacing: log)
        #expect(try generation(in: second) == generation(in: first) + 1)
        #expect(try copy.verify().root == head.root)
        let after = try LogSamples.events(copy)
        #expect(after.map(\.1.withoutSalt) == before.map(\.1.withoutSalt))
        let block = head.count / Limit.seedEvents
        let own = try #require(try copy.seed(of: block))
        let other = try #require(try log.seed(of: block))
        #expect(Leaf.salt(of: head.count, seed: own) != Leaf.salt(of: head.count, seed: other))
        let next = LogSamples.commit(50, rows: (0..<200).map { LogSamples.row($0) })
        let root = try copy.append(next).root
        #expect(try log.append(next).root != root)
        #expect(try Log.open(in: second, options: options).verify().root == root)
        _ = try copy.erase([1, head.count + 1])
        try copy.seal()
        #expect(try Log.open(in: second, options: options).verify().root == root)
    }

    /// The generation of the only segment.
    private func generation(in storage: MemoryStorage) throws -> Int {
        let names = try storage.list().filter { $0.hasSuffix(".log") }
        #expect(names.count == 1)
        return try #require(Int(names[0].dropLast(4).suffix(4)))
    }

    @Test("a log whose last block is full goes on as it is") func renewsNothing() throws {
        let storage = MemoryStorage()
        let (log, _) = try log([4_096], in: storage)
        let names = try storage.list()
        try log.renewSecrets()
        #expect(try storage.list() == names)
    }

    @Test("a large commit that was begun before an erasure is begun anew") func spools() throws {
        let (log, secrets) = try log([10, 6_000, 7], in: MemoryStorage())
        let draft = LogSamples.commit(50, rows: [])
        let spool = try log.spool { _ in draft }
        for index in 0..<200 { try spool.append(LogSamples.row(index)) }
        _ = try log.erase(secrets)
        #expect(throws: LogError.conflict(expected: 6_017, actual: 6_017)) {
            try log.append(spool)
        }
    }

    @Test("what an erasure leaves cannot be appended, and is not taken for anything else")
    func forged() throws {
        let log = try LogSamples.newLog()
        for column in [ColumnID.salt, .commitment] {
            var row = LogSamples.row(1)
            row[column] = .bytes(Array(repeating: 7, count: 32))
            #expect(throws: LogError.badColumn(column, index: 0)) {
                try log.append(LogSamples.commit(1, rows: [row]))
            }
        }
        // Text beside what was hashed of another one gives a leaf that no event has.
        let header = CommitHeader(id: CommitID(high: 1, low: 1), firstPosition: 0, fields: [])
        let seed = LogEraseTests.seed(0)
        let honest = Leaf.hash(LogSamples.row(1), header, position: 0, seed: seed)
        let erased = TextErasure([0]).row(LogSamples.row(1), at: 0, seed: seed)
        #expect(Leaf.hash(erased, header, position: 0, seed: []) == honest)
        var forged = erased
        forged[ColumnID(rawValue: 0x80)] = .bytes(Array("Bread".utf8))
        #expect(Leaf.hash(forged, header, position: 0, seed: seed) != honest)
        var salted = erased
        salted[.salt] = .bytes(Array(repeating: 0, count: 32))
        #expect(Leaf.hash(salted, header, position: 0, seed: seed) != honest)
        var short = erased
        short[.commitment] = .bytes(Array(repeating: 0, count: 31))
        #expect(Leaf.hash(short, header, position: 0, seed: seed) != honest)
    }

    @Test("a request that is repeated after its text was erased is still the same request")
    func repeats() throws {
        let log = try LogSamples.newLog()
        let draft = LogSamples.commit(1, rows: [secretRow(1), LogSamples.row(2)], key: [1, 2, 3])
        let first = try log.append(draft)
        _ = try log.erase([0])
        let second = try log.append(draft)
        #expect(second.isRepeat && second.positions == first.positions)
        var other = draft
        other.rows[1] = LogSamples.row(3)
        #expect(throws: LogError.self) { try log.append(other) }
    }
}
