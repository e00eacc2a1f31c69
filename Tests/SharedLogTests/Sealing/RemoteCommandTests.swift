import Foundation
import Support
import Testing

/// The commands, as they are typed.
@Suite("ledger remote")
struct RemoteCommandTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner(["USER": "ada"]) }

    private func run(_ script: String) throws -> CommandResult { try runner.shell(script) }

    @Test("share, clone, record on both, and see each other", .needsServer)
    func twoDevices() throws {
        let address = try #require(TestServer.shared).address
        let begin = try run(
            """
            set -e
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            ledger add 3.50 Bread -c food >/dev/null
            ledger remote add '\(address)' --create --name desk
            ledger remote status
            ledger remote sync
            id=$(ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/')
            ledger remote clone '\(address)' other --name laptop --id $id
            ledger list --ledger other
            """)
        #expect(begin.code == 0, "\(begin.errors)")
        for words in [
            "Shared at \(address)", "next: ledger remote sync", "pending  ", "synced   never",
            "Recorded ", "Took ", "Bread",
        ] {
            #expect(begin.output.contains(words), "\(words) in \(begin.output)")
        }
        let go = try run(
            """
            set -e
            ledger add 1.20 Milk -c food >/dev/null
            ledger add 0.80 Salt -c food --ledger other >/dev/null
            ledger remote status --ledger other
            ledger remote sync
            ledger remote sync --ledger other
            ledger remote sync
            ledger remote verify
            ledger remote verify --whole
            ledger remote status
            diff <(ledger info --format json | grep -o '"root":"[0-9a-f]*"') \
            <(ledger info --format json --ledger other | grep -o '"root":"[0-9a-f]*"')
            ledger remote detach --ledger other
            """)
        #expect(go.code == 0, "\(go.errors)")
        for words in [
            "pending  1 commit (1 event)", "Recorded 1 commit on the server.",
            "behind.", "another id now", "are the same here and there.",
            "every one read and hashed", "device   desk (this one)", "device   laptop",
            "pending  nothing", "behind   nothing", "Shared no more",
        ] {
            #expect(go.output.contains(words), "\(words) in \(go.output)")
        }
    }

    @Test("says which texts a server lost, and gives them back", .needsServer)
    func lostTexts() throws {
        let server = try #require(TestServer.shared)
        let done = try run(
            """
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            ledger add 3.50 Bread -c food >/dev/null
            ledger remote add '\(server.address)' >/dev/null
            ledger remote sync >/dev/null
            id=$(ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/')
            psql -qXAt '\(server.address)' \
                -c "UPDATE ledger.commits SET texts = NULL WHERE ledger = '$id' AND seq = 2"
            ledger remote verify; echo $?
            ledger remote verify --whole; echo $?
            ledger remote clone '\(server.address)' other --id $id; echo $?
            ledger remote sync --push-missing; echo $?
            ledger remote verify --whole; echo $?
            ledger remote sync --ledger other; echo $?
            """)
        let codes = done.output.split(separator: "\n").map(String.init).filter { $0.count == 1 }
        #expect(codes == ["3", "3", "3", "0", "0", "0"], "\(done.output)\(done.errors)")
        #expect(done.output.contains("Gave the server the texts of 1 commit again."))
        for words in [
            "the server has no text for event ", "of commit 2, and nothing in the ledger erases it",
            "ledger remote sync --push-missing   on a device that has the text",
        ] {
            #expect(done.errors.contains(words), "\(words) in \(done.errors)")
        }
    }

    @Test("says what waits where the server cannot be asked", .needsServer)
    func offline() throws {
        let server = try TestServer()
        let begin = try run(
            """
            set -e
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            ledger device add --name desk >/dev/null
            ledger remote add '\(server.address)' --name desk
            ledger remote sync
            ledger add 3.50 Bread -c food --new >/dev/null
            ledger remote clone '\(server.address)' other --name laptop
            """)
        #expect(begin.code == 0, "\(begin.errors)")
        // A new copy says what it takes to record in it.
        #expect(begin.output.contains("ledger device add --name laptop --ledger other"))
        try server.run("stop")
        let alone = try run("ledger remote status; echo $?")
        for words in ["pending  1 commit (", "behind   not known", "\n3\n"] {
            #expect(alone.output.contains(words), "\(words) in \(alone.output)")
        }
        #expect(alone.errors.contains("cannot be reached; what is recorded here waits"))
        let json = try run("ledger remote status --format json 2>/dev/null")
        #expect(json.code == 3 && json.output.contains("\"pendingEvents\":"), "\(json.output)")
        try server.run("start")
        #expect(try run("ledger remote sync && ledger remote status").code == 0)
        try server.run("remove")
    }

    @Test("shows what others record within some seconds", .needsServer)
    func follows() throws {
        let address = try #require(TestServer.shared).address
        let begin = try run(
            """
            set -e
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            ledger remote add '\(address)' >/dev/null
            ledger remote sync >/dev/null
            id=$(ledger remote status --format json | sed 's/.*"ledger":"\\([0-9a-f]*\\)".*/\\1/')
            ledger remote clone '\(address)' other --id $id >/dev/null
            "$LEDGER_PROGRAM" remote follow --ledger other >followed 2>&1 &
            follower=$!
            trap 'kill $follower' EXIT
            ledger add 3.50 Bread >/dev/null
            ledger remote sync >/dev/null
            for i in $(seq 100); do grep -q Took followed && break; sleep 0.1; done
            ledger list --ledger other
            """)
        #expect(begin.code == 0, "\(begin.errors)")
        #expect(begin.output.contains("Bread"))
    }

    @Test("says what is wrong, and what to do", arguments: cases)
    func words(_ line: Case) throws {
        let setUp = """
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            """
        let done = try run(setUp + "\n" + line.script)
        #expect(done.code == line.code, "\(done.output)\(done.errors)")
        for words in line.words {
            #expect(done.errors.contains(words), "\(words) in \(done.errors)")
        }
        #expect(done.errors.contains("try"))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let script: String
        let code: Int32
        let words: [String]
        var testDescription: String { script }
    }

    private static let cases: [Case] = [
        Case(script: "ledger remote", code: 2, words: ["a command is missing"]),
        Case(script: "ledger remote nosuch", code: 2, words: ["unknown command \"nosuch\""]),
        Case(script: "ledger remote add", code: 2, words: ["add needs ADDRESS"]),
        Case(
            script: "ledger remote sync --whole", code: 2,
            words: ["--whole does not go with sync"]),
        Case(
            script: "ledger remote sync", code: 1,
            words: ["shared with nobody", "ledger remote add"]),
        Case(
            script: "ledger remote sync --format json", code: 1,
            words: ["\"code\":\"notShared\"", "\"exit\":1", "try"]),
        Case(
            script: "ledger remote add db.example", code: 2, words: ["does not begin with postgres"]
        ),
        Case(
            script: "ledger remote add postgres://ada:secret@db/books", code: 2,
            words: ["has a password", ".pgpass"]),
        Case(
            script: "ledger remote add postgres://127.0.0.1:1/books", code: 3,
            words: ["cannot be reached", "what is recorded here waits"]),
        Case(
            script: "ledger remote add postgres://127.0.0.1:1/books --ledger nosuch", code: 3,
            words: ["no ledger"]),
        Case(
            script: "ledger remote clone postgres://127.0.0.1:1/books \"$LEDGER_HOME\"", code: 1,
            words: ["is not empty"]),
        Case(
            script: "echo '{' >\"$LEDGER_HOME/remote.json\"; ledger remote status", code: 3,
            words: ["is not what this program wrote"]),
    ]

    @Test("says what is wrong with a server", .needsServer)
    func servers() throws {
        // One of its own: who is let in there is changed.
        let server = try TestServer()
        let socket = server.folder
        try server.sql(
            "DO $$ BEGIN CREATE ROLE locked LOGIN PASSWORD 'mellon7'; "
                + "EXCEPTION WHEN OTHERS THEN END $$")
        let file = URL(filePath: "\(socket)/data/pg_hba.conf")
        let rules = try String(contentsOf: file, encoding: .utf8)
        try "local all locked scram-sha-256\n\(rules)".write(
            to: file, atomically: false, encoding: .utf8)
        try server.sql("SELECT pg_reload_conf()")
        let done = try run(
            """
            ledger init --currency EUR --zone UTC --week-start monday --owner Ada >/dev/null
            ledger remote add 'postgres://ledger@/postgres?host=\(socket)'; echo $?
            ledger remote add 'postgres://ledger@/nosuch?host=\(socket)'; echo $?
            sleep 0.3
            PGPASSWORD=wrong ledger remote add 'postgres://locked@/ledger?host=\(socket)'; echo $?
            echo "*:*:*:locked:mellon7" >pass; chmod 600 pass
            export PGPASSFILE=$PWD/pass
            ledger remote add 'postgres://locked@/ledger?host=\(socket)'; echo $?
            grep -r mellon7 "$LEDGER_HOME"; echo $?
            ledger remote add 'postgres://ledger@/ledger?host=\(socket)'; echo $?
            """)
        let codes = done.output.split(separator: "\n").map(String.init).filter { $0.count == 1 }
        #expect(codes == ["2", "2", "1", "0", "1", "1"])
        for words in [
            "has no tables of ledgers", "ledger remote add ADDRESS --create", "no such database",
            "lets nobody in", ".pgpass", "is shared at",
        ] {
            #expect(done.errors.contains(words), "\(words) in \(done.errors)")
        }
    }
}
