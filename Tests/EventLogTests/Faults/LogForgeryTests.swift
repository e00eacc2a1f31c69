import EventLog
import Testing

/// Bytes that were changed together with the checksum over them: every rule is held by itself.
@Suite("Forged logs")
struct LogForgeryTests {
    private static let file = LogDamageTests.file

    /// A log whose checksums have a known salt.
    private func bytes(_ sizes: [Int]) throws -> [UInt8] {
        var options = LogSamples.options
        options.makeSalt = { 7 }
        let storage = MemoryStorage()
        let log = try Log.create(in: storage, id: LogSamples.logID, options: options)
        for (number, size) in sizes.enumerated() {
            let rows = (0..<size).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        let bytes = try #require(storage.bytes(of: Self.file))
        return Array(bytes.prefix(Int(try log.statistics().bytes)))
    }

    /// What opening and reading a log of these bytes throws.
    private func error(_ bytes: [UInt8]) -> LogError? {
        do {
            let storage = MemoryStorage([Self.file: bytes])
            _ = try Log.open(in: storage, options: LogSamples.options).verify()
            return nil
        } catch { return error }
    }

    private func put(_ number: UInt32, at offset: Int, in bytes: inout [UInt8]) {
        for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
    }

    /// Puts the checksum over the frame that starts behind the header in its place.
    private func sign(_ bytes: inout [UInt8], end: Int) {
        let frame = Array(bytes[SegmentHeader.bytes..<(SegmentHeader.bytes + end)])
        let checksum = CRC32C.checksum(Array(frame[..<88]) + frame[92...], seed: 7)
        put(checksum, at: SegmentHeader.bytes + 88, in: &bytes)
    }

    @Test("a newer format is told from damage") func newer() throws {
        var bytes = try bytes([1])
        bytes[8] = 2
        #expect(error(bytes) != .newerFormat(file: Self.file, version: 2, revision: 2))
        put(CRC32C.checksum(Array(bytes[..<508])), at: 508, in: &bytes)
        #expect(error(bytes) == .newerFormat(file: Self.file, version: 2, revision: 2))
        bytes[10] = 0
        put(CRC32C.checksum(Array(bytes[..<508])), at: 508, in: &bytes)
        #expect(error(bytes) == .newerFormat(file: Self.file, version: 2, revision: 0))
        (bytes[8], bytes[10]) = (1, 3)
        put(CRC32C.checksum(Array(bytes[..<508])), at: 508, in: &bytes)
        #expect(error(bytes) == .newerFormat(file: Self.file, version: 1, revision: 3))
    }

    @Test("what was written before the format was frozen is told from damage")
    func older() throws {
        var bytes = try bytes([1])
        bytes[10] = 0
        #expect(error(bytes) != .olderFormat(file: Self.file))
        put(CRC32C.checksum(Array(bytes[..<508])), at: 508, in: &bytes)
        #expect(error(bytes) == .olderFormat(file: Self.file))
    }

    @Test("zeros of a segment's header are covered by its checksum") func reserved() throws {
        var bytes = try bytes([1])
        bytes[400] = 1
        guard case .corrupt(let damage)? = error(bytes) else {
            Issue.record("taken")
            return
        }
        #expect(damage.reason == .segmentHeader)
    }

    @Test("a slot with a bit flipped gives way to the other one") func slot() throws {
        let bytes = try bytes([1, 1])
        let header = try SegmentHeader.decode(bytes, file: Self.file)
        let newest = try #require(HeadSlot.newest(in: bytes, of: header))
        let start = Int(SegmentHeader.slotOffsets[Int((newest.sequence + 1) % 2)])
        // The seed of the block: nothing but the checksum tells that it changed.
        var flipped = bytes
        flipped[start + 48] ^= 1
        #expect(HeadSlot.newest(in: flipped, of: header)?.sequence == newest.sequence - 1)
    }

    @Test("a frame tells its own position") func position() throws {
        var bytes = try bytes([200])
        #expect(error(bytes) == nil)
        bytes[SegmentHeader.bytes + 8] = 1
        sign(&bytes, end: 144 + 16 * Int(bytes[SegmentHeader.bytes + 136]))
        guard case .corrupt(let damage)? = error(bytes) else {
            Issue.record("taken")
            return
        }
        #expect(damage.reason == .position(1))
    }

    @Test("a section does not grow beyond what its block can give") func bomb() throws {
        var bytes = try bytes([4_000])
        let sections = Int(bytes[SegmentHeader.bytes + 136])
        let entries = (0..<sections).map { SegmentHeader.bytes + 144 + 16 * $0 }
        let entry = try #require(entries.first { bytes[$0 + 1] == 1 })
        put(1 << 27, at: entry + 4, in: &bytes)
        sign(&bytes, end: 144 + 16 * sections)
        guard case .corrupt(let damage)? = error(bytes) else {
            Issue.record("taken")
            return
        }
        #expect(damage.reason == .length)
    }

    @Test("a segment of another log, and one that is missing") func segments() throws {
        let storage = MemoryStorage()
        _ = try LogSamples.log([Int(Limit.segmentEvents) + 5], in: storage)
        let second = "000000262144-0000.log"
        let whole = try #require(storage.bytes(of: second))
        var foreign = whole
        foreign[16] ^= 1
        let checksum = CRC32C.checksum(foreign, 0..<508)
        put(checksum, at: 508, in: &foreign)
        storage.replace(second, bytes: foreign)
        #expect(refusal(of: storage) == .foreignSegment(file: second))
        storage.replace(second, bytes: whole)
        try storage.remove(Self.file)
        guard case .corrupt(let damage) = refusal(of: storage) else {
            Issue.record("a log without its first segment is not damaged")
            return
        }
        #expect(damage.reason == .missingSegment && damage.position == 0)
    }

    /// Why a log cannot be opened; `nil` when it can.
    private func refusal(of storage: MemoryStorage) -> LogError? {
        do throws(LogError) { _ = try Log.open(in: storage, options: LogSamples.options) } catch {
            return error
        }
        return nil
    }
}
