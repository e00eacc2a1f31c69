import Application
import Interchange
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct FileSourceTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "ledger-source-\(UInt64.random(in: .min ... .max))").path

    private func file(_ bytes: [UInt8]) throws -> String {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/bank.csv"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test func readsFromAnyPlace() throws {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let path = try file(bytes)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try FileSource.open(path, spoolingIn: folder)
        #expect(source.byteCount == 1_000)
        var buffer: [UInt8] = [1, 2, 3]
        let pieces: [(UInt64, Int, Range<Int>)] = [
            (0, 10, 0..<10), (990, 100, 990..<1_000), (500, 1, 500..<501), (1_000, 5, 0..<0),
            (UInt64.max, 5, 0..<0), (3, 0, 0..<0), (0, 5_000, 0..<1_000),
        ]
        for (offset, count, range) in pieces {
            try source.read(at: offset, count: count, into: &buffer)
            #expect(buffer == Array(bytes[range]))
        }
    }

    @Test func noticesThatTheFileBecameShorter() throws {
        let path = try file(Array(repeating: 65, count: 100))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try FileSource.open(path, spoolingIn: folder)
        try Data(repeating: 66, count: 50).write(to: URL(filePath: path))
        var buffer: [UInt8] = []
        #expect(throws: ImportError.changed) {
            try source.read(at: 0, count: 100, into: &buffer)
        }
    }

    @Test func copiesWhatCanBeReadOnlyOnce() throws {
        _ = try file([])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try FileSource.open("/dev/null", spoolingIn: folder)
        #expect(source.byteCount == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["bank.csv"])
    }

    @Test func refusesFoldersAndMissingFiles() throws {
        _ = try file([])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: ApplicationError.self) {
            try FileSource.open(folder, spoolingIn: folder)
        }
        #expect(throws: ApplicationError.self) {
            try FileSource.open("\(folder)/none", spoolingIn: folder)
        }
    }
}
