import Support
import Testing

/// Files that come through a pipe: read once, kept nowhere.
@Suite("Imports from a pipe")
struct PipedImportTests {
    /// So many rows are several times what a pipe holds (64 KiB).
    private static let rowCount = 12_000

    /// A statement of 0.01, 0.02 … EUR, with a letter beyond ASCII and a break in some rows.
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        let rows = (1...PipedImportTests.rowCount).map { number in
            let text = number % 7 == 0 ? "\"Café,\nrow \(number)\"" : "row \(number)"
            let cents = String(number % 100 + 100).dropFirst()
            return "2026-0\(number % 9 + 1)-15,\(number / 100).\(cents),\(text)"
        }
        let text = (["Date,Amount,Title"] + rows).joined(separator: "\n")
        try #require(text.utf8.count > 3 << 16)
        try runner.write(Array(text.utf8), to: "bank.csv")
        return runner
    }

    private func json(_ script: String, _ runner: CommandRunner) throws -> JSONValue {
        let result = try runner.shell(script + " -O json")
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONValue(parsing: result.output))
    }

    @Test("what is advised for a file that is changed first has the options that were typed")
    func advised() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            printf 'Date,Amount,Title\\n2026-03-01,-5,Tea\\n2026-03-02,9,Pay\\n' | gzip >"a b.gz"
            printf '2026-03-01 Tea\\n  expenses:tea  $5\\n  assets:cash\\n' >a.journal
            advised() {
              ledger "$@" 2>&1 | sed -n 's/^  try: \\(.*|.*\\)/\\1/p' | head -1 >said
              cat said; eval "$(cat said)" | grep -E '^  new|^A dry'
            }
            advised import 'a b.gz' --dry-run --sign account --account =giro
            advised import a.journal --dry-run
            ledger list -O csv | wc -l
            """)
        #expect(
            done.output == """
                gzip -dc 'a b.gz' | ledger import - --dry-run --sign account --account =giro
                  new            2
                A dry run: nothing was written.
                sed 's/\\$/USD /g' a.journal | ledger import - --dry-run
                  new            1
                A dry run: nothing was written.
                1

                """, "\(done.output)\(done.errors)")
    }

    @Test(
        "as from the file, however it comes",
        arguments: [
            "ledger import - < bank.csv", "cat bank.csv | ledger import -",
            "(head -c 70001 bank.csv; sleep 0.2; tail -c +70002 bank.csv) | ledger import -",
            "cat bank.csv | ledger import /dev/stdin", "ledger import <(cat bank.csv)",
        ])
    func comes(_ command: String) throws {
        let runner = try opened()
        let rehearsed = try json(command + " --dry-run", runner)
        #expect(rehearsed["new"]?.integer == 12_000)
        #expect(rehearsed["sums"]?.array?.first?["sum"]?.string == "720060.00")
        #expect(try json("ledger info", runner)["events"]?.integer == 2)

        let receipt = try json(command, runner)
        #expect(receipt["new"]?.integer == 12_000)
        #expect(receipt["id"]?.integer == 2)
        // 1 + 2 + … + 12,000 cents.
        #expect(receipt["sums"]?.array?.first?["sum"]?.string == "720060.00")
        let report = try runner.run("report", "-O", "csv").output
        #expect(report.hasSuffix(",expense,,EUR,720060.00,12000\n"))
        // The file itself is known then, and so is what comes the same way again.
        #expect(try json("ledger import bank.csv", runner)["known"]?.integer == 12_000)
        #expect(try json(command, runner)["known"]?.integer == 12_000)
        #expect(try json("ledger info", runner)["events"]?.integer == 12_003)
        let left = try runner.shell("ls -A ledger").output
        #expect(left == "log\nsettings.json\n")
        #expect(
            try runner.run("find", "11998", "-O", "csv").output.contains("\"Café,\nrow 11998\""))
    }

    @Test("what is wrong with it is told as of a file; of nothing, too") func isWrong() throws {
        let runner = try opened()
        let cut = try runner.shell("head -c 70000 bank.csv | sed '$s/.*/15,x,y/' | ledger import -")
        #expect(cut.code == 1)
        #expect(cut.errors.contains("'15' is no date of the form that the column has"))
        let empty = try runner.shell("ledger import - < /dev/null")
        #expect(empty.code == 1)
        #expect(empty.errors.contains("the file is empty"))
        #expect(try runner.run("import", "-").errors.contains("the file is empty"))
        #expect(try json("ledger info", runner)["events"]?.integer == 2)
    }
}
