import Support
import Testing

/// Market prices come with the entries of a journal.
@Suite struct JournalPriceTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-06-15
            ledger init --currency EUR --zone UTC --owner Ada --ledger other --now 2026-06-15
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test("what was exported is there again, prices too", arguments: ["hledger", "beancount"])
    func comesBack(_ form: String) throws {
        let runner = try opened()
        let done = try runner.shell(
            """
            set -e
            ledger add 5 Tea -c food --on 2026-01-02 --now 2026-06-15 >/dev/null
            ledger price EUR USD 1.085 --on 2026-01-02 --now 2026-06-15 >/dev/null
            ledger export \(form) -o out.journal --now 2026-06-15
            ledger import out.journal --ledger other --now 2026-06-15
            ledger prices -O csv --now 2026-06-15 | cut -d, -f2- >a
            ledger prices -O csv --ledger other --now 2026-06-15 | cut -d, -f2- >b
            cmp a b
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.contains("  prices        1  see them: ledger prices\n"))
        #expect(!done.output.contains("market price"))
        let head = try runner.run("log", "-n", "1", "--ledger", "other").output
        let again = try runner.shell(
            "ledger import out.journal --ledger other --now 2026-06-15; "
                + "ledger log -n 1 --ledger other >log; cat log")
        #expect(again.output.hasSuffix(head), "\(again.output)")
        let undone = try runner.shell("ledger undo --ledger other --now 2026-06-15")
        #expect(undone.code == 0, "\(undone.errors)")
        let left = try runner.shell("ledger prices -O csv --ledger other --now 2026-06-15")
        #expect(!left.output.contains("1.085"))
    }

    @Test("a price of what is no currency is left out, and counted") func unknown() throws {
        let runner = try opened()
        let text = """
            P 2026-01-02 EUR 1.085 USD
            P 2026-01-02 "ACME 7" 12.00 EUR

            2026-01-02 Tea
                expenses:food   5.00 EUR
                assets:cash

            """
        try runner.write(Array(text.utf8), to: "a.journal")
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("  left out      1  market price\n"), "\(done.output)")
        #expect(done.output.contains("  prices        1  see them"))
    }
}
