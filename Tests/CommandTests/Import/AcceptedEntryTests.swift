import Foundation
import Support
import Testing

/// Changes of entries with several lines, each with a row of its own, that are accepted.
@Suite("Accepted changes of entries") struct AcceptedEntryTests {
    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        let rows = """
            Account,Flag,Date,Payee,Category,Memo,Outflow,Inflow,Cleared
            Giro,,2026-03-15,Transfer : Savings,,,100.00,,C
            Savings,,2026-03-15,Transfer : Giro,,,,100.00,C
            Giro,,2026-03-16,Market,Needs: Food,Split (1/3) a,5.00,,C
            Giro,,2026-03-16,Market,Needs: Home,Split (2/3) b,7.00,,C
            Giro,,2026-03-16,Market,Needs: Books,Split (3/3) c,9.00,,C
            Giro,,2026-03-20,Last,Needs: Food,,1.00,,C

            """
        try runner.write(Array(rows.utf8), to: "one.csv")
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger import one.csv >/dev/null
            ledger import one.csv | grep -q 'new *0' || ledger import one.csv | head -5
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    /// Balances as `account amount`, ascending.
    private func balances(_ runner: CommandRunner) throws -> [String] {
        let result = try runner.shell("ledger balance -O json")
        let rows = JSONValue(parsing: result.output)?["rows"]?.array ?? []
        return rows.compactMap { row in
            row["account"]?.string.flatMap { name in row["balance"]?.string.map { "\(name) \($0)" }
            }
        }.sorted()
    }

    /// By hand: 100 + 5 + 7 + 9 + 1 = 122 out of Giro; then 130 in the place of 100, and the split
    /// a day later.
    @Test("each line changes once, by its own row") func changes() throws {
        let runner = try ledger()
        #expect(try balances(runner) == ["Giro -122.00", "Savings 100.00"])
        let result = try runner.shell(
            """
            set -e
            sed -e s/100.00/130.00/ -e s/03-16/03-17/ one.csv > two.csv
            ledger import two.csv --changes accept >/dev/null
            ledger list -O csv | wc -l
            ledger verify >/dev/null
            """)
        #expect(result.code == 0, "\(result.errors)")
        #expect(try balances(runner) == ["Giro -152.00", "Savings 130.00"])
        // Six lines and their head.
        #expect(result.output.contains("7"), "\(result.output)")
        #expect(try runner.shell("ledger undo && ledger verify").code == 0)
        #expect(try balances(runner) == ["Giro -122.00", "Savings 100.00"])
    }

    @Test("of what is missing only that goes") func missing() throws {
        let runner = try ledger()
        let result = try runner.shell(
            """
            set -e
            grep -v '(3/3)' one.csv | sed -e 's:/3):/2):' > two.csv
            ledger import two.csv --changes accept >/dev/null
            ledger verify >/dev/null
            """)
        #expect(result.code == 0, "\(result.errors)")
        #expect(try balances(runner) == ["Giro -113.00", "Savings 100.00"])
    }
}
