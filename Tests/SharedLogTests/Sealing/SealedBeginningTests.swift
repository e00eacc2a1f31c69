import Application
import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// What a new device believes of a sealed ledger that it has seen nothing of.
@Suite("Sealed ledgers and new devices", .needsServer)
struct SealedBeginningTests {
    private var server: TestServer { get throws { try #require(TestServer.shared) } }

    private func secret() throws -> MemberSecret {
        try #require(MemberSecret(seed: MemberSecret.randomSeed()))
    }

    private func error(_ body: () throws -> Void) -> SharedLogError? {
        do { try body() } catch { return error as? SharedLogError }
        return nil
    }

    @Test(
        "texts that were replaced make none plain, and nothing of it is taken",
        arguments: Secrecy.allCases)
    func replaced(_ secrecy: Secrecy) throws {
        let first = try Device(on: server, sealing: secrecy)
        try first.add("Bread")
        try first.sync()
        let new = try secret()
        let keyring = try #require(try first.remote().keyring())
        try first.remote().change(
            to: keyring.adding(Keyring.Member(name: "new", key: new.key)))
        let name = RemoteLog.name(of: first.id)
        let plain = try Device(on: server)
        let others = try #require(try RemoteCommit.all(of: try plain.replica.store).first?.texts)
        let texts = [
            // As of a ledger in plain of which all was erased: that hashes to the root, and whoever
            // sees the figures can make it.
            "'\\x0100'::bytea || decode(repeat('02', events), 'hex')",
            // Those of a ledger in plain.
            "'\\x\(others.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'",
            "'\\x00'", "decode('', 'hex')", "NULL",
            // Its own, of another commit.
            "(SELECT o.texts FROM ledger.commits o WHERE o.ledger = '\(name)' AND o.seq = 2)",
        ]
        for text in texts {
            try server.sql(
                "UPDATE ledger.commits SET texts = \(text) WHERE ledger = '\(name)' AND seq = 1")
            let fresh = try server.remote(first.id)
            try fresh.unlock(by: nil, known: [])
            #expect(try fresh.keyring()?.members.map(\.name) == ["first", "new"], "\(text)")
            #expect(fresh.strayKeys.isEmpty)
            guard case .sealed = error({ _ = try Device(of: first) }) else {
                Issue.record("a stranger was let in: \(text)")
                continue
            }
            switch error({ _ = try Device(of: first, secret: new) }) {
            case .damaged(1, _), .textsGone(1, _): break
            case let other: Issue.record("\(text): \(other.map { "\($0)" } ?? "taken")")
            }
            #expect(try first.sync(isForgiving: true).0.mended == 1, "\(text)")
        }
        let second = try Device(of: first, secret: new)
        #expect(try second.titles() == ["Bread"])
        #expect(try second.root() == first.root())
        try second.add("Milk")
        try second.sync()
        let dump = try server.dump(of: first.id)
        #expect(!dump.holds("Bread") && !dump.holds("Milk"))
    }

    @Test("how it began stays the same whoever comes and goes") func beginning() throws {
        let first = try Device(on: server, sealing: .all)
        let begun = try #require(try first.remote().keyring())
        #expect(begun.beginning.name == "first")
        #expect(begun.beginning.key == first.secret?.key)
        #expect(begun.beginning.fingerprint == begun.fingerprint)
        let second = try secret()
        let grown = try begun.adding(Keyring.Member(name: "second", key: second.key))
        let left = try Keyring(
            RemoteLog.name(of: first.id), grown.entries, own: second
        ).removing("first")
        #expect(grown.beginning == begun.beginning && left.beginning == begun.beginning)
        #expect(left.fingerprint != begun.fingerprint)
        #expect(left.has(begun.beginning.fingerprint))
        let other = try secret()
        let theirs = try Keyring.begun(
            RemoteLog.name(of: first.id), .all, [Keyring.Member(name: "first", key: other.key)],
            by: other)
        #expect(!theirs.has(begun.beginning.fingerprint))
    }
}

/// How a device is told who began an encrypted ledger.
@Suite("ledger remote, and who began to encrypt", .needsServer)
struct BegunCommandTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner(["USER": "ada"]) }

    private static let setUp = """
        set -e
        ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
        ledger add 3.50 Bread -c food >/dev/null
        away() { XDG_STATE_HOME=$PWD/away ledger "$@"; }
        id() { ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/'; }
        member() { sed 's/.*"key":"\\([^"]*\\)".*/\\1/' | sed 's/\\\\//g'; }

        """

    @Test("add, clone and status name that device, with one fingerprint") func told() throws {
        let address = try #require(TestServer.shared).address
        let done = try runner.shell(
            BegunCommandTests.setUp + """
                ledger remote add '\(address)' --encrypt all --no-recovery --name desk >said
                begun=$(sed -n 's/^Begun by desk, this device; fingerprint \\([0-9a-f]*\\)$/\\1/p' \
                    said)
                echo ${#begun}
                ledger remote sync >/dev/null
                key=$(away remote member key --format json | member)
                ledger remote member add "$key" --name laptop >/dev/null
                away remote clone '\(address)' other --id $(id) >said
                grep -c "^Begun by desk; fingerprint $begun$" said
                grep -c 'Ask for that fingerprint on a device that you know' said
                grep -cx '  ledger remote detach --ledger other' said
                ledger remote status | grep -cx "begun    by desk; fingerprint $begun"
                away remote status --ledger other | grep -cx "begun    by desk; fingerprint $begun"
                away remote status --ledger other --format json |
                    grep -c "\\"beginning\\":\\"$begun\\",\\"begunBy\\":\\"desk\\""
                # Who has compared it need not be asked to.
                away remote clone '\(address)' third --id $(id) --keys $begun >said
                grep -c Begun said || true
                away remote clone '\(address)' fourth --id $(id) --format json 2>told >said
                grep -c Begun told; grep -c Begun said || true
                away remote clone '\(address)' fifth --id $(id) \
                    --keys 00000000000000000000000000000000 2>&1 | grep -c 'members are not those'
                # What is advised is about the folder that was named, and nothing else is detached.
                away remote add '\(address)' --ledger other 2>&1 |
                    grep -cx '  try: ledger remote detach --ledger other'
                away remote detach --ledger other >/dev/null
                away remote sync --ledger other 2>&1 | grep -c 'DATABASE --ledger other$'
                ledger remote status | grep -c '^begun'
                """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(
            done.output == "32\n1\n1\n1\n1\n1\n1\n0\n1\n0\n1\n1\n1\n1\n",
            "\(done.output)\(done.errors)")
    }

    @Test("whoever was there before on an empty server is not taken for this device")
    func stranger() throws {
        let server = try #require(TestServer.shared)
        let made = try runner.shell(
            BegunCommandTests.setUp + "ledger remote member key --format json | member")
        #expect(made.code == 0, "\(made.errors)")
        let key = try #require(
            MemberKey(made.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        let id = try Replica(at: "\(runner.folder)/ledger/log", secret: { nil }).store.id()
        let eve = try #require(MemberSecret(seed: MemberSecret.randomSeed()))
        let remote = try server.remote(id)
        let keyring = try Keyring.begun(
            remote.ledger, .all,
            [Keyring.Member(name: "desk", key: eve.key), Keyring.Member(name: "ada", key: key)],
            by: eve)
        try remote.change(to: keyring)
        let done = try runner.shell(
            """
            ledger remote add '\(server.address)' --encrypt all --no-recovery --name desk
            ledger remote detach >/dev/null
            ledger remote add '\(server.address)' --encrypt all --no-recovery --format json
            """)
        #expect(done.code == 0, "\(done.errors)")
        let mark = keyring.beginning.fingerprint
        for words in [
            "Begun by desk; fingerprint \(mark)", "Ask for that fingerprint",
            "ledger remote detach", "\"beginning\":\"\(mark)\"",
        ] {
            #expect(done.output.contains(words), "\(words) in \(done.output)")
        }
        #expect(!done.output.contains("this device"))
    }
}
