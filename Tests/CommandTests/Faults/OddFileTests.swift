import Support
import Testing

/// What does not belong there stands in the place of a file of the ledger, or is older than it may
/// be.
@Suite("Odd files") struct OddFileTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-02-01 &&
            ledger add 12.50 Lunch -c food --on 2026-02-01 --now 2026-02-01 --key lunch-1
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    @Test("a pipe in the place of a file is refused or passed over, and nobody waits") func pipes()
        throws
    {
        let runner = try opened()
        let refused = 124
        for file in [
            "settings.json", "state.json", "profiles.json", "rules.json", "verified.json",
            "models.sqlite", "models.sqlite-wal", "models.sqlite.asked", "keys/0001-c74f20a3.key",
            "log/lock", "log/000000000000-0000.log.keys", "log/torn-000000000002-1.bin",
            "log/000000000000-0001.log",
        ] {
            let made = try runner.shell(
                """
                rm -rf was; cp -r ledger was; mkdir -p ledger/keys; rm -f ledger/\(file)
                mkfifo ledger/\(file)
                """)
            #expect(made.code == 0, "\(made.errors)")
            for command in [
                "list", "add 5 Tea --key tea", "sql 'SELECT 1'", "rules list", "verify --quick",
                "profile list", "key list", "backup copy", "salvage rescued", "doctor",
            ] {
                let result = try runner.shell(
                    "timeout 20 \"$LEDGER_PROGRAM\" \(command); s=$?; rm -rf copy rescued; exit $s")
                #expect(result.code != refused, "\(file), \(command)")
            }
            #expect(try runner.shell("rm -rf ledger; mv was ledger; ledger list").code == 0)
        }
    }

    @Test("a limit on open files is raised as far as it may be") func fileLimit() throws {
        let runner = try opened()
        let raised = try runner.shell("(ulimit -Sn 5; exec \"$LEDGER_PROGRAM\" list)")
        #expect(raised.code == 0 && raised.output.contains("Lunch"), "\(raised.errors)")
        let refused = try runner.shell("(ulimit -n 5; exec \"$LEDGER_PROGRAM\" list)")
        #expect(refused.code == 3 && refused.errors.contains("Too many open files"))
    }

    @Test("tables that were made before an erasure are noticed and removed") func outlived() throws
    {
        let runner = try opened()
        let made = try runner.shell(
            """
            ledger sql 'SELECT title FROM expense' && cp ledger/models.sqlite was.sqlite &&
            ledger erase lunch --yes && test ! -e ledger/models.sqlite
            """)
        #expect(made.code == 0, "\(made.errors)")
        for command in ["verify", "doctor"] {
            let back = try runner.shell(
                "cp was.sqlite ledger/models.sqlite && grep -c Lunch ledger/models.sqlite")
            #expect(back.code == 0)
            let result = try runner.run(command)
            #expect(result.output.contains("models.sqlite"), "\(result.output)")
            #expect(try runner.shell("ls ledger/models.sqlite*").code != 0, "\(command)")
        }
        #expect(!(try runner.run("verify").output.contains("models.sqlite")))
    }

    @Test("a cache of keys that was made elsewhere is not believed") func foreignKeys() throws {
        let runner = try opened()
        #expect(try runner.shell("test -s .local/state/ledger/device.secret").code == 0)
        let other = try runner.shell(
            """
            export HOME=$PWD/other; mkdir other
            ledger add 12.50 Lunch -c food --on 2026-02-01 --now 2026-02-01 --key lunch-1
            """)
        #expect(other.code == 0 && !other.output.isEmpty, "\(other.errors)")
        let count = "ledger info -O json | tr , '\\n' | grep -m1 events"
        let before = try runner.shell(count).output
        let again = try runner.shell(
            "ledger add 12.50 Lunch -c food --on 2026-02-01 --now 2026-02-01 --key lunch-1")
        #expect(again.code == 0)
        #expect(try runner.shell(count).output == before)
        let modes = try runner.shell(
            "stat -c %a .local/state/ledger .local/state/ledger/device.secret")
        #expect(modes.output == "700\n600\n")
    }

    @Test("without a place for the secret, derived files are made anew each time") func noSecret()
        throws
    {
        let runner = try CommandRunner(["HOME": "/dev/null/nowhere", "XDG_STATE_HOME": ""])
        let done = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada
            ledger add 5 Tea --key tea; ledger add 5 Tea --key tea
            test ! -e ledger/log/*.keys
            test "$(ledger sql 'SELECT count(*) FROM expense' -O csv | tail -1)" = 1
            test "$(ledger sql 'SELECT count(*) FROM expense' -O csv | tail -1)" = 1
            """)
        #expect(done.code == 0, "\(done.errors)")
    }
}

private let hasStrace = (try? CommandRunner().shell("command -v strace").code) == 0

@Suite("Folders that cannot be synced", .enabled(if: hasStrace, "no strace"))
struct FolderSyncTests {
    @Test("a folder that cannot be synced is an error of what needs it") func failures() throws {
        let runner = try CommandRunner()
        // The key has the secret of this device made, without which everything goes on, too.
        let made = try runner.shell(
            "ledger init --currency EUR --zone UTC && ledger add 5 Tea --key tea && ledger backup b"
        )
        #expect(made.code == 0, "\(made.errors)")
        for command in ["backup new", "restore b --into new", "key new", "salvage new"] {
            let traced = "strace -f -y -e trace=fsync -o calls \"$LEDGER_PROGRAM\" \(command)"
            #expect(try runner.shell("rm -rf new ledger/keys; \(traced)").code == 0, "\(command)")
            let calls = try runner.shell("grep -c 'fsync(' calls").output
            let count = Int(calls.filter(\.isNumber)) ?? 0
            #expect(count > 0, "\(command)")
            for call in 1...max(1, count) {
                let failing = "strace -f -e trace=fsync -e inject=fsync:error=EIO:when=\(call) "
                let result = try runner.shell(
                    "rm -rf new new.unfinished ledger/keys; "
                        + "\(failing) -o calls \"$LEDGER_PROGRAM\" \(command)")
                #expect(result.code == 3 || result.code == 1, "\(command), call \(call)")
            }
        }
    }

    @Test("what an interrupted init left is made durable by the next") func names() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            mkdir -p -m 700 ledger/log
            strace -f -y -e trace=fsync -o calls "$LEDGER_PROGRAM" init --zone UTC --currency EUR
            for folder in "$PWD" "$PWD/ledger"; do grep "fsync(.*<$folder>)" calls || exit 1; done
            """)
        #expect(done.code == 0, "\(done.errors)")
    }
}
