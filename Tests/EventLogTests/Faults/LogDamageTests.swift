import EventLog
import Testing

/// Cuts and flips over a small log: every state is read right, seen as torn, or refused, and never
/// read wrong.
@Suite("Log damage")
struct LogDamageTests {
    /// What opening and reading a damaged copy came to.
    enum Outcome: Hashable {
        case intact
        case torn(events: UInt64)
        case refused
        case wrong(String)
    }

    static let file = "000000000000-0000.log"

    /// Reads a copy whose log file was replaced, against what the log held.
    static func outcome(
        _ bytes: [UInt8], of storage: MemoryStorage, _ truth: [(CommitHeader, Row)]
    ) -> Outcome {
        let copy = storage.copy()
        copy.replace(file, bytes: bytes)
        do {
            let log = try Log.open(in: copy, options: LogSamples.options)
            let events = try LogSamples.events(log)
            guard events.count <= truth.count else { return .wrong("too many events") }
            for (event, other) in zip(events, truth) where event.1 != other.1 {
                return .wrong("another event")
            }
            _ = try log.verify()
            if events.count == truth.count { return .intact }
            // A torn end: the next append saves it aside and goes on.
            let before = try log.head().count
            _ = try log.append(LogSamples.commit(99, rows: [LogSamples.row(1)]))
            guard try log.verify().events == before + 1 else { return .wrong("append after") }
            return .torn(events: before)
        } catch let error as LogError {
            switch error {
            case .corrupt(let damage):
                guard damage.file == file, damage.offset <= UInt64(bytes.count),
                    damage.position <= UInt64(truth.count)
                else { return .wrong("damage not located") }
                return .refused
            case .notALog, .newerFormat, .olderFormat, .foreignSegment, .missing:
                return .refused
            default: return .wrong("\(error)")
            }
        } catch { return .wrong("\(error)") }
    }

    /// A log of one-event commits, a larger commit, and a frame of columns; closed in good order.
    static func sample(_ sizes: [Int]) throws -> (MemoryStorage, [UInt8], [(CommitHeader, Row)]) {
        let storage = MemoryStorage()
        let log = try LogSamples.log(sizes, in: storage)
        let truth = try LogSamples.events(log)
        let used = Int(try log.statistics().bytes)
        let bytes = try #require(storage.bytes(of: file))
        return (storage, Array(bytes.prefix(used)), truth)
    }

    @Test("a log cut at every byte is refused: all of it was durable")
    func cuts() throws {
        let (storage, bytes, truth) = try LogDamageTests.sample([1, 1, 5, 120, 1])
        for length in 0..<bytes.count {
            let outcome = LogDamageTests.outcome(Array(bytes.prefix(length)), of: storage, truth)
            #expect(outcome == .refused, "cut at \(length)")
        }
        #expect(LogDamageTests.outcome(bytes, of: storage, truth) == .intact)
    }

    @Test(
        "cut at every byte above the durable head, a log keeps whole commits and all durable ones"
    )
    func tornCuts() throws {
        let (storage, bytes, truth) = try LogDamageTests.sample([1, 3, 2])
        // The slot of the last commit was not written: what it says is durable are 4 events.
        var older = bytes
        let slot = Int(SegmentHeader.slotOffsets[1])
        let last = Int(SegmentHeader.slotOffsets[0])
        let newest = HeadSlot.newest(in: bytes, of: try header(bytes))
        let isSecond = (newest?.sequence ?? 0) % 2 == 0
        let start = isSecond ? slot : last
        for index in start..<(start + HeadSlot.bytes) { older[index] = 0 }
        let durable = HeadSlot.newest(in: older, of: try header(bytes))
        #expect(durable?.position == 4)
        let end = Int(durable?.offset ?? 0)
        for length in 0...older.count {
            let outcome = LogDamageTests.outcome(Array(older.prefix(length)), of: storage, truth)
            switch length {
            case ..<end: #expect(outcome == .refused, "cut at \(length)")
            case older.count: #expect(outcome == .intact)
            default: #expect(outcome == .torn(events: 4), "cut at \(length)")
            }
        }
    }

    private func header(_ bytes: [UInt8]) throws -> SegmentHeader {
        try SegmentHeader.decode(bytes, file: LogDamageTests.file)
    }

    @Test("every flipped bit is harmless or refused, never read wrong")
    func flips() throws {
        let (storage, bytes, truth) = try LogDamageTests.sample([1, 1, 5, 101, 1])
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << UInt8(bit)
                switch LogDamageTests.outcome(flipped, of: storage, truth) {
                case .intact:
                    #expect(index < SegmentHeader.bytes, "bit \(bit) of byte \(index) not noticed")
                case .refused: refused += 1
                case let outcome: Issue.record("bit \(bit) of byte \(index): \(outcome)")
                }
            }
        }
        #expect(refused > 0)
    }

    @Test("a torn end is saved aside byte for byte before it is cut")
    func savedAside() throws {
        let (storage, bytes, _) = try LogDamageTests.sample([1, 2])
        let copy = storage.copy()
        let debris = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        copy.replace(LogDamageTests.file, bytes: bytes + debris)
        let log = try Log.open(in: copy, options: LogSamples.options)
        #expect(try log.statistics().torn)
        _ = try log.append(LogSamples.commit(9, rows: [LogSamples.row(4)]))
        #expect(copy.bytes(of: "torn-000000000003-1.bin") == debris)
        #expect(try log.statistics().torn == false)
        #expect(try log.verify().events == 4)
    }

    @Test("a frame of columns whose sections a crash lost is a torn end, wherever in it")
    func lostSections() throws {
        let (storage, bytes, truth) = try LogDamageTests.sample([2, 120])
        let newest = try #require(HeadSlot.newest(in: bytes, of: header(bytes)))
        let slot = Int(SegmentHeader.slotOffsets[newest.sequence % 2 == 0 ? 1 : 0])
        var older = bytes
        for index in slot..<(slot + HeadSlot.bytes) { older[index] = 0 }
        let durable = try #require(HeadSlot.newest(in: older, of: header(bytes)))
        #expect(durable.position == 2)
        for index in stride(from: Int(durable.offset), to: bytes.count, by: 13) {
            var lost = older
            for byte in index..<min(index + 40, bytes.count) { lost[byte] = 0 }
            if lost == older { continue }
            let outcome = LogDamageTests.outcome(lost, of: storage, truth)
            #expect(outcome == .torn(events: 2), "zeros from \(index)")
        }
    }

    @Test("a change under a new checksum is found by the root")
    func forged() throws {
        let (storage, bytes, _) = try LogDamageTests.sample([1, 3, 2])
        let salt = try header(bytes).salt
        var forged = bytes
        let title = Array("Train".utf8)
        let place = try #require(
            forged.indices.first { Array(forged[$0...].prefix(title.count)) == title })
        forged[place] ^= 0x20
        var start = SegmentHeader.bytes
        while start + length(forged, start) <= place { start += length(forged, start) }
        let end = start + length(forged, start)
        let first = CRC32C.checksum(forged, start..<(start + 88), seed: salt)
        let checksum = CRC32C.checksum(forged, (start + 92)..<end, seed: first)
        for index in 0..<4 { forged[start + 88 + index] = UInt8(checksum >> (8 * index) & 0xFF) }
        let copy = storage.copy()
        copy.replace(LogDamageTests.file, bytes: forged)
        let log = try Log.open(in: copy, options: LogSamples.options)
        let damage = Corruption(
            file: LogDamageTests.file, offset: UInt64(start), reason: .root, position: 1,
            durable: 4)
        #expect(throws: LogError.corrupt(damage)) { try log.verify() }
    }

    /// The length that the header of a frame tells.
    private func length(_ bytes: [UInt8], _ start: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    }
}
