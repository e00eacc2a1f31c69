import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// Texts that were erased go everywhere.
@Suite("Erasing on a team", .needsServer)
struct ErasureTests {
    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    /// In how many rows of a ledger on the server some bytes stand, in hexadecimal digits.
    private func rows(_ device: Device, with hex: String) throws -> Int {
        let found = try server.sql(
            "SELECT count(*) FROM ledger.commits WHERE ledger = '\(RemoteLog.name(of: device.id))'"
                + " AND position('\\x\(hex)'::bytea IN body || coalesce(texts, '')) > 0")
        return Int(found.first ?? "") ?? -1
    }

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("from the server when the device syncs that erases, from others when they do")
    func goes() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        let secret = try first.add("Surgeon")
        try first.add("Milk")
        try first.sync()
        let second = try Device(of: first)
        let seed = try #require(try first.replica.store.seed(of: 0))
        #expect(try rows(first, with: hex("Surgeon".utf8)) == 1)
        #expect(try rows(first, with: hex(seed)) > 0)

        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        #expect(try first.sync().0.hasErased)
        #expect(try rows(first, with: hex("Surgeon".utf8)) == 0)
        // Nor is there what would tell whether a guess is right.
        #expect(try rows(first, with: hex(seed)) == 0)
        #expect(try rows(first, with: hex("Milk".utf8)) == 1)
        #expect(try !first.sync().0.hasErased)

        #expect(try second.bytes().holds("Surgeon"))
        try second.sync()
        #expect(try !second.bytes().holds("Surgeon"))
        #expect(try second.replica.store.seed(of: 0) != seed)
        #expect(try second.root() == first.root())

        // What is recorded later on both is hashed under seeds of their own.
        try second.add("Later there")
        try second.sync()
        try first.add("Later here")
        try first.sync()
        try second.sync()
        let third = try Device(of: first)
        #expect(try second.root() == first.root())
        #expect(try third.root() == first.root())
        #expect(try third.titles() == ["", "Bread", "Later here", "Later there", "Milk"])
    }

    @Test("from the files beside the log of another device, too") func beside() throws {
        let first = try Device(on: server)
        let secret = try first.add("Surgeon", "2.00")
        try first.sync()
        let second = try Device(of: first)
        let rule = """
            {"rule":{"name":"own","where":"amt:>1","set":{"title":"Surgeon"}}}
            """
        _ = try Router.standard.call("rules/save", Array(rule.utf8), in: second.env)
        let path = "\(second.home)/rules.json"
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Surgeon"))
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        try second.sync()
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("Surgeon"))
    }

    @Test("an end that was saved aside goes where nothing else is left of an erasure")
    func savedAside() throws {
        let first = try Device(on: server)
        let secret = try first.add("Surgeon")
        try first.sync()
        let second = try Device(of: first)
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        try second.sync()
        // As a device leaves it that is killed between the texts and the end.
        let tail = URL(filePath: "\(second.home)/log/torn-000000000001-1.bin")
        try Data("LGFR\u{1}Surgeon".utf8).write(to: tail)
        #expect(try second.bytes().holds("Surgeon"))
        try first.add("Milk")
        try first.sync()
        try second.sync()
        #expect(try !second.bytes().holds("Surgeon"))
        #expect(try second.root() == first.root())
    }

    @Test("an end that was saved aside behind the last erasure stays")
    func savedBehind() throws {
        let first = try Device(on: server)
        let secret = try first.add("Surgeon")
        try first.sync()
        let second = try Device(of: first)
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        try second.sync()
        let tail = "\(second.home)/log/torn-000000000999-1.bin"
        try Data("LGFR\u{1}Bread".utf8).write(to: URL(filePath: tail))
        try first.add("Milk")
        try first.sync()
        try second.sync()
        #expect(try second.titles().contains("Milk"))
        #expect(FileManager.default.fileExists(atPath: tail))
        // Another erasure takes all away: nobody can say what they hold.
        let gin = try first.add("Gin")
        try first.sync()
        try second.sync()
        #expect(FileManager.default.fileExists(atPath: tail))
        _ = try EraseText.run(EraseText.Input(ids: ["\(gin)"]), in: first.env)
        try first.sync()
        try second.sync()
        #expect(!FileManager.default.fileExists(atPath: tail))
    }

    @Test("of what was never synchronised, the text does not travel")
    func pending() throws {
        let first = try Device(on: server)
        let secret = try first.add("Surgeon")
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        #expect(try rows(first, with: hex("Surgeon".utf8)) == 0)
        #expect(try Device(of: first).root() == first.root())
    }

    @Test("an erasure wins over what another device recorded meanwhile")
    func wins() throws {
        let first = try Device(on: server)
        let secret = try first.add("Surgeon")
        try first.sync()
        let second = try Device(of: first)
        var change = AmendEntry.Input(id: "\(secret)")
        change.note = "Surgeon again"
        _ = try AmendEntry.run(change, in: second.env)
        let erased = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        // Whose words are dropped is told so, without a word of them.
        let told = try second.sync().1.flatMap(\.aside)
        #expect(told.map(\.why) == ["erased"] && told.map(\.by) == [erased.id])
        #expect(told.map(\.isOurs) == [true] && told.map(\.commit.title) == [""])
        #expect(told.map(\.commit.action) == [.amended])
        try first.sync()
        try second.sync()
        #expect(try first.root() == second.root())
        #expect(try !second.bytes().holds("Surgeon"))
        #expect(try rows(first, with: hex("Surgeon".utf8)) == 0)
    }

    @Test("devices that have not confirmed are told")
    func confirmed() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        try first.sync()
        let remote = try server.remote(first.id)
        try remote.confirm("a", name: "here", events: 3)
        try remote.confirm("b", name: "there", events: 2)
        try remote.confirm("a", name: "here", events: 5)
        #expect(try remote.replicas().map(\.name) == ["here", "there"])
        #expect(try remote.replicas().map(\.events) == [5, 2])
        try remote.forget("a")
        #expect(try remote.replicas().map(\.id) == ["b"])
    }

    @Test("many pending commits with an erasure among them are recorded at once")
    func together() throws {
        let first = try Device(on: server)
        let secret = try first.add("Surgeon")
        for number in 0..<300 { try first.add("Line \(number)") }
        let erased = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        let position = try #require(erased.id)
        try first.add("Bread")
        try first.sync()
        let name = RemoteLog.name(of: first.id)
        func statements(_ condition: String) throws -> [String] {
            try server.sql(
                "SELECT count(DISTINCT xmin::text) FROM ledger.commits WHERE ledger = '\(name)' "
                    + "AND first_event \(condition)")
        }
        // Between two statements others would have seen a text gone, and nothing that erases it.
        #expect(try statements("<= \(position)") == ["1"])
        #expect(try statements("> \(position)") == ["1"])
        #expect(try Device(of: first).root() == first.root())
    }

    @Test("however far behind a text stands what erases it, it is found")
    func farBehind() throws {
        let source = try StoreKind.memoryStore()
        func append(_ event: Event) throws {
            let time = Timestamp(millisecondsSince1970: 1_000)
            let commit = NewCommit(id: .random(), recordedAt: time, events: [event])
            _ = try source.append(commit, expecting: nil)
        }
        for number in 0..<9_000 { try append(.personAdded(PersonAdded(name: "\(number)"))) }
        for erased in [UInt64(0), 5_000, 8_999] {
            try append(.textErased(TextErased(target: .position(erased))))
            try source.eraseText(at: [erased])
        }
        let rows = try RemoteCommit.all(of: source)
        let remote = try server.remote(.random())
        for start in stride(from: 0, to: rows.count, by: 200) {
            _ = try remote.insert(Array(rows[start..<min(start + 200, rows.count)]))
        }
        let folder = Folder()
        let id = try #require(remote.id)
        let replica = try Replica(at: "\(folder.path)/log", creating: id, secret: { nil })
        _ = try replica.pull(from: remote, behind: 0)
        #expect(try replica.store.head().root == source.head().root)
    }

    @Test("what was erased twice, and changed between, is found by the later erasure")
    func twice() throws {
        let source = try StoreKind.memoryStore()
        let facts = PersonFacts(name: "Ada")
        let events: [Event] = [
            .personAdded(PersonAdded(name: "Ada")),
            .textErased(TextErased(target: .position(0))),
            .personChanged(
                PersonChanged(target: .position(0), previous: .position(0), facts: facts)),
            .textErased(TextErased(target: .position(0))),
        ]
        for event in events {
            let time = Timestamp(millisecondsSince1970: 1_000)
            let commit = NewCommit(id: .random(), recordedAt: time, events: [event])
            _ = try source.append(commit, expecting: nil)
        }
        try source.eraseText(at: [0, 2])
        let remote = try server.remote(.random())
        _ = try remote.insert(try RemoteCommit.all(of: source))
        let folder = Folder()
        let id = try #require(remote.id)
        let replica = try Replica(at: "\(folder.path)/log", creating: id, secret: { nil })
        _ = try replica.pull(from: remote, behind: 0)
        #expect(try replica.store.head().root == source.head().root)
    }
}
