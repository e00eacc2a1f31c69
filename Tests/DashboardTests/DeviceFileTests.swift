import Application
import Dashboard
import Foundation
import Support
import Testing

/// What is secret lies outside of the ledger, for its owner only.
@Suite("Files of the device")
struct DeviceFileTests {
    @Test("tokens stay when the server is started again; what others may read is refused")
    func kept() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { TestFolder.remove(folder) }
        let place = try #require(
            DeviceFile(
                "serve-1.json", ["XDG_STATE_HOME": folder + "/state"],
                outside: folder + "/ledger"))
        #expect(place.path == folder + "/state/ledger/serve-1.json")
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }
        var file = try ServeFile.load(place, randomBytes: bytes)
        #expect(try ServeFile.load(place, randomBytes: bytes) == file)
        file.set("hash", for: 7)
        try file.save(to: place)
        #expect(try ServeFile.load(place, randomBytes: bytes).passwords == [7: "hash"])
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: place.path)
        #expect(throws: ServeFile.Fault.self) {
            try ServeFile.load(place, randomBytes: bytes)
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: place.path)
        try Data("{}".utf8).write(to: URL(filePath: place.path))
        #expect(throws: ServeFile.Fault.self) {
            try ServeFile.load(place, randomBytes: bytes)
        }
    }

    @Test("a copy of the ledger has none of it") func outside() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        #expect(DeviceFile("a", ["XDG_STATE_HOME": folder], outside: folder) == nil)
        #expect(DeviceFile("a", ["XDG_STATE_HOME": "relative"], outside: folder) == nil)
        #expect(DeviceFile("a", [:], outside: folder) == nil)
    }
}
