import Application
import Foundation
import Ledger
import Support
import Testing

/// Settings of every version there was, and of one that is yet to come. The files are never
/// changed: who has one of them would be logged out.
@Suite("Settings of every version")
struct SettingsFileTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner()
        try FileManager.default.createDirectory(
            atPath: runner.home, withIntermediateDirectories: true)
    }

    private var file: String { "\(runner.home)/settings.json" }

    private func golden(_ name: String) throws -> [UInt8] {
        try SourceTree.bytes("Fixtures/settings/\(name).json")
    }

    private func put(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: file))
    }

    private func session() throws -> Session { try Session.load([:], folder: runner.home) }

    @Test("is read, and saved as the newest", arguments: ["version-0", "version-1"])
    func versions(name: String) throws {
        try put(golden(name))
        let session = try session()
        #expect(session.current.user == 2)
        #expect(
            session.current.defaults
                == Defaults(
                    currency: "CHF", zone: "Europe/Zurich", weekStart: "sunday", owner: "Ada"))
        try session.save()
        #expect(try [UInt8](Data(contentsOf: URL(filePath: file))) == golden("version-1"))
    }

    @Test("every version has a file")
    func complete() throws {
        #expect(
            try SourceTree.names(in: "Fixtures/settings").sorted()
                == ["version-0.json", "version-1.json"])
    }

    @Test("one of a newer program is refused and left alone")
    func newer() throws {
        let text = String(decoding: try golden("version-1"), as: UTF8.self)
            .replacing("\"version\" : 1", with: "\"version\" : 2")
        try put(Array(text.utf8))
        #expect(
            throws: ApplicationError.settings(.newerVersion(path: file, found: 2, supported: 1))
        ) { try session() }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    /// What a crash leaves beside the file is neither read nor in the way.
    @Test("half a file beside it is not read", arguments: [0, 7, 200])
    func half(count: Int) throws {
        let bytes = try golden("version-1")
        try put(bytes)
        try Data(bytes.prefix(count)).write(to: URL(filePath: "\(file).4711"))
        let session = try session()
        #expect(session.current.user == 2)
        try session.setDefaults(Defaults(currency: "EUR"))
        #expect(try self.session().current.defaults.currency == "EUR")
    }

    /// The origin made a service without the token, and deleted nothing: a silent logout.
    @Test("nothing but a logout logs out, and no secret is kept")
    func silentLogout() throws {
        let first = try session()
        _ = try InitLedger.run(InitLedger.Input(zone: "UTC", owner: "Ada"), in: first.current)
        let line = LineInput(amount: "1", title: "x", payer: "Bo")
        _ = try AddEntry.run(AddEntry.Input(lines: [line]), in: first.current)
        try first.login("bo")
        try first.setDefaults(Defaults(currency: "GBP"))
        try first.save()
        try first.remember([1, 2])
        first.push(first.current.with { $0.user = nil })
        first.pop()
        #expect(first.current.user == 2)
        #expect(try session().current.user == 2)
        let saved = try #require(JSONValue(parsing: String(contentsOfFile: file, encoding: .utf8)))
        #expect(saved.object?.keys.sorted() == ["defaults", "device", "user", "version"])
        try first.logout()
        #expect(try session().current.user == nil)
        #expect(try session().current.lastList == [])
    }
}
