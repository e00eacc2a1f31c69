import EventLog
import Foundation
import Testing

/// A log of which every event was hashed stays what it was, whatever becomes of its files.
@Suite("A proved log")
struct ProvedLogTests {
    private static let file = "000000000000-0000.log"
    private static let salt: UInt32 = 7

    private func log(_ sizes: [Int], at path: String) throws -> Log {
        var options = LogSamples.options
        options.makeSalt = { ProvedLogTests.salt }
        let log = try Log.create(
            in: try DiskStorage.create(path: path), id: LogSamples.logID, options: options)
        for (number, size) in sizes.enumerated() {
            let rows = (0..<size).map { LogSamples.row($0) }
            _ = try log.append(LogSamples.commit(number, rows: rows))
        }
        return log
    }

    private func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func put(_ number: UInt32, at offset: Int, in bytes: inout [UInt8]) {
        for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
    }

    /// Changes the last byte of the hot section of the frame at the start of the file, in place,
    /// and makes all checksums over it right again.
    private func forge(_ path: String) throws {
        let url = URL(filePath: "\(path)/\(ProvedLogTests.file)")
        var bytes = [UInt8](try Data(contentsOf: url))
        let start = SegmentHeader.bytes
        let entry = start + 144
        let length = number(bytes, at: entry + 8)
        let section = start + 144 + 16 * number(bytes, at: start + 136)
        let padded = (length + 7) / 8 * 8
        bytes[section + length - 1] ^= 1
        put(
            CRC32C.checksum(bytes, section..<(section + padded), seed: ProvedLogTests.salt),
            at: entry + 12, in: &bytes)
        let head = Array(bytes[start..<(start + 88)] + bytes[(start + 92)..<section])
        put(
            CRC32C.checksum(head, 0..<head.count, seed: ProvedLogTests.salt), at: start + 88,
            in: &bytes)
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    private func amounts(_ log: Log) throws -> [Int64] {
        var amounts: [Int64] = []
        try log.read(0..<UInt64.max >> 1, .report) { batch throws(LogError) in
            amounts += batch.numbers[ColumnID(rawValue: 0x21)] ?? []
            return true
        }
        return amounts
    }

    @Test("finds an event that was changed together with its checksums") func forged() throws {
        try withFolder { path in
            let log = try log([20_000], at: path)
            let before = try amounts(log)
            #expect(try amounts(log.proved()) == before)
            try forge(path)
            let again = try Log.open(in: try DiskStorage(path: path), options: LogSamples.options)
            #expect(try amounts(again) != before)
            do throws(LogError) {
                _ = try again.proved()
                Issue.record("taken")
            } catch {
                guard case .corrupt(let damage) = error else { throw error }
                #expect(damage.reason == .root && damage.position == 0)
            }
        }
    }

    @Test("does not read what was changed after it was hashed") func changedLater() throws {
        try withFolder { path in
            let log = try log([20_000], at: path)
            let proved = try log.proved()
            try forge(path)
            #expect(throws: LogError.replaced(file: ProvedLogTests.file)) { try amounts(proved) }
        }
    }

    @Test("stays as it was while others append, seal and erase") func others() throws {
        try withFolder { path in
            let log = try log([5, 9_000, 3], at: path)
            let proved = try log.proved()
            let (root, events) = (try proved.head().root, try LogSamples.events(proved))
            for number in 0..<300 {
                _ = try log.append(LogSamples.commit(100 + number, rows: [LogSamples.row(number)]))
            }
            _ = try log.erase([1, 7, 304])
            try log.seal()
            #expect(try log.head().count == 9_308)
            #expect(try proved.head().root == root)
            #expect(try LogSamples.events(proved).map(\.1) == events.map(\.1))
            #expect(throws: LogError.readOnly) {
                try proved.append(LogSamples.commit(999, rows: [LogSamples.row(1)]))
            }
        }
    }

    @Test("hashes as far as it is asked to") func part() throws {
        try withFolder { path in
            let log = try log([20_000, 3], at: path)
            try forge(path)
            #expect(throws: LogError.self) { try log.proved(upTo: 1) }
            #expect(try log.proved(upTo: 0).head().count == 20_003)
        }
    }
}
