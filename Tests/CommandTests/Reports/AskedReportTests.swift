import Support
import Testing

/// Questions whose words could be read in two ways, and what is said of days and prices.
@Suite("What a report was asked")
struct AskedReportTests {
    private func opened(_ script: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            "set -e\nledger init --currency EUR --zone UTC --now 2026-06-15 >/dev/null\n\(script)")
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    /// The starts of the buckets of a report.
    private func starts(_ runner: CommandRunner, _ words: String) throws -> [Substring] {
        let report = try runner.shell("ledger report \(words) -O csv --now 2026-06-15")
        #expect(report.code == 0, "\(words): \(report.errors)")
        return report.output.split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: ",").first
        }
    }

    @Test("buckets in words count more than those of an option, and than what is set")
    func buckets() throws {
        let runner = try opened(
            """
            for day in 2026-01-05 2026-02-05 2026-05-05; do
                ledger add 1 x --on $day --now 2026-06-15 >/dev/null
            done
            echo 'default report = -M' >config
            """)
        let quarters: [Substring] = ["2026-01-01", "2026-04-01"]
        for words in ["-M quarterly", "-M -p quarterly", "quarterly", "-p 'quarterly in 2026'"] {
            #expect(try starts(runner, words) == quarters, "\(words)")
        }
        let set = try runner.shell(
            "export LEDGER_CONFIG=$PWD/config; ledger report quarterly -O csv --now 2026-06-15")
        #expect(set.output.contains("\n2026-04-01,"))
    }

    @Test("a term that asks for a kind is enough to have it in reports, charts and explanations")
    func kinds() throws {
        let runner = try opened(
            """
            ledger add 12.50 Lunch -c food --on 2026-06-01 --now 2026-06-15 >/dev/null
            ledger add 2000 Salary --income -c work --on 2026-06-02 --now 2026-06-15 >/dev/null
            """)
        for words in [
            "report kind:income", "report -M kind:income", "report not kind:expense --by payee",
            "report kind:income --tree", "chart kind:income", "explain kind:income",
            "report 2026-06 kind:income --compare",
        ] {
            let report = try runner.shell("ledger \(words) --now 2026-06-15")
            #expect(report.code == 0 && report.output.hasPrefix("Income"), "\(words)")
            #expect(report.output.contains("2,000.00"), "\(words): \(report.output)")
            #expect(!report.output.contains("without income"), "\(words)")
        }
        let both = try runner.shell(
            "ledger report 'kind:income or kind:expense' --now 2026-06-15"
        ).output
        #expect(both.contains("2,000.00") && both.contains("12.50"))
        // An option says more than a term.
        let none = try runner.shell("ledger report kind:income --expense --now 2026-06-15").output
        #expect(none.hasPrefix("No expenses of kind:income"))
    }

    @Test("every two weeks from a day begins in the week of the day") func fortnights() throws {
        let runner = try opened(
            """
            for day in 05 12 19 26; do ledger add 1 x --on 2026-01-$day --now 2026-06-15; done \\
                >/dev/null
            """)
        // hledger: 12 to 25 January is 2, 26 January to 8 February is 1.
        #expect(
            try starts(runner, "every 2 weeks from 2026-01-12") == ["2026-01-12", "2026-01-26"])
    }

    @Test("days behind or before a bucket are days; a second span is asked about")
    func days() throws {
        let runner = try opened(
            """
            ledger add 5 Rewe --on 2026-02-03 --now 2026-06-15 >/dev/null
            ledger add 7 Rewe --on 2026-03-03 --now 2026-06-15 >/dev/null
            """)
        for words in ["weekly rewe 2026-02", "rewe weekly 2026-02", "2026-02 rewe weekly"] {
            #expect(try starts(runner, words) == ["2026-02-02"], "\(words)")
        }
        let two = try runner.shell("ledger report 2026-02 2026-03 --now 2026-06-15")
        #expect(two.code == 2 && two.errors.contains("2026-03"))
    }

    @Test("one year mistyped does not make a report of budgets run for ever")
    func farBudget() throws {
        let runner = try opened(
            """
            ledger budget set c 10 --daily --rollover --from 2026-06-01 --now 2026-06-15 >/dev/null
            ledger add 5 x -c c --on 9999-12-31 --now 2026-06-15 >/dev/null
            ledger add 4 y -c c --on 2026-06-14 --now 2026-06-15 >/dev/null
            """)
        for words in ["--budget -M", "--budget"] {
            let report = try runner.shell(
                "timeout 20 \"$LEDGER_PROGRAM\" report \(words) -O csv --now 2026-06-15")
            #expect(report.code == 0, "\(words)")
            #expect(report.output.contains("5.00") && report.output.contains("4.00"))
        }
    }

    @Test("a price with a comma is asked about, or read as its file has it") func commas() throws {
        let runner = try opened("")
        let typed = try runner.shell("ledger price EUR KRW 1,480 --now 2026-06-15")
        #expect(typed.code == 2)
        #expect(typed.errors.contains("'1,480' may be 1.480 or 1480"))
        #expect(typed.errors.contains("try: ledger price EUR KRW 1.480"))
        try runner.write(Array("2026-01-01,EUR,USD,1,08\n".utf8), to: "cells.csv")
        let cells = try runner.shell("ledger price import cells.csv --now 2026-06-15")
        #expect(cells.code == 1 && cells.errors.contains("each in a cell of its own"))
        try runner.write(
            Array("2026-01-01;EUR;USD;1,080\n2026-01-02;EUR;USD;1,09\n".utf8), to: "comma.csv")
        let comma = try runner.shell(
            "ledger price import comma.csv --now 2026-06-15; ledger prices --now 2026-06-15")
        #expect(comma.output.contains("1 EUR = 1.08 USD") || comma.output.contains("1.08"))
        try runner.write(Array("2026-01-01;EUR;KRW;1,480\n".utf8), to: "one.csv")
        #expect(try runner.shell("ledger price import one.csv --now 2026-06-15").code == 1)
    }

    @Test("a file of prices that was read before takes no correction back") func corrected() throws
    {
        let runner = try opened("")
        try runner.write(Array("date,from,to,price\n2026-01-01,EUR,USD,1.1\n".utf8), to: "q.csv")
        let result = try runner.shell(
            """
            ledger price import q.csv --now 2026-06-15 >/dev/null
            ledger price EUR USD 1.2 --on 2026-01-01 --now 2026-06-15 >/dev/null
            ledger price import q.csv --now 2026-06-15; ledger prices --now 2026-06-15
            """)
        #expect(result.output.contains("1.2") && !result.output.contains("1.1 "))
    }

    @Test("prices go out in a journal, and come back", arguments: ["hledger", "beancount"])
    func journals(_ form: String) throws {
        let runner = try opened(
            """
            ledger price EUR USD 1.085 --on 2026-01-02 --now 2026-06-15 >/dev/null
            ledger price EUR JPY 161 --on 2026-02-02 --now 2026-06-15 >/dev/null
            ledger add 5 Tea --now 2026-06-15 >/dev/null
            """)
        let result = try runner.shell(
            """
            ledger export \(form) -o out.journal --now 2026-06-15
            ledger init --currency EUR --zone UTC --ledger other --now 2026-06-15 >/dev/null
            ledger price import out.journal --ledger other --now 2026-06-15 >/dev/null
            ledger prices -O csv --now 2026-06-15 >here
            ledger prices -O csv --ledger other --now 2026-06-15 >there
            cut -d, -f2- here >a; cut -d, -f2- there >b; cmp a b && wc -l <a
            grep -c '^P 2026-01-02 EUR 1.085 USD$\\|^2026-01-02 price EUR 1.085 USD$' out.journal
            """)
        #expect(result.output == "3\n1\n", "\(result.output)\(result.errors)")
    }
}
