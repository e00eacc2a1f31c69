import EventLog
import Testing

/// Frames that are whole but do not belong where they stand, and ends that tell nothing.
@Suite("Spliced logs")
struct LogSpliceTests {
    /// A log of one-event commits whose checksums are those of every other one made here.
    private func log(_ rows: [[Int]]) throws -> (storage: MemoryStorage, bytes: [UInt8]) {
        var options = LogSamples.options
        options.makeSalt = { 7 }
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        for (number, rows) in rows.enumerated() {
            _ = try log.append(LogSamples.commit(number, rows: rows.map(LogSamples.row)))
        }
        let bytes = try #require(storage.bytes(of: LogDamageTests.file))
        return (storage, Array(bytes.prefix(Int(try log.statistics().bytes))))
    }

    /// What becomes of a log when bytes follow it.
    private func outcome(
        _ bytes: [UInt8], after log: (storage: MemoryStorage, bytes: [UInt8])
    ) throws -> LogDamageTests.Outcome {
        let opened = try Log.open(in: log.storage, options: LogSamples.options)
        let truth = try LogSamples.events(opened)
        return LogDamageTests.outcome(log.bytes + bytes, of: log.storage, truth)
    }

    @Test("a whole frame that followed another one is not taken") func chain() throws {
        let one = try log([[1]])
        let own = try log([[1], [2]]).bytes.dropFirst(one.bytes.count)
        #expect(try outcome(Array(own), after: one) == .wrong("too many events"))
        let foreign = try log([[11], [2]]).bytes.dropFirst(try log([[11]]).bytes.count)
        #expect(try outcome(Array(foreign), after: one) == .intact)
    }

    @Test("the first frame of a commit is not seen without its last") func unfinished() throws {
        let one = try log([[1, 2, 3]])
        let both = try log([[1, 2, 3], Array(0..<5_000)]).bytes
        let start = one.bytes.count
        let length = number(both[(start + 4)..<(start + 8)])
        #expect(start + length < both.count)
        #expect(try outcome(Array(both[start..<(start + length)]), after: one) == .intact)
    }

    /// A number of four bytes in a frame.
    private func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("each commit has a higher epoch than the one before, and a lower one is not taken")
    func epochs() throws {
        let one = try log([[1]])
        var frame = Array(try log([[1], [2]]).bytes.dropFirst(one.bytes.count))
        #expect(number(one.bytes[(SegmentHeader.bytes + 24)..<(SegmentHeader.bytes + 28)]) == 1)
        #expect(number(frame[24..<28]) == 2)
        let seal = { (frame: [UInt8]) -> UInt32 in
            CRC32C.checksum(Array(frame[..<88]) + frame[92...], seed: 7)
        }
        #expect(seal(frame) == UInt32(number(frame[88..<92])))
        frame[24] = 0
        let checksum = seal(frame)
        for byte in 0..<4 { frame[88 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        #expect(try outcome(frame, after: one) == .intact)
    }

    @Test("a writer whose lock file was removed while it sealed leaves the log alone")
    func sealWithoutLock() throws {
        let base = MemoryStorage()
        _ = try LogSamples.log([1, 1, 4_100], in: base)
        let storage = FaultyStorage(base, nil)
        let log = try Log.open(in: storage, options: LogSamples.options)
        storage.beforeSync { try? base.remove(LockFile.name) }
        #expect(throws: LogError.replaced(file: LockFile.name)) { try log.seal() }
        let segments = try base.list().filter { $0.hasSuffix(".log") }
        #expect(segments == [LogDamageTests.file])
        #expect(try log.seal() > 0)
        #expect(try log.verify().events == 4_102)
    }

    @Test("where no slot tells what is durable, nobody calls the log whole, nor its end torn")
    func noSlot() throws {
        let (storage, whole, truth) = try LogDamageTests.sample([1, 1, 2])
        var bytes = whole
        for slot in SegmentHeader.slotOffsets.map({ Int($0) }) {
            for index in slot..<(slot + HeadSlot.bytes) { bytes[index] = 0 }
        }
        #expect(LogDamageTests.outcome(bytes, of: storage, truth) == .refused)
        let cut = Array(bytes.dropLast(8))
        #expect(LogDamageTests.outcome(cut, of: storage, truth) == .refused)
    }

    @Test("a write that failed leaves nothing behind the end", arguments: 0..<3)
    func noDebris(index: Int) throws {
        let base = MemoryStorage()
        _ = try LogSamples.log([1, 1], in: base)
        let storage = FaultyStorage(base, nil)
        let log = try Log.open(in: storage, options: LogSamples.options)
        storage.plan(
            FaultyStorage.Fault(operation: .write, index: index, bytesWritten: 40, part: ".log"))
        _ = try? log.append(LogSamples.commit(5, rows: [LogSamples.row(5)]))
        let bytes = try #require(base.bytes(of: LogDamageTests.file))
        let used = Int(try Log.open(in: base, options: LogSamples.options).statistics().bytes)
        #expect(bytes.dropFirst(used).allSatisfy { $0 == 0 })
    }
}
