import EventLog
import Support
import Testing

/// A folder whose names are known is not listed, and nothing in it is missed.
@Suite("The names of segments")
struct SegmentNamesTests {
    private static let names = "segments.names"
    private static let first = "000000000000-0000.log"
    private static let second = "000000262144-0000.log"

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

    /// A log that goes over into its second segment, with list and names.
    private func sample(_ storage: any LogStorage) throws -> Log {
        let log = try Log.create(in: storage, id: LogSamples.logID, options: Self.options())
        let rows = (0..<Int(Limit.segmentEvents)).map { LogSamples.row($0) }
        _ = try log.append(LogSamples.commit(0, rows: rows))
        _ = try log.append(LogSamples.commit(1, rows: (0..<80).map { LogSamples.row($0) }))
        try log.keepSegmentList()
        return log
    }

    private func write(_ bytes: [UInt8], _ name: String, in storage: any LogStorage) throws {
        let file = try storage.open(name, .readWrite)
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
    }

    /// The calls of an opening.
    private func calls(_ disk: SimulatedDisk) throws -> Int {
        let before = disk.calls
        _ = try open(disk)
        return disk.calls - before
    }

    @Test("an opening does not list a folder that is as it was, and says the same")
    func saysTheSame() throws {
        let disk = SimulatedDisk()
        _ = try sample(disk)
        // A header of 48 bytes, one segment that is not in the list, and a checksum.
        #expect(disk.contents()[Self.names]?.count == 72)
        let named = try open(disk)
        #expect(named.knowsNames && named.listedSegments == 1)
        let few = try calls(disk)
        let good = try #require(disk.contents()[Self.names])
        try write([], Self.names, in: disk)
        // The list of the folder is the only call more.
        #expect(try calls(disk) == few + 1)
        let listed = try open(disk)
        #expect(!listed.knowsNames && listed.listedSegments == 1)
        #expect(try named.head() == listed.head())
        try write(good, Self.names, in: disk)
        #expect(try open(disk).knowsNames)
    }

    @Test("names that are damaged, of another secret or another folder are not believed")
    func believed() throws {
        let disk = SimulatedDisk()
        let log = try sample(disk)
        let good = try #require(disk.contents()[Self.names])
        for index in good.indices {
            var bad = good
            bad[index] ^= 1
            try write(bad, Self.names, in: disk)
            #expect(try !open(disk).knowsNames, "byte \(index)")
        }
        for count in stride(from: 0, to: good.count, by: 9) {
            try write(Array(good[..<count]), Self.names, in: disk)
            #expect(try !open(disk).knowsNames, "\(count) bytes")
        }
        // What follows is of names that were more.
        try write(good + [1, 2, 3], Self.names, in: disk)
        #expect(try open(disk).knowsNames)
        #expect(try !open(disk, 2).knowsNames)
        #expect(try !open(disk, nil).knowsNames)
        // A copy of all files is another folder.
        #expect(try !open(SimulatedDisk(disk.contents())).knowsNames)
        try disk.fill("other", [])
        #expect(try !open(disk).knowsNames)
        // The next writer keeps them again.
        _ = try log.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
        try log.keepSegmentList()
        #expect(try open(disk).knowsNames)
        #expect(try open(disk).verify().events == Limit.segmentEvents + 81)
    }

    @Test("a file that goes missing, and what a writer left, are found at once") func changes()
        throws
    {
        let disk = SimulatedDisk()
        let log = try sample(disk)
        let old = try #require(disk.contents()[Self.first])
        #expect(try log.erase([4]).texts == 1)
        try log.keepSegmentList()
        #expect(try open(disk).knowsNames)
        // The old file, with the text, comes back as an interrupted erasure leaves it.
        try disk.fill(Self.first, old)
        let again = try open(disk)
        #expect(!again.knowsNames)
        #expect(try #require(LogSamples.events(again, 4..<5).first).1.isErased)
        // Such a folder is not called known.
        try again.keepSegmentList()
        #expect(try !open(disk).knowsNames)
        _ = try again.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
        #expect(disk.contents()[Self.first] == nil)
        try again.keepSegmentList()
        #expect(try open(disk).knowsNames)
        try disk.remove(Self.second)
        do throws(LogError) {
            _ = try Log.open(in: disk, options: Self.options())
            Issue.record("a lost file is not missed")
        } catch {
            guard case .corrupt(let damage) = error else { throw error }
            // The slots of the first file, written anew, tell how many events there were.
            #expect(damage.durable > Limit.segmentEvents)
        }
    }

    @Test("whoever appends to such a folder does not list it either, and all stays right")
    func appends() throws {
        let disk = SimulatedDisk()
        _ = try sample(disk)
        func append(_ number: Int) throws -> Int {
            let log = try open(disk)
            let before = disk.calls
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(number)]))
            return disk.calls - before
        }
        _ = try append(2)
        let few = try append(3)
        try write([], Self.names, in: disk)
        #expect(try append(4) == few + 1)
        #expect(try open(disk).verify().events == Limit.segmentEvents + 83)
    }
}
