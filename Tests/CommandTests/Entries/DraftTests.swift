import Support
import Testing

/// Entries as earlier ones, and categories that may be slips.
@Suite("What add is told in few words") struct DraftTests {
    private func ledger(_ commands: String...) throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        for command in commands {
            let result = try runner.shell("ledger " + command)
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        return runner
    }

    private func newest(_ runner: CommandRunner) throws -> JSONValue? {
        let list = try runner.run("list", "-n", "1", "-O", "json").output
        return JSONValue(parsing: list)?["rows"]?.array?.first
    }

    @Test("like copies all but the day, and the amount where none is said") func like() throws {
        let runner = try ledger(
            "add 12.50 'Market | Lunch' -c food:lunch -a wallet --tag work --on 2026-04-01",
            "add 3 Lunch -c other --on 2026-03-01")
        let done = try runner.run("add", "like", "lunch", "14", "--now", "2026-04-10")
        #expect(done.code == 0, "\(done.errors)")
        let row = try newest(runner)
        #expect(row?["amount"]?.string == "14.00")
        #expect(row?["title"]?.string == "Market | Lunch" && row?["payee"]?.string == "Market")
        #expect(row?["category"]?.string == "food:lunch" && row?["account"]?.string == "wallet")
        #expect(row?["tags"]?.array?.first?.string == "work")
        #expect(row?["day"]?.string == "2026-04-10")
        // By its id, with other words where they are typed.
        let id = try #require(row?["id"]?.integer)
        let again = try runner.run(
            "add", "like", "\(id)", "-c", "food", "--payee", "Kiosk", "--now", "2026-04-11")
        #expect(again.code == 0, "\(again.errors)")
        let other = try newest(runner)
        #expect(other?["amount"]?.string == "14.00" && other?["category"]?.string == "food")
        #expect(other?["title"]?.string == "Kiosk | Lunch")
        #expect(try runner.run("xact", "lunch", "9", "--now", "2026-04-12").code == 0)
        #expect(try newest(runner)?["amount"]?.string == "9.00")
    }

    @Test("like copies transfers, purchases of several lines and equal parts") func shapes() throws
    {
        let runner = try ledger(
            "add 50 Cash --transfer bank wallet --on 2026-04-01",
            "add 4 Milk -c food + 3 Soap -c home --on 2026-04-02",
            "add 30 Dinner --payer me --split me,Ann --on 2026-04-03",
            "add 10 Taxi --split me=9,Ann=1 --on 2026-04-03")
        for words in ["cash 60", "milk", "dinner 40", "taxi"] {
            let done = try runner.shell("ledger add like \(words) --now 2026-04-10")
            #expect(done.code == 0, "\(words): \(done.errors)")
        }
        let balance = try runner.shell("ledger balance -O csv | cut -d, -f1,4").output
        #expect(balance.contains("bank,-110.00\n") && balance.contains("wallet,110.00\n"))
        let spent = try runner.run("report", "2026-04-10", "--by", "category", "-O", "csv").output
        #expect(spent.contains(",food,EUR,4.00,1\n") && spent.contains(",home,EUR,3.00,1\n"))
        // Ann owes 15 + 20 + 1 + 1.
        #expect(try runner.run("people", "balance").output.contains("37.00"))
        let unequal = try runner.run("add", "like", "taxi", "12")
        #expect(unequal.code == 2 && unequal.errors.contains("say --split"), "\(unequal.errors)")
    }

    @Test(
        "what is like nothing records nothing",
        arguments: ["like", "like zebra", "like 999", "like lunch + 3 Milk"])
    func refused(_ words: String) throws {
        let runner = try ledger("add 12.50 Lunch -c food --on 2026-04-01")
        let before = try runner.run("list", "-O", "csv").output
        let result = try runner.shell("ledger add \(words)")
        #expect(result.code != 0 && result.errors.contains("  try: "), "\(result.errors)")
        #expect(try runner.run("list", "-O", "csv").output == before)
    }

    @Test("a category that may be a slip is asked about") func slip() throws {
        let runner = try ledger("add 5 Bread -c food:market --on 2026-04-01")
        let before = try runner.run("log", "-O", "csv").output
        for category in ["foood", "fod:market", "food:markt", "ofod"] {
            let result = try runner.run("add", "5", "Bread", "-c", category)
            #expect(result.code == 1 && result.errors.contains("would be new"), "\(category)")
            #expect(result.errors.contains("try: ledger add 5 Bread -c food"), "\(result.errors)")
            #expect(result.errors.contains(" --new\n"))
        }
        #expect(try runner.run("log", "-O", "csv").output == before)
        // Nothing near, a new level, three letters, a request of a program: nobody is asked.
        for command in [
            "add 5 x -c zebra", "add 5 x -c food:bakery", "add 5 x -c car", "add 5 x -c bar",
            "add 5 x -c foood --new", "add 5 x + 3 y -c markte --new",
            "call add '{\"lines\":[{\"amount\":\"1\",\"title\":\"x\",\"category\":\"fooood\"}]}'",
        ] {
            let result = try runner.shell("ledger \(command)")
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        try runner.write(
            Array("date,amount,title,category\n2026-04-02,5,Bun,fodo\n".utf8), to: "new.csv")
        #expect(try runner.run("import", "new.csv").code == 0)
    }

    @Test("a budget says what it needs", arguments: ["food -5", "food ''", "'' 5"])
    func budget(_ words: String) throws {
        let result = try ledger().shell("ledger budget set \(words)")
        #expect(result.code == 2)
        let hint = result.errors.split(separator: "\n").last ?? ""
        #expect(hint.hasPrefix("  try: ledger budget set food "), "\(result.errors)")
    }
}
