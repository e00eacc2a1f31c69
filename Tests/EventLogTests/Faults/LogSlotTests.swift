import EventLog
import Foundation
import Support
import Testing

/// Slots tell where the log ends. They are held against the log before they are believed.
@Suite("Head slots")
struct LogSlotTests {
    private static let file = LogDamageTests.file

    /// A small log whose checksums have a known salt, and the place of its newest slot.
    private func sample(_ sizes: [Int]) throws -> (bytes: [UInt8], slot: Int) {
        var options = LogSamples.options
        options.makeSalt = { 7 }
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        for (number, size) in sizes.enumerated() {
            let rows = (0..<size).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let bytes = try #require(storage.bytes(of: Self.file))
        let header = try SegmentHeader.decode(bytes, file: Self.file)
        let newest = try #require(HeadSlot.newest(in: bytes, of: header))
        return (bytes, Int(SegmentHeader.slotOffsets[Int((newest.sequence + 1) % 2)]))
    }

    private func sign(_ bytes: inout [UInt8], slot: Int) {
        let checksum = CRC32C.checksum(Array(bytes[slot..<(slot + 1_532)]), seed: 7)
        for byte in 0..<4 {
            bytes[slot + 1_532 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte))
        }
    }

    @Test(
        "one that says what is not so is reported, and nothing is appended behind it",
        arguments: [16, 32, 40, 48, 80], [[1, 1], [300, 1], [1, 300], [4_000, 90, 90]])
    func lies(field: Int, sizes: [Int]) throws {
        var (bytes, slot) = try sample(sizes)
        #expect(try Log.open(in: MemoryStorage([Self.file: bytes])).verify().events > 1)
        bytes[slot + field] ^= field == 16 ? 8 : 1
        sign(&bytes, slot: slot)
        let storage = MemoryStorage([Self.file: bytes])
        let log = try Log.open(in: storage, options: LogSamples.options)
        let count = UInt64(sizes.reduce(0, +))
        // The events are there.
        #expect(try LogSamples.events(log).count == Int(count))
        try expectDamage(log, count)
        #expect(storage.bytes(of: Self.file) == bytes)
    }

    @Test("two damaged ones are reported, and nothing is appended") func bothDamaged() throws {
        var (bytes, _) = try sample([3, 200, 1])
        for slot in SegmentHeader.slotOffsets { bytes[Int(slot) + 100] ^= 1 }
        let log = try Log.open(
            in: MemoryStorage([Self.file: bytes]), options: LogSamples.options)
        #expect(try LogSamples.events(log).count == 204)
        try expectDamage(log, 204)
    }

    @Test("the older one is held against the log by verify, too") func older() throws {
        var (bytes, newest) = try sample([3, 200, 1])
        let slots = SegmentHeader.slotOffsets.map { Int($0) }
        let slot = try #require(slots.first { $0 != newest })
        bytes[slot + 80] ^= 1
        sign(&bytes, slot: slot)
        newest = 0
        let log = try Log.open(
            in: MemoryStorage([Self.file: bytes]), options: LogSamples.options)
        #expect(throws: LogError.self) { try log.verify() }
    }

    private func expectDamage(_ log: Log, _ count: UInt64) throws {
        let damage = LogError.corrupt(
            Corruption(
                file: Self.file, offset: SegmentHeader.slotOffsets[0], reason: .headSlot,
                position: count, durable: count))
        #expect(throws: damage) { try log.verify() }
        #expect(throws: damage) { try log.quickCheck(since: 1) { _ in } }
        #expect(throws: damage) {
            try log.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
        }
        #expect(throws: damage) { try log.seal() }
        #expect(throws: damage) { try log.erase([1]) }
    }

    @Test("slots agree with every log that is written here")
    func agree() throws {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        for number in 0..<60 {
            let rows = (0..<(number % 4 == 0 ? 130 : 77)).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
            if number % 13 == 12 { _ = try log.seal() }
            if number % 17 == 16 { _ = try log.erase([UInt64(number)]) }
            let again = try Log.open(in: storage, options: LogSamples.options)
            #expect(try again.verify().root == log.head().root)
        }
    }

    @Test("an end that is lost is damage when the slot of another file tells of it")
    func lostEnd() throws {
        let second = "000000262144-0000.log"
        try withFolder { path in
            let storage = try DiskStorage.create(path: path)
            let log = try LogSamples.log([Int(Limit.segmentEvents) - 10], in: storage)
            for number in 1..<4 {
                let rows = (0..<30).map { LogSamples.row($0) }
                _ = try log.append(LogSamples.commit(number, rows: rows))
            }
            let old = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(second)"))
            for number in 4..<9 {
                _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
            }
            #expect(try log.seal() > 0)
            let head = try log.head().count
            if IndependentReader.python != nil {
                #expect(try IndependentReader.run([path]).code == 0)
            }
            try old.write(to: URL(fileURLWithPath: "\(path)/\(second)"))
            do throws(LogError) {
                _ = try Log.open(in: storage, options: LogSamples.options)
                Issue.record("a lost end is called whole")
            } catch {
                guard case .corrupt(let damage) = error else { throw error }
                #expect(damage.position == head - 5 && damage.durable == head)
            }
            if IndependentReader.python != nil {
                #expect(try IndependentReader.run([path]).code != 0)
            }
        }
    }

    @Test("what only the file before tells is not written over where a slot was lost")
    func onlyOne() throws {
        let files = ["000000000000-0001.log", "000000262144-0000.log"]
        let storage = MemoryStorage()
        let log = try LogSamples.log([Int(Limit.segmentEvents) - 10, 30], in: storage)
        #expect(try log.seal() > 0)
        func head(_ file: String) throws -> [UInt8] {
            Array(try #require(storage.bytes(of: file)).prefix(SegmentHeader.bytes))
        }
        let before = try head(files[0])
        // Its second slot tells of the commit, and was never synced.
        var bytes = try #require(storage.bytes(of: files[1]))
        let slot = Int(SegmentHeader.slotOffsets[1])
        #expect(bytes[slot] == 2)
        bytes.replaceSubrange(slot..<(slot + HeadSlot.bytes), with: repeatElement(0, count: 1_536))
        storage.replace(files[1], bytes: bytes)
        let again = try Log.open(in: storage, options: LogSamples.options)
        _ = try again.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
        #expect(try head(files[0]) == before)
        #expect(try head(files[1])[slot] == 2)
        #expect(try again.verify().events == Limit.segmentEvents + 21)
    }
}
