import Support
import Testing

/// Subtotals, CSV of what is shown, names that may be meant, and charts; figures by hand.
@Suite("What a report is asked to show") struct ReportShapeTests {
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

    /// The lines of a text, each with single blanks.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
    }

    @Test("a comparison as CSV has the greatest changes alone where that is asked for")
    func compared() throws {
        let runner = try ledger(
            "add 10 Fuel -c car --on 2026-02-01", "add 5 Bread -c food --on 2026-02-02",
            "add 3 Book -c fun --on 2026-02-03", "add 4 Bread -c food --on 2026-03-02",
            "add 1 Fuel -c car:fuel --on 2026-03-02")
        let asked = ["report", "2026-03", "--compare", "previous", "-O", "csv", "--top", "1"]
        let days = "2026-02-01,2026-03-01,2026-03-01,2026-04-01,expense,EUR"
        let header = "wasStart,wasEnd,start,end,kind,currency,category,was,now,change,percent"
        #expect(
            try runner.start(asked + ["--depth", "1"]).finish().output == """
                \(header)
                \(days),car,10.00,1.00,-9.00,-90.0
                \(days),2 others,8.00,4.00,-4.00,-50.0

                """)
        let tree = try runner.start(Array(asked.dropLast(2)) + ["--tree"]).finish().output
        #expect(tree.contains("\(days),car,10.00,1.00,-9.00,-90.0\n"), "\(tree)")
        #expect(tree.contains("\(days),car:fuel,0.00,1.00,1.00,\n"), "\(tree)")
    }

    @Test(
        "days that are cut into periods are not compared",
        arguments: [
            ("monthly in 2026 --compare previous", "2026 --compare previous"),
            (
                "-p 'weekly from 2026-01 to 2026-03' --compare year",
                "-p '2026-01 to 2026-03' --compare year"
            ),
        ])
    func periodsCompared(_ typed: String, _ advice: String) throws {
        let runner = try ledger("add 10 Fuel -c car --on 2026-02-01")
        let refused = try runner.shell("ledger report \(typed)")
        #expect(refused.code == 2 && refused.output.isEmpty, "\(refused.output)")
        #expect(refused.errors.contains("  try: ledger report \(advice)\n"), "\(refused.errors)")
        #expect(try runner.shell("ledger report \(advice)").code == 0)
        #expect(try runner.shell("ledger report -p monthly --compare previous").code == 0)
    }

    @Test("each entry counts once in the sums above its tags") func subtotals() throws {
        let runner = try ledger(
            "add 10 Fuel --payee Shell -c car --tag trip --tag work --on 2026-03-01",
            "add 5 Wash --payee Shell -c car --tag trip --on 2026-03-02",
            "add 7 Bread --payee Rewe -c food --on 2026-03-03")
        let text = try runner.run("report", "--by", "payee,category,tag").output
        let shown = lines(text)
        #expect(
            shown.filter { $0.contains(".00") } == [
                "Rewe 7.00", "food 7.00", "(without) 7.00", "Shell 15.00", "car 15.00",
                "trip 15.00", "work 10.00", "Total 22.00",
            ], "\(text)")
        // Of tags that come first nothing has a total.
        #expect(try !runner.run("report", "--by", "tag,category").output.contains("Total"))
        let net = lines(try runner.run("report", "--by", "payee,tag", "--net").output)
        #expect(net.contains("Net -22.00"), "\(net)")
    }

    @Test("groups stand in the order in which people look names up") func order() throws {
        let runner = try ledger(
            "add 1 Zoo -c Zoo --on 2026-03-01", "add 2 apples -c apples --on 2026-03-01",
            "add 3 Äpfel -c Äpfel --on 2026-03-01", "add 4 bread -c bread --on 2026-03-01")
        for by in ["payee", "category"] {
            let shown = lines(try runner.run("report", "--by", by).output)
            #expect(
                shown.filter { $0.contains(".00") } == [
                    "Äpfel 3.00", "apples 2.00", "bread 4.00", "Zoo 1.00", "Total 10.00",
                ], "\(shown)")
        }
    }

    @Test("one group in a list of many periods is added up once") func oneGroup() throws {
        let runner = try ledger("add 40 Rent -c home --on 2025-01-05")
        for month in 2...12 {
            let add = "add \(month) Rent -c home --on 2025-\(month < 10 ? "0" : "")\(month)-05"
            #expect(try runner.shell("ledger \(add)").code == 0)
        }
        let report = [
            "report", "-M", "-p", "2025", "--by", "category", "-A", "--now", "2026-12-31",
        ]
        // 40 and 2 + 3 + … + 12 = 77 make 117; a twelfth is 9.75.
        let sums = lines(try runner.start(report).finish().output)
        #expect(sums.filter { $0.contains("117.00") } == ["Total 117.00"], "\(sums)")
        #expect(sums.filter { $0.contains("9.75") } == ["Average home 9.75"], "\(sums)")
        let totals = lines(try runner.start(report + ["-T", "-%"]).finish().output)
        #expect(
            totals.filter { $0.contains("117.00") } == ["Total home 117.00 100.0%"], "\(totals)")
        #expect(totals.filter { $0.contains("9.75") } == ["Average home 9.75"], "\(totals)")
        // The bar of 40 has 40 strokes, so that of 12 has 12.
        let bars = try runner.start(report + ["--bars"]).finish().output
        let strokes = lines(bars).filter { $0.contains(" 2025 home") }.map { line in
            line.split(separator: " ").dropFirst(4).map(\.count)
        }
        #expect(strokes.first == [40] && strokes.last == [12], "\(bars)")
    }

    @Test("a budget that takes the place of another one says what that was") func budgets() throws {
        let runner = try ledger("budget set home 4000 --rollover --from 2026-01")
        for (words, told) in [
            ("4500 --from 2026-03", " (was 4,000.00 EUR monthly from 2026-01-01, rolls over)"),
            ("10 -W --from 2026-05-04", " (was 4,500.00 EUR monthly from 2026-03-01)"),
            ("20 -Y --from 2025 --rollover", " (was 10.00 EUR weekly from 2026-05-04)"),
            ("30 --currency USD --from 2026-05", ""),
        ] {
            let receipt = try runner.shell("ledger budget set home \(words)").output
            let line = receipt.split(separator: "\n").first ?? ""
            #expect(line.contains(" (was ") != told.isEmpty && line.hasSuffix(told), "\(receipt)")
        }
    }

    @Test("periods that a comparison of given days cannot have are refused")
    func comparison() throws {
        let runner = try ledger("add 40 Rent -c home --on 2025-01-07")
        let week = try runner.shell("ledger report -W --compare previous --now 2025-01-08")
        #expect(week.output.contains("2025-01-06 to 2025-01-08 beside 2024-12-30 to 2025-01-01"))
        for days in ["-p 2025-01", "-b 2025-01-01", "2025-01"] {
            let told = try runner.shell("ledger report -W --compare previous \(days)")
            #expect(told.code == 2 && told.errors.contains("exclude each other"), "\(told.errors)")
            #expect(
                told.errors.contains("try: ledger report --compare previous \(days)\n"),
                "\(told.errors)")
        }
        let budget = try runner.shell("ledger budget set home 500 --monthly --weekly")
        #expect(budget.code == 2, "\(budget.output)")
    }

    @Test("CSV has what --top, -T, -A and -% ask for") func shownCSV() throws {
        let runner = try ledger(
            "add 30 Feast -c food --on 2026-03-05", "add 1010 Bread -c food --on 2026-04-05",
            "add 5 Film -c fun --on 2026-04-06", "add 4 Soap -c home --on 2026-04-06")
        let csv = try runner.run(
            "report", "-M", "--by", "category", "--top", "1", "-T", "-A", "-%", "-O", "csv")
        #expect(
            csv.output == """
                kind,currency,category,2026-03-01,2026-04-01,total,average,share
                expense,EUR,food,30.00,1010.00,1040.00,520.00,99.1
                expense,EUR,2 others,,9.00,9.00,4.50,0.9

                """)
        let periods = try runner.run("report", "-M", "-A", "-%", "-O", "csv")
        #expect(
            periods.output == """
                start,end,kind,currency,sum,count,average,share
                2026-03-01,2026-04-01,expense,EUR,30.00,1,524.50,2.9
                2026-04-01,2026-05-01,expense,EUR,1019.00,3,524.50,97.1

                """)
    }

    @Test("CSV of a tree has the whole names") func treeCSV() throws {
        let runner = try ledger(
            "add 3 Soup -c food:lunch --on 2026-03-05", "add 4 Bread -c food:market --on 2026-03-05"
        )
        #expect(
            try runner.run("report", "--tree", "-O", "csv").output == """
                kind,currency,category,sum
                expense,EUR,food,7.00
                expense,EUR,food:lunch,3.00
                expense,EUR,food:market,4.00

                """)
        let refused = try runner.run("report", "--by", "payee", "--tree")
        #expect(refused.code == 2 && refused.errors.contains("--by payee and --tree exclude"))
        #expect(refused.errors.contains("try: ledger report --by payee\n"))
    }

    @Test("a name that nothing has leads to the one that may be meant") func hints() throws {
        let runner = try ledger(
            "add 3 Soup --payee Rewe -c food --tag friends --on 2026-03-05",
            "add 4 Bus -c transport --on 2026-03-05")
        let meant = "there is no category 'foood'; did you mean 'food'?\n"
        for command in ["report -c foood", "list -c foood", "explain -c foood"] {
            #expect(try runner.shell("ledger \(command)").output.contains(meant), "\(command)")
        }
        #expect(
            try runner.run("report", "tag:friend").output.contains(
                "there is no tag 'friend'; did you mean 'friends'?"))
        #expect(
            try runner.run("list", "payee:rewwe").output.contains(
                "there is no payee 'rewwe'; did you mean 'Rewe'?"))
        // What is known has no hint, nor has what is like nothing.
        for command in [
            "report -c food -p 2020", "report -c zebra", "list payee:rew date:2020",
            "report food -p 2020", "list zebra", "payees food -p 2020",
        ] {
            let text = try runner.shell("ledger \(command)").output
            #expect(!text.contains("there is no") && !text.contains("no line has"), "\(command)")
        }
        _ = try runner.run("category", "rename", "food", "eating")
        #expect(
            try runner.run("explain", "-c", "food").output.contains(
                "the category 'food' is called 'eating' by now"))
        let json = JSONValue(parsing: try runner.run("report", "-c", "food", "-O", "json").output)
        #expect(json?["hints"]?.array?.first?["near"]?.array?.first?.string == "eating")
    }

    /// `fod`, `freinds` and `Bsu` are one slip away from a category, a tag and a title.
    @Test("a word that nothing has leads to a category, a tag or a payee") func words() throws {
        let runner = try ledger(
            "add 3 Soup --payee 'Rewe City' -c food:lunch --tag friends --on 2026-03-05",
            "add 4 Bus -c transport --on 2026-03-05")
        let meant = [
            "fod": "food", "freinds": "friends", "Bsu": "Bus", "rwee": "Rewe", "lucnh": "lunch",
        ]
        for (word, near) in meant {
            for command in [
                "report", "report -M --by payee", "report --compare previous -p 2026-03", "chart",
                "list", "find", "explain", "payees", "tags", "categories list",
            ] {
                let result = try runner.shell("ledger \(command) \(word)")
                let said = "no line has '\(word)'; did you mean '\(near)'?\n"
                #expect(result.output.contains(said), "\(command): \(result.output)")
            }
        }
        // A category that is typed without those above it.
        for command in ["report -c lunch", "list cat:lnuch", "explain -c home:lunch"] {
            let text = try runner.shell("ledger \(command)").output
            #expect(text.contains("; did you mean 'food:lunch'?\n"), "\(command): \(text)")
        }
        let renamed = try runner.run("category", "rename", "lnuch", "eating")
        #expect(renamed.errors.contains("did you mean 'food:lunch'?"), "\(renamed.errors)")
        _ = try runner.shell(
            "ledger budget set food 4; ledger budget set food 5 --currency USD")
        let ended = try runner.run("budget", "remove", "fod")
        #expect(ended.errors.contains("is for 'fod'; did you mean 'food'?"), "\(ended.errors)")
    }

    @Test("a chart fills the width, in ASCII where the locale has no more") func chart() throws {
        let runner = try ledger(
            "add 30 Feast -c food --on 2026-03-05", "add 10 Bread -c food --on 2026-04-05",
            "add 5 Film -c fun --on 2026-04-06")
        let chart = "COLUMNS=40 ledger chart --now 2026-05-10"
        // 40 columns less 8 of the month, 5 of the sum and two gaps.
        let full = String(repeating: "█", count: 23)
        let shown = lines(try runner.shell(chart).output)
        #expect(shown.contains("Mar 2026 30.00 \(full)"), "\(shown)")
        #expect(shown.contains { $0.hasPrefix("Apr 2026") && $0.contains("15.00 ███████████▌") })
        let plain = lines(try runner.shell("export LC_ALL=C; \(chart)").output)
        #expect(plain.contains("Mar 2026 30.00 " + String(repeating: "#", count: 23)))
        #expect(plain.contains { $0.hasSuffix("15.00 " + String(repeating: "#", count: 12)) })
        // March is cut, and has nothing: its star is explained all the same.
        let cut = lines(try runner.shell("\(chart) -p 2026-03-20..2026-05-01").output)
        #expect(cut.contains("Mar 2026* 0.00"), "\(cut)")
        #expect(cut.contains("* only a part of it lies in the range asked for"), "\(cut)")
        #expect(try !runner.shell("\(chart) -p 2026-04").output.contains("* only"))
        // A third of a half is fun: 11.5 strokes, of which 7.7 are food.
        let parts = lines(
            try runner.shell("LC_ALL=C; export LC_ALL; \(chart) -M --by category").output)
        #expect(parts.contains("# food = fun"), "\(parts)")
        #expect(parts.contains { $0.hasSuffix("15.00 ########====") }, "\(parts)")
        let groups = lines(try runner.shell("\(chart) --by category").output)
        #expect(groups.contains { $0.hasPrefix("food 40.00 █████") }, "\(groups)")
        for (command, count) in [("chart", 0), ("report", 5)] {
            let help = lines(try runner.run(command, "--help").output)
            let tabular = help.filter { line in
                ["--net ", "-T, ", "-A, ", "--transpose ", "--share "].contains {
                    line.hasPrefix($0)
                }
            }
            #expect(tabular.count == count, "\(tabular)")
        }
        let refused = try runner.run("chart", "--net")
        #expect(refused.code == 2 && refused.errors.contains("chart and --net exclude"))
    }

    @Test("what heads a comparison fits the screen, too") func heading() throws {
        let runner = try ledger("add 5 Tea -c food --on 2026-03-02")
        let shown = try runner.shell(
            "COLUMNS=80 ledger report --compare --by category -p 2026-03-01..2026-03-20")
        #expect(shown.output.hasPrefix("Expenses in EUR by category, 2026-03-01 to "))
        let rows = shown.output.split(separator: "\n")
        #expect(rows.allSatisfy { $0.count <= 80 }, "\(shown.output)")
    }

    @Test("a comparison by something has the difference, too") func comparedNet() throws {
        let runner = try ledger(
            "add 20 Rice -c food --on 2026-02-10", "add 8 Tea -c food --on 2026-03-02",
            "add 100 Pay --income -c work --on 2026-02-27",
            "add 130 Pay --income -c work --on 2026-03-27 --tag late")
        func report(_ by: String) throws -> String {
            try runner.shell(
                "ledger report 2026-03 --compare previous --net --by \(by) --now 2026-04-10"
            ).output
        }
        let text = try report("category")
        #expect(text.contains("Net in EUR by category, Mar 2026 beside Feb 2026\n"), "\(text)")
        // 100 - 20 before, 130 - 8 now: 42 more, of 80.
        #expect(lines(text).last { $0.contains("%") } == "Net 80.00 122.00 +42.00 +52.5%")
        // What has several tags would count in each.
        #expect(try !report("tag").contains("Net"))
    }

    @Test("shares stand below the columns, too") func transposedShares() throws {
        let runner = try ledger(
            "add 30 Rice -c food --on 2026-01-10", "add 10 Film -c fun --on 2026-01-11",
            "add 30 Rice -c food --on 2026-02-10", "add 30 Film -c fun --on 2026-02-11")
        let text = try runner.shell("ledger report -M --by category --transpose --share").output
        #expect(
            lines(text).filter { $0.hasPrefix("Total") || $0.hasPrefix("Share") } == [
                "Total 60.00 40.00 100.00", "Share 60.0% 40.0% 100.0%",
            ], "\(text)")
    }

    @Test("a budget that is changed within its period says that the goal is cut")
    func cutBudget() throws {
        let runner = try ledger(
            "budget set food 300 --quarterly --from 2026-01",
            "budget set food 100 --monthly --from 2026-02")
        let quarter = try runner.shell("ledger report --budget -Q -p 2026-q1").output
        #expect(quarter.contains(/food +– +[0-9.]+ +–  EUR/), "\(quarter)")
        #expect(quarter.contains("– a change or an end cuts a period of the budget"))
        let own = try runner.shell("ledger budget 2026-q1").output
        #expect(own.contains(/food +2026-01-01\* +300.00/), "\(own)")
        #expect(own.contains("* cut by a change or an end"), "\(own)")
        let whole = try runner.shell("ledger budget 2026-02").output
        #expect(!whole.contains("cut by"), "\(whole)")
    }

    @Test("a goal that takes the place of another one says what that was") func goals() throws {
        let runner = try ledger(
            "account open savings", "goal set 3000 Bike --by 2027-03 -a savings")
        for (words, told) in [
            ("set 50 bike -a savings --currency USD", " (was 3,000.00 EUR by 2027-03-31)"),
            ("set 60 Bike -a savings --currency USD", " (was 50.00 USD)"),
            ("set 60 Boat -a savings", ""), ("remove bike", ""), ("set 70 Bike -a savings", ""),
        ] {
            let receipt = try runner.shell("ledger goal \(words)")
            let line = receipt.output.split(separator: "\n").first ?? ""
            #expect(receipt.code == 0, "\(receipt.errors)")
            #expect(
                line.contains(" (was ") != told.isEmpty && line.hasSuffix(told),
                "\(receipt.output)")
        }
    }
}
