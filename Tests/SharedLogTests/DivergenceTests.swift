import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// A server that does not have what it had, or has something else.
@Suite("Histories that differ", .needsServer)
struct DivergenceTests {
    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    /// A device that has recorded so much on the server.
    private func device(_ lines: Int) throws -> Device {
        let device = try Device(on: server)
        for number in 1...lines { try device.add("Line \(number)") }
        try device.sync()
        return device
    }

    private func error(_ body: () throws -> Void) -> SharedLogError? {
        do { try body() } catch { return error as? SharedLogError }
        return nil
    }

    private func divergence(_ body: () throws -> Void) -> Divergence? {
        if case .diverged(let divergence) = error(body) { divergence } else { nil }
    }

    private func damage(_ body: () throws -> Void) -> String? {
        guard case .damaged(let seq, let damage) = error(body) else { return nil }
        return "\(seq) \(damage.rawValue)"
    }

    /// Runs SQL for the rows of a ledger, past all keys.
    private func tamper(_ device: Device, _ text: String) throws {
        let name = RemoteLog.name(of: device.id)
        try server.sql(
            "SET session_replication_role = replica; "
                + text.replacing("WHERE", with: "WHERE ledger = '\(name)' AND"))
    }

    private func check(_ device: Device, whole: Bool = false) throws {
        let check = RemoteCheck(try server.remote(device.id), try device.replica.store)
        _ = try whole ? check.whole(progress: { _ in }) : check.roots(progress: { _ in })
    }

    @Test("a server restored from an older backup is found out, and given what it lost")
    func restored() throws {
        let device = try device(6)
        let other = try Device(of: device)
        let head = try server.remote(device.id).head()
        let root = try device.root()
        try tamper(device, "DELETE FROM ledger.commits WHERE seq > \(head.seq - 2)")
        let expected = Divergence(seq: head.seq - 1, isThere: false, known: head.seq)
        #expect(divergence { try device.sync() } == expected)
        #expect(divergence { try other.sync() } == expected)
        // Nothing was written, here or there.
        #expect(try device.root() == root)
        #expect(try server.remote(device.id).head().seq == head.seq - 2)
        #expect(try device.sync(isForgiving: true).0.pushed == 2)
        #expect(try server.remote(device.id).head() == head)
        // The other device finds all as it was.
        #expect(try other.sync().0.pulled == 0)
        #expect(throws: Never.self) { try check(other, whole: true) }
    }

    @Test("a server that was restored and went on is found out, and both histories are kept")
    func wentOn() throws {
        let device = try device(4)
        let head = try server.remote(device.id).head()
        try tamper(device, "DELETE FROM ledger.commits WHERE seq > \(head.seq - 2)")
        let fresh = try Device(of: device)
        try fresh.add("After the loss")
        try fresh.sync()
        #expect(
            divergence { try device.sync() }
                == Divergence(seq: head.seq - 1, isThere: true, known: head.seq))
        try device.sync(isForgiving: true)
        try fresh.sync()
        #expect(try fresh.root() == device.root())
        #expect(
            try fresh.titles() == ["After the loss", "Line 1", "Line 2", "Line 3", "Line 4"])
    }

    @Test("a device restored from its own backup takes what it lost from the server")
    func deviceRestored() throws {
        let device = try device(3)
        let backup = "\(device.folder)/backup"
        _ = try BackUpLedger.run(BackUpLedger.Input(destination: backup), in: device.env)
        try device.add("Later")
        try device.sync()
        let root = try device.root()
        try FileManager.default.removeItem(atPath: "\(device.home)/log")
        try FileManager.default.moveItem(atPath: "\(backup)/log", toPath: "\(device.home)/log")
        #expect(try device.sync().0.pulled == 1)
        #expect(try device.root() == root)
    }

    @Test("a row with other facts is named")
    func changed() throws {
        let device = try device(6)
        // The last byte is one of what is hashed of the text; one in the middle is a fact.
        for (place, seq) in [("octet_length(body) - 40", 5), ("octet_length(body) - 1", 4)] {
            try tamper(
                device,
                "UPDATE ledger.commits SET body = set_byte(body, \(place), "
                    + "get_byte(body, \(place)) # 1) WHERE seq = \(seq)")
            let found = damage { try check(device, whole: true) }
            #expect(found?.hasPrefix("\(seq) ") == true, "\(found ?? "nothing")")
            // A new device takes nothing of it.
            #expect(damage { _ = try Device(of: device) }?.hasPrefix("\(seq) ") == true)
        }
        // What was followed before goes on.
        #expect(throws: Never.self) { try device.sync() }
    }

    @Test("a row with other texts is named")
    func changedTexts() throws {
        let device = try device(6)
        try tamper(
            device,
            "UPDATE ledger.commits SET texts = set_byte(texts, octet_length(texts) - 1, "
                + "get_byte(texts, octet_length(texts) - 1) # 1) "
                + "WHERE seq = 4")
        #expect(damage { try check(device, whole: true) } == "4 texts")
        #expect(damage { _ = try Device(of: device) } == "4 texts")
    }

    @Test("what stands before a row that does not hold is taken, over any number of pages")
    func prefix() throws {
        let source = try StoreKind.memoryStore()
        for number in 0..<9_000 {
            let commit = NewCommit(
                id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                events: [.personAdded(PersonAdded(name: "\(number)"))])
            _ = try source.append(commit, expecting: nil)
        }
        let rows = try RemoteCommit.all(of: source)
        let remote = try server.remote(.random())
        for start in stride(from: 0, to: rows.count, by: 200) {
            _ = try remote.insert(Array(rows[start..<min(start + 200, rows.count)]))
        }
        let id = try #require(remote.id)
        try server.sql(
            "SET session_replication_role = replica; UPDATE ledger.commits "
                + "SET texts = set_byte(texts, octet_length(texts) - 1, 0) "
                + "WHERE ledger = '\(RemoteLog.name(of: id))' AND seq = 8500")
        let folder = Folder()
        let replica = try Replica(at: "\(folder.path)/log", creating: id, secret: { nil })
        let found = damage { _ = try replica.pull(from: remote, behind: 0) }
        #expect(found == "8500 texts")
        #expect(try replica.store.head().count == 8_499)
        #expect(try replica.store.verify().root == rows[8_498].root)
    }

    @Test("two rows that were swapped are named")
    func swapped() throws {
        let device = try device(6)
        let name = RemoteLog.name(of: device.id)
        try server.sql(
            """
            SET session_replication_role = replica;
            UPDATE ledger.commits c SET id = decode(md5(c.seq::text || c.ledger), 'hex'),
            first_event = o.first_event, events = o.events, body = o.body, texts = o.texts,
            root = o.root FROM ledger.commits o WHERE c.ledger = '\(name)'
            AND o.ledger = c.ledger AND c.seq IN (4, 5) AND o.seq = 9 - c.seq
            """)
        let found = damage { try check(device, whole: true) } ?? "nothing"
        #expect(found == "4 order")
        #expect(divergence { try check(device) }?.seq == 4)
    }

    @Test("a root that was changed, and a row that is missing, are named by 40 bytes a commit")
    func roots() throws {
        let device = try device(6)
        try tamper(
            device,
            "UPDATE ledger.commits SET root = set_byte(root, 0, get_byte(root, 0) # 1) "
                + "WHERE seq = 3")
        #expect(divergence { try check(device) }?.seq == 3)
        let other = try self.device(6)
        try tamper(other, "DELETE FROM ledger.commits WHERE seq = 3")
        #expect(divergence { try check(other) }?.seq == 3)
        #expect(damage { _ = try Device(of: other) } == "4 order")
    }

    @Test("a row that was recorded again is named")
    func replayed() throws {
        let device = try device(4)
        let name = RemoteLog.name(of: device.id)
        let head = try server.remote(device.id).head()
        try server.sql(
            """
            INSERT INTO ledger.commits (ledger, seq, prev, prev_root, id, first_event, events, body,
            texts, root) SELECT ledger, seq + 1, seq, root, decode(md5('again'), 'hex'),
            first_event + events, events, body, texts, root FROM ledger.commits
            WHERE ledger = '\(name)' AND seq = \(head.seq)
            """)
        let found = damage { try device.sync() } ?? "nothing"
        #expect(found.hasPrefix("\(head.seq + 1) "), "\(found)")
        #expect(try device.titles().count == 4)
    }

    @Test("events of another ledger under this one's name are refused")
    func foreign() throws {
        let (device, other) = (try device(2), try Device(on: server))
        let (from, to) = (RemoteLog.name(of: device.id), RemoteLog.name(of: other.id))
        _ = try server.remote(other.id)
        try server.sql(
            """
            INSERT INTO ledger.commits (ledger, seq, prev, prev_root, id, first_event, events, body,
            texts, root) SELECT '\(to)', seq, prev, prev_root, id, first_event, events, body, texts,
            root FROM ledger.commits WHERE ledger = '\(from)'
            """)
        let before = try other.root()
        guard case .foreign = error({ try other.sync() }) else {
            Issue.record("not refused")
            return
        }
        #expect(try other.root() == before)
    }

    @Test("a server that shows two members two histories is found when they compare checkpoints")
    func twoHistories() throws {
        let ada = try device(3)
        let ben = try Device(of: ada)
        let name = RemoteLog.name(of: ada.id)
        let shared = try server.remote(ada.id).head().seq
        try ada.add("For Ada")
        try ada.sync()
        let seen = "seen_by_ada_\(name.prefix(8))"
        try server.sql(
            "CREATE TABLE \(seen) AS SELECT * FROM ledger.commits "
                + "WHERE ledger = '\(name)' AND seq > \(shared)")
        try tamper(ada, "DELETE FROM ledger.commits WHERE seq > \(shared)")
        try ben.add("For Ben")
        try ben.sync()
        // Each of them sees nothing wrong on what is shown to him.
        try check(ben, whole: true)
        let checkpoint = try MakeCheckpoint.run(MakeCheckpoint.Input(), in: ben.env)
        try tamper(ada, "DELETE FROM ledger.commits WHERE seq > \(shared)")
        try server.sql("INSERT INTO ledger.commits SELECT * FROM \(seen)")
        try check(ada, whole: true)
        #expect(try ada.sync().0.pulled == 0)
        #expect(throws: ApplicationError.self) {
            try VerifyLog.run(VerifyLog.Input(against: checkpoint.checkpoint), in: ada.env)
        }
        #expect(throws: Never.self) {
            try VerifyLog.run(VerifyLog.Input(against: checkpoint.checkpoint), in: ben.env)
        }
        try server.sql("DROP TABLE \(seen)")
    }
}
