import Foundation
import Support
import Testing

/// What the book holds, against what hledger counts in the same journal.
@Suite("Statistics of the book") struct StatsTests {
    static let hasHledger = FileManager.default.isExecutableFile(atPath: "/usr/bin/hledger")

    private func stats(_ runner: CommandRunner, _ options: String = "") throws -> [String: String] {
        let rows = CSVText.rows(try runner.shell("ledger stats -O csv \(options)").output)
        #expect(rows.count == 2)
        return Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
    }

    /// By hand: of six entries one is voided and one amended to another day; the purchase has two
    /// lines, the transfer two sides; from 1 March to 4 April there are 35 days: 5 / 35 = 0.14….
    @Test("entries are counted, not lines, and only those that count") func counts() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
            add() { ledger add "$@" --now 2026-04-10 >/dev/null; }
            add 980 Flat -c home:rent -a Bank --on 2026-03-01
            add 4 Milk -c food -a Card + 3 Soap -c home -a Card --on 2026-03-12 --tag shop
            add 50 ATM --transfer Bank Wallet --on 2026-04-04
            add 5 Tea -c food --on 2026-05-05
            add 7 Slip --on 2026-06-06
            add 8 Book --payee Shop --currency CHF --on 2026-03-20
            ledger amend Tea --on 2026-04-03 --now 2026-04-10 >/dev/null
            ledger void Slip --now 2026-04-10 >/dev/null
            ledger price CHF EUR 0.9 --now 2026-04-10 >/dev/null
            """)
        #expect(made.code == 0, "\(made.errors)")
        let stats = try stats(runner, "--now 2026-04-10")
        let expected = [
            "first": "2026-03-01", "last": "2026-04-04", "days": "35", "daysSince": "6",
            "entries": "5", "lines": "7", "perDay": "0.1", "last30Days": "4", "last7Days": "1",
            "accounts": "3", "closedAccounts": "0", "categories": "3", "payees": "6", "tags": "1",
            "currencies": "EUR CHF", "prices": "1", "persons": "1",
        ]
        for (key, value) in expected { #expect(stats[key] == value, "\(key)") }
    }

    @Test(
        "hledger counts the same entries of the sample",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func peer() throws {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        let made = try runner.shell(
            "ledger demo ledger >/dev/null && ledger export hledger -o l.journal && "
                + "grep -v '^[0-9-]* statement$' l.journal > plain.journal")
        #expect(made.code == 0, "\(made.errors)")
        let text = try runner.shell("hledger -f l.journal stats").output
        let statements = try runner.shell("grep -c '^[0-9-]* statement$' l.journal").output
        let openings = try runner.shell("grep -c 'ledger-opening' l.journal").output
        let own = try stats(runner)
        let counted = text.firstMatch(of: /Transactions *: (\d+)/)?.1
        let all = try #require(counted.flatMap { Int($0) })
        let others =
            (Int(statements.filter(\.isNumber)) ?? 0) + (Int(openings.filter(\.isNumber)) ?? 0)
        #expect(own["entries"] == "\(all - others)", "\(text)")
        #expect(others > 0)
    }

    @Test("a book without entries is told as such") func empty() throws {
        let runner = try CommandRunner()
        #expect(
            try runner.shell("ledger init --currency EUR --zone UTC --owner Ada").code == 0)
        let stats = try stats(runner)
        #expect(stats["entries"] == "0" && stats["first"] == "" && stats["perDay"] == "0.0")
        #expect(try runner.shell("ledger stats").code == 0)
    }
}
