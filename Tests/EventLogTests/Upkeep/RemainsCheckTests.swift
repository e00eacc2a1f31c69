import EventLog
import Testing

/// Frames whose checksums hold, and whose events are not those that were recorded.
@Suite("What remains is held against its roots")
struct RemainsCheckTests {
    private static let file = LogDamageTests.file
    private static let salt: UInt32 = 7
    /// Where the root stands in the header of a frame, and the checksum: see `Format.md`.
    private static let root = 40..<72
    private static let checksum = 88..<92

    /// A log of commits of one event each.
    private func log(_ rows: [Int], sealed: Bool = false) throws -> [UInt8] {
        var options = LogSamples.options
        options.makeSalt = { Self.salt }
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        for (number, row) in rows.enumerated() {
            _ = try log.append(LogSamples.commit(number, rows: [LogSamples.row(row)]))
        }
        if sealed { _ = try log.seal() }
        let name = try #require(try storage.list().filter { $0.hasSuffix(".log") }.max())
        let bytes = try #require(storage.bytes(of: name))
        return Array(bytes.prefix(Int(try log.statistics().bytes)))
    }

    /// The frames of a file, one behind the other.
    private func frames(_ bytes: [UInt8]) -> [Range<Int>] {
        var frames: [Range<Int>] = []
        var offset = SegmentHeader.bytes
        while offset + 92 <= bytes.count {
            let length = bytes[(offset + 4)..<(offset + 8)].reversed().reduce(0) {
                $0 << 8 | Int($1)
            }
            frames.append(offset..<(offset + length))
            offset += length
        }
        return frames
    }

    /// The log with a frame of another one in the place of its own.
    ///
    /// - Parameter keepsRoot: Whether the frame has the root of the one whose place it takes.
    private func forged(
        _ bytes: [UInt8], at index: Int, with other: [UInt8], keepsRoot: Bool = true
    ) throws -> [UInt8] {
        let (place, source) = (frames(bytes)[index], frames(other)[index])
        try #require(place == source)
        var frame = Array(other[source])
        if keepsRoot {
            frame.replaceSubrange(
                Self.root, with: bytes[place][place.lowerBound + 40..<place.lowerBound + 72])
        }
        let sum = CRC32C.checksum(Array(frame[..<88]) + frame[92...], seed: Self.salt)
        for byte in 0..<4 {
            frame[88 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(byte)))
        }
        var forged = bytes
        forged.replaceSubrange(place, with: frame)
        return forged
    }

    private func scan(_ files: [[UInt8]]) throws -> (scan: DamagedLogScan, rows: [Row]) {
        let scan = try DamagedLogScan(in: files.map { MemoryStorage([Self.file: $0]) })
        var rows: [Row] = []
        try scan.read { rows += $0.rows }
        return (scan, rows)
    }

    private static let rows = [1, 2, 5, 7, 8]
    /// The same with another third event, which takes as many bytes.
    private static let others = [1, 2, 10, 7, 8]

    @Test("an event that does not give its root is told from those before it")
    func differing() throws {
        let bytes = try forged(try log(Self.rows), at: 2, with: try log(Self.others))
        let (scan, rows) = try scan([bytes])
        #expect(scan.differing == [2..<3] && scan.proved.count == 2)
        #expect(scan.holes.isEmpty && rows == Self.others.map(LogSamples.row))
        let (whole, _) = try self.scan([try log(Self.rows)])
        #expect(whole.differing.isEmpty && whole.proved.count == 5)
    }

    @Test("it comes from a backup whose root agrees", arguments: [true, false])
    func backup(_ keepsRoot: Bool) throws {
        let own = try log(Self.rows)
        let bytes = try forged(own, at: 2, with: try log(Self.others), keepsRoot: keepsRoot)
        for files in [[bytes, own], [own, bytes]] {
            let (scan, rows) = try scan(files)
            #expect(scan.differing.isEmpty && scan.proved.count == 5)
            #expect(rows == Self.rows.map(LogSamples.row))
            let head = try Log.open(
                in: MemoryStorage([Self.file: own]), options: LogSamples.options
            ).head()
            #expect(scan.proved.root == head.root)
        }
    }

    @Test("a backup with the same forged event does not prove it") func sameForgery() throws {
        let bytes = try forged(try log(Self.rows), at: 2, with: try log(Self.others))
        let (scan, _) = try scan([bytes, bytes])
        #expect(scan.differing == [2..<3] && scan.proved.count == 2)
    }

    @Test("an event with a root of its own is not what the next frame follows")
    func ownRoot() throws {
        let bytes = try forged(
            try log(Self.rows), at: 2, with: try log(Self.others), keepsRoot: false)
        let (scan, _) = try scan([bytes])
        #expect(scan.differing == [2..<3] && scan.proved.count == 2)
    }

    @Test("a root that alone is wrong takes nothing from the events") func wrongRoot() throws {
        let own = try log(Self.rows)
        var other = own
        other[frames(own)[2].lowerBound + Self.root.lowerBound + 20] ^= 1
        let bytes = try forged(own, at: 2, with: other, keepsRoot: false)
        let (scan, rows) = try scan([bytes])
        #expect(scan.differing.isEmpty && scan.proved.count == 5)
        #expect(rows == Self.rows.map(LogSamples.row))
    }

    @Test("two events that do not give their roots both come from the backup") func two() throws {
        let own = try log(Self.rows)
        var bytes = try forged(own, at: 2, with: try log(Self.others))
        bytes = try forged(bytes, at: 0, with: try log([271, 2, 5, 7, 8]))
        let (scan, rows) = try scan([bytes, own])
        #expect(scan.differing.isEmpty && scan.proved.count == 5)
        #expect(rows == Self.rows.map(LogSamples.row))
        let (alone, _) = try self.scan([bytes])
        #expect(alone.differing == [0..<1] && alone.proved.count == 0)
    }

    @Test("an event comes from a frame of columns") func columns() throws {
        let rows = Array(0..<700)
        let own = try log(rows, sealed: true)
        let (whole, _) = try scan([own])
        #expect(whole.differing.isEmpty && whole.proved.count == 700)
        let small = try log(rows)
        let other = try log(rows.map { $0 == 5 ? 10 : $0 })
        let bytes = try forged(small, at: 5, with: other)
        let (filled, found) = try scan([bytes, own])
        #expect(filled.differing.isEmpty && filled.proved.count == 700)
        #expect(found == rows.map(LogSamples.row))
        let (alone, kept) = try scan([bytes])
        #expect(alone.differing == [5..<6] && alone.proved.count == 5 && kept.count == 700)
    }
}
