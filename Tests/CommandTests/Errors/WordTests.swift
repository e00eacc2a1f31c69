import Foundation
import Support
import Testing

/// What looks like syntax and is none is refused with the right form, and that form works.
@Suite("Words that other programs know")
struct WordTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-05
            ledger add 12.50 Rewe -c food --tag work --now 2026-01-06
            ledger add 8 Aldi -c food:market --now 2026-01-07
            ledger add 2400 Salary --income -a bank --now 2026-01-08
            ledger add 50 Cash --transfer bank wallet --now 2026-01-09
            """)
        try #require(result.code == 0, "\(result.errors)")
        return runner
    }

    private func tries(_ errors: String) -> [String] {
        errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { String($0.dropFirst(7)) }
    }

    private func refused(
        _ command: String, _ runner: CommandRunner, _ expected: String, finds rows: Int? = nil
    ) throws {
        let result = try runner.shell("ledger \(command)")
        #expect(result.code == 2, "\(command): \(result.output)")
        let next = try #require(tries(result.errors).first, "\(command): \(result.errors)")
        #expect(next == "ledger \(expected)", "\(command)")
        let again = try runner.shell("\(next)\(rows == nil ? "" : " -O csv")")
        #expect(again.code == 0, "\(next): \(again.errors)")
        guard let rows else { return }
        #expect(again.output.split(separator: "\n").count == rows + 1, "\(next)")
    }

    @Test(
        "operators, brackets and marks are no words to look for",
        arguments: [
            ("list rewe or", "list rewe \"or\"", nil), ("list or", "list '\"or\"'", nil),
            ("list 'rewe OR aldi'", "list '(rewe or aldi)'", 2),
            ("list rewe '|' aldi", "list 'rewe or aldi'", nil),
            ("list '!cat:food'", "list not:cat:food", 3), ("list '#work'", "list tag:work", 1),
            ("list +work", "list tag:work", 1),
            ("list 'rewe|aldi'", "list '(' rewe or aldi ')'", 2),
            ("list 'rew*'", "list rew", 1), ("list ^rewe", "list rewe", 1),
            ("list 'amt>10'", "list 'amt:>10'", 4), ("list cat=food", "list cat:food", 2),
        ] as [(String, String, Int?)])
    func syntax(_ command: String, _ expected: String, _ rows: Int?) throws {
        if rows == nil {
            #expect(try opened().shell("ledger \(command)").code == 2)
            return
        }
        try refused(command, try opened(), expected, finds: rows)
    }

    @Test(
        "terms are joined by words and brackets, and matched by expressions",
        arguments: [
            ("list rewe or aldi", 2), ("list cat:food or cat:home", 2), ("list rewe and food", 1),
            ("list '(rewe or aldi)' not tag:work", 1), ("find not rewe", 4),
            ("list not cat:food", 3), ("list '/^(rewe|aldi)$/'", 2), ("list title:/^a/", 1),
            ("list 'not (kind:expense or kind:income)'", 2), ("list 'cat:food or acct:bank'", 4),
            ("category list rewe or aldi", 2), ("list payee:rewe", 1),
        ] as [(String, Int)])
    func joined(_ command: String, _ rows: Int) throws {
        let result = try opened().shell("ledger \(command) -O csv")
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.split(separator: "\n").count == rows + 1, "\(result.output)")
    }

    @Test("in quotes everything is text, and an exact category may be in quotes") func quoted()
        throws
    {
        let runner = try opened()
        #expect(try runner.run("list", "\"or\"").code == 0)
        let exact = try runner.run("list", "cat:=\"food\"", "-O", "csv")
        #expect(exact.output.split(separator: "\n").count == 2, "\(exact.output)\(exact.errors)")
        let amount = try runner.run("list", "amount:8", "-O", "csv")
        #expect(amount.output.split(separator: "\n").count == 2)
    }

    @Test("days in words stand in the same place everywhere") func periods() throws {
        let runner = try opened()
        let now = "--now 2026-02-10"
        let places = [
            "report", "explain", "diff --from 3", "list", "list rewe", "areg bank", "category",
            "payee", "tag", "budget", "chart", "bal",
        ]
        for command in places {
            let words = try runner.shell("ledger \(command) last month \(now)")
            let option = try runner.shell("ledger \(command) -p 'last month' \(now)")
            #expect(words.code == 0, "\(command): \(words.errors)")
            #expect(words.output == option.output)
        }
        let listed = try runner.shell("ledger list 'last month' -O csv \(now)")
        #expect(listed.output.split(separator: "\n").count == 6, "\(listed.errors)")
        let one = try runner.shell(
            "ledger list 2026-01 rewe -O csv; ledger find rewe 2026-01 -O csv")
        #expect(one.output.split(separator: "\n").count == 4, "\(one.errors)")
        try refused("list january \(now)", runner, "list -p january \(now)", finds: 5)
        try refused("list 2026-01 2026-02", runner, "list -b 2026-01 --to 2026-02")
        try refused("task list next week", runner, "task list 'due:next week'")
        #expect(try runner.run("list", "may").code == 0)
        #expect(try runner.run("list", "1042").code == 0)
        try refused("find last month \(now)", runner, "find 'date:last month' \(now)")
        try refused("category food", runner, "category list food")
        try refused("category cat:food rewe", runner, "category list cat:food rewe")
        let terms = try runner.run("report", "rewe")
        #expect(terms.code == 0)
        #expect(terms.output.contains(" of rewe, "))
    }

    @Test("options of other programs are no words of a title") func titles() throws {
        let runner = try opened()
        try refused("task add x due=tomorrow", runner, "task add x --due tomorrow")
        try refused("task add y projec:home", runner, "task add y --project home")
        try refused("task add z @tag", runner, "task add z --tag tag")
        try refused("add 5 Tea cat:food", runner, "add 5 Tea --category food")
        try refused("task find project:home", runner, "task list --project home")
        try refused("add 5 Tea +3 Milk", runner, "add 5 Tea + 3 Milk")
        #expect(try runner.run("task", "add", "Answer due:tomorrow").code == 0)
        let text = try runner.shell("ledger add 5 Vitamin +B 2>&1 | sed -n 's/.*try: //p'").output
        #expect(text == "ledger add 5 Vitamin --tag B\nledger add 5 Vitamin -- +B\n")
        #expect(try runner.run("add", "5", "Vitamin", "--", "+B").output.contains("Vitamin +B"))
        #expect(try runner.run("task", "add", "--", "due:never").output.contains("due:never"))
    }

    @Test(
        "names of commands elsewhere lead to ours",
        arguments: [
            ("rm", "void"), ("delete", "void"), ("edit", "amend"), ("rename", "category rename"),
            ("cat", "category"), ("status", "info"), ("project", "task list --all"),
            ("rep", "report"), ("histroy", "history"), ("spend", "add"), ("total", "report"),
            ("month", "report this month"), ("networth", "bs"), ("transactions", "list"),
        ])
    func habits(_ typed: String, _ meant: String) throws {
        let result = try opened().run(typed)
        #expect(result.code == 2)
        #expect(tries(result.errors).first == "ledger \(meant)")
    }

    @Test("the beginning of one command's name is enough") func beginnings() throws {
        let runner = try opened()
        for (typed, whole) in [("repo", "report"), ("bala", "balance"), ("his", "history")] {
            let (short, long) = (
                try runner.run(typed, "--help"), try runner.run(whole, "--help")
            )
            #expect(short.code == 0 && short.output == long.output, "\(typed)")
        }
        // Of several commands, of too few letters, or a word that means something elsewhere.
        for typed in ["rep", "ba", "cat"] {
            #expect(try runner.run(typed).code == 2, "\(typed)")
        }
    }

    @Test("help on nothing is an error") func help() throws {
        let runner = try opened()
        let result = try runner.run("help", "nosuch")
        #expect(result.code == 2)
        #expect(result.output.isEmpty)
        #expect(try runner.run("help", "task", "nosuch").code == 2)
        #expect(try runner.run("help", "report").code == 0)
        let options = try runner.run("help", "options")
        #expect(options.code == 0)
        #expect(options.output.contains("--as-of"))
        #expect(try runner.run("list", "--help").output.contains("ledger help options"))
    }

    @Test("options of all commands may stand before the command") func before() throws {
        let runner = try opened()
        let behind = try runner.run("list", "-O", "csv", "--now", "2026-02-01")
        let before = try runner.run("-O", "csv", "--now", "2026-02-01", "list")
        #expect(before.output == behind.output && before.code == 0, "\(before.errors)")
        let added = try runner.run("--ledger", runner.home, "add", "3", "Tea", "+", "4", "Soap")
        #expect(added.code == 0, "\(added.errors)")
    }

    @Test("a pipe gets all lines, and quiet says nothing beside the answer") func pipe() throws {
        let runner = try opened()
        let rows = (1...60).map { "2026-01-05,\($0).50,Row \($0)" }
        try runner.write(
            Array((["Date,Amount,Title"] + rows).joined(separator: "\n").utf8), to: "rows.csv")
        _ = try runner.run("import", "rows.csv", "--sign", "spend", "--now", "2026-01-10")
        let list = try runner.shell("ledger list | grep -c Row").output
        #expect(list == "61\n")
        let quiet = try runner.run("add", "5", "Tea", "--quiet", "--now", "2026-01-11")
        #expect(quiet.output.split(separator: "\n").count == 1, "\(quiet.output)")
        #expect(try !runner.run("report", "-q").output.contains("as of event"))
        let opened = try runner.run("init", "-q", "--ledger", "other", "--owner", "Bo").output
        #expect(opened.hasSuffix("owner       Bo\n"), "\(opened)")
    }

    @Test("a narrow list marks what is no expense") func marks() throws {
        let runner = try opened()
        let list = try runner.shell("COLUMNS=56 ledger list").output
        #expect(list.contains(" +2,400.00\n"), "\(list)")
        #expect(list.contains(" > 50.00\n") && list.contains(" < 50.00\n"))
        #expect(list.contains("+ income"))
    }

    @Test("a report says that it leaves income out") func income() throws {
        let runner = try opened()
        let report = try runner.run("report", "-M").output
        #expect(report.contains("without income: --income"))
        #expect(try !runner.run("report", "-M", "--net").output.contains("without income"))
        #expect(try !runner.run("report", "-p", "2026-01-06").output.contains("without income"))
    }

    @Test("an average is of the periods that were asked for and have begun") func average() throws {
        let runner = try opened()
        let whole = try runner.run("report", "-D", "-A", "-p", "2026-01", "--now", "2026-03-01")
        #expect(whole.output.contains("average of 31 days"))
        let begun = try runner.run("report", "-D", "-A", "-p", "2026-01", "--now", "2026-01-10")
        #expect(begun.output.contains("average of 10 days"))
        let open = try runner.run("report", "-D", "-A", "--now", "2026-03-01")
        #expect(open.output.contains("average of 2 days"))
    }

    @Test("what is new is added in every command, and a likely slip is told") func new() throws {
        let runner = try opened()
        let amended = try runner.run("amend", "rewe", "-a", "purse")
        #expect(amended.code == 0, "\(amended.errors)")
        #expect(amended.output.contains("opened the account purse"))
        let bulk = try runner.run("amend", "--where", "aldi", "-a", "jar", "--yes")
        #expect(bulk.code == 0, "\(bulk.errors)")
        let split = try runner.run(
            "add", "30", "Dinner", "--payer", "Ann", "--split", "Ann,Bob,Cid")
        #expect(split.code == 0, "\(split.errors)")
        #expect(split.output.contains("split: Ann 10.00, Bob 10.00, Cid 10.00"))
        let slip = try runner.run("add", "3", "Bread", "-c", "fod", "--new")
        #expect(slip.output.contains("category fod is new here; did you mean food?"))
        let deep = try runner.run("add", "3", "Bread", "-c", "food:markte", "--new")
        #expect(deep.output.contains("did you mean food:market?"), "\(deep.output)")
        for other in ["travel", "food:home", "food:market:stall", "home:market"] {
            let output = try runner.run("add", "3", "Bread", "-c", other).output
            #expect(!output.contains("did you mean"), "\(other): \(output)")
        }
        #expect(try runner.run("verify").code == 0)
    }
}
