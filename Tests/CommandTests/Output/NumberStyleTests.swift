import Support
import Testing

/// Numbers as they are written elsewhere.
@Suite struct NumberStyleTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada
            ledger add 1234567.50 House -c home --on 2026-03-05
            ledger add 4 'Tea 1,234.50' -c food --on 2026-03-06
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test(
        "an example says how",
        arguments: [
            ("1.234,56", "1.234.567,50"), ("1 234,56", "1\u{A0}234\u{A0}567,50"),
            ("1234,56", "1234567,50"), ("1234.56", "1234567.50"), ("1'234.56", "1'234'567.50"),
            ("12,34,567.89", "12,34,567.50"), ("1,234.56", "1,234,567.50"),
        ])
    func example(_ example: String, _ expected: String) throws {
        let runner = try opened()
        for command in [["list"], ["show", "2"], ["report", "--by", "category"]] {
            let text = try runner.start(command + ["--numbers", example]).finish().output
            #expect(text.contains(expected), "\(command): \(text)")
        }
        // What somebody wrote stays.
        let list = try runner.run("list", "--numbers", example).output
        #expect(list.contains("Tea 1,234.50"))
    }

    @Test("what programs read stays as it is", arguments: ["json", "csv", "tsv"])
    func programs(format: String) throws {
        let runner = try opened()
        for command in ["list", "report", "history"] {
            let words = [command] + (command == "history" ? ["2"] : []) + ["-O", format]
            let styled = try runner.start(words + ["--numbers", "1.234,56"]).finish()
            #expect(styled.code == 0, "\(styled.errors)")
            #expect(try runner.start(words).finish().output == styled.output)
        }
    }

    @Test("it can be kept, and what is typed goes first") func kept() throws {
        let runner = try opened()
        _ = try runner.shell(
            "mkdir -p .config/ledger; "
                + "echo 'default all = --numbers 1.234,56' >.config/ledger/config"
        )
        #expect(try runner.run("list").output.contains("1.234.567,50"))
        #expect(try runner.run("list", "--numbers", "1234.56").output.contains(" 1234567.50"))
        let amended = try runner.run("amend", "2", "--amount", "2000,50")
        #expect(amended.output.contains("2.000,50 EUR"), "\(amended.errors)")
        #expect(try runner.run("history", "2").output.contains("1.234.567,50 → 2.000,50"))
    }

    @Test("the locale is asked only where it is said") func locale() throws {
        let runner = try opened()
        let plain = try runner.run("list").output
        #expect(try runner.shell("LC_ALL=C.UTF-8 ledger list").output == plain)
        let asked = try runner.shell("LC_ALL=C.UTF-8 ledger list --numbers locale")
        #expect(asked.output.contains(" 1234567.50"), "\(asked.errors)")
    }

    @Test("what does not decide it is refused", arguments: ["1.234", "1,2", "1.234.56", "much"])
    func undecided(example: String) throws {
        let result = try opened().run("list", "--numbers", example)
        #expect(result.code == 2 && result.errors.contains("--numbers"), "\(result.errors)")
    }

    /// Receipts, fields of what was recorded, notes and plans: none writes 1000.00.
    @Test("thousands are parted wherever money is shown") func everywhere() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            run() { ledger "$@" --now 2026-03-20; }
            run init --currency EUR --zone UTC --owner Ada >/dev/null
            run people add Ann
            run account open Bank --opening 10000 --on 2026-01-01
            run account edit Bank --opening 12345.67
            run goal set 3000 Bike --by 2027-06 --account Bank
            run budget set home 1400 --monthly
            run repeat add 1980 Rent -c home --every 'month on the 1st'
            run repeat add 5000 Insurance --every 'year on 03-22'
            run add 3000 Kitchen -c home --on 2026-03-04 --split Ann=1000,me=2000
            run amend kitchen --amount 4000 --split Ann=1500,me=2500
            run task add Buy a boat planned:15000 due:2026-03-23
            run task add Buy a car planned:12000 due:2026-03-22
            run task pay car 11500
            run assert Bank 12345.67 --on 2026-03-05
            run account close Bank
            """)
        #expect(made.code == 0, "\(made.errors)")
        for words in [
            ": Bike 3,000.00 EUR by 2027-06-30\n", ": home 1,400.00 EUR monthly from 2026-03-01\n",
            ": Rent 1,980.00 EUR, month on the 1st from 2026-04-01\n",
            "split: Ada 2,500.00, Ann 1,500.00\n",
            "note: there are 12,345.67 EUR in Bank, and stay in its balance\n",
        ] {
            #expect(made.output.contains(words), "\(words): \(made.output)")
        }
        let shown = try runner.shell(
            """
            for words in agenda log goal budget repeat 'show kitchen' 'history kitchen' \
                'account history Bank' 'task show boat' 'task show car' 'task review' \
                'undo --dry-run'; do ledger $words --now 2026-03-20; done
            """)
        #expect(shown.errors == "")
        for words in [
            "15,000.00 EUR", "5,000.00 EUR", "amount  3,000.00 → 4,000.00", "10,000.00 → 12,345.67",
            "goal 1,400.00", "balance 12,345.67", ": 11,500.00 EUR", "paid: 11,500.00 EUR",
        ] {
            #expect(shown.output.contains(words), "\(words): \(shown.output)")
        }
    }

    @Test("what a task costs is parted on the screen alone") func columns() throws {
        let runner = try opened()
        #expect(try runner.run("task", "add", "Boat", "planned:15000").code == 0)
        let list = "task list --columns title,planned"
        let shown = try runner.shell("ledger \(list)").output
        #expect(shown.contains("Boat") && shown.contains("  15,000.00 EUR"), "\(shown)")
        let csv = try runner.shell("ledger \(list) -O csv").output
        #expect(csv == "title,planned\nBoat,15000.00 EUR\n", "\(csv)")
    }

    /// Receipts of goals, budgets and rules, what an undo takes back, and the same for programs.
    @Test("phrases obey --numbers, and programs read them plain") func phrases() throws {
        let runner = try opened()
        let told = try runner.shell(
            """
            set -e
            run() { ledger "$@" --now 2026-03-20 --numbers 1.234,56; }
            run account open Bank
            run goal set 3000 'Fund 2000' --by 2027-06 --account Bank
            run budget set home 1400 --monthly
            run repeat add 1980 Rent -c home --every 'month on the 1st'
            run undo --list
            run undo --dry-run
            run price GBP EUR 1234.5 --on 2026-03-20
            run prices
            run undo --list
            run undo --dry-run
            run stats
            """)
        #expect(told.code == 0, "\(told.errors)")
        for words in [
            ": Fund 2000 3.000,00 EUR by 2027-06-30\n",
            ": home 1.400,00 EUR monthly from 2026-03-01\n",
            ": Rent 1.980,00 EUR, month on the 1st from 2026-04-01\n",
            "set goal Fund 2000 3.000,00 EUR by", "set budget home 1.400,00 EUR monthly",
            "Would undo 7: repeat Rent 1.980,00 EUR, month on",
            ": 1 GBP = 1.234,5 EUR on 2026-03-20\n", "2026-03-20  1 GBP  1.234,5  EUR\n",
            "set price 1 GBP = 1.234,5 EUR on", "Would undo 8: set price 1 GBP = 1.234,5 EUR",
        ] {
            #expect(told.output.contains(words), "\(words): \(told.output)")
        }
        #expect(told.output.contains(/[0-9],[0-9]+ a day/), "\(told.output)")
        for format in ["json", "csv"] {
            let list = try runner.shell("ledger undo --list -O \(format)").output
            for words in [
                "Fund 2000 3000.00 EUR", "home 1400.00 EUR", "Rent 1980.00 EUR",
                "1 GBP = 1234.5 EUR",
            ] {
                #expect(list.contains(words), "\(words): \(list)")
            }
        }
    }
}
