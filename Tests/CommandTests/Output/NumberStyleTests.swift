import Support
import Testing

/// Numbers as they are written elsewhere.
@Suite struct NumberStyleTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada
            ledger add 1234567.50 House -c home --on 2026-03-05
            ledger add 4 'Tea 1,234.50' -c food --on 2026-03-06
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test(
        "an example says how",
        arguments: [
            ("1.234,56", "1.234.567,50"), ("1 234,56", "1\u{A0}234\u{A0}567,50"),
            ("1234,56", "1234567,50"), ("1234.56", "1234567.50"), ("1'234.56", "1'234'567.50"),
            ("12,34,567.89", "12,34,567.50"), ("1,234.56", "1,234,567.50"),
        ])
    func example(_ example: String, _ expected: String) throws {
        let runner = try opened()
        for command in [["list"], ["show", "2"], ["report", "--by", "category"]] {
            let text = try runner.start(command + ["--numbers", example]).finish().output
            #expect(text.contains(expected), "\(command): \(text)")
        }
        // What somebody wrote stays.
        let list = try runner.run("list", "--numbers", example).output
        #expect(list.contains("Tea 1,234.50"))
    }

    @Test("what programs read stays as it is", arguments: ["json", "csv", "tsv"])
    func programs(format: String) throws {
        let runner = try opened()
        for command in ["list", "report", "history"] {
            let words = [command] + (command == "history" ? ["2"] : []) + ["-O", format]
            let styled = try runner.start(words + ["--numbers", "1.234,56"]).finish()
            #expect(styled.code == 0, "\(styled.errors)")
            #expect(try runner.start(words).finish().output == styled.output)
        }
    }

    @Test("it can be kept, and what is typed goes first") func kept() throws {
        let runner = try opened()
        _ = try runner.shell(
            "mkdir -p .config/ledger; "
                + "echo 'default all = --numbers 1.234,56' >.config/ledger/config"
        )
        #expect(try runner.run("list").output.contains("1.234.567,50"))
        #expect(try runner.run("list", "--numbers", "1234.56").output.contains(" 1234567.50"))
        let amended = try runner.run("amend", "2", "--amount", "2000,50")
        #expect(amended.output.contains("2.000,50 EUR"), "\(amended.errors)")
        #expect(try runner.run("history", "2").output.contains("1.234.567,50 → 2.000,50"))
    }

    @Test("the locale is asked only where it is said") func locale() throws {
        let runner = try opened()
        let plain = try runner.run("list").output
        #expect(try runner.shell("LC_ALL=C.UTF-8 ledger list").output == plain)
        let asked = try runner.shell("LC_ALL=C.UTF-8 ledger list --numbers locale")
        #expect(asked.output.contains(" 1234567.50"), "\(asked.errors)")
    }

    @Test("what does not decide it is refused", arguments: ["1.234", "1,2", "1.234.56", "much"])
    func undecided(example: String) throws {
        let result = try opened().run("list", "--numbers", example)
        #expect(result.code == 2 && result.errors.contains("--numbers"), "\(result.errors)")
    }
}
