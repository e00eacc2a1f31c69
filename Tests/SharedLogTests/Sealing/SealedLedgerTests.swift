import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// A ledger of which the server sees figures only, or nothing.
@Suite("Sealed ledgers", .needsServer)
struct SealedLedgerTests {
    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    private func secret() throws -> MemberSecret {
        try #require(MemberSecret(seed: MemberSecret.randomSeed()))
    }

    /// Lets another device in.
    private func admit(_ name: String, to device: Device) throws -> MemberSecret {
        let (remote, secret) = (try device.remote(), try secret())
        let keyring = try #require(try remote.keyring())
        try remote.change(to: keyring.adding(Keyring.Member(name: name, key: secret.key)))
        return secret
    }

    private func remove(_ name: String, by device: Device) throws {
        let remote = try device.remote()
        try remote.change(to: try #require(try remote.keyring()).removing(name))
    }

    private func error(_ body: () throws -> Void) -> SharedLogError? {
        do { try body() } catch { return error as? SharedLogError }
        return nil
    }

    private func fault(_ body: () throws -> Void) -> KeysFault? {
        if case .keys(let fault) = error(body) { fault } else { nil }
    }

    private func damage(_ body: () throws -> Void) -> String? {
        guard case .damaged(let seq, let damage) = error(body) else { return nil }
        return "\(seq) \(damage.rawValue)"
    }

    private func isShutOut(_ body: () throws -> Void) -> Bool {
        if case .sealed = error(body) { true } else { false }
    }

    @Test("no word of it stands in the database", arguments: Secrecy.allCases)
    func noWord(_ secrecy: Secrecy) throws {
        let first = try Device(on: server, sealing: secrecy)
        let words = ["Surgeon", "Bakery", "Plumber", "Notebook"].map {
            "\($0)\(UInt32.random(in: 0 ... .max))"
        }
        try first.add(words[0], "123.45")
        _ = try answer("task/add", "{\"task\":{\"title\":\"\(words[1])\"}}", in: first.env)
        _ = try answer("people/add", "{\"person\":{\"name\":\"\(words[2])\"}}", in: first.env)
        try first.sync()
        let remote = try first.remote()
        try remote.confirm("a", name: words[3], events: 3)
        #expect(try remote.replicas().map(\.name) == [words[3]])

        let dump = try server.dump(of: first.id)
        #expect(dump.count > 1_000)
        for word in words { #expect(!dump.holds(word), "\(word)") }
        let store = try first.replica.store
        let seed = try #require(try store.seed(of: 0))
        #expect(Data(dump).range(of: Data(seed)) == nil)
        for commit in try RemoteCommit.all(of: store) {
            let texts = try #require(commit.texts)
            #expect(Data(dump).range(of: Data(texts)) == nil)
            // Figures are seen, or not.
            #expect((Data(dump).range(of: Data(commit.body)) != nil) == (secrecy == .text))
        }
        // Who is let in reads all of it.
        let second = try Device(of: first, secret: admit("second", to: first))
        #expect(try second.root() == first.root())
        #expect(try second.titles() == first.titles())
    }

    @Test("devices come to one log, erasures included", arguments: Secrecy.allCases)
    func devices(_ secrecy: Secrecy) throws {
        let first = try Device(on: server, sealing: secrecy)
        try first.add("Bread")
        let erased = try first.add("Surgeon")
        try first.sync()
        let second = try Device(of: first, secret: admit("second", to: first))
        try first.add("Here")
        try second.add("There")
        try first.sync()
        #expect(try second.sync().0.merges == 1)
        _ = try EraseText.run(EraseText.Input(ids: ["\(erased)"]), in: second.env)
        #expect(try second.sync().0.hasErased)
        try first.sync()
        #expect(try first.root() == second.root())
        #expect(try first.titles() == ["", "Bread", "Here", "There"])
        #expect(try !first.bytes().holds("Surgeon"))
        let third = try Device(of: first, secret: admit("third", to: second))
        #expect(try third.root() == first.root())
        #expect(try third.titles() == first.titles())
        let check = RemoteCheck(try first.remote(), try first.replica.store)
        #expect(try check.whole(progress: { _ in }).behind == 0)
    }

    @Test("whoever is not let in reads and records nothing, and is told who can let him in")
    func shutOut() throws {
        let first = try Device(on: server, sealing: .all)
        try first.add("Bread")
        try first.sync()
        let stranger = try secret()
        #expect(isShutOut { _ = try Device(of: first, secret: stranger) })
        // Nor does somebody without any key.
        #expect(isShutOut { _ = try Device(of: first) })
        let remote = try server.remote(first.id)
        try remote.unlock(by: stranger, known: [])
        guard case .sealed(let key, let members) = error({ try remote.requireKey() }) else {
            Issue.record("let in")
            return
        }
        #expect(key == stranger.key.text && members == ["first"])
    }

    @Test("a member who was removed reads nothing of what comes after")
    func removed() throws {
        let first = try Device(on: server, sealing: .text)
        try first.add("Before")
        try first.sync()
        let secret = try admit("second", to: first)
        let second = try Device(of: first, secret: secret)
        // A device that was connected before the removal records under the new key as well.
        let third = try Device(of: first, secret: admit("third", to: first))
        let connected = try third.following()
        let count = try first.remote().head().seq
        try remove("second", by: first)
        try third.add("After")
        _ = try connected.synchronise(
            since: third.mark,
            merging: Following.Merging(in: "\(third.folder)/x", clear: {}, merge: { _ in }))
        try first.sync()
        #expect(try first.titles() == ["After", "Before"])
        #expect(isShutOut { try second.sync() })
        #expect(try second.titles() == ["Before"])

        // A server that hides the removal from him does not help him.
        let name = RemoteLog.name(of: first.id)
        try server.sql("DELETE FROM ledger.keyring WHERE ledger = '\(name)' AND number > 3")
        let remote = try server.remote(first.id)
        try remote.unlock(by: secret, known: [])
        #expect(try remote.page(behind: 0).commits.count == count)
        #expect(damage { _ = try remote.page(behind: count) } == "\(count + 1) seal")
        // Who has seen it notices.
        let entries = try #require(try connected.remote.keyring()).entries
        #expect(entries.count == 4)
        #expect(
            fault { try server.remote(first.id).unlock(by: first.secret, known: entries) }
                == .differ(4))
        // And gives the server what it lost.
        try server.remote(first.id).unlock(by: first.secret, known: entries, isForgiving: true)
        #expect(isShutOut { try second.sync() })
        let fourth = try Device(of: first, secret: admit("fourth", to: first))
        #expect(try fourth.titles() == ["After", "Before"])
    }

    @Test("what was swapped, cut, repeated or put there in plain is named")
    func tampering() throws {
        let first = try Device(on: server, sealing: .all)
        for number in 1...6 { try first.add("Line \(number)") }
        try first.sync()
        let name = RemoteLog.name(of: first.id)
        let plain = try RemoteCommit.all(of: try first.replica.store)
        func hex(_ bytes: [UInt8]) -> String {
            "'\\x"
                + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
        for column in ["body", "texts"] {
            let own = column == "body" ? plain[3].body : try #require(plain[3].texts)
            let whole = try server.sql(
                "SELECT encode(\(column), 'hex') FROM ledger.commits WHERE ledger = '\(name)' "
                    + "AND seq = 4")
            let changes: [(String, String)] = [
                (
                    "(SELECT o.\(column) FROM ledger.commits o WHERE o.ledger = '\(name)' "
                        + "AND o.seq = 5)", "4 seal"
                ),
                ("substring(\(column) FOR octet_length(\(column)) - 1)", "4 seal"),
                ("substring(\(column) FOR 20)", "4 seal"),
                (
                    "set_byte(\(column), octet_length(\(column)) / 2, "
                        + "get_byte(\(column), octet_length(\(column)) / 2) # 1)", "4 seal"
                ),
                // Under another key, or one that nobody has.
                ("set_byte(\(column), 1, 0)", "4 seal"), ("set_byte(\(column), 1, 9)", "4 seal"),
                (hex(own), "4 plain"),
            ]
            for (change, expected) in changes {
                try set(column, change, name)
                #expect(damage { _ = try check(first) } == expected, "\(column) \(change)")
                try set(column, "'\\x\(whole[0])'", name)
            }
        }
        #expect(damage { _ = try check(first) } == nil)
        // A commit that is recorded once more, in another place.
        let last = plain.count
        try server.sql(
            """
            INSERT INTO ledger.commits (ledger, seq, prev, prev_root, id, first_event, events, body,
            texts, root) SELECT ledger, seq + 1, seq, root, decode(md5('again'), 'hex'),
            first_event + events, events, body, texts, root FROM ledger.commits
            WHERE ledger = '\(name)' AND seq = \(last)
            """)
        #expect(damage { try first.sync() } == "\(last + 1) seal")
    }

    private func set(_ column: String, _ value: String, _ ledger: String) throws {
        try server.sql(
            "SET session_replication_role = replica; UPDATE ledger.commits SET "
                + "\(column) = \(value) WHERE ledger = '\(ledger)' AND seq = 4")
    }

    private func check(_ device: Device) throws -> RemoteCheck.Result {
        try RemoteCheck(device.remote(), device.replica.store).whole(progress: { _ in })
    }

    @Test("changes of members that are forged, left out or made at once are refused")
    func changes() throws {
        let first = try Device(on: server, sealing: .all)
        _ = try admit("second", to: first)
        let name = RemoteLog.name(of: first.id)
        let remote = try first.remote()
        let entries = try #require(try remote.keyring()).entries

        // Somebody else's beginning, in the place of this one and behind it.
        let stranger = try secret()
        let theirs = try Keyring.begun(
            name, .all, [Keyring.Member(name: "first", key: stranger.key)], by: stranger)
        #expect(throws: KeysFault.form(3)) {
            try Keyring(name, entries + theirs.entries, own: first.secret)
        }
        #expect(throws: KeysFault.form(2)) {
            try Keyring(name, theirs.entries + [entries[1]], own: first.secret)
        }
        #expect(throws: KeysFault.signer(1)) {
            try Keyring("another ledger", entries, own: first.secret)
        }
        for index in entries[1].indices {
            var changed = entries[1]
            changed[index] ^= 1
            #expect(throws: KeysFault.self, "\(index)") {
                try Keyring(name, [entries[0], changed], own: first.secret)
            }
            #expect(throws: KeysFault.self, "\(index)") {
                try Keyring(
                    name, [entries[0], Array(entries[1].prefix(index))], own: first.secret)
            }
        }

        // Two at once: one of them is told.
        let other = try first.remote()
        let keyring = try #require(try remote.keyring())
        try remote.change(to: keyring.removing("second"))
        let late = try keyring.adding(Keyring.Member(name: "late", key: stranger.key))
        #expect(fault { try other.change(to: late) } == .outrun)

        // A server that has no members any more is not taken for one in plain.
        try server.sql("DELETE FROM ledger.keyring WHERE ledger = '\(name)'")
        #expect(
            fault { try server.remote(first.id).unlock(by: first.secret, known: entries) }
                == .missing)
    }

    @Test("what a role that opens nothing puts among the changes of members does not count")
    func strays() throws {
        let first = try Device(on: server, sealing: .all)
        try first.add("Bread")
        try first.sync()
        let name = RemoteLog.name(of: first.id)
        let role = "di\(name.prefix(8))"
        try server.sql("CREATE ROLE \(role) LOGIN")
        try server.sql("SELECT ledger.admit('\(name)', '\(role)')")
        let theirs = try secret()
        let forged = try Keyring.begun(
            name, .all, [Keyring.Member(name: "first", key: theirs.key)], by: theirs)
        func put(_ number: Int, _ bytes: [UInt8]) throws {
            let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            try server.sql(
                "INSERT INTO ledger.keyring (ledger, number, content) "
                    + "VALUES ('\(name)', \(number), '\\x\(hex)')", as: role)
        }
        try put(2, [7, 7, 7])
        try put(3, forged.entries[0])
        let remote = try first.remote()
        #expect(remote.strayKeys == [2, 3])
        try first.add("Milk")
        try first.sync()
        // Who comes and goes is written behind it, and everybody reads the same.
        let second = try Device(of: first, secret: try admit("second", to: first))
        #expect(try second.titles() == ["Bread", "Milk"])
        try remove("second", by: first)
        try put(6, forged.entries[0])
        let rest = try first.remote()
        #expect(rest.strayKeys == [2, 3, 6])
        #expect(try rest.keyring()?.members.map(\.name) == ["first"])
        #expect(try rest.keyring()?.entries.count == 3)
        // What is recorded from then on nobody opens who was removed.
        try first.add("Salt")
        try first.sync()
        #expect(isShutOut { try second.sync() })
        #expect(try second.titles() == ["Bread", "Milk"])
        #expect(try Device(of: first, secret: first.secret).titles() == first.titles())
        // Rows far behind leave no room in front of the next change, and do not hinder it.
        try put(1_000, [7])
        try put(2_147_483_647, [7])
        let third = try Device(of: first, secret: try admit("third", to: first))
        #expect(try third.titles() == first.titles())
        let late = try first.remote()
        #expect(late.strayKeys == [2, 3, 6, 1_000, 2_147_483_647])
    }

    @Test("a ledger that is followed in plain stays so, whatever is put there")
    func plainStays() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        try first.sync()
        let own = try secret()
        let name = RemoteLog.name(of: first.id)
        let remote = try server.remote(first.id)
        try remote.unlock(by: nil, known: [])
        try remote.change(
            to: Keyring.begun(name, .all, [Keyring.Member(name: "di", key: own.key)], by: own))
        try first.add("Milk")
        let followed = try server.remote(first.id)
        try followed.unlock(by: nil, known: [], isPlain: true)
        #expect(followed.strayKeys == [1])
        #expect(try followed.keyring() == nil)
        let following = Following(followed, folder: "\(first.home)/log", secret: { nil })
        let outcome = try following.synchronise(
            since: first.mark,
            merging: Following.Merging(in: "\(first.folder)/x", clear: {}, merge: { _ in }))
        #expect(outcome.pushed == 1)
        #expect(try followed.page(behind: 0).commits.count == Int(outcome.end.seq))
        // A server that lost all of it is given it again in plain.
        try server.sql("DELETE FROM ledger.commits WHERE ledger = '\(name)'")
        let again = try following.synchronise(
            since: outcome.end, isForgiving: true,
            merging: Following.Merging(in: "\(first.folder)/x", clear: {}, merge: { _ in }))
        #expect(again.end == outcome.end)
        #expect(try followed.keyring() == nil)
        #expect(try server.remote(first.id).page(behind: 0).commits.count == Int(again.end.seq))
    }

    @Test(
        "a new device of a ledger in plain believes no members that nobody but themselves let in",
        arguments: Secrecy.allCases)
    func plainForNewDevices(_ secrecy: Secrecy) throws {
        let first = try Device(on: server)
        let erased = try first.add("Bread")
        try first.sync()
        let eve = try secret()
        let name = RemoteLog.name(of: first.id)
        let remote = try server.remote(first.id)
        try remote.unlock(by: nil, known: [])
        try remote.change(
            to: Keyring.begun(
                name, secrecy, [Keyring.Member(name: "eve", key: eve.key)], by: eve))
        let fresh = try server.remote(first.id)
        try fresh.unlock(by: nil, known: [])
        #expect(try fresh.keyring() == nil)
        #expect(fresh.strayKeys == [1])
        let second = try Device(of: first)
        #expect(try second.titles() == ["Bread"])
        try second.add("Milk")
        try second.sync()
        try first.sync()
        #expect(try first.root() == second.root())
        // Texts that are gone tell nothing; those behind them do.
        _ = try EraseText.run(EraseText.Input(ids: ["\(erased)"]), in: first.env)
        try first.sync()
        #expect(try Device(of: first).titles() == ["", "Milk"])
    }

    @Test("a push of everything keeps the keys that are there", arguments: Secrecy.allCases)
    func pushesAll(_ secrecy: Secrecy) throws {
        let first = try Device(on: server, sealing: secrecy)
        try first.add("Bread")
        try first.sync()
        let before = try #require(try first.remote().keyring()?.fingerprint)
        let name = RemoteLog.name(of: first.id)
        try server.sql("DELETE FROM ledger.commits WHERE ledger = '\(name)'")
        try first.sync(isForgiving: true)
        #expect(try first.remote().keyring()?.fingerprint == before)
        let dump = try server.dump(of: first.id)
        #expect(!dump.holds("Bread"))
        let second = try Device(of: first, secret: try admit("second", to: first))
        #expect(try second.root() == first.root())
    }
}
