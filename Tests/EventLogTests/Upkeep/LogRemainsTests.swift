import EventLog
import Support
import Testing

/// What can be read of a log of several files when one of them is hurt.
@Suite("What remains of a log of several files")
struct LogRemainsTests {
    private static let segment = Int(Limit.segmentEvents)
    private static let names = [
        "000000000000-0000.log", "000000262144-0000.log", "000000524288-0000.log",
    ]
    /// Two full files and some events in a third.
    private static let count = 2 * segment + 300

    /// A log of three files, made once; tests change copies of it.
    private static let original: Result<(storage: MemoryStorage, root: Digest), any Error> =
        Result {
            let storage = MemoryStorage()
            let log = try LogSamples.newLog(storage)
            let row = LogSamples.row(1)
            var next = 0
            var number = 0
            while next < count {
                let size = min(count - next, number % 2 == 0 ? 65_000 : 77)
                _ = try log.append(
                    LogSamples.commit(number, rows: Array(repeating: row, count: size)))
                next += size
                number += 1
            }
            return (storage, try log.head().root)
        }

    private func copy() throws -> (storage: MemoryStorage, root: Digest) {
        let (storage, root) = try LogRemainsTests.original.get()
        return (storage.copy(), root)
    }

    private func positions(_ remains: DamagedLogScan) throws -> Int {
        var count = 0
        try remains.read { count += $0.rows.count }
        return count
    }

    @Test("a missing file is a hole; a backup that has it fills it")
    func missing() throws {
        for number in 0..<2 {
            let (storage, _) = try copy()
            let backup = storage.copy()
            try storage.remove(LogRemainsTests.names[number])
            let remains = try DamagedLogScan(in: [storage])
            #expect(remains.count == UInt64(LogRemainsTests.count))
            #expect(try positions(remains) == LogRemainsTests.count - LogRemainsTests.segment)
            let start = UInt64(number * LogRemainsTests.segment)
            #expect(remains.holes.map(\.positions) == [start..<(start + Limit.segmentEvents)])
            #expect(remains.holes.map(\.file) == [LogRemainsTests.names[number]])
            #expect(remains.faults.map(\.kind) == [.missing])
            let filled = try DamagedLogScan(in: [storage, backup])
            #expect(filled.holes.isEmpty && filled.faults.isEmpty)
        }
    }

    @Test("without the last file the rest is whole, and the end behind it is known to be lost")
    func missingLast() throws {
        let (storage, _) = try copy()
        try storage.remove(LogRemainsTests.names[2])
        let remains = try DamagedLogScan(in: [storage])
        let end = UInt64(2 * LogRemainsTests.segment)
        #expect(remains.count > end && remains.count <= UInt64(LogRemainsTests.count))
        #expect(remains.holes.map(\.positions) == [end..<remains.count])
        #expect(try positions(remains) == 2 * LogRemainsTests.segment)
    }

    @Test("files that have each other's name are read all the same") func swapped() throws {
        let (storage, _) = try copy()
        let (first, second) = (LogRemainsTests.names[0], LogRemainsTests.names[1])
        let bytes = try #require(storage.bytes(of: first))
        storage.replace(first, bytes: try #require(storage.bytes(of: second)))
        storage.replace(second, bytes: bytes)
        let remains = try DamagedLogScan(in: [storage])
        #expect(remains.holes.isEmpty && remains.count == UInt64(LogRemainsTests.count))
        #expect(remains.faults.map(\.kind) == [.misnamed, .misnamed])
        #expect(try positions(remains) == LogRemainsTests.count)
    }

    @Test("without the first block of a file, nothing but its header is lost")
    func header() throws {
        for number in 0..<3 {
            let (storage, _) = try copy()
            var bytes = try #require(storage.bytes(of: LogRemainsTests.names[number]))
            for index in 0..<SegmentHeader.bytes { bytes[index] = 0 }
            storage.replace(LogRemainsTests.names[number], bytes: bytes)
            let remains = try DamagedLogScan(in: [storage])
            #expect(remains.holes.isEmpty && remains.count == UInt64(LogRemainsTests.count))
            #expect(Set(remains.faults.map(\.kind)) == [.header, .slots])
            #expect(remains.isCountSure == (number != 2))
        }
    }

    @Test("a first frame whose own checksum is damaged does not tell the salt", arguments: 88..<92)
    func damagedChecksum(_ byte: Int) throws {
        let storage = MemoryStorage()
        let log = try Log.create(
            in: storage, id: CommitID(high: 1, low: 1), options: LogSamples.options)
        for number in 0..<3 {
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(2)]))
        }
        let name = try #require(try storage.list().first { $0.hasSuffix(".log") })
        var bytes = try #require(storage.bytes(of: name))
        // The header of the file, and the checksum of its first frame.
        bytes[20] ^= 0x80
        bytes[SegmentHeader.bytes + byte] ^= 0x80
        storage.replace(name, bytes: bytes)
        let remains = try DamagedLogScan(in: [storage])
        #expect(remains.count == 3 && remains.isCountSure)
        #expect(try positions(remains) == 2)
    }

    private func remains(_ file: String, _ bytes: [UInt8]) throws -> DamagedLogScan {
        try DamagedLogScan(in: [MemoryStorage([file: bytes])])
    }

    @Test("slots tell the revision of a file that has lost its header and its first frames")
    func revision() throws {
        let storage = MemoryStorage()
        let log = try FormatExample.log(in: storage)
        for number in 0..<200 {
            _ = try log.append(LogSamples.commit(500 + number, rows: [LogSamples.row(number)]))
        }
        var bytes = try #require(storage.bytes(of: FormatExample.file))
        for index in Array(0..<512) + Array(4_096..<12_288) { bytes[index] = 0xA5 }
        let remains = try remains(FormatExample.file, bytes)
        #expect(remains.count == 304 && remains.isCountSure)
        #expect(remains.faults.map(\.kind) == [.header])
        #expect(remains.holes.map(\.positions.lowerBound) == [0])
        #expect(remains.holes.first?.bytes.lowerBound == 4_096)
        // Nothing is known of the end without the slots; the events are there.
        for index in 512..<4_096 { bytes[index] = 0 }
        let less = try self.remains(FormatExample.file, bytes)
        #expect(less.holes == remains.holes && !less.isCountSure)
        #expect(try positions(less) == positions(remains))
    }

    @Test("frames that a disk wrote over header and slots do not tell the revision")
    func misplaced() throws {
        let storage = MemoryStorage()
        let copied = try FormatExample.log(in: MemoryStorage(), isOlder: false)
            .copy(into: storage)
        let own = try Log.open(in: storage, options: LogSamples.options)
        _ = try own.erase([1, 50])
        let name = try #require(try storage.list().first { $0.hasSuffix(".log") })
        var bytes = try #require(storage.bytes(of: name))
        let page = Array((bytes + Array(repeating: 0, count: 4_096))[12_288..<16_384])
        bytes.replaceSubrange(0..<12_288, with: page + page + page)
        let remains = try remains(name, bytes)
        #expect(remains.holes.isEmpty && remains.count == copied.events)
        #expect(remains.differing.isEmpty && remains.proved.root == copied.root)
    }

    @Test("a slot speaks for the salt where a single frame is left") func singleFrame() throws {
        let (storage, _) = try copy()
        let log = try Log.open(in: storage, options: LogSamples.options)
        let end = try log.append(LogSamples.commit(99, rows: [LogSamples.row(3)]))
        var bytes = try #require(storage.bytes(of: LogRemainsTests.names[2]))
        let start = SegmentHeader.bytes
        let length = bytes[(start + 4)..<(start + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        // The only other frame, which has the 300 events before.
        for index in Array(0..<512) + Array(start..<(start + length)) { bytes[index] = 0 }
        storage.replace(LogRemainsTests.names[2], bytes: bytes)
        let remains = try DamagedLogScan(in: [storage])
        #expect(remains.faults.map(\.kind) == [.header] && remains.isCountSure)
        #expect(remains.count == UInt64(LogRemainsTests.count) + 1)
        #expect(remains.holes.map(\.positions) == [524_288..<524_588])
        #expect(end.positions == 524_588..<524_589)
    }

    @Test(
        "a file that ends before its slots is read as far as it goes", arguments: [512, 600, 4_100])
    func cut(_ size: Int) throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([1, 1, 1], in: storage)
        let name = LogRemainsTests.names[0]
        let bytes = try #require(storage.bytes(of: name))
        let remains = try remains(name, Array(bytes.prefix(size)))
        #expect(remains.count == 0 && remains.faults.map(\.kind) == [.slots])
    }

    @Test("a header with a first position that no log reaches tells nothing") func tooFar() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([1, 1, 1], in: storage)
        var bytes = try #require(storage.bytes(of: LogRemainsTests.names[0]))
        for index in 32..<40 { bytes[index] = 0xFF }
        let checksum = CRC32C.checksum(Array(bytes[..<508]))
        for byte in 0..<4 { bytes[508 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        let remains = try remains("\(UInt64.max)-0000.log", bytes)
        #expect(remains.count == 3 && remains.faults.map(\.kind) == [.header])
        #expect(try positions(remains) == 3)
    }

    @Test("a file of another log is not used") func foreign() throws {
        let (storage, _) = try copy()
        let other = MemoryStorage()
        var options = LogSamples.options
        options.sealEvents = 1_000
        let log = try Log.create(in: other, id: CommitID(high: 1, low: 1), options: options)
        let rows = Array(repeating: LogSamples.row(2), count: 300_000)
        _ = try log.append(LogSamples.commit(0, rows: rows))
        let name = try #require(try other.list().first { $0.hasPrefix("000000262144") })
        try storage.remove(LogRemainsTests.names[1])
        storage.replace(name, bytes: try #require(other.bytes(of: name)))
        let remains = try DamagedLogScan(in: [storage])
        #expect(remains.faults.map(\.kind).contains(.foreign))
        #expect(try positions(remains) == LogRemainsTests.count - LogRemainsTests.segment)
    }

    @Test("all of it, written anew, has the same root; the first events have theirs")
    func rebuilt() throws {
        let (storage, root) = try copy()
        let log = try Log.open(in: storage, options: LogSamples.options)
        let target = MemoryStorage()
        let head = try log.rebuild(.max, in: target) { _ in }
        #expect(head.root == root && head.count == UInt64(LogRemainsTests.count))
        let opened = try Log.open(in: target, options: LogSamples.options)
        #expect(try opened.verify().root == root)
        #expect(try opened.head() == log.head())
        for count: UInt64 in [1, 65_000, 65_001, 262_144, 300_000] {
            let part = MemoryStorage()
            let head = try log.rebuild(count, in: part) { _ in }
            #expect(head.count >= count && head.count - count < 65_000)
            #expect(try log.root(at: head.count) == head.root)
            #expect(try Log.open(in: part).verify().root == head.root)
        }
    }

    @Test("nothing is written over a log") func occupied() throws {
        let (storage, _) = try copy()
        let log = try Log.open(in: storage, options: LogSamples.options)
        #expect(throws: CopyError.target(.exists)) { try log.rebuild(1, in: storage) { _ in } }
    }

    @Test("a quick check hashes what is new, and sees what differs") func quick() throws {
        let (storage, root) = try copy()
        let log = try Log.open(in: storage, options: LogSamples.options)
        let end = UInt64(LogRemainsTests.count)
        #expect(try log.quickCheck(since: end) { _ in }.root == root)
        _ = try log.append(LogSamples.commit(99, rows: [LogSamples.row(3)]))
        let checked = try log.quickCheck(since: end) { _ in }
        let head = try log.head()
        #expect(checked.root == root && checked.head == head)
        #expect(try log.quickCheck(since: 0) { _ in }.root == LogTreeSamples.empty)
        #expect(try log.quickCheck(since: 300_000) { _ in }.root == log.root(at: 300_000))
        #expect(try log.quickCheck(since: end + 2) { _ in }.root == nil)
        // A flip in the first file is seen when that is named, and only then.
        var bytes = try #require(storage.bytes(of: LogRemainsTests.names[0]))
        bytes[bytes.count / 2] ^= 1
        storage.replace(LogRemainsTests.names[0], bytes: bytes)
        let again = try Log.open(in: storage, options: LogSamples.options)
        #expect(try again.quickCheck(since: end) { _ in }.root == root)
        #expect(throws: LogError.self) { try again.quickCheck(since: end, files: [0]) { _ in } }
    }
}

private enum LogTreeSamples {
    /// The SHA-256 of no bytes (FIPS 180-4): the root over no leaves.
    static let empty = Digest(
        hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
}
