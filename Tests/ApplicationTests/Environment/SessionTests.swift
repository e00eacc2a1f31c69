import Application
import Ledger
import Support
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct SessionTests {
    @Test func pushesAndPopsButNeverTheRoot() {
        let session = Session(.test)
        #expect(session.pop() == nil)
        session.push(session.current.with { $0.user = 7 })
        session.push(session.current.with { $0.user = 8 })
        #expect(session.depth == 3)
        session.replace { $0.user = 9 }
        #expect(session.current.user == 9)
        #expect(session.pop()?.user == 9)
        #expect(session.current.user == 7)
        #expect(session.pop()?.user == 7)
        #expect(session.pop() == nil)
        #expect(session.current.user == nil)
        #expect(session.depth == 1)
    }

    @Test(arguments: [
        (["LEDGER_HOME": "here", "HOME": "/h"], "here"),
        (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/ledger"),
        (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/ledger"),
        (["LEDGER_HOME": "", "HOME": "/h"], "/h/.local/share/ledger"), ([:], nil),
        (["HOME": ""], nil), (["LEDGER_FILE": "/other"], nil),
    ])
    func findsItsFolder(variables: [String: String], folder: String?) {
        #expect(Session.folder(variables) == folder)
        if folder == nil {
            #expect(throws: ApplicationError.noHome) { try Session.load(variables) }
        }
    }

    @Test func makesNothingByLooking() throws {
        let folder = Folder()
        let session = try folder.session(["USER": "ada"])
        #expect(session.current.defaults.owner == "ada")
        session.push(session.current.with { $0.user = 7 })
        #expect(throws: ApplicationError.noLedger(home: folder.path)) {
            try session.current.snapshot()
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func keepsALedgerInAFolder() throws {
        let folder = Folder()
        let session = try folder.session()
        _ = try InitLedger.run(InitLedger.Input(zone: "UTC"), in: session.current)
        try session.save()
        try session.current.add("12.50")
        let list = try ListEntries.run(ListEntries.Input(), in: session.current)
        try session.remember(list.rows.map(\.id))
        #expect(try folder.names() == ["log", "settings.json", "state.json"])
        #expect(try folder.mode("settings.json") == 0o600)
        #expect(try folder.mode("state.json") == 0o600)
        #expect(try folder.mode("") == 0o700)

        let later = try folder.session()
        #expect(later.current.lastList == [2])
        #expect(try ShowEntry.run(EntryInput(id: ".1"), in: later.current).id == 2)
        #expect(try later.current.root() == session.current.root())
        #expect(try VerifyLog.run(VerifyLog.Input(), in: later.current).events == 3)
        #expect(throws: ApplicationError.ledgerExists(home: folder.path, events: 3)) {
            try InitLedger.run(InitLedger.Input(zone: "UTC"), in: later.current)
        }
    }

    /// A list of a million rows, as CSV, made every later command slow.
    @Test func remembersTheFirstRowsOfALongList() throws {
        let folder = Folder()
        let session = try folder.session()
        try session.remember(Array(1...500_000))
        let later = try folder.session()
        #expect(later.current.lastList == Array(1...1_000))
        let state = try String(contentsOfFile: "\(folder.path)/state.json", encoding: .utf8)
        #expect(state.utf8.count < 8_192)
    }

    @Test func tellsTheSameInAFolderAsInMemory() throws {
        let folder = Folder()
        let env = try folder.session().current.with { $0.now = Environment.test.now }
        let told = try DemoLedger.run(NoInput(), in: env)
        #expect(told.home == folder.path)
        #expect(told.root == (try DemoLedger.run(NoInput(), in: .test)).root)
        #expect(try VerifyLog.run(VerifyLog.Input(), in: env).root == told.root)
        let info = try LedgerInfo.run(NoInput(), in: env)
        let replay = try ReplayLedger.run(ReplayLedger.Input(), in: env).summary
        #expect(replay.commits == info.commits)
        #expect(replay.frames == info.frames)
        #expect(try SealLog.run(NoInput(), in: env).root == told.root)
        #expect(try folder.session().current.root() == told.root)
    }

    @Test func savesTheRootOnly() throws {
        let folder = Folder()
        let session = try folder.session()
        _ = try InitLedger.run(InitLedger.Input(zone: "UTC"), in: session.current)
        session.push(session.current.with { $0.user = 7 })
        try session.setDefaults(Defaults(currency: "GBP"))
        #expect(throws: ApplicationError.unknownPerson("7", suggestions: [])) {
            try session.login("7")
        }
        try session.login("1")
        #expect(try folder.session().current.user == 1)
        #expect(session.current.user == 7)
        #expect(try folder.session().current.defaults.currency == "GBP")
        try session.logout()
        #expect(try folder.session().current.user == nil)
    }

    /// Files of older programs must stay readable; this one pins version 1.
    @Test func keepsWhatItDoesNotKnow() throws {
        let folder = Folder()
        let text = """
            {
              "defaults" : {
                "currency" : "CHF",
                "fiscalYear" : "april",
                "zone" : "Europe/Zurich"
              },
              "device" : "00c0ffee00c0ffee",
              "theme" : [
                1.5,
                true,
                null
              ],
              "user" : null,
              "version" : 1
            }

            """
        try folder.write(text, "settings.json")
        let session = try folder.session()
        #expect(session.current.defaults.zone == "Europe/Zurich")
        try session.save()
        #expect(folder.text("settings.json") == text)
        #expect(try folder.names() == ["settings.json"])
    }

    @Test func readsOlderAndRefusesNewerFiles() throws {
        let folder = Folder()
        try folder.write(#"{"device":"0000000000000001"}"#, "settings.json")
        try folder.session().save()
        #expect(folder.text("settings.json")?.contains(#""version" : 1"#) == true)
        let path = "\(folder.path)/settings.json"
        try folder.write(#"{"device":"0000000000000001","version":2}"#, "settings.json")
        #expect(
            throws: ApplicationError.settings(
                .newerVersion(path: path, found: 2, supported: 1))
        ) { try folder.session() }
    }

    @Test(arguments: [
        ("", ""), ("[]", ""), (#"{"version":"1"}"#, "version"), (#"{"version":-1}"#, "version"),
        (#"{"version":1}"#, "device"), (#"{"version":1,"device":"xyz"}"#, "device"),
        (#"{"version":1,"device":"0000000000000001","user":"me"}"#, "user"),
        (#"{"version":1,"device":"0000000000000001","defaults":3}"#, "defaults"),
        (#"{"version":1,"device":"0000000000000001","defaults":{"zone":1}}"#, "defaults.zone"),
    ])
    func namesWhatIsDamaged(text: String, field: String) throws {
        let folder = Folder()
        try folder.write(text, "settings.json")
        let path = "\(folder.path)/settings.json"
        #expect(throws: ApplicationError.settings(.damaged(path: path, field: field))) {
            try folder.session()
        }
    }

    @Test func leavesTheOldFileWhenItCannotWrite() throws {
        let folder = Folder()
        let session = try folder.session()
        try session.save()
        let before = folder.text("settings.json")
        // A folder in the place of the file: the rename fails.
        try FileManager.default.removeItem(atPath: "\(folder.path)/settings.json")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/settings.json", withIntermediateDirectories: false)
        #expect(throws: ApplicationError.self) {
            try session.setDefaults(Defaults(currency: "GBP"))
        }
        #expect(session.current.defaults.currency == nil)
        #expect(try folder.names() == ["settings.json"])
        #expect(before != nil)
    }

    @Test func survivesAStateThatIsNone() throws {
        let folder = Folder()
        try folder.write("nonsense", "state.json")
        #expect(try folder.session().current.lastList == [])
    }
}

/// A folder that is gone when the test is.
private final class Folder {
    let path: String

    init() {
        let name = "ledger-session-\(UInt64.random(in: .min ... .max))"
        path = FileManager.default.temporaryDirectory.appending(path: name).path
    }

    deinit { TestFolder.remove(path) }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    func write(_ text: String, _ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    func mode(_ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return attributes[.posixPermissions] as? Int
    }

    func session(_ variables: [String: String] = [:]) throws -> Session {
        try Session.load(variables, folder: path)
    }
}
