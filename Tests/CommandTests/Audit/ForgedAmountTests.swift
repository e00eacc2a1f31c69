import Support
import Testing

/// One amount of the log changed, and the checksum of its frame made right again: whatever signs,
/// closes, or says that it is proved has to find it, because no event gives the root any more.
@Suite("A forged amount is not signed")
struct ForgedAmountTests {
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >/dev/null
        ledger add 12.50 Lunch -c food --on 2026-03-09 --now 2026-03-09 >/dev/null
        ledger add 4 Milk -c food --on 2026-03-10 --now 2026-03-10 >/dev/null
        ledger key new >/dev/null
        ledger report -M --receipt before --now 2026-04-02 >/dev/null

        """

    /// A runner whose ledger says 13.50 instead of 12.50.
    private func forged() throws -> CommandRunner {
        let runner = try CommandRunner()
        #expect(try runner.shell(ForgedAmountTests.ledger).code == 0)
        try ForgedAmount.change(1_250, to: 1_350, in: runner.home)
        return runner
    }

    @Test("and a report says that its events were not hashed") func plain() throws {
        let runner = try forged()
        let text = try runner.run("report", "-p", "2026-03")
        #expect(text.output.contains("17.50"))
        #expect(text.output.hasSuffix("… · not hashed\n"))
        let report = JSONValue(parsing: try runner.run("report", "-O", "json").output)
        #expect(report?["hashed"] == .bool(false))
    }

    @Test(
        "by anything that signs, closes, or says that it is proved",
        arguments: [
            "report --verified", "report -M -O json --verified", "report --receipt r",
            "list --receipt r", "balance --receipt r", "checkpoint", "checkpoint --sign",
            "close 2026-03 --now 2026-04-02", "close 2026-03 --dry-run --now 2026-04-02",
            "replay --verified", "replay --to 2 --verified",
            "replay --report monthly --verified", "prove 2", "prove 0",
            "prove --consistency 0 2", "explain 2026-03 -c food --proofs food",
            "verify --receipt before", "verify --quick --receipt before",
            #"call diff '{"from":"1","report":{"verified":true}}'"#,
            #"call report '{"verified":true}'"#, "call prove/figure '{}'",
        ])
    func refused(command: String) throws {
        let runner = try forged()
        let before = try runner.shell("find . -type f ! -path '*/verified.json' | sort").output
        let result = try runner.shell("ledger \(command)")
        #expect(result.code == 3)
        #expect(result.output == "")
        #expect(result.errors.contains("the stored root is not that of the events"))
        let after = try runner.shell("find . -type f ! -path '*/verified.json' | sort").output
        #expect(before == after)
    }

    @Test("and what lies before it is signed and told as before") func earlier() throws {
        let runner = try forged()
        #expect(try runner.run("replay", "--to", "1", "--verified").code == 0)
        let told = try runner.shell("ledger report --as-of 1 --verified -O json")
        #expect(told.code == 0)
        #expect(JSONValue(parsing: told.output)?["hashed"] == .bool(true))
    }

    @Test("a whole ledger is hashed where that is asked for") func whole() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            ForgedAmountTests.ledger + """
                ledger report --verified -p 2026-03 | tail -n 1
                ledger report -O json --receipt r | grep -o '"hashed":[a-z]*'
                ledger replay --report monthly --verified | tail -n 1
                """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasSuffix("· every event hashed") == true)
        #expect(lines.dropFirst().first == "\"hashed\":true")
        #expect(lines.last?.hasSuffix("· every event hashed") == true)
    }
}
