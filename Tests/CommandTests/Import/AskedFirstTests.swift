import Support
import Testing

/// Files whose figures would be wrong without a question.
@Suite("What an import asks before anything is recorded")
struct AskedFirstTests {
    private func ledger(_ file: String = "") throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        try runner.write(Array(file.replacing("/", with: "\n").utf8), to: "f.csv")
        return runner
    }

    private func new(_ runner: CommandRunner, _ options: String = "") throws -> (Int, Int32) {
        let done = try runner.shell("ledger import f.csv \(options) -O json")
        return (Int(JSONValue(parsing: done.output)?["new"]?.integer ?? -1), done.code)
    }

    private func proposals(_ errors: String) -> [String] {
        errors.split(separator: "\n").compactMap { line in
            line.split(separator: "try: ", maxSplits: 1).last.map(String.init)
        }.filter { $0.hasPrefix("ledger ") }
    }

    @Test(
        "tells the direction by a column of words",
        arguments: [
            ("Direction", "OUT", "IN"), ("Direction", "debit", "credit"),
            ("Money In/Out", "Out", "In"), ("+/-", "-", "+"), ("Type", "paid out", "paid in"),
            ("Art", "Lastschrift", "Gutschrift"), ("Umsatzart", "Lastschrift", "Gutschrift"),
            ("S/H", "S", "H"), ("Af Bij", "Af", "Bij"), ("D/C", "D", "C"),
            ("Whatever", "OUT", "IN"), ("Buchung", "Belastung", "Gutschrift"),
        ])
    func direction(_ name: String, _ out: String, _ into: String) throws {
        let runner = try ledger()
        let rows =
            "Date,Desc,\(name),Amount\n2026-02-01,A,\(out),5\n2026-02-02,B,\(into),6\n"
            + "2026-02-03,C,\(out),7\n"
        try runner.write(Array(rows.utf8), to: "f.csv")
        let done = try runner.shell("ledger import f.csv")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("Expenses  12.00") && done.output.contains("Income     6.00"))
    }

    @Test(
        "asks, and each proposal records",
        arguments: [
            (
                "Date,Title,Kind,Amount/2026-02-01,A,Purchase,5/2026-02-02,B,Refund,6/"
                    + "2026-02-03,C,Payment,15", ["--in Kind=Refund", "--in Kind=Refund,Payment"]
            ),
            (
                "Date,Title,Amount,Balance/2026-02-01,Salary,2000,3000/2026-02-02,Rent,800,2200/"
                    + "2026-02-03,Food,50,2150/2026-02-04,Refund,30,2180",
                ["--in Title=Salary,Refund", "--in Title=Refund", "--balance ''"]
            ),
            (
                "Date,Name,Status,Amount/2026-02-01,A,Completed,5/2026-02-02,B,Denied,6/"
                    + "2026-02-03,C,Pending,7",
                ["--leave-out Status=Denied,Pending", "--leave-out Status="]
            ),
            (
                "Date,Name,Status,Amount/2026-02-01,A,Cleared,5/2026-02-02,B,Uncleared,6/"
                    + "2026-02-03,C,offen,7",
                ["--leave-out Status=Uncleared,offen", "--leave-out Status="]
            ),
            (
                "Date,Title,Amount/2026-02-01,Opening balance,100/2026-02-02,B,6/"
                    + "2026-02-03,Closing balance,94",
                ["--leave-out 'Title=Opening balance,Closing balance'", "--leave-out Title="]
            ),
            (
                "Date,Title,Amount/2026-02-01,PAYMENT THANK YOU,-100/2026-02-02,REFUND,-5/"
                    + "2026-02-03,B,6", ["--sign account", "--sign spend"]
            ),
            ("Date,Title,Amount/10-11-12,A,5", ["--date-form YY-MM-DD"]),
        ])
    func asks(_ file: String, _ proposed: [String]) throws {
        let runner = try ledger(file)
        let done = try runner.shell("ledger import f.csv")
        #expect(done.code == 1 && done.output.isEmpty, "\(done.output)")
        #expect(try runner.shell("ledger list -O json").output.contains("\"count\":0"))
        let tries = proposals(done.errors)
        for words in proposed {
            #expect(tries.contains("ledger import f.csv " + words), "\(words): \(done.errors)")
        }
        for command in tries {
            let other = try ledger(file)
            let result = try other.shell(command)
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
    }

    @Test("counts the rows that were left out")
    func leftOut() throws {
        let runner = try ledger(
            "Date,Name,Status,Amount/2026-02-01,A,Completed,5/2026-02-02,B,Denied,6")
        let done = try runner.shell("ledger import f.csv --leave-out Status=denied")
        #expect(done.output.contains("Expenses  5.00"))
        #expect(done.output.contains("left out       1"))
    }

    @Test("an account that is spelt nearly as a known one is asked about") func nearAccount() throws
    {
        let runner = try ledger("Date,Name,Amount/2026-02-01,A,5")
        #expect(try runner.shell("ledger add 1 Tea -a Giro").code == 0)
        for account in ["giroo", "=giroo"] {
            let asked = try runner.shell("ledger import f.csv -a \(account)")
            let right = account.replacing("giroo", with: "Giro")
            #expect(asked.code != 0, "\(asked.output)")
            #expect(
                asked.errors.contains("  try: ledger import f.csv -a \(right)\n"), "\(asked.errors)"
            )
        }
        let meant = try runner.shell("ledger import f.csv -a giroo --new")
        #expect(meant.code == 0 && meant.output.contains("opened the account giroo"))
    }

    @Test("of words that are not known nothing is claimed") func unknownWords() throws {
        for (word, said) in [("Denied", "says that some"), ("Sent", "what may mean that")] {
            let runner = try ledger(
                "Date,Name,Status,Amount/2026-02-01,A,Completed,5/2026-02-02,B,\(word),6")
            let asked = try runner.shell("ledger import f.csv")
            #expect(asked.code == 1 && asked.errors.contains(said), "\(asked.errors)")
        }
    }

    @Test("its own list adds nothing to the same ledger")
    func ownList() throws {
        let runner = try ledger()
        let commands =
            "ledger add 5 A && ledger add 6 B -a giro && ledger add 7 Save --transfer giro box"
            + " && ledger list --all -O csv -o f.csv"
        #expect(try runner.shell(commands).code == 0)
        #expect(try new(runner) == (0, 0))
        #expect(try runner.shell("ledger amend 2 --amount 9").code == 0)
        #expect(try new(runner).0 == 0)
    }

    @Test(
        "asks before a file counts twice under another reading",
        arguments: [
            ("--date-form DD.MM.YYYY", "--date-form MM.DD.YYYY"),
            ("--date-form DD.MM.YYYY --account giro", "--date-form DD.MM.YYYY"),
            ("--date-form DD.MM.YYYY", "--date-form DD.MM.YYYY --account giro"),
            ("--date-form DD.MM.YYYY --currency EUR", "--date-form DD.MM.YYYY --currency USD"),
        ])
    func otherReading(_ first: String, _ second: String) throws {
        let runner = try ledger("Date,Title,Amount/01.02.2026,A,5")
        #expect(try new(runner, first) == (1, 0))
        let asked = try runner.shell("ledger import f.csv \(second)")
        #expect(asked.code == 1, "\(asked.output)")
        let tries = proposals(asked.errors)
        #expect(tries.first?.hasPrefix("ledger undo 2 && ledger import f.csv") == true)
        #expect(try runner.shell(try #require(tries.first)).code == 0)
        #expect(try runner.shell("ledger list -O json").output.contains("\"count\":1"))
    }

    private static let october =
        "Date,Title,Amount/01.10.2026,Salary,2000/02.10.2026,Rent,-700/05.10.2026,Shop,-12.50/"
        + "10.10.2026,Shop,-8/"

    @Test(
        "asks before the rows of a file that has grown count twice under another reading",
        arguments: [
            ("--sign account", "--sign account --account =giro"),
            ("--sign account --account =giro", "--sign account"),
            ("--sign account", "--sign spend"),
            ("--sign account", "--sign account --date-form MM.DD.YYYY"),
            ("--sign account --currency EUR", "--sign account --currency USD"),
            ("--sign account --account =card", "--sign account --account =giro"),
        ])
    func grownReading(_ first: String, _ second: String) throws {
        // Where nothing is new, other signs are changes that are proposed.
        for more in second == "--sign spend"
            ? ["04.11.2026,Rent,-700/"] : ["04.11.2026,Rent,-700/", ""]
        {
            let form = " --date-form DD.MM.YYYY"
            let runner = try ledger(AskedFirstTests.october)
            #expect(try new(runner, first + form) == (4, 0))
            let grown = AskedFirstTests.october + more
            try runner.write(Array(grown.replacing("/", with: "\n").utf8), to: "f.csv")
            let options = second + (second.contains("--date-form") ? "" : form)
            let asked = try runner.shell("ledger import f.csv \(options)")
            #expect(asked.code == 1, "\(asked.output)")
            #expect(asked.errors.contains("the same"), "\(asked.errors)")
            let tries = proposals(asked.errors)
            #expect(try runner.shell(try #require(tries.first)).code == 0)
            let count = more.isEmpty ? 4 : 5
            let list = try runner.shell("ledger list --all -O json").output
            #expect(list.contains("\"count\":\(count)"), "\(list)")
        }
    }

    @Test("does not ask of what comes again in other files")
    func recurring() throws {
        let runner = try ledger(AskedFirstTests.october)
        let form = "--sign account --date-form DD.MM.YYYY"
        #expect(try new(runner, form) == (4, 0))
        // The next month, with one line on a day that could be read as one of October.
        for (file, rows) in [
            (
                "01.11.2026,Salary,2000/02.11.2026,Rent,-700/10.11.2026,Shop,-8/"
                    + "11.10.2026,Bar,-9/", 4
            ),
            ("25.11.2026,Rent,-700/11.10.2026,Bar,-9/", 1),
        ] {
            let text = "Date,Title,Amount\n" + file.replacing("/", with: "\n")
            try runner.write(Array(text.utf8), to: "f.csv")
            #expect(try new(runner, form) == (rows, 0))
        }
        // An account in which one payment looks like one that is in none: that one is held back.
        let other =
            "Date,Title,Amount\n02.10.2026,Rent,-700\n03.10.2026,Bus,-3\n14.10.2026,Tram,-4\n"
        try runner.write(Array(other.utf8), to: "f.csv")
        #expect(try new(runner, form + " --account =card") == (2, 0))
        // In two accounts they are two.
        let named = try ledger(AskedFirstTests.october)
        #expect(try new(named, form + " --account =giro") == (4, 0))
        try named.write(Array(other.utf8), to: "f.csv")
        #expect(try new(named, form + " --account =card") == (3, 0))
    }

    @Test("proposes changes where other signs are all that is new")
    func otherSigns() throws {
        let runner = try ledger(AskedFirstTests.october)
        let form = " --date-form DD.MM.YYYY"
        #expect(try new(runner, "--sign account" + form) == (4, 0))
        #expect(try new(runner, "--sign spend" + form) == (0, 0))
        // One row that turned round is a change, whatever else is new.
        let turned =
            "Date,Title,Amount/01.10.2026,Salary,2000/02.10.2026,Rent,700/05.10.2026,Shop,-12.50/"
            + "10.10.2026,Shop,-8/12.10.2026,Bus,-3/"
        try runner.write(Array(turned.replacing("/", with: "\n").utf8), to: "f.csv")
        #expect(try new(runner, "--sign account" + form) == (1, 0))
    }

    @Test("does not ask of the other side of transfers")
    func otherSide() throws {
        let rows = (1...4).map { "0\($0).10.2026,Savings plan" }
        let runner = try ledger(
            "Date,Title,Amount/" + rows.map { $0 + ",50/" }.joined())
        let form = "--sign account --date-form DD.MM.YYYY"
        #expect(try runner.shell("ledger account open giro && ledger account open box").code == 0)
        #expect(try new(runner, form + " --account =box") == (4, 0))
        let text = "Date,Title,Amount\n" + rows.map { $0 + ",-50\n" }.joined()
        try runner.write(Array((text + "05.10.2026,Rent,-700\n").utf8), to: "f.csv")
        #expect(try new(runner, form + " --account =giro") == (5, 0))
    }

    @Test("one id, amount and title on a later day is a change")
    func laterDay() throws {
        let runner = try ledger(
            "Date,Title,Transaction ID,Amount/2026-01-04,D,i4,8/2026-01-05,E,i5,9")
        #expect(try new(runner) == (2, 0))
        let file = "Date,Title,Transaction ID,Amount\n2026-01-15,D,i4,8\n2026-01-05,E,i5,9\n"
        try runner.write(Array(file.utf8), to: "f.csv")
        let done = try runner.shell("ledger import f.csv -O json").output
        #expect(JSONValue(parsing: done)?["new"]?.integer == 0)
        #expect(done.contains("2026-01-15"))
    }

    @Test(
        "names what is no CSV",
        arguments: [
            "DATA:OFXSGML/<OFX>/<STMTTRN>", "x/OFXHEADER:100/DATA:OFXSGML",
            "header/:20:A/:25:B/:60F:C", "x,y/<Document><BkToCstmrStmt>",
        ])
    func otherFormats(_ file: String) throws {
        let runner = try ledger()
        try runner.write(Array(file.replacing("/", with: "\n").utf8), to: "f.csv")
        let refused = try runner.shell("ledger import f.csv").errors
        #expect(
            ["OFX", "MT940", "CAMT", "camt"].contains { refused.contains($0) }, "\(refused)")
    }
}
