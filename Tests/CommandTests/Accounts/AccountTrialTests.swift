import Support
import Testing

/// Accounts and statements in a ledger with frames of columns.
@Suite("Accounts in files")
struct AccountTrialTests {
    @Test("what is opened and noted behind an import is found") func behindAnImport() throws {
        let runner = try CommandRunner()
        _ = try runner.run("init", "--currency", "EUR", "--zone", "UTC")
        var file = "Date,Amount\n"
        for number in 0..<1_000 { file += "2026-01-\(10 + number % 20),\(number).25\n" }
        try runner.write(Array(file.utf8), to: "bank.csv")
        let imported = try runner.run("import", "bank.csv")
        #expect(imported.code == 0, "\(imported.errors)")
        let script = """
            ledger account open bank --opening 100 --on 2026-01-01
            ledger add 12.50 Lunch -a bank --on 2026-01-05
            ledger assert bank 87.50 --on 2026-01-05
            ledger verify
            ledger balance bank --on 2026-01-04 -O csv
            ledger assert --list -O csv | cut -d, -f2,4-
            ledger reconcile bank -O csv | wc -l
            """
        let result = try runner.shell("set -e\n\(script)")
        #expect(result.code == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").suffix(5).map(String.init)
        #expect(lines[1] == "bank,1003,EUR,100.00,0,0,1,false,2026-01-04,asset")
        #expect(lines[3] == "bank,2026-01-05,EUR,87.50,87.50,0.00,true")
        // Only the header: the line lies before the statement, which agrees.
        #expect(lines[4].filter(\.isNumber) == "1")
    }
}
