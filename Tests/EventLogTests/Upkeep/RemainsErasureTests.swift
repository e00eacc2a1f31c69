import EventLog
import Testing

/// A ledger and a copy of it, of which one has erased a text that the other one still has.
@Suite("What one copy erased stays erased in what remains")
struct RemainsErasureTests {
    private static let secret = Array("a secret that nobody else has".utf8)

    private static func options(isFlat: Bool) -> Log.Options {
        var options = LogSamples.options
        if isFlat { options.makeSeed = LogSamples.flatSeed }
        return options
    }

    private func row(_ number: Int, _ secret: [UInt8] = RemainsErasureTests.secret) -> Row {
        var row = LogSamples.row(number)
        row[ColumnID(rawValue: 0x81)] = .bytes(secret + Array(" \(number)".utf8))
        return row
    }

    /// A log of nine events, and the same without the text of the fifth.
    private func logs(
        isFlat: Bool, secret: [UInt8] = RemainsErasureTests.secret
    ) throws -> (whole: MemoryStorage, erased: MemoryStorage, root: Digest) {
        let options = RemainsErasureTests.options(isFlat: isFlat)
        let whole = MemoryStorage()
        let log = try Log.create(in: whole, id: LogSamples.logID, options: options)
        for number in 0..<9 {
            let row = row(number, number == 4 ? secret : RemainsErasureTests.secret)
            _ = try log.append(LogSamples.commit(number, rows: [row]))
        }
        let erased = whole.copy()
        #expect(try Log.open(in: erased, options: options).erase([4]).texts == 1)
        return (whole, erased, try log.head().root)
    }

    /// A log without some of its frames, which are of rows.
    private func without(_ lost: Set<Int>, _ storage: MemoryStorage) throws -> MemoryStorage {
        let copy = storage.copy()
        let name = try #require(try copy.list().first { $0.hasSuffix(".log") })
        var bytes = try #require(copy.bytes(of: name))
        var offset = SegmentHeader.bytes
        for number in 0...(lost.max() ?? 0) {
            let length = bytes[(offset + 4)..<(offset + 8)].reversed().reduce(0) {
                $0 << 8 | Int($1)
            }
            if lost.contains(number) {
                for index in offset..<(offset + length) { bytes[index] = 0 }
            }
            offset += length
        }
        copy.replace(name, bytes: bytes)
        return copy
    }

    /// What can be read, written anew as a salvage does it.
    private func rebuilt(_ storages: [MemoryStorage]) throws -> Log {
        let scan = try DamagedLogScan(in: storages)
        #expect(scan.holes.isEmpty && scan.differing.isEmpty)
        let target = MemoryStorage()
        var builder = try LogBuilder(
            in: target, id: LogSamples.logID, options: LogSamples.options)
        try scan.read { events throws(LogError) in
            for (block, seed) in events.seeds { builder.set(seed: seed, of: block) }
            for (index, row) in events.rows.enumerated() {
                guard let run = events.runs.last(where: { $0.firstIndex <= index }) else {
                    continue
                }
                try builder.append(row, of: run.header)
            }
        }
        let head = try builder.finish()
        #expect(scan.proved.count == head.count && scan.proved.root == head.root)
        return try Log.open(in: target, options: LogSamples.options)
    }

    /// Whether only the fifth event has lost its text, and nothing tells the salt of it.
    private func expectErased(_ log: Log, _ root: Digest) throws {
        #expect(try log.verify().root == root)
        let rows = try LogSamples.events(log).map(\.1)
        #expect(rows.map(\.isErased) == (0..<9).map { $0 == 4 })
        for number in 0..<9 where number != 4 {
            #expect(rows[number].withoutSalt == row(number))
        }
        #expect(rows[4].fields.last?.column == .commitment)
        let seed = try #require(try log.seed(of: 0).flatMap(BlockSeed.init))
        let left = rows[4][.commitment]?.bytes
        let salt = seed.salt(of: 4) ?? []
        let text = row(4).fields.filter { $0.column.kind == .text }
        var bytes: [UInt8] = []
        for field in text { FieldCoding.append(field, to: &bytes) }
        #expect(left != SHA256.hash(salt, bytes).bytes)
    }

    @Test(
        "whichever copy knows of it, whatever the other one lost",
        arguments: [[], [0], [2], [4], [2, 4], [4, 5, 6, 7, 8]] as [Set<Int>], [false, true])
    func bothWays(lost: Set<Int>, isFlat: Bool) throws {
        let (whole, erased, root) = try logs(isFlat: isFlat)
        let damaged = try without(lost, whole)
        try expectErased(rebuilt([damaged, erased]), root)
        try expectErased(rebuilt([erased, damaged]), root)
        // Of a flat seed nothing tells what went with the event that says so.
        let other = try without(isFlat ? lost.subtracting([4]) : lost, erased)
        try expectErased(rebuilt([other, whole]), root)
        try expectErased(rebuilt([whole, other]), root)
    }

    @Test("a generation that was replaced and is still there gives no text back")
    func generations() throws {
        let (whole, erased, root) = try logs(isFlat: false)
        let folder = try without([4], erased)
        let name = try #require(try whole.list().first { $0.hasSuffix(".log") })
        folder.replace(name, bytes: try #require(whole.bytes(of: name)))
        #expect(try folder.list().count { $0.hasSuffix(".log") } == 2)
        try expectErased(rebuilt([folder]), root)
    }

    @Test("a copy that tells it of another text is not believed") func otherText() throws {
        let (whole, _, root) = try logs(isFlat: false)
        let other = try logs(isFlat: false, secret: Array("a secret that somebody else has".utf8))
        let log = try rebuilt([whole, other.erased])
        #expect(try log.verify().root == root)
        #expect(try LogSamples.events(log).map(\.1.withoutSalt) == (0..<9).map { row($0) })
    }

    /// A log with a section of its only frame of columns damaged.
    private func damaged(_ sections: Set<UInt8>, _ storage: MemoryStorage) throws -> MemoryStorage {
        let copy = storage.copy()
        let name = try #require(try copy.list().first { $0.hasSuffix(".log") })
        var bytes = try #require(copy.bytes(of: name))
        let directory = SegmentHeader.bytes + 144
        var offset = directory + 8 * 16
        for entry in stride(from: directory, to: directory + 8 * 16, by: 16) {
            let length = bytes[(entry + 8)..<(entry + 12)].reversed().reduce(0) {
                $0 << 8 | Int($1)
            }
            if sections.contains(bytes[entry]) { bytes[offset] ^= 1 }
            offset += (length + 7) / 8 * 8
        }
        copy.replace(name, bytes: bytes)
        return copy
    }

    /// Sections by their ids: 1 hot, 6 tree, 8 text.
    @Test(
        "a frame of columns that cannot be used tells it by its texts or by its tree",
        arguments: [[1], [8], [1, 8], [1, 6]] as [Set<UInt8>])
    func columns(sections: Set<UInt8>) throws {
        let whole = MemoryStorage()
        let log = try Log.create(in: whole, id: LogSamples.logID, options: LogSamples.options)
        _ = try log.append(LogSamples.commit(0, rows: (0..<4_096).map { row($0) }))
        let erased = whole.copy()
        _ = try Log.open(in: erased, options: LogSamples.options).erase([700])
        let root = try log.head().root
        for storages in [[try damaged(sections, erased), whole], [whole, erased]] {
            let again = try rebuilt(storages)
            #expect(try again.verify().root == root)
            let rows = try LogSamples.events(again).map(\.1)
            #expect(rows.indices.filter { rows[$0].isErased } == [700])
            let seed = try #require(try again.seed(of: 0).flatMap(BlockSeed.init))
            #expect(seed.salt(of: 700) == nil && seed.salt(of: 701) != nil)
        }
    }
}
