import Foundation
import Support
import Testing

private let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

/// What happens on a terminal only; `script` makes one.
@Suite("On a terminal", .enabled(if: hasTerminals, "there is no script(1) here"))
struct TerminalTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner()
        let lines = (1...30).map { "ledger add \($0) 'Tea \($0)' --on 2026-01-02 >/dev/null" }
        let start = ["ledger init --currency EUR --zone UTC >/dev/null"] + lines
        try #require(try runner.shell(start.joined(separator: "\n")).errors == "")
        try runner.write(Array("sed 's/^/page: /'\n".utf8), to: "pager")
    }

    /// What a terminal of ten rows shows of a command.
    private func shown(_ command: String, _ variables: String = "PAGER='sh pager'") throws -> String
    {
        let inner = "stty rows 10 cols 80; \(command)"
        let result = try runner.shell(
            """
            mkdir -p bin; ln -sf "$LEDGER_PROGRAM" bin/ledger
            \(variables) TERM=xterm NO_COLOR=1 PATH="$PWD/bin:$PATH" \
            script -qec "\(inner)" /dev/null </dev/null
            """)
        return result.output.replacing("\r\n", with: "\n")
    }

    @Test("what is longer than the screen goes through the pager") func pages() throws {
        #expect(try shown("ledger list -n 30").hasPrefix("page: Row  Id  Day"))
        #expect(try shown("ledger list -n 3").hasPrefix("Row  Id  Day"))
        #expect(try shown("ledger --help").hasPrefix("page: OVERVIEW"))
    }

    @Test(
        "no pager is used",
        arguments: [
            ("ledger list -n 30 --no-pager", "PAGER='sh pager'"),
            ("ledger list -n 30", "LEDGER_PAGER=off PAGER='sh pager'"),
            ("ledger list -n 30", "PAGER="), ("ledger list -n 30", "PAGER=cat"),
            ("ledger list -n 30 | cat", "PAGER='sh pager'"),
            ("ledger list -n 30", "PAGER=there-is-no-such-pager"),
        ])
    func plain(_ command: String, _ variables: String) throws {
        let text = try shown(command, variables)
        #expect(text.contains("Row  Id  Day") && !text.contains("page: "))
        #expect(text.contains("30 lines\n"))
    }

    @Test("a list without a limit fits on the screen") func fits() throws {
        let text = try shown("ledger list")
        #expect(text.hasPrefix("Row  Id  Day") && text.split(separator: "\n").count <= 9)
        #expect(text.contains("lines 1 to 3 of 30 · the next: --skip 3 · all: --all\n"))
    }

    @Test("LEDGER_PAGER goes before PAGER") func own() throws {
        let text = try shown("ledger list -n 30", "PAGER=cat LEDGER_PAGER='sh pager'")
        #expect(text.hasPrefix("page: Row"))
    }

    @Test("what an upgrade changes is asked about")
    func upgrade() throws {
        #expect(try runner.run("sql", "SELECT 1").code == 0)
        #expect(try runner.run("config", "--week-start", "sunday").code == 0)
        let question = "switch 1 projection? [y/N]"
        let no = try shown("echo no | script -qc 'ledger projections upgrade' /dev/null")
        #expect(no.contains(question) && no.contains("Nothing was switched."))
        #expect(try runner.run("sql", "SELECT 1").errors.contains("projections upgrade"))
        let yes = try shown("echo y | script -qc 'ledger projections upgrade' /dev/null")
        #expect(yes.contains("  weekly_report: 2 rows") && yes.contains("Switched report."))
        #expect(try runner.run("sql", "SELECT 1").errors == "")
    }

    @Test("an exit code comes after the pages") func code() throws {
        let commands = "ledger list -n 30 -o x.txt; echo code \\$?; ledger show 99; echo \\$?"
        let text = try shown(commands)
        #expect(text.contains("code 0\n") && text.contains("\n2\n"))
    }
}

/// The program under another name.
@Suite("Called by another name") struct CalledTests {
    @Test("next commands begin with it, JSON stays") func name() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            exec 2>&1
            ln -s "$LEDGER_PROGRAM" lgr; ln -s "$LEDGER_PROGRAM" 'my ledger'
            ./lgr show 1
            ./lgr init --currency EUR --zone UTC | tail -n 4
            ./lgr add 12.50 'ledger add' -c food --on 2026-01-02
            ./lgr task add Buy milk | tail -n 1
            ./lgr account open box | tail -n 1
            ./lgr undo --dry-run >/dev/null; ./lgr undo | tail -n 1
            ./lgr repot; ./lgr list --zzzzzzzz
            ./lgr add --help | grep -A 1 USAGE
            ./lgr --help | tail -n 2
            ./lgr --version
            './my ledger' void 2 | tail -n 1
            ./lgr restore 2 --format json | tr , '\\n' | head -n 1
            """)
        #expect(
            result.output.replacing(runner.home, with: "HOME") == """
                lgr: there is no ledger in HOME
                  try: lgr init
                  try: lgr demo
                Change them later: lgr config --week-start sunday

                Next:
                  lgr add 12.50 Lunch -c food
                Recorded 2: 2026-01-02  12.50 EUR  ledger add  [food]
                  take it back: lgr void 2
                  take it back: lgr task drop 3
                  take it back: lgr undo 4
                  take it back: lgr redo
                lgr: there is no command 'repot'; did you mean 'report'?
                  try: lgr report
                lgr: unknown option '--zzzzzzzz'
                  try: lgr list --help
                USAGE: lgr add <amount> <title> ... [-c <category>] [--on <day>] [<options>]
                       lgr add <amount> <title> ... + <amount> [<title> ...] [-c <category>] [+ ...]
                See 'lgr help options' for the options of every command, such as --format.

                ledger 0.1.0
                  take it back: ledger restore 2
                {"id":2

                """)
    }
}
