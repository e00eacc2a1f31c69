import Support
import Testing

/// Budgets come with the entries of a journal.
@Suite struct JournalBudgetTests {
    private static let journal = """
        ~ monthly from 2026-01  what we want
            (expenses:food)       400.00 EUR
            expenses:rent         900.00 EUR
            assets:bank

        ~ weekly
            expenses:fun           25.00 EUR
            assets:bank

        ~ every 2 weeks
            expenses:gym           10.00 EUR
            assets:bank

        ~ monthly
            assets:savings        100.00 EUR
            assets:bank

        ~ yearly
            expenses:food          50.00 EUR
            assets:bank

        2026-02-03 Market
            expenses:food:fruit     5.00 EUR
            assets:bank

        """

    @Test("in any case of letters one category has one, and a terminal is told no commands")
    func spellings() throws {
        let rules = ["food": 400, "Food": 50].sorted { $0.key > $1.key }.map {
            "~ monthly from 2026-01\n    expenses:\($0)  \($1).00 EUR\n    assets:bank\n\n"
        }
        let odd = "~ every \u{1B}[2J blue moon\n    expenses:fun  5.00 EUR\n    assets:bank\n\n"
        let spent = "2026-02-03 Market\n    expenses:FOOD  5.00 EUR\n    assets:bank\n"
        let runner = try opened(rules.joined() + odd + spent)
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0 && !done.output.contains("\u{1B}"), "\(done.output)\(done.errors)")
        #expect(done.output.contains("blue moon"))
        let found = try budgets(runner).split(separator: "\n").dropFirst()
        #expect(found.count == 1 && found.first?.contains("450.00") == true, "\(found)")
    }

    @Test(
        "budgets go out as hledger has them, and come back",
        .enabled(if: ExchangeTests.hasHledger, "the program hledger is not installed"))
    func goOut() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            set -e
            ledger() { "$LEDGER_PROGRAM" "$@" --now 2026-06-15; }
            for folder in here there; do
              ledger init --currency EUR --zone UTC --owner Ada --ledger $folder -q >/dev/null
            done
            {
              ledger budget set food 400 -M --from 2026-01-01 --ledger here
              ledger budget set food 450 -M --from 2026-03-01 --ledger here
              ledger budget set gym 10 -W --from 2026-01-05 --ledger here
              ledger budget set trips 900 -H --from 2026-01-01 --ledger here
              ledger add 5 Tea -c food --on 2026-02-03 --ledger here
              ledger export hledger -o l.journal --ledger here
            } >/dev/null
            hledger -f l.journal check --strict
            hledger -f l.journal balance -M --budget -p 2026-02to2026-04 -O csv expenses:food -N
            grep '^; budget' l.journal
            ledger import l.journal --ledger there >/dev/null
            ledger budget -O csv --ledger there | cut -d, -f5-7,13
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("\"5.00 EUR\",\"400.00 EUR\",\"0\",\"450.00 EUR\""))
        #expect(
            done.output.contains(
                "; budget of expenses:trips: 900.00 EUR halfyearly from 2026-01-01\n"))
        #expect(
            done.output.hasSuffix(
                "category,currency,goal,every\nfood,EUR,450.00,monthly\ngym,EUR,10.00,weekly\n"),
            "\(done.output)")
    }

    private func opened(_ journal: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.run(
            "init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada", "--now", "2026-06-15")
        try #require(ready.code == 0, "\(ready.errors)")
        try runner.write(Array(journal.utf8), to: "a.journal")
        return runner
    }

    private func budgets(_ runner: CommandRunner) throws -> String {
        try runner.run("budget", "-O", "csv", "--now", "2026-06-15").output
    }

    @Test("as goals from their days on, with one undo; the same file again adds nothing")
    func comes() throws {
        let runner = try opened(JournalBudgetTests.journal)
        let before = try budgets(runner)
        let shown = try runner.run("import", "a.journal", "--dry-run", "--now", "2026-06-15")
        #expect(shown.output.contains("  budgets       3  see them: ledger budget\n"))
        #expect(try budgets(runner) == before)
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("  budgets       3  see them: ledger budget\n"))
        #expect(done.output.contains("  left out      3  periodic transactions\n"))
        for rule in ["line 10: ~ every 2 weeks", "line 14: ~ monthly", "line 18: ~ yearly"] {
            #expect(done.output.contains(rule), "\(done.output)")
        }
        let found = try budgets(runner)
        for text in ["food", "400", "rent", "900", "fun", "25"] {
            #expect(found.contains(text), "\(found)")
        }
        #expect(!found.contains("gym") && !found.contains("savings"))
        let log = try runner.run("log", "-n", "1").output
        #expect(try runner.run("import", "a.journal", "--now", "2026-06-15").code == 0)
        #expect(try runner.run("log", "-n", "1").output == log)
        #expect(try runner.run("undo", "--now", "2026-06-15").code == 0)
        #expect(try budgets(runner) == before)
    }

    @Test("one that was set since stays") func stays() throws {
        let runner = try opened(JournalBudgetTests.journal)
        let done = try runner.shell(
            """
            set -e; exec >all
            ledger import a.journal --now 2026-06-15
            ledger budget set food 450 --monthly --now 2026-06-15
            ledger budget -O csv --now 2026-06-15 >a
            printf '\n2026-02-04 Market\n    expenses:food  6 EUR\n    assets:bank\n' >>a.journal
            ledger import a.journal --now 2026-06-15
            ledger budget -O csv --now 2026-06-15 >b
            cut -d, -f1-5 a
            """)
        #expect(done.code == 0, "\(done.errors)")
        #expect(try budgets(runner).contains("450"))
    }

    @Test("a rule of which only some fit is said once, with those that do not")
    func partly() throws {
        let runner = try opened(JournalBudgetTests.journal)
        let set = try runner.run(
            "budget", "set", "rent", "800", "--monthly", "--now", "2026-06-15")
        try #require(set.code == 0, "\(set.errors)")
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("  budgets       2  see them: ledger budget\n"))
        #expect(done.output.contains("  left out      3  periodic transactions\n"))
        #expect(
            done.output.contains(
                "  left out      1  budget of a rule of which others are taken over\n"))
        #expect(done.output.contains("line 1: ~ monthly from 2026-01  what we want: rent\n"))
        #expect(done.output.split(separator: "\n").count { $0.contains("line 1: ") } == 1)
        let again = try runner.run("import", "a.journal", "--now", "2026-06-15", "-O", "json")
        let journal = JSONValue(parsing: again.output)?["understood"]?["journal"]
        #expect(journal?["budgets"]?.integer == 2 && journal?["periodic"]?.integer == 3)
        #expect(journal?["budgetsLeft"]?.integer == 1)
        let left = journal?["periodicLeft"]?.array ?? []
        #expect(left.count == 4, "\(again.output)")
        let lines = left.map { $0["line"]?.integer }
        #expect(Set(lines).count == 4)
        let some = left.filter { $0["budgets"] != nil }
        #expect(some.count == 1 && some.first?["line"]?.integer == 1)
        #expect(some.first?["budgets"]?.array?.map(\.string) == ["rent"])
    }

    @Test("all that are left out are counted, though the first rules alone are told")
    func many() throws {
        let rules = (1...60).map { number in
            """
            ~ monthly
                expenses:food      1 EUR
                expenses:c\(number)  1 EUR
                assets:giro


            """
        }
        let spent = "2026-02-03 Market\n    expenses:fun  5 EUR\n    assets:giro\n"
        let runner = try opened(rules.joined() + spent)
        let set = try runner.run("budget", "set", "food", "5", "--monthly", "--now", "2026-06-15")
        try #require(set.code == 0, "\(set.errors)")
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains(" 60  see them: ledger budget\n"))
        #expect(
            done.output.contains(
                " 60  budgets of rules of which others are taken over\n"),
            "\(done.output)")
        #expect(done.output.split(separator: "\n").count { $0.contains(": ~ monthly: food") } == 20)
    }

    @Test("and end where they say so", arguments: ["in 2025", "from 2025-01 to 2026"])
    func ends(_ days: String) throws {
        let runner = try opened(
            """
            ~ monthly \(days)
              (expenses:food)  500 EUR

            2025-06-03 Market
                expenses:food  5.00 EUR
                assets:bank

            """)
        let before = try budgets(runner)
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.output.contains("  budgets       1  see them"), "\(done.output)")
        #expect(done.output.contains("see them: ledger budget 2025-12"), "\(done.output)")
        let then = try runner.run("budget", "2025-12", "-O", "csv", "--now", "2026-06-15").output
        #expect(then.contains("500"), "\(then)")
        #expect(!(try budgets(runner)).contains("500"))
        #expect(try runner.run("undo", "--now", "2026-06-15").code == 0)
        #expect(try budgets(runner) == before)
    }

    @Test("rules for one category add up, and odd ones are told") func sums() throws {
        let runner = try opened(
            """
            ~ monthly
              expenses:food  1 EUR
            ~ month
              expenses:food  2.50 EUR
            ~ monthly from 2026-13
              expenses:food  3 EUR
            ~ daily to 2027-13
              expenses:food  4 EUR
            ~ daily
              income:work  -4 EUR
            ~ daily
              expenses:tea  4 ACME
            ~ daily
              expenses:tea  -4 EUR
            ~
              what  4 EUR

            2026-06-03 Market
                expenses:food  5.00 EUR
                assets:bank

            """)
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("  budgets       1  see them"), "\(done.output)")
        #expect(done.output.contains("  left out      6  periodic"), "\(done.output)")
        #expect(try budgets(runner).contains("3.50"))
    }
}
