import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// A server that does not have the texts of commits any more, although nobody erased them.
@Suite("Texts that a server lost", .needsServer)
struct LostTextsTests {
    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    /// What the server sees: all, no texts, nothing.
    static let secrecies: [Secrecy?] = [nil, .text, .all]

    private func error(_ body: () throws -> Void) -> SharedLogError? {
        do { try body() } catch { return error as? SharedLogError }
        return nil
    }

    /// The commit and the event without text that are named.
    private func gone(_ body: () throws -> Void) -> [UInt64]? {
        guard case .textsGone(let seq, let event) = error(body) else { return nil }
        return [UInt64(seq), event]
    }

    /// The number of the commit of an event.
    private func seq(_ event: UInt64, _ device: Device) throws -> UInt64 {
        let found = try server.sql(
            "SELECT max(seq) FROM ledger.commits WHERE ledger = '\(RemoteLog.name(of: device.id))' "
                + "AND first_event <= \(event)")
        return try #require(found.first.flatMap { UInt64($0) })
    }

    /// Takes the texts of the commit of an event, as whoever has the database can.
    private func take(_ event: UInt64, _ device: Device, leaving rest: String = "NULL") throws {
        try server.sql(
            "UPDATE ledger.commits SET texts = \(rest) WHERE ledger = "
                + "'\(RemoteLog.name(of: device.id))' AND seq = \(seq(event, device))")
    }

    private func check(_ device: Device, whole: Bool) throws {
        let check = RemoteCheck(try device.remote(), try device.replica.store)
        _ = try whole ? check.whole(progress: { _ in }) : check.roots(progress: { _ in })
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "are named, taken by nobody, and given again by a device that has them",
        arguments: secrecies)
    func lost(_ secrecy: Secrecy?) throws {
        let first = try Device(on: server, sealing: secrecy)
        try first.add("Bread")
        try first.sync()
        let behind = try Device(of: first, secret: first.secret)
        let (known, old) = (try behind.replica.store.head(), try first.replica.store.head().count)
        try first.add("Milk")
        let lost = try first.add("Salt")
        try first.add("Eggs")
        try first.sync()
        let expected = [try seq(lost, first), lost]
        try take(lost, first)
        #expect(gone { try check(first, whole: false) } == expected)
        #expect(gone { try check(first, whole: true) } == expected)
        // Who syncs or is new takes what comes before, and nothing of it.
        #expect(known.count == old)
        #expect(gone { try behind.sync() } == expected)
        #expect(try behind.replica.store.head().count == lost)
        #expect(try behind.titles() == ["Bread", "Milk"])
        #expect(gone { _ = try Device(of: first, secret: first.secret) } == expected)
        // Who has nothing of it cannot give it.
        #expect(gone { try behind.sync(isForgiving: true) } == expected)

        #expect(try first.sync(isForgiving: true).0.mended == 1)
        #expect(try first.sync(isForgiving: true).0.mended == 0)
        #expect(throws: Never.self) { try check(first, whole: false) }
        #expect(throws: Never.self) { try check(first, whole: true) }
        try behind.sync()
        let fresh = try Device(of: first, secret: first.secret)
        for device in [behind, fresh] {
            #expect(try device.root() == first.root())
            #expect(try device.titles() == ["Bread", "Eggs", "Milk", "Salt"])
        }
    }

    @Test("are no erased ones, and erased ones are not lost", arguments: secrecies)
    func erased(_ secrecy: Secrecy?) throws {
        let first = try Device(on: server, sealing: secrecy)
        try first.add("Bread")
        let secret = try first.add("Surgeon")
        let lost = try first.add("Salt")
        try first.sync()
        let late = try Device(of: first, secret: first.secret)
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        // What is erased comes long before what erases it.
        for number in 1...5 { try first.add("Line \(number)") }
        try first.sync()
        let fresh = try Device(of: first, secret: first.secret)
        #expect(try fresh.root() == first.root())
        for whole in [false, true] {
            #expect(throws: Never.self) { try check(first, whole: whole) }
            // This one does not know of the erasure yet.
            #expect(throws: Never.self) { try check(late, whole: whole) }
        }
        try take(lost, first)
        let expected = [try seq(lost, first), lost]
        for whole in [false, true] {
            #expect(gone { try check(first, whole: whole) } == expected)
        }
        #expect(gone { _ = try Device(of: first, secret: first.secret) } == expected)
        // Whoever gives it again does not give what was erased since, though it is still here.
        #expect(try late.bytes().holds("Surgeon"))
        #expect(try late.sync(isForgiving: true).0.mended == 1)
        #expect(try !late.bytes().holds("Surgeon"))
        #expect(try !server.dump(of: first.id).holds("Surgeon"))
        let last = try Device(of: first, secret: first.secret)
        #expect(try last.titles() == late.titles())
        #expect(try last.titles().filter(\.isEmpty).count == 1)
    }

    @Test("an erasure takes what stands before it, and nothing behind")
    func behind() throws {
        let first = try Device(on: server)
        let line = try first.add("Surgeon")
        _ = try EraseText.run(EraseText.Input(ids: ["\(line)"]), in: first.env)
        var change = AmendEntry.Input(id: "\(line)")
        change.note = "what is kept"
        let amended = try AmendEntry.run(change, in: first.env).position
        try first.sync()
        #expect(throws: Never.self) { try check(first, whole: true) }
        try take(amended, first)
        #expect(gone { try check(first, whole: true) } == [try seq(amended, first), amended])
    }

    @Test("one text of several that is said to be erased is named")
    func marked() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        let lines = ["Salt", "Pepper"].map {
            LineInput(amount: "1.00", title: $0, category: "all", account: "bank")
        }
        let entry = try AddEntry.run(AddEntry.Input(lines: lines), in: first.env)
        try first.sync()
        // The same log, in which one of the two has no text.
        let other = try Device(of: first)
        try other.replica.store.eraseText(at: [entry.id])
        let number = try seq(entry.id, first)
        let rows = try RemoteCommit.all(of: try other.replica.store)
        let row = try #require(rows.first { $0.seq == Int64(number) })
        try take(entry.id, first, leaving: "'\\x\(hex(try #require(row.texts)))'")
        #expect(gone { try check(first, whole: true) } == [number, entry.id])
        #expect(gone { _ = try Device(of: first) } == [number, entry.id])
        #expect(try first.sync(isForgiving: true).0.mended == 1)
        #expect(throws: Never.self) { try check(first, whole: true) }
        #expect(try Device(of: first).titles() == ["Bread", "Pepper", "Salt"])
    }

    @Test("nothing is given where the ledger went on, nor by who is no member")
    func guarded() throws {
        let first = try Device(on: server)
        let lost = try first.add("Salt")
        try first.sync()
        try take(lost, first)
        let (name, number) = (RemoteLog.name(of: first.id), try seq(lost, first))
        let head = try server.remote(first.id).head().seq
        func mend(_ known: Int64, as role: String = "ledger") throws -> [String] {
            try server.sql(
                "SELECT coalesce(ledger.mend('\(name)', \(known), '{\(number)}', "
                    + "ARRAY['x'::bytea]), -1)", as: role)
        }
        #expect(try mend(head - 1) == ["0"])
        let role = "cy\(name.prefix(8))"
        try server.sql("CREATE ROLE \(role) LOGIN")
        #expect(try mend(head, as: role) == ["-1"])
        #expect(
            try server.sql(
                "SELECT texts IS NULL FROM ledger.commits WHERE ledger = '\(name)' "
                    + "AND seq = \(number)") == ["t"])
        #expect(try mend(head) == ["1"])
    }

    @Test("that nobody has any more are accounted for, and the ledger goes on")
    func accepted() throws {
        let first = try Device(on: server)
        try first.add("Bread")
        let lost = try first.add("Salt")
        try first.sync()
        try take(lost, first)
        let expected = [try seq(lost, first), lost]
        let heir = try Device(of: first, withoutTexts: true)
        #expect(try heir.root() == first.root())
        #expect(try heir.titles() == ["", "Bread"])
        #expect(
            try VerifyLog.run(VerifyLog.Input(), in: heir.env).erasures?.unexplained == [lost])
        #expect(gone { _ = try Device(of: first) } == expected)
        let erased = try EraseText.run(EraseText.Input(ids: ["\(lost)"]), in: heir.env)
        #expect(erased.id != nil)
        try heir.sync()
        #expect(try VerifyLog.run(VerifyLog.Input(), in: heir.env).erasures?.holds == true)
        #expect(throws: Never.self) { try check(heir, whole: true) }
        #expect(try Device(of: first).root() == heir.root())
        // Once is enough.
        #expect(throws: ApplicationError.self) {
            try EraseText.run(EraseText.Input(ids: ["\(lost)"]), in: heir.env)
        }
    }

    @Test(
        "others in their place are named, and a device gives the right ones",
        arguments: secrecies)
    func replaced(_ secrecy: Secrecy?) throws {
        let first = try Device(on: server, sealing: secrecy)
        try first.add("Bread")
        let changed = try first.add("Salt")
        let secret = try first.add("Surgeon")
        _ = try EraseText.run(EraseText.Input(ids: ["\(secret)"]), in: first.env)
        try first.sync()
        let number = try seq(changed, first)
        // Whatever the byte is, sealed texts are random, it is another one then.
        let last = "octet_length(texts) - 1"
        let flipped = "set_byte(texts, \(last), get_byte(texts, \(last)) # 1)"
        let garbage = [
            "'\\x00'", flipped, "decode('', 'hex')",
            "texts || '\\x00'",
        ]
        for rest in garbage {
            try take(changed, first, leaving: rest)
            guard case .damaged(let seq, _) = error({ try check(first, whole: true) }) else {
                Issue.record("\(rest) was not noticed")
                continue
            }
            #expect(UInt64(seq) == number)
            #expect(error { _ = try Device(of: first, secret: first.secret) } != nil)
            #expect(try first.sync(isForgiving: true).0.mended == 1)
            #expect(throws: Never.self) { try check(first, whole: true) }
        }
        #expect(try Device(of: first, secret: first.secret).titles() == first.titles())
        #expect(try !server.dump(of: first.id).holds("Surgeon"))
        // Where a text was erased nothing else is left to give.
        try take(secret, first, leaving: "'\\x00'")
        #expect(try first.sync(isForgiving: true).0.mended == 1)
        #expect(throws: Never.self) { try check(first, whole: true) }
    }

    @Test("a device that lacks one text itself takes none that the server has")
    func poorer() throws {
        let first = try Device(on: server)
        let lines = ["Salt", "Pepper"].map {
            LineInput(amount: "1.00", title: $0, category: "all", account: "bank")
        }
        let entry = try AddEntry.run(AddEntry.Input(lines: lines), in: first.env)
        try first.sync()
        let (whole, poor) = (try Device(of: first), try Device(of: first))
        // The server has lost the first text, this device the second.
        try whole.replica.store.eraseText(at: [entry.id])
        try poor.replica.store.eraseText(at: [entry.id + 1])
        let number = try seq(entry.id, first)
        let rows = try RemoteCommit.all(of: try whole.replica.store)
        let row = try #require(rows.first { $0.seq == Int64(number) })
        try take(entry.id, first, leaving: "'\\x\(hex(try #require(row.texts)))'")
        #expect(try poor.sync(isForgiving: true).0.mended == 1)
        #expect(try Device(of: first).titles() == ["Pepper", "Salt"])
    }

    @Test("an erasure that is under way is no loss")
    func underWay() throws {
        let first = try Device(on: server)
        let line = try first.add("Surgeon")
        let before = try RemoteCommit.all(of: try first.replica.store)
        _ = try EraseText.run(EraseText.Input(ids: ["\(line)"]), in: first.env)
        try first.sync()
        let after = try RemoteCommit.all(of: try first.replica.store)
        // What erases the text has come to this log, and the text is not gone yet.
        let options = Log.Options()
        let log = try Log.create(in: MemoryStorage(), id: first.id, options: options)
        let late = Replica(FileEventStore(log))
        try late.take(before + after[before.count...])
        let check = RemoteCheck(try first.remote(), late.store)
        #expect(throws: Never.self) { try check.roots(progress: { _ in }) }
        #expect(try late.store.head().root == first.root())
    }
}
