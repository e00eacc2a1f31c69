import Support
import Testing

/// Backups: made while others write, completed after a kill, for the owner only.
@Suite("Backups", .serialized)
struct BackupTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        #expect(try runner.run("add", "1", "first").code == 0)
        return runner
    }

    private func json(_ runner: CommandRunner, _ arguments: String...) throws -> JSONValue {
        let result = try runner.start(arguments + ["-O", "json"]).finish()
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONValue(parsing: result.output))
    }

    @Test("while another process records, each backup is a whole earlier state")
    func meanwhile() throws {
        let runner = try opened()
        let loop = "for i in $(seq 60); do \"$LEDGER_PROGRAM\" add 1 \"entry $i\" --key k$i; done"
        let started = try runner.shell("(\(loop); touch done) >adds 2>&1 &")
        #expect(started.code == 0)
        var last: UInt64 = 0
        for _ in 0..<8 {
            let done = try json(runner, "backup", "copy")
            let position = try #require(done["position"]?.integer.map(UInt64.init))
            #expect(position >= last && done["verified"]?.bool == true)
            last = position
            let then = try runner.run("replay", "--to", "\(position)", "-O", "json")
            let root = JSONValue(parsing: then.output)?["root"]?.string
            #expect(root != nil && root == done["root"]?.string)
            #expect(try json(runner, "verify", "--ledger", "copy")["root"]?.string == root)
        }
        let wait = "until [ -e done ]; do sleep 0.05; done; grep -c Recorded adds"
        #expect(try runner.shell(wait).output == "60\n")
        let done = try json(runner, "backup", "copy")
        #expect(done["root"]?.string == (try json(runner, "info"))["root"]?.string)
        #expect(done["events"]?.integer == 63)
    }

    @Test("a killed backup is recognised, and the next one completes it")
    func killed() async throws {
        let runner = try opened()
        let rows = (1...3_000).map { "2026-01-\($0 % 9 + 10),\($0).50,row \($0)" }
        try runner.write(
            Array((["Date,Amount,Title"] + rows).joined(separator: "\n").utf8), to: "bank.csv")
        #expect(try runner.run("import", "bank.csv").code == 0)
        var kills = 0
        // On a busy machine the first kills may come too late.
        for number in 0..<80 where number < 20 || kills == 0 {
            let command = try runner.start(["backup", "copy-\(number % 4)"])
            try await Task.sleep(for: .milliseconds(number % 20 * 2))
            command.killNow()
            let isDone = try command.finish().code == 0
            kills += isDone ? 0 : 1
            let names = try runner.shell("ls -d copy-\(number % 4)").output
            // It may be killed behind its last step: what has the name is whole.
            if isDone || !names.isEmpty {
                #expect(try runner.run("verify", "--ledger", "copy-\(number % 4)").code == 0)
            }
            #expect(try runner.run("add", "1", "entry \(number)").code == 0)
        }
        #expect(kills > 0)
        let root = try json(runner, "info")["root"]?.string
        for number in 0..<4 {
            #expect(try json(runner, "backup", "copy-\(number)")["root"]?.string == root)
        }
        #expect(try runner.shell("ls").output.contains("unfinished") == false)
    }

    @Test("for the owner only, with the settings; nothing of an earlier one is copied again")
    func modes() throws {
        let runner = try opened()
        try runner.write(Array("Date,Amount\n".utf8), to: "bank.csv")
        #expect(try runner.run("import", "bank.csv", "--save-profile", "bank").code == 0)
        let rule = "ledger rules add tea --where tea -c drinks"
        #expect(try runner.shell(rule).code == 0)
        let first = try json(runner, "backup", "new/er/copy")
        #expect(first["new"]?.integer == 3 && first["copied"]?.integer == first["bytes"]?.integer)
        let modes = try runner.shell(
            "find new/er/copy -type d -printf '%m '; find new/er/copy -type f -printf '%m %f\\n'")
        #expect(modes.output.hasPrefix("700 700 "))
        #expect(modes.output.contains("600 settings.json"))
        #expect(!modes.output.contains("6.4") && !modes.output.contains("755"))
        #expect(modes.output.contains("600 profiles.json"))
        for name in ["settings", "profiles", "rules"] {
            let compare = "cmp ledger/\(name).json new/er/copy/\(name).json"
            #expect(try runner.shell(compare).code == 0)
        }
        #expect(try json(runner, "backup", "new/er/copy")["copied"]?.integer == 0)
        #expect(try runner.shell("mkdir empty; ledger backup empty >/dev/null").code == 0)
        #expect(try json(runner, "info", "--ledger", "empty")["events"]?.integer == 3)
        let rehearsed = try json(runner, "backup", "other", "--dry-run")
        #expect(rehearsed["dryRun"]?.bool == true && rehearsed["verified"]?.bool == false)
        #expect(try runner.shell("ls -d other*").output.isEmpty)
    }

    @Test("verify finds nothing to remove beside a ledger that was just made of another one")
    func fresh() throws {
        let done = try opened().shell(
            """
            set -e
            { ledger backup copy; ledger export events -o e.jsonl
              ledger restore copy --into restored
              ledger clone "$LEDGER_HOME" --ledger cloned
              ledger import events e.jsonl --ledger imported
              ledger clone "$LEDGER_HOME" --ledger merged; ledger verify --ledger merged
              ledger add 2 here; ledger add 3 there --ledger merged
              ledger merge merged --both; } >/dev/null
            for made in restored cloned imported merged; do
                ls $made/log | grep -c keys
                ledger verify --ledger $made -O json | grep -c '"removed"' || true
            done
            """)
        #expect(done.output == String(repeating: "1\n0\n", count: 4), "\(done.errors)")
    }
}
