import Support
import Testing

/// Commands that mend, on a ledger in which an amount was changed together with its checksum.
@Suite("A forged amount is not mended into a whole ledger")
struct ForgedRescueTests {
    /// Events 2 to 4; the second of them says 20.01 instead of 20.00. A backup has it as it was.
    private func forged() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01
            ledger add 10 Tea --on 2026-01-02 --now 2026-01-04
            ledger add 20 Bun --on 2026-01-03 --now 2026-01-04
            ledger add 30 Cat --now 2026-01-04
            ledger backup bk
            """)
        #expect(made.code == 0, "\(made.errors)")
        try ForgedAmount.change(2_000, to: 2_001, in: runner.home)
        return runner
    }

    private func json(_ runner: CommandRunner, _ arguments: String...) throws -> JSONValue {
        let result = try runner.start(arguments + ["-O", "json"]).finish()
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONValue(parsing: result.output))
    }

    @Test("a salvage keeps it, and says that it is not proved") func alone() throws {
        let runner = try forged()
        let text = try runner.run("salvage", "rescued")
        #expect(text.code == 0)
        #expect(
            text.output.hasPrefix("Wrote 5 events to rescued; none is lost, 1 event not proved.\n"))
        #expect(text.output.contains("\n  same root  0 to 2\n"))
        #expect(
            text.output.contains(
                "Kept, and not proved: they do not give the root that is stored with them"))
        let told = try runner.shell("cat rescued/salvage.json").output
        for output in [told, try runner.run("salvage", "x", "--dry-run", "-O", "json").output] {
            let account = JSONValue(parsing: output)?["account"]
            #expect(account?["differing"]?.array?.map { $0["first"]?.integer } == [3])
            #expect(account?["differing"]?.array?.map { $0["events"]?.integer } == [1])
            #expect(account?["proved"]?.integer == 3 && account?["lost"]?.integer == 0)
        }
        let csv = try runner.run("salvage", "x", "--dry-run", "-O", "csv").output
        #expect(csv.contains("\ndiffering,3,3,1,000000000000-0000.log,"))
    }

    @Test("a salvage takes the event from a backup whose root agrees") func backup() throws {
        let runner = try forged()
        let text = try runner.run("salvage", "rescued", "--with", "bk")
        #expect(text.output.hasPrefix("Wrote 5 events to rescued; nothing is lost.\n"))
        #expect(text.output.contains("\n  same root  all\n"))
        let root = try json(runner, "verify", "--ledger", "rescued")["root"]
        #expect(root == (try json(runner, "verify", "--ledger", "bk"))["root"])
    }

    @Test("a restore says that the source is damaged, and leaves nothing") func restore() throws {
        let runner = try forged()
        let result = try runner.run("restore", "ledger", "--into", "new")
        #expect(result.code == 3)
        #expect(result.errors.contains("the stored root is not that of the events"))
        #expect(result.errors.hasPrefix("ledger: ledger cannot be read: "), "\(result.errors)")
        #expect(try runner.shell("ls -d new*").output.isEmpty)
    }

    @Test("an erasure records nothing that it cannot do") func erase() throws {
        let runner = try forged()
        let before = try runner.shell("cat ledger/log/*.log | cksum").output
        let result = try runner.run("erase", "--where", "tea", "--yes")
        #expect(result.code == 3)
        #expect(result.errors.contains("the stored root is not that of the events"))
        #expect(!result.errors.contains("erase --finish"))
        #expect(try runner.shell("cat ledger/log/*.log | cksum").output == before)
    }
}
