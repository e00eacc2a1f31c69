import Support
import Testing

@Suite("Tasks as they are typed")
struct TaskCommandTests {
    private func ledger(_ variables: [String: String] = [:]) throws -> CommandRunner {
        let runner = try CommandRunner(variables)
        let ready = try runner.shell(
            "ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-10 >/dev/null")
        try #require(ready.code == 0)
        return runner
    }

    private func rows(_ runner: CommandRunner, _ script: String) throws -> [JSONValue] {
        let result = try runner.shell("ledger \(script) -O json")
        try #require(result.code == 0, "\(result.errors)")
        return JSONValue(parsing: result.output)?["rows"]?.array ?? []
    }

    @Test("a row number of a list of tasks is an id everywhere") func rowNumbers() throws {
        let runner = try ledger()
        let result = try runner.shell(
            """
            exec >/dev/null
            ledger task add Tea --due 2026-04-12
            ledger task add Soap --due 2026-04-11
            ledger task add Salt
            ledger task list --now 2026-04-10
            ledger history .1 | head -1 >&2
            ledger task show .2 | head -1 >&2
            ledger show .3 | head -1 >&2
            ledger task find s --now 2026-04-10
            ledger task done .2 >&2
            """)
        #expect(result.errors.hasPrefix("task 3 · Soap · 1 version\n2  Tea\n4  Salt\n"))
        #expect(result.errors.contains("Completed 4: Salt\n"))
        // A reminder does not change what .1 means: cron runs while someone types.
        _ = try runner.run("due", "--now", "2026-04-12")
        #expect(try runner.run("task", "show", ".2").output.hasPrefix("4  Salt\n"))
    }

    @Test("--color is a task's colour, or when letters are coloured") func colour() throws {
        let runner = try ledger()
        for option in ["--color pink", "--colour=PINK", "--color=pink"] {
            _ = try runner.shell("ledger task add x \(option) --color never")
        }
        #expect(
            try rows(runner, "task list").map { $0["colour"]?.string } == ["pink", "pink", "pink"])
        let shown = try runner.run("task", "list", "--color", "always")
        #expect(shown.output.contains("\u{1B}[35mx\u{1B}[0m"))
        #expect(!shown.output.contains("Colour"))
        let plain = try runner.run("task", "list", "--color", "never")
        #expect(!plain.output.contains("\u{1B}"))
        #expect(plain.output.contains("Colour"))
        #expect(try runner.run("task", "add", "x", "--color", "red").code == 2)
        let quiet = try ledger(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
        _ = try quiet.run("task", "add", "x", "--colour", "pink")
        #expect(try !quiet.run("task").output.contains("\u{1B}"))
    }

    @Test("due tells cron by its exit code") func exitCodes() throws {
        let runner = try ledger()
        func due(_ arguments: String...) throws -> CommandResult {
            try runner.start(["due", "--now", "2026-04-10T12:00:00Z"] + arguments).finish()
        }
        #expect(try due("--exit-code").code == 0)
        _ = try runner.run("task", "add", "Pay", "--due", "2026-04-10", "--now", "2026-04-01")
        #expect(try due().code == 0)
        let told = try due("--exit-code")
        #expect(told.code == 1)
        #expect(told.output.contains("Pay"))
        #expect(told.errors == "")
        let quiet = try due("--exit-code", "-q")
        #expect(quiet.code == 1)
        #expect(quiet.output == "" && quiet.errors == "")
        #expect(try due("--within", "soon", "--exit-code").code == 2)
        let early = ["due", "--now", "2026-04-09T23:59:59.999Z", "--exit-code"]
        #expect(try runner.start(early).finish().code == 0)
        #expect(try runner.start(early + ["--within", "1d"]).finish().code == 1)
        #expect(try due("-O", "json").output.contains(#""failed":0"#))
        #expect(try CommandRunner().run("due", "--exit-code").code == 3)
    }

    @Test("words that ask, and words that do not") func words() throws {
        let runner = try ledger()
        for title in ["Call Bo", "Call Al", "Write"] { _ = try runner.run("task", "add", title) }
        let asked = try runner.run("task", "done", "call")
        #expect(asked.code == 1)
        #expect(
            asked.errors == """
                ledger: 'call' may mean 2 tasks
                    3  Call Al
                    2  Call Bo
                  try: ledger task done 3
                  try: ledger task find call

                """)
        #expect(try runner.run("task", "done", "call bo").code == 0)
        #expect(try runner.run("task", "done", "call").output.hasPrefix("Completed 3: Call Al\n"))
        #expect(try runner.run("task", "reopen", "call").errors.contains("Call Bo (closed)"))
    }

    @Test("a command below task that is misspelt is suggested") func misspelt() throws {
        let runner = try ledger()
        let result = try runner.run("task", "dome", "2")
        #expect(result.code == 2)
        #expect(result.errors.contains("did you mean 'done'?\n  try: ledger task done 2\n"))
        let usage = try runner.run("task", "edit")
        #expect(usage.errors.contains("  try: ledger task edit --help\n"))
    }

    @Test("options that exclude each other are refused") func exclusive() throws {
        let runner = try ledger()
        _ = try runner.run("task", "add", "x")
        #expect(try runner.run("task", "list", "--all", "--tab", "done").code == 2)
        let both = try runner.run("task", "edit", "2", "--due", "today", "--no-deadline")
        #expect(both.code == 2)
        #expect(both.errors.contains("  try: ledger task edit 2 --due today\n"))
    }

    @Test("a narrow screen and wide letters stay in their columns") func narrow() throws {
        let runner = try ledger(["COLUMNS": "80"])
        _ = try runner.shell(
            """
            ledger task add '日本茶を買うことを忘れないでくださいお願いします' --due '2026-04-11 10:00' \
            --project 'home:kitchen and everything else' --type important --priority 1 \
            --tag shopping --tag tea --assignee Bartholomew --colour blue
            ledger task add $'two\\nlines \\033[31m' --due 2026-04-11
            """)
        let list = try runner.run("task", "list", "--now", "2026-04-10").output
        for line in list.split(separator: "\n") {
            let width = line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
            #expect(width <= 80, "\(line)")
        }
        #expect(list.contains("two␊lines ␛[31m"))
    }
}
