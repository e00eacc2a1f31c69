import Foundation
import Support
import Testing

/// Lists of other programs through `ledger import`.
@Suite("Lists of other programs are imported")
struct AppImportCommandTests {
    @Test("accounts and categories have their figures, the same file again adds nothing")
    func ynab() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC >/dev/null
            cat > r.csv <<END
            Account,Flag,Date,Payee,Category Group,Category,Memo,Outflow,Inflow,Cleared
            Giro,,2026-03-01,Starting Balance,Inflow,Ready to Assign,,,500.00,C
            Giro,,2026-03-13,Grocer,Needs,Food,,12.50,,C
            Giro,,2026-03-14,Shop,Needs,Food,Split (1/2),3.20,,C
            Giro,,2026-03-14,Shop,Wants,Fun,Split (2/2),5.00,,C
            Giro,,2026-03-15,Transfer : Savings,,,,100.00,,C
            Savings,,2026-03-15,Transfer : Giro,,,,,100.00,C
            END
            ledger import r.csv --dry-run | grep -c YNAB
            ledger import r.csv -O json | grep -o '"new":[0-9]*'
            ledger import r.csv -O json | grep -o '"new":[0-9]*'
            printf 'Giro,,2026-03-16,Late,Needs,Food,,1.00,,C\\n' >> r.csv
            ledger import r.csv -O json | grep -o '"new":[0-9]*'
            ledger balance --all --on 2099-01-01 -O csv | cut -d, -f1,4
            ledger report --by category -O csv | grep -oE '(Needs|Wants):.*'
            ledger undo >/dev/null && ledger undo >/dev/null
            ledger list -O csv | wc -l | tr -d ' '
            """)
        #expect(
            done.output == """
                1
                "new":6
                "new":0
                "new":1
                account,balance
                Giro,378.30
                Savings,100.00
                Needs:Food,EUR,16.70,3
                Wants:Fun,EUR,5.00,1
                1

                """,
            "\(done.output)\(done.errors)")
    }

    @Test("people have what Splitwise says, and who is missing is told with a command that works")
    func splitwise() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC >/dev/null
            cat > g.csv <<END
            Date,Description,Category,Cost,Currency,Ann,Bo,Eve

            2026-03-14,Dinner,Dining out,90.00,EUR,60.00,-30.00,-30.00
            2026-03-15,Cab,Taxi,45.00,EUR,-15.00,30.00,-15.00
            2026-03-17,Bo paid Ann,Payment,25.00,EUR,-25.00,25.00,0.00
            2026-03-19,Two paid,General,100.00,EUR,30.00,20.00,-50.00

            2026-03-20,Total balance, , ,EUR,50.00,45.00,-95.00
            END
            ledger import g.csv 2>&1 | grep -m1 'try:' || true
            for name in Ann Bo Eve; do ledger people add $name >/dev/null; done
            ledger import g.csv -O json | grep -o '"new":[0-9]*'
            ledger import g.csv -O json | grep -o '"new":[0-9]*'
            ledger people balance -O csv | cut -d, -f2,6
            """)
        #expect(
            done.output == """
                  try: ledger people add Ann && ledger import g.csv
                "new":6
                "new":0
                name,net
                Ann,50.00
                Bo,45.00
                Eve,-95.00

                """, "\(done.output)\(done.errors)")
    }

    @Test("a row that cannot be read is told by its line, and the others come without it")
    func refused() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            cat > a.csv <<END
            Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
            Giro,2026-03-14,Shop,(SPLIT INTO 2),,0,-8.2,Cleared
            Giro,2026-03-14,Shop,(SPLIT 1 OF 2),Food,-3.2,0,Cleared
            Giro,2026-03-14,Shop,(SPLIT 2 OF 2),Fun,-6,0,Cleared
            Giro,2026-03-15,Shop,,Food,-6,0,Cleared
            END
            ledger import a.csv 2>&1 | grep -v '^try'
            ledger list -O csv | wc -l | tr -d ' '
            ledger import a.csv --skip-refused -O json | grep -o '"new":[0-9]*'
            """)
        #expect(done.output.contains("line 2: the parts come to -9.20, not -8.20"))
        #expect(done.output.contains("Nothing was written."))
        #expect(done.output.hasSuffix("1\n\"new\":1\n"), "\(done.output)")
    }

    private static let file = "csv-household-inr/Daily Household Transactions.csv"

    /// A household's list of Money Manager; its column of accounts was renamed by its owner.
    @Test(
        "a household's four years have the sums that its owner's file has",
        .enabled(if: SharedData.has(file), "no csv-household-inr in ../shared/data"))
    func household() throws {
        let path = try #require(SharedData.url(AppImportCommandTests.file))
        let runner = try CommandRunner(["FILE": path])
        let done = try runner.shell(
            """
            set -e
            ledger init --currency INR --zone Asia/Kolkata >/dev/null
            sed '1s/Mode/Account/' "$FILE" > h.csv
            ledger import h.csv -O json | grep -o '"new":[0-9]*'
            ledger import h.csv -O json | grep -o '"new":[0-9]*'
            ledger report -O csv
            """)
        // 2,301 lines, and two for each of 160 transfers.
        #expect(done.output.hasPrefix("\"new\":2621\n\"new\":0\n"), "\(done.output)\(done.errors)")
        let expected = SharedData.json("csv-household-inr/expected.json")?["sum_by_type"]
        for type in ["Expense", "Income", "Transfer-Out"] {
            let sum = try #require(expected?[type]?["sum"]?.string)
            #expect(done.output.contains(sum), "\(type) \(sum): \(done.output)")
        }
    }
}
