import Foundation
import Support
import Testing

/// Accounts by type, as text and against what hledger makes of the same journal.
@Suite("Balance sheets") struct BalanceSheetTests {
    static let hasHledger = FileManager.default.isExecutableFile(atPath: "/usr/bin/hledger")

    private static let ledger = """
        set -e
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
        run() { ledger "$@" --now 2026-04-30 >/dev/null; }
        run account add Checking --opening 1000 --on 2026-01-01 --type asset
        run account add Card --type liability
        run account open Loan --opening -5000 --on 2026-01-01
        run account edit Loan --type liability
        run account open Wallet
        run add 2400 Salary --income -c salary -a Checking --on 2026-01-28
        run add 80.50 Rewe -c food -a Card --on 2026-02-03
        run add 12 'Corner shop' -c food -a Wallet --on 2026-02-05
        run add 30 Boots -c clothes -a Card --currency USD --on 2026-03-10
        run add 50 ATM --transfer Checking Wallet --on 2026-02-01
        run add 200 Instalment --transfer Checking Loan --on 2026-03-01
        run add 80.50 'Card bill' --transfer Checking Card --on 2026-03-15
        """

    private func made() throws -> CommandRunner {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        let made = try runner.shell(Self.ledger)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    /// The bank opens in February: before that nobody knows what was in it.
    @Test("a month before an opening says what is not known") func openings() throws {
        let told = try CommandRunner(["LC_ALL": "C.UTF-8"]).shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger account open Bank --opening 100 --on 2026-02-10 >/dev/null
            ledger bs -M -b 2026-01 -e 2026-03 | grep -E '^(Jan|Feb)' | tr -s ' '
            ledger account open Cash >/dev/null
            ledger add 5 Tea -c food -a Cash --new --on 2026-01-05 >/dev/null
            ledger bs -M -b 2026-01 -e 2026-03 | grep -E '^(Jan|Feb|°)' | tr -s ' '
            """)
        #expect(
            told.output == """
                Jan 2026° – –
                Feb 2026 100.00 100.00
                Jan 2026° -5.00 -5.00
                Feb 2026 95.00 95.00
                ° without accounts whose opening balance holds from a later day on

                """, "\(told.errors)")
    }

    /// From Friday to Sunday is one row, and says so.
    @Test("a row of several days says which") func weekdays() throws {
        let told = try CommandRunner(["LC_ALL": "C.UTF-8"]).shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger account open Cash >/dev/null
            for d in 20 21 23; do
                ledger add 5 Tea -c food -a Cash --new --on 2026-11-$d >/dev/null
            done
            ledger bal -p 'every weekday from 2026-11-20 to 2026-11-24' | grep ^2026 | tr -s ' '
            """)
        #expect(
            told.output == "2026-11-20 to 2026-11-22 -10.00\n2026-11-23 -15.00\n",
            "\(told.output)\(told.errors)")
    }

    /// By hand: Checking 1,000 + 2,400 − 50 − 200 − 80.50 = 3,069.50; Wallet 50 − 12 = 38; the
    /// card is even in euros and has 30 dollars open; the loan is 5,000 − 200 = 4,800.
    @Test("what one owes is shown without a sign, and taken off") func sheet() throws {
        let runner = try made()
        let told = try runner.shell("ledger bs --now 2026-04-30").output
        let expected = """
            Balance sheet at the end of 2026-04-30

            Account      Balance
            ──────────────────────────
            Assets
              Checking  3,069.50  EUR
              Wallet       38.00  EUR
              total     3,107.50  EUR

            Liabilities
              Card          0.00  EUR
                           30.00  USD
              Loan      4,800.00  EUR
              total     4,800.00  EUR
                           30.00  USD
            ──────────────────────────
            Net worth  -1,692.50  EUR
                          -30.00  USD
            """
        let lines = told.split(separator: "\n", omittingEmptySubsequences: false)
        func words(_ text: some StringProtocol) -> [String] {
            text.split(separator: "\n").map { line in
                line.split(separator: " ").filter { !$0.hasPrefix("─") }.joined(separator: " ")
            }.filter { !$0.isEmpty }
        }
        #expect(words(told).dropLast() == words(expected)[...], "\(told)")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let byType = try runner.shell("ledger balance --by type --now 2026-04-30").output
        #expect(byType == told)
        let months = try runner.shell("ledger bs -M -p 2026-02..2026-04 --now 2026-04-30").output
        #expect(words(months).contains("Feb 2026 3,388.00 5,080.50 -1,692.50"), "\(months)")
        let refused = try runner.shell("ledger account edit Card --type debt")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("asset, liability"), "\(refused.errors)")
        #expect(refused.errors.contains("--type liability"), "\(refused.errors)")
    }

    @Test(
        "hledger has the same balance sheet, month by month",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func peer() throws {
        let runner = try made()
        #expect(try runner.shell("ledger export hledger -o l.journal").code == 0)
        for day in ["2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"] {
            let theirs = try runner.shell(
                "hledger -f l.journal bs -e \(day) -O csv --layout=bare -N"
            ).output
            let ours = try runner.shell(
                "ledger balance --on $(date -d '\(day) -1 day' +%F) --now 2026-04-30 -O csv"
            ).output
            // hledger: account, commodity, balance; what is owed without a sign.
            var expected: Set<String> = []
            for row in CSVText.rows(theirs) where row.count == 3 && row[0].contains(":") {
                let parts = row[0].split(separator: ":")
                expected.insert("\(parts[0]) \(parts[1]) \(row[1]) \(row[2])")
            }
            var found: Set<String> = []
            for row in CSVText.rows(ours).dropFirst() {
                guard let type = row.last, !row[3].hasSuffix("0.00") || row[3].count > 4 else {
                    continue
                }
                let isOwed = type == "liability"
                let sum =
                    isOwed
                    ? (row[3].hasPrefix("-") ? String(row[3].dropFirst()) : "-" + row[3]) : row[3]
                found.insert("\(isOwed ? "liabilities" : "assets") \(row[0]) \(row[2]) \(sum)")
            }
            #expect(found == expected, "\(day): \(theirs)")
            #expect(!found.isEmpty)
        }
    }

    @Test("an account keeps its name and entries through a journal") func comesBack() throws {
        let runner = try made()
        let script = """
            ledger export hledger -o l.journal && grep liabilities: l.journal >/dev/null
            ledger export beancount -o l.beancount && grep Liabilities: l.beancount >/dev/null
            LEDGER_HOME=again ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            LEDGER_HOME=again ledger import l.journal >/dev/null
            for home in ledger again; do
                LEDGER_HOME=$home ledger balance --on 2026-04-30 -O csv | cut -d, -f1,3,4
            done
            """
        let result = try runner.shell("set -e\n" + script)
        #expect(result.code == 0, "\(result.errors)")
        let rows = result.output.split(separator: "\n")
        #expect(rows.count.isMultiple(of: 2))
        #expect(rows.prefix(rows.count / 2) == rows.suffix(rows.count / 2), "\(result.output)")
    }
}
