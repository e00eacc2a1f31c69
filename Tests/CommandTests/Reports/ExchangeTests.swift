import Foundation
import Support
import Testing

/// Reports in one currency against what hledger makes of the same journal and prices.
@Suite("Reports in one currency") struct ExchangeTests {
    static let hasHledger = FileManager.default.isExecutableFile(atPath: "/usr/bin/hledger")

    /// Prices told in both directions, none before February, and a currency without any.
    private static let ledger = """
        set -e
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
        add() { ledger add "$@" --now 2026-04-30 >/dev/null; }
        day=1
        while [ $day -le 28 ]; do
          for month in 01 02 03 04; do
            on=2026-$month-$(printf %02d $day)
            add $day.37 Lunch -c food --currency USD --on $on
            add $((day * 3)).11 Rent -c home --on $on
            add $((day * 2)).05 Tea -c food --currency GBP --on $on
          done
          day=$((day + 3))
        done
        add 5 Milk -c food --currency CHF --on 2026-03-05
        ledger export hledger -o l.journal
        price() {
          ledger price $1 $2 $3 --on $4 --now 2026-04-30 >/dev/null
          echo "P $4 $1 $3 $2" >> l.journal
        }
        price USD EUR 0.9217 2026-02-01
        price USD EUR 0.9304 2026-02-14
        price USD EUR 0.9125 2026-04-01
        price EUR GBP 0.85 2026-02-01
        price EUR GBP 0.86 2026-03-15
        """

    /// Rows of plain cells, quoted or not.
    private static func rows(_ text: String) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { cell in
                cell.filter { $0 != "\"" }
            }
        }
    }

    @Test(
        "hledger has the same cells, by the prices of each day, of the end and of today",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func cells() throws {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        let made = try runner.shell(Self.ledger)
        #expect(made.code == 0, "\(made.errors)")
        for (value, theirs) in [("day", "then"), ("end", "end"), ("now", "2026-04-30")] {
            let sums = try runner.shell(
                "hledger -f l.journal balance -M expenses -O csv --layout=bare --no-total "
                    + "-b 2026-01 -e 2026-05 --value=\(theirs),EUR")
            let rows = Self.rows(sums.output)
            let months = rows.first?.dropFirst(2) ?? []
            var found: Set<String> = []
            for row in rows.dropFirst() {
                for (month, sum) in zip(months, row.dropFirst(2)) where sum != "0" && sum != "0.00"
                {
                    found.insert("\(row[0].dropFirst(9)) \(row[1]) \(month) \(sum)")
                }
            }
            let report = try runner.shell(
                "ledger report -M --by category -X EUR --value \(value) --now 2026-04-30 -O csv")
            var expected: Set<String> = []
            for row in Self.rows(report.output).dropFirst() {
                expected.insert("\(row[5]) \(row[6]) \(row[0].prefix(7)) \(row[7])")
            }
            #expect(expected.count >= 9, "\(value)")
            #expect(found == expected, "\(value): \(sums.errors)")
        }
    }

    @Test(
        "hledger has the same totals, which are rounded once",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func totals() throws {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        let made = try runner.shell(Self.ledger)
        #expect(made.code == 0, "\(made.errors)")
        for (value, theirs) in [("day", "then"), ("end", "end"), ("now", "2026-04-30")] {
            let sums = try runner.shell(
                "hledger -f l.journal balance -M expenses -O csv --layout=bare -T "
                    + "-b 2026-01 -e 2026-05 --value=\(theirs),EUR")
            let report =
                "ledger report -M --by category -X EUR --value \(value) -T --now 2026-04-30"
            let csv = try runner.shell("\(report) -O csv")
            let text = try runner.shell("\(report) | grep '^Total' | grep -o '[^ ]*$'")
            let found = Set(Self.rows(sums.output).dropFirst().map { "\($0[0]) \($0[1]) \($0[6])" })
            let own = Self.rows(csv.output).dropFirst().map {
                "expenses:\($0[2]) \($0[1]) \($0[7])"
            }
            let groups = found.filter { !$0.hasPrefix("total") }
            #expect(Set(own) == groups, "\(value): \(sums.errors)")
            let whole = text.output.split(separator: "\n").map { $0.replacing(",", with: "") }
            #expect(whole.contains { found.contains("total EUR \($0)") }, "\(value)")
        }
        // Of the prices of each day the shown cells come to 1,430.37.
        let shown = try runner.shell(
            "ledger report -M --by category -X EUR -T --now 2026-04-30 | grep food "
                + "| grep -c 1,430.38"
        )
        #expect(shown.output == "1\n")
    }
}
