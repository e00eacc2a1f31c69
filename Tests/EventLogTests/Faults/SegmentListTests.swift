import EventLog
import Foundation
import Support
import Testing

/// The list of segments saves reading old files, and changes nothing of what is found.
@Suite("The list of segments")
struct SegmentListTests {
    private static let list = "segments.list"
    private static let first = "000000000000-0000.log"
    private static let second = "000000262144-0000.log"
    /// How many events the logs of these tests have.
    private static let count = Limit.segmentEvents + 80

    private static func options(_ secret: UInt8? = 1) -> Log.Options {
        var options = LogSamples.options
        options.listSegments = 1
        options.makeSalt = { 7 }
        options.secret = { secret.map { Array(repeating: $0, count: 32) } }
        return options
    }

    private func open(_ storage: any LogStorage, _ secret: UInt8? = 1) throws -> Log {
        try Log.open(in: storage, options: Self.options(secret))
    }

    /// A log that goes over into its second segment, its list not made.
    private func sample(_ storage: any LogStorage) throws -> Log {
        let log = try Log.create(in: storage, id: LogSamples.logID, options: Self.options())
        let rows = (0..<Int(Limit.segmentEvents) - 10).map {
            $0 % 50_000 == 49_999
                ? LogSamples.amendment(of: UInt64($0 - 9), $0) : LogSamples.row($0)
        }
        _ = try log.append(LogSamples.commit(0, rows: rows))
        for number in 1..<4 {
            let rows = (0..<30).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        #expect(try log.head().count == Self.count)
        return log
    }

    private func bytes(_ disk: SimulatedDisk, _ name: String) throws -> [UInt8] {
        try #require(disk.contents()[name])
    }

    private func write(_ bytes: [UInt8], _ name: String, in storage: any LogStorage) throws {
        let file = try storage.open(name, .readWrite)
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
    }

    @Test("says the same as the files, and passes over those that hold nothing of a type")
    func says() throws {
        let disk = SimulatedDisk()
        let log = try sample(disk)
        try log.keepSegmentList()
        let listed = try open(disk)
        #expect(listed.listedSegments == 1)
        let whole = try open(disk, 2)
        #expect(whole.listedSegments == 0)
        #expect(try listed.head() == whole.head())
        #expect(try listed.id() == LogSamples.logID)
        let all = 0..<Self.count
        for types: [UInt16] in [[8], [9], [20]] {
            let (one, other) = try (
                listed.positions(in: all, holding: TypeSet(types)) { type, _, _ in
                    types.contains(type)
                },
                whole.positions(in: all, holding: TypeSet(types)) { type, _, _ in
                    types.contains(type)
                }
            )
            #expect(one == other)
            // 49,999, 99,999, … 249,999.
            #expect(types != [9] || one.count == 5)
            #expect(types != [20] || one.isEmpty)
        }
        #expect(try listed.spans(of: all) == whole.spans(of: all))
        #expect(try LogSamples.events(listed, 262_000..<262_200).count == 200)
        #expect(listed.listedSegments == 1)
        // What is appended is appended as before, and the log goes on.
        _ = try listed.append(LogSamples.commit(9, rows: [LogSamples.row(1)]))
        #expect(try open(disk).verify().events == Self.count + 1)
    }

    @Test("a segment that holds nothing of a type is not read")
    func passesOver() throws {
        let disk = SimulatedDisk()
        try sample(disk).keepSegmentList()
        let listed = try open(disk)
        // Whoever looks at its frames finds them damaged.
        let file = try disk.open(Self.first, .readWrite)
        try file.write([1, 2, 3], at: UInt64(SegmentHeader.bytes))
        func look(_ log: Log, _ type: UInt16) throws -> [UInt64] {
            try log.positions(in: 0..<Limit.segmentEvents, holding: TypeSet([type])) { _, _, _ in
                true
            }
        }
        #expect(try look(listed, 20).isEmpty)
        #expect(throws: LogError.self) { try look(listed, 9) }
        #expect(throws: LogError.self) { try look(open(disk, 2), 20) }
    }

    @Test("a file that is erased after the log was opened is read anew")
    func replaced() throws {
        let disk = SimulatedDisk()
        try sample(disk).keepSegmentList()
        let again = try open(disk)
        #expect(again.listedSegments == 1)
        #expect(try open(disk, 2).erase([4]).texts == 1)
        // A new look finds the new file.
        let row = try #require(LogSamples.events(again, 4..<5).first).1
        #expect(row.isErased)
        #expect(again.listedSegments == 0)
    }

    @Test("an end that is lost is damage when a slot of a listed segment tells of it")
    func lostEnd() throws {
        let disk = SimulatedDisk()
        let log = try sample(disk)
        let old = try bytes(disk, Self.second)
        for number in 4..<9 {
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
        }
        // Written anew, the first segment tells how long the log was then.
        #expect(try log.seal() > 0)
        try log.keepSegmentList()
        #expect(try open(disk).listedSegments == 1)
        try write(old, Self.second, in: disk)
        do throws(LogError) {
            _ = try Log.open(in: disk, options: Self.options())
            Issue.record("a lost end is called whole")
        } catch {
            guard case .corrupt(let damage) = error else { throw error }
            #expect(damage.position == Self.count && damage.durable == Self.count + 5)
        }
    }

    @Test("one that is damaged, of another secret or of none is not believed")
    func believed() throws {
        let disk = SimulatedDisk()
        let log = try sample(disk)
        try log.keepSegmentList()
        let good = try bytes(disk, Self.list)
        // A header of 40 bytes, an entry of 120, and a checksum.
        #expect(good.count == 168)
        for index in stride(from: 0, to: good.count, by: 7) {
            var bad = good
            bad[index] ^= 1
            try write(bad, Self.list, in: disk)
            #expect(try open(disk).listedSegments == 0, "byte \(index)")
        }
        try write(Array(good.dropLast()), Self.list, in: disk)
        #expect(try open(disk).listedSegments == 0)
        try write(good, Self.list, in: disk)
        #expect(try open(disk).listedSegments == 1)
        #expect(try open(disk, 2).listedSegments == 0)
        #expect(try open(disk, nil).listedSegments == 0)
        // Made anew by whoever does not believe it.
        try open(disk, 2).keepSegmentList()
        #expect(try open(disk, 2).listedSegments == 1)
        try disk.remove(Self.list)
        try open(disk, nil).keepSegmentList()
        #expect(disk.contents()[Self.list] == nil)
    }

    @Test("whoever vouches for the log looks into every file") func vouching() throws {
        let disk = SimulatedDisk()
        try sample(disk).keepSegmentList()
        let asked: [(Log) throws -> Void] = [
            { _ = try $0.verify() }, { try $0.checkEnd() }, { _ = try $0.proved(upTo: 10) },
            { _ = try $0.quickCheck(since: 1) { _ in } },
            { _ = try $0.copy(into: MemoryStorage()) },
        ]
        for ask in asked {
            let log = try open(disk)
            #expect(log.listedSegments == 1)
            try ask(log)
            #expect(log.listedSegments == 0)
        }
    }

    @Test("a slot that is written into a listed file counts") func raised() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "segments-\(UUID().uuidString)").path
        defer { TestFolder.remove(path) }
        let storage = try DiskStorage.create(path: path)
        let log = try sample(storage)
        // Files that were just written to are not listed: another change might not show.
        try log.keepSegmentList()
        #expect(try open(storage).listedSegments == 0)
        for _ in 0..<600 {
            if try storage.stamp(of: Self.first) != nil { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        try log.keepSegmentList()
        #expect(try open(storage).listedSegments == 1)
        // Nor is a folder listed whose names are known; its newest files are looked at. The file of
        // names changes the folder when it comes, so that it is filled the next time.
        for _ in 0..<2 {
            for _ in 0..<600 {
                if storage.lastChange() != nil { break }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(try !open(storage).knowsNames)
            try log.keepSegmentList()
        }
        let named = try open(storage)
        #expect(named.knowsNames && named.listedSegments == 1)
        let file = try storage.open(Self.first, .readWrite)
        var bytes: [UInt8] = []
        _ = try file.read(at: 0, into: &bytes, count: SegmentHeader.bytes)
        let header = try SegmentHeader.decode(bytes, file: Self.first)
        let newest = try #require(HeadSlot.newest(in: bytes, of: header))
        let place = Int(SegmentHeader.slotOffsets[Int((newest.sequence + 1) % 2)])
        // As many peaks, and twice the events: nobody has so many.
        let claim = newest.position << 1
        for byte in 0..<8 {
            bytes[place + 8 + byte] = UInt8(truncatingIfNeeded: claim >> UInt64(8 * byte))
        }
        let checksum = CRC32C.checksum(Array(bytes[place..<(place + 1_532)]), seed: 7)
        for byte in 0..<4 {
            bytes[place + 1_532 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte))
        }
        try file.write(Array(bytes[place..<(place + HeadSlot.bytes)]), at: UInt64(place))
        do throws(LogError) {
            _ = try Log.open(in: storage, options: Self.options())
            Issue.record("a slot is not read")
        } catch {
            guard case .corrupt(let damage) = error else { throw error }
            #expect(damage.position == Self.count && damage.durable == claim)
        }
    }
}
