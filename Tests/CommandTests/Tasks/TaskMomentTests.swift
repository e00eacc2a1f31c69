import Support
import Testing

/// What is told of moments that are moved, past or hidden, and what is shown of what waits.
@Suite("Moments of tasks, told")
struct TaskMomentTests {
    private func ledger(_ script: String = "") throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            "ledger() { \"$LEDGER_PROGRAM\" \"$@\" --now 2026-11-26; }\nset -e\n"
                + "ledger init --currency EUR --zone Europe/Berlin --owner Me >/dev/null\n"
                + "exec >/dev/null\n" + script)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private func out(_ runner: CommandRunner, _ script: String) throws -> String {
        let result = try runner.shell("ledger \(script) --now 2026-11-26")
        #expect(result.code == 0, "\(script): \(result.errors)")
        return result.output + result.errors
    }

    @Test(
        "what moves, has passed or comes too early is told",
        arguments: [
            ("--due '2027-03-28 02:30'", "clocks skip 2027-03-28 02:30: it is 2027-03-28 03:30"),
            ("wait:2027-03-28T02:30", "it is 2027-03-28 03:30"),
            ("until:2026-11-01", "already past: 2026-11-01"),
            ("until:2026-12-01 wait:2026-12-05", "of no use after 2026-12-01, but it waits until"),
            ("until:2026-12-01 due:2026-12-05", "of no use after 2026-12-01, but it is due"),
        ])
    func notes(_ words: String, _ note: String) throws {
        let runner = try ledger("ledger task add Old")
        #expect(try out(runner, "task add T \(words)").contains(note))
        #expect(try out(runner, "task edit old \(words)").contains(note))
    }

    @Test("what is well is not told of") func quiet() throws {
        let runner = try ledger()
        for words in [
            "--due '2026-12-01 14:30'", "due:'fri 9:00'", "due:2026-12-01 until:2026-12-01",
            "due:2026-03-29T02:30:00+01:00 until:2026-12-01",
        ] {
            let text = try out(runner, "task add T \(words)")
            #expect(!text.contains("skip") && !text.contains("of no use"), "\(text)")
        }
    }

    @Test("moments are those of the ledger's clocks, and hidden tasks say until when")
    func local() throws {
        let runner = try ledger(
            "ledger task add Sow wait:'2026-12-01 08:00' scheduled:'2026-12-02 09:00'")
        #expect(try out(runner, "task list --waiting").contains("until 2026-12-01 08:00"))
        let shown = try out(runner, "task show sow")
        #expect(shown.contains("2026-12-01 08:00") && shown.contains("2026-12-02 09:00"))
        let edited = try out(runner, "task edit sow priority:H")
        #expect(edited.contains("waits until 2026-12-01 08:00"), "\(edited)")
        // What was done near midnight is of the next day in Berlin, an hour on.
        let night = try runner.shell(
            """
            ledger task add Sand --now 2026-11-26T23:30:00Z >/dev/null
            ledger task start sand --now 2026-11-26T23:40:00Z >/dev/null; ledger task show sand
            ledger task done sand --now 2026-11-26T23:50:00Z >/dev/null; ledger task show sand
            """)
        let told = night.output.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        for line in ["added 2026-11-27 00:30", "started 2026-11-27 00:40"] {
            #expect(told.contains(line), "\(night.output)\(night.errors)")
        }
        #expect(told.contains("completed 2026-11-27 00:50"), "\(night.output)")
    }

    @Test("what is closed is waited for no more") func closed() throws {
        let runner = try ledger("ledger task add Sand\nledger task add Paint depends:sand")
        #expect(try out(runner, "task show paint").contains("waits for"))
        _ = try out(runner, "task done sand")
        #expect(!(try out(runner, "task show paint")).contains("waits for"))
        #expect(!(try out(runner, "task edit paint priority:H")).contains("waits for"))
        let json = try out(runner, "task show paint -O json")
        #expect(json.contains("\"depends\":[2]"), "\(json)")
    }

    @Test("next has the limit of other lists, and says what is not shown") func next() throws {
        let runner = try ledger("ledger task add One\nledger task add Two")
        #expect(try out(runner, "next -n 1").contains("1 of 2 tasks"))
        #expect(try out(runner, "next --limit 0").contains("None of 2 tasks is shown"))
    }

    @Test("a tag is taken away by an option, and an annotation needs a text") func words() throws {
        let runner = try ledger("ledger task add Tea +a")
        let untag = try runner.run("task", "edit", "tea", "-a", "--now", "2026-11-26")
        #expect(untag.code == 2)
        #expect(untag.errors.contains("try: ledger task edit tea --untag a"), "\(untag.errors)")
        let empty = try runner.run("task", "annotate", "tea", "", "--now", "2026-11-26")
        #expect(empty.code != 0)
        #expect(empty.errors.contains("text"), "\(empty.errors)")
    }
}
