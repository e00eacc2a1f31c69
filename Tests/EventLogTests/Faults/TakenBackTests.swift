import EventLog
import Support
import Synchronization
import Testing

/// A commit that readers saw before it was durable, and that its writer then took back.
@Suite("Taken back after it was seen")
struct TakenBackTests {
    /// A log of four events; a reader that has seen a fifth one which its writer took back; and the
    /// fifth one that was appended in its place.
    private struct Seen {
        let writer: Log
        let reader: Log
        let storage: FaultyStorage
        let phantom: LogHead
    }

    private static func row(_ number: Int, bytes: Int) -> Row {
        var random = SeededRandom(seed: UInt64(number))
        return Row(
            type: 8, schema: 1, isCritical: true,
            fields: [Field(ColumnID(rawValue: 0x81), .bytes(random.bytes(bytes)))])
    }

    private func seen(phantom: Int, real: Int?) throws -> Seen {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let writer = try LogSamples.log([1, 3], in: storage)
        let reader = try Log.open(in: storage, options: LogSamples.options)
        let head = Mutex<LogHead?>(nil)
        storage.before(.truncate) {
            let found = try? reader.head()
            head.withLock { $0 = found }
        }
        // All bytes arrive, and the disk says that they did not.
        storage.plan(FaultyStorage.Fault(operation: .write, index: 0, bytesWritten: .max))
        #expect(throws: LogError.self) {
            try writer.append(LogSamples.commit(7, rows: [Self.row(7, bytes: phantom)]))
        }
        #expect(storage.hits == 1)
        storage.plan(nil)
        let known = try #require(head.withLock { $0 })
        if let real {
            _ = try writer.append(LogSamples.commit(8, rows: [Self.row(8, bytes: real)]))
        }
        return Seen(writer: writer, reader: reader, storage: storage, phantom: known)
    }

    /// Longer ones, equal ones and shorter ones, so that what was seen ends within and behind what
    /// is there now.
    private static let sizes = [(300, 300), (300, 9_000), (9_000, 300), (60_000, 20), (20, 60_000)]

    @Test("is seen by a look in that moment, as a whole, and by none behind it")
    func looks() throws {
        for (phantom, real) in Self.sizes {
            let seen = try seen(phantom: phantom, real: nil)
            #expect(seen.phantom.count == 5)
            #expect(try seen.reader.head() == seen.writer.head())
            #expect(try seen.reader.verify().events == 4)
            let other = try self.seen(phantom: phantom, real: real)
            #expect(try other.reader.head() == other.writer.head())
            let last = try LogSamples.events(other.reader).last
            #expect(last?.1 == Self.row(8, bytes: real))
            #expect(try other.reader.verify() == other.writer.verify())
        }
    }

    @Test("whoever decided on it has to decide anew, and can then append")
    func decides() throws {
        for (phantom, real) in Self.sizes {
            let seen = try seen(phantom: phantom, real: real)
            // There are as many events as there were when it was decided, but they are others.
            #expect(try seen.writer.head().count == seen.phantom.count)
            #expect(throws: LogError.conflict(expected: 5, actual: 5)) {
                try seen.reader.append(
                    LogSamples.commit(9, rows: [LogSamples.row(9)]), expecting: 5)
            }
            #expect(try LogSamples.events(seen.reader).last?.1 == Self.row(8, bytes: real))
            let done = try seen.reader.append(
                LogSamples.commit(9, rows: [LogSamples.row(9)]), expecting: 5)
            #expect(done.positions == 5..<6)
            let again = try Log.open(in: seen.storage, options: LogSamples.options)
            for log in [seen.writer, seen.reader, again] {
                #expect(try log.verify().events == 6)
            }
        }
    }

    @Test("what did not depend on it is appended behind what is there")
    func appends() throws {
        for (phantom, real) in Self.sizes {
            let seen = try seen(phantom: phantom, real: real)
            let done = try seen.reader.append(LogSamples.commit(9, rows: [LogSamples.row(9)]))
            #expect(done.positions == 5..<6)
            #expect(try seen.writer.verify().events == 6)
            #expect(try LogSamples.events(seen.writer)[4].1 == Self.row(8, bytes: real))
        }
    }

    @Test("what was seen early and stayed is decided on once")
    func stays() throws {
        let storage = FaultyStorage(MemoryStorage(), nil)
        let writer = try LogSamples.log([1, 3], in: storage)
        let reader = try Log.open(in: storage, options: LogSamples.options)
        let head = Mutex<LogHead?>(nil)
        storage.beforeSync {
            let found = try? reader.head()
            head.withLock { $0 = found }
        }
        _ = try writer.append(LogSamples.commit(7, rows: [LogSamples.row(7)]))
        #expect(try head.withLock { $0 } == writer.head())
        let done = try reader.append(
            LogSamples.commit(9, rows: [LogSamples.row(9)]), expecting: 5)
        #expect(done.positions == 5..<6)
        #expect(try reader.verify().events == 6)
    }
}
