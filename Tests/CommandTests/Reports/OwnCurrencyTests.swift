import Support
import Testing

/// Hours, points and coins, counted and converted like money.
@Suite("Currencies of one's own") struct OwnCurrencyTests {
    /// By hand: 1.50 hours at 40 euros are 60.00; 0.000000000001 of a coin at 50,000 euros is
    /// nothing that a cent shows.
    @Test("are declared, recorded to their last digit and told in money") func counts() throws {
        let runner = try CommandRunner()
        let script = """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >/dev/null
            run() { ledger "$@" --now 2026-03-10; }
            run currency add hours
            run currency add COIN --digits 12
            run currency -O csv
            run add 1.5 Mowing --currency HOURS -c garden --on 2026-03-02
            run add 0.000000000001 Dust --currency COIN -c gift --on 2026-03-03
            run add 4 Tea -c food --on 2026-03-04
            run price HOURS EUR 40 --on 2026-03-01
            run price COIN EUR 50000 --on 2026-03-01
            run list -X EUR -O csv
            run list -X EUR
            run report -X EUR -O csv
            """
        let result = try runner.shell(script)
        #expect(result.code == 0, "\(result.errors)")
        for line in [
            "Declared HOURS, 2 digits", "COIN,12", "HOURS,2", "1.50 HOURS", "0.000000000001 COIN",
        ] { #expect(result.output.contains(line), "\(line) in \(result.output)") }
        let rows = CSVText.rows(result.output)
        let values = rows.filter { $0.count == 20 }.map { "\($0[11]) \($0[19])" }
        #expect(values == ["title value", "Tea 4.00", "Dust 0.00", "Mowing 60.00"], "\(values)")
        #expect(rows.contains { $0.count == 9 && $0[7] == "64.00" && $0[6] == "EUR" })
        #expect(result.output.contains("in EUR"))
    }

    @Test("codes that cannot be one, and known ones, are refused") func refuses() throws {
        let runner = try CommandRunner()
        #expect(try runner.shell("ledger init --currency EUR --zone UTC --owner Ada").code == 0)
        for (code, exit) in [("1HOUR", 2), ("a\\ b", 2), ("EUR", 1), ("usd", 1)]
            as [(String, Int32)]
        {
            #expect(try runner.shell("ledger currency add \(code)").code == exit, "\(code)")
        }
        #expect(try runner.shell("ledger currency add HOURS --digits 13").code == 2)
        #expect(try runner.shell("ledger currency add HOURS --digits -1").code == 2)
        #expect(try runner.shell("ledger currency add HOURS --digits 3").code == 0)
        #expect(try runner.shell("ledger currency add HOURS").code == 1)
        // What may mean a thousand is asked about where there are three digits, too.
        let asked = try runner.shell("ledger add 1,234 Work --currency HOURS")
        #expect(asked.code == 2)
        #expect(asked.errors.contains("1.234") && asked.errors.contains("1234"), "\(asked.errors)")
        #expect(try runner.shell("ledger add 1.234 Work --currency HOURS").code == 0)
    }

    /// 12.50 and 7.25 dollars are 19.75 that the budget in euros leaves out, and 900 yen.
    @Test("a budget says what it leaves out because it is in another currency") func leavesOut()
        throws
    {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01
            run() { ledger "$@" --now 2026-03-10; }
            run add 30 Rewe -c food --on 2026-03-02
            run add '12.50 USD' Diner -c food:out --on 2026-03-03
            run add '7.25 USD' Deli -c food --on 2026-03-04
            run add '900 JPY' Sushi -c food:out --on 2026-03-05
            run add '3 USD' Bus -c bus --on 2026-03-05
            run budget set food 400
            """)
        #expect(made.code == 0, "\(made.errors)")
        let said = "not in food, which is in EUR: 900 JPY, 19.75 USD"
        for command in ["budget", "report --budget"] {
            let text = try runner.shell("ledger \(command) --now 2026-03-10")
            #expect(text.output.contains(said), "\(text.output)")
        }
        // The currency stands behind what is in it, whether there is a goal or none.
        let rows = try runner.shell("ledger report --budget --now 2026-03-10").output
            .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for row in [
            "From Category Goal Spent Left %", "2026-03-01~ food 400.00 30.00 370.00 EUR 7.5%",
            "(no budget) – 900 – JPY –", "(no budget) – 22.75 – USD –",
        ] {
            #expect(rows.contains(row), "\(rows)")
        }
        let json = try runner.shell("ledger budget -O json --now 2026-03-10")
        #expect(
            json.output.contains(
                #""apart":[{"currency":"JPY","spent":"900"},{"currency":"USD","spent":"19.75"}]"#),
            "\(json.output)")
    }

    @Test("the ledger's own currency stands before others, that of an exchange before it")
    func comesFirst() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01
            ledger people add Bo --now 2026-03-01
            run() { ledger "$@" -c food -a bank --split me,Bo --on 2026-03-02 --now 2026-03-10; }
            run add 4 Tea
            run add '6 CHF' Tea
            """)
        #expect(made.code == 0, "\(made.errors)")
        for command in [
            "report", "report -M --by category", "report this month --compare", "payee", "balance",
            "balance -M", "bs", "people balance",
        ] {
            let text = try runner.shell("ledger \(command) --now 2026-03-10").output
            let places = ["EUR", "CHF"].map { text.firstRange(of: $0)?.lowerBound }
            let (own, other) = (try #require(places[0]), try #require(places[1]))
            #expect(own < other, "\(command): \(text)")
        }
        let list = try runner.shell("ledger list --now 2026-03-10").output
        #expect(list.contains("sum: expense 4.00 EUR · expense 6.00 CHF"), "\(list)")
        let told = try runner.shell("ledger list -X CHF --now 2026-03-10").output
        #expect(told.contains("6.00 CHF · expense 4.00 EUR"), "\(told)")
    }
}
