import Support
import Testing

/// What is refused, and the first advice, which works.
@Suite("Advice that works on what was typed") struct AdviceTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Me --now 2026-03-01
            ledger add 7 Lunch -c food --on 2026-03-02 --now 2026-03-02
            ledger amend lunch --amount 8 --now 2026-03-02
            ledger people add Ann --now 2026-03-02
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test(
        "the first try does it",
        arguments: [
            ("add 5 Tea -c a -c b", "ledger add 5 Tea -c b"),
            ("add 5 Tea --category=a -c b", "ledger add 5 Tea -c b"),
            ("report --by category --by payee", "ledger report --by payee"),
            ("list --limit 1 -n 4", "ledger list -n 4"),
            ("add 5 Tea -d 2026-03-01 --on 2026-03-02", "ledger add 5 Tea --on 2026-03-02"),
            ("list -X EUR --exchange USD", "ledger list --exchange USD"),
            ("report -O text --format csv", "ledger report --format csv"),
            ("list --as-of 2 --as-of 3", "ledger list --as-of 3"),
            ("list --numbers 1,234.56 --numbers 1.234,56", "ledger list --numbers 1.234,56"),
            ("list --now 2026-03-02", "ledger list --now 2026-03-03"),
            ("list --ledger nowhere --ledger ledger", "ledger list --ledger ledger"),
            ("add 5 Tea -O csv + 3 Milk -O json", "ledger add 5 Tea + 3 Milk -O json"),
            ("-O csv -O json list", "ledger list --now 2026-03-03 -O json"),
            ("add 5 Tea friday", "ledger add 5 Tea --on friday"),
            ("task add Call Bo friday", "ledger task add Call Bo --due friday"),
            ("task add Call Bo Sunday", "ledger task add Call Bo --due Sunday"),
            ("task add Call tomorrow 5pm", "ledger task add Call --due 'tomorrow 5pm'"),
            ("task add Call fri 5 pm", "ledger task add Call --due 'fri 5 pm'"),
            ("task add Call tomorrow at 5pm", "ledger task add Call --due 'tomorrow at 5pm'"),
            ("task add X next friday at 5 pm", "ledger task add X --due 'next friday at 5 pm'"),
            ("task add X 2026-12-01 at 17:00", "ledger task add X --due '2026-12-01 at 17:00'"),
            ("list expenses:food", "ledger list cat:food"),
            ("list not:expenses:food", "ledger list not:cat:food"),
            ("list '(rewe or aldi'", "ledger list '(rewe or aldi)'"),
            ("list income:", "ledger list '\"income:\"'"),
            ("list bread or 2026-10 rewe", "ledger list bread or date:2026-10 rewe"),
            ("list '(bread' or 2026-10 'rewe)'", "ledger list '(bread' or date:2026-10 'rewe)'"),
            ("report bread or 2026-10 rewe", "ledger report bread or date:2026-10 rewe"),
            ("explain bread or 2026-10 rewe", "ledger explain bread or date:2026-10 rewe"),
            ("list rewe or last month", "ledger list rewe or 'date:last month'"),
            ("list rewe not last month", "ledger list rewe not 'date:last month'"),
            ("list this month last month", "ledger list --to 'this month' -b 'last month'"),
            ("list 2026 2025", "ledger list --to 2026 -b 2025"),
            ("tasks last week", "ledger tasks 'due:last week'"),
            ("export csv", "ledger list -O csv"), ("task done 1", "ledger task list"),
            ("list 'cat:food or home'", "ledger list '(cat:food or cat:home)'"),
            ("budget food 400", "ledger budget set food 400"),
            ("accounts bank", "ledger accounts list"), ("people ann", "ledger people list"),
            ("budgets food", "ledger budgets list"), ("goals bike", "ledger goals list"),
            ("report 2026-01 2026-03", "ledger report -b 2026-01 --to 2026-03"),
            ("undo lunch", "ledger undo 3"),
            ("report --montly", "ledger report --monthly"), ("show", "ledger list"),
            ("mark", "ledger list"), ("call", "ledger routes"), ("whoami Ann", "ledger whoami"),
            ("repeat post --amount 5", "ledger repeat post"),
            ("repeat post --key k", "ledger repeat post"),
            ("undo 3 --since 1h", "ledger undo --list"), ("list -a", "ledger account list"),
            ("budget set", "ledger budget set food 400"),
            ("goal set 5 Thing", "ledger account list"),
            ("add 5 Tea --received 3", "ledger add 5 Tea"),
            ("add 9 Dinner --split Ann:50%", "ledger add 9 Dinner --split Ann:50%,me:50%"),
            (
                "add 9 Dinner --split Ann:33.3%",
                "ledger add 9 Dinner --split Ann:33.3%,me:66.7%"
            ),
        ])
    func works(_ typed: String, _ advice: String) throws {
        let runner = try opened()
        let refused = try runner.shell("ledger \(typed) --now 2026-03-03")
        #expect(refused.code != 0, "\(refused.output)")
        let tries = refused.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
        let first = tries.first?.dropFirst("  try: ".count) ?? ""
        #expect(first.hasPrefix(advice), "\(refused.errors)")
        let done = try runner.shell(
            first.hasSuffix("--now 2026-03-03") ? String(first) : "\(first) --now 2026-03-03")
        #expect(done.code == 0, "\(first): \(done.errors)")
    }

    @Test(
        "what was advised and failed is advised no more, and every try works",
        arguments: [
            ("report -b feb -e feb", ["ledger report -b feb --to feb"]),
            ("list -b feb --end=feb", ["ledger list -b feb --to=feb"]),
            ("balance -b feb -e feb", ["ledger balance -b feb --to feb"]),
            ("chart -b feb -e feb", ["ledger chart -b feb --to feb"]),
            ("report -b mar -e feb", ["ledger report -b 2026-02-01 -e 2026-03-01"]),
            ("add 10 Tea --split Ann=4,Me=7", ["ledger add 10 Tea --split Ann=4,Me"]),
            ("add 10 Tea --split=Ann=12,Me=7", ["ledger add 10 Tea --split=Ann,Me"]),
            ("add 10 Tea --split Ann=4,Me=5", ["ledger add 10 Tea --split Ann=4,Me"]),
            ("price USD 1.1 EUR", ["ledger price USD EUR 1.1"]),
            ("price set 1.1 USD EUR", ["ledger price set USD EUR 1.1"]),
            ("people join Ann Q", ["ledger people"]), ("permit Ann read", ["ledger people"]),
            ("unit rename Q Q", ["ledger unit tree"]), ("people join Nobody Q", ["ledger people"]),
            ("goal set 5 Bike --account hidden", ["ledger goal"]),
            ("report --value end", ["ledger report --value end --exchange EUR"]),
            ("projections drop", ["ledger projections drop --all"]),
            ("list is:split", ["ledger list '\"is:split\"'"]), ("add 5. W", ["ledger add 5 W"]),
            ("people join Nobody Q --as PW", ["ledger people join --help"]),
            ("account open hidden --as GC", ["ledger account open --help"]),
        ])
    func helps(_ typed: String, _ advice: [String]) throws {
        let runner = try opened()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            for name in PW GC; do ledger people add $name --now 2026-03-02; done
            ledger unit add Q --now 2026-03-02
            ledger people join Ann Q --now 2026-03-02
            ledger account open hidden --now 2026-03-02
            ledger goal set 5 Bike --account hidden --now 2026-03-02
            ledger permit Ann read --now 2026-03-02
            ledger permit PW write --now 2026-03-02
            ledger permit GC create --now 2026-03-02
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        let refused = try runner.shell("ledger \(typed) --now 2026-03-03")
        #expect(refused.code != 0, "\(refused.output)")
        let tries = refused.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { String($0.dropFirst(7)).replacing(" --now 2026-03-03", with: "") }
        #expect(tries.prefix(advice.count) == advice[...], "\(refused.errors)")
        for command in tries {
            let done = try runner.shell("\(command) --now 2026-03-03")
            #expect(done.code == 0, "\(command): \(done.errors)")
        }
    }

    @Test(
        "of a journal and of tasks the import is advised that was typed, without columns",
        arguments: [
            ("a.journal --dry-run --account =b", "a.journal --dry-run"),
            ("--sign=account a.journal -a =b --dry-run --minor-units", "a.journal --dry-run"),
            ("--profile x a.journal --changes ignore", "a.journal --changes ignore"),
            ("todo.txt --skip 2 --dry-run -c food -t a -t b", "todo.txt --dry-run"),
        ])
    func columns(_ typed: String, _ advice: String) throws {
        let runner = try opened()
        let refused = try runner.shell(
            """
            printf '2026-03-01 Tea\\n  expenses:tea  1.00 EUR\\n  assets:cash\\n' >a.journal
            echo 'Buy milk +shop' >todo.txt
            printf 'Date,Amount\\n2026-03-01,5.00\\n' >b.csv
            ledger import b.csv --save-profile x --dry-run >/dev/null
            ledger import \(typed)
            """)
        #expect(refused.code != 0, "\(refused.output)")
        #expect(refused.errors.hasSuffix("  try: ledger import \(advice)\n"), "\(refused.errors)")
        let done = try runner.shell("ledger import \(advice)")
        #expect(done.code == 0, "\(done.errors)")
    }

    @Test("what was changed since is left out only where something else is left")
    func changedSince() throws {
        let runner = try opened()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger add 1 Tea --now 2026-03-02
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        let before = try runner.run("log", "-O", "json").output
        let whole = try runner.shell("ledger undo 2")
        #expect(whole.code == 1 && !whole.errors.contains("--skip"), "\(whole.errors)")
        let part = try runner.shell("ledger undo 2 5")
        #expect(part.errors.contains("  try: ledger undo 2 5 --skip-conflicts\n"))
        #expect(try runner.run("log", "-O", "json").output == before)
        #expect(try runner.shell("ledger undo 2 5 --skip-conflicts").code == 0)
    }

    @Test("a bracket that is never closed is refused as one that was never opened")
    func brackets() throws {
        let runner = try opened()
        for typed in ["list '(food'", "list 'food)'", "task list '(food'", "list '(cat:food' tea"] {
            let refused = try runner.shell("ledger \(typed)")
            #expect(refused.code == 2 && refused.output.isEmpty, "\(typed): \(refused.output)")
        }
        for typed in ["list '(food)'", "list '\"(food\"'", "list '(food' 'or' 'tea)'"] {
            #expect(try runner.shell("ledger \(typed)").code == 0, "\(typed)")
        }
    }

    @Test(
        "what may stand twice still does",
        arguments: [
            "add 5 Tea -c a + 3 Milk -c b", "add 5 Tea -t a -t b", "list --now 2026-03-03",
            "-O text report 2026-01 -O csv", "report -O csv -O csv", "add 5 'Tea friday'",
            "task add -- Call Bo friday",
            "report mar 2026", "add 9 Dinner --split Ann:30%,me:70%",
        ])
    func stands(_ typed: String) throws {
        let done = try opened().shell("ledger --now 2026-03-03 \(typed)")
        #expect(done.code == 0, "\(done.errors)")
    }

    @Test(
        "what was typed is not advised again, nor a page that does not know it",
        arguments: [
            ("price USD EUR 0", "'0' is no price", "ledger price EUR USD 1.08"),
            ("price USD EUR -1", "'-1' is no price", "ledger price EUR USD 1.08"),
            ("price USD EUR", "missing expected argument '<price>'", "ledger price --help"),
            ("calendar", "did you mean 'task calendar'", "ledger task calendar"),
            ("burndown", "did you mean 'task burndown'", "ledger task burndown"),
            ("frobnicate", "there is no command 'frobnicate'", "ledger --help"),
        ])
    func advises(_ typed: String, _ words: String, _ advice: String) throws {
        let runner = try opened()
        let refused = try runner.shell("ledger \(typed)")
        #expect(refused.code == 2 && refused.errors.contains(words), "\(refused.errors)")
        #expect(refused.errors.contains("  try: \(advice)\n"), "\(refused.errors)")
        let done = try runner.shell("\(advice) >/dev/null")
        #expect(done.code == 0, "\(done.errors)")
    }

    @Test("a letter and the option in full are one, for every option") func letters() throws {
        let runner = try opened()
        let help = try #require(JSONValue(parsing: runner.run("--experimental-dump-help").output))
        var odd: Set<String> = []
        func walk(_ command: JSONValue?) {
            for argument in command?["arguments"]?.array ?? []
            where argument["kind"]?.string == "option" && argument["isRepeating"] == .bool(false) {
                let names = (argument["names"]?.array ?? []).compactMap { $0["name"]?.string }
                for short in names.filter({ $0.count == 1 }) {
                    for long in names where long.count > 1 && long.first.map(String.init) != short {
                        odd.insert("-\(short) --\(long)")
                    }
                }
            }
            for below in command?["subcommands"]?.array ?? [] { walk(below) }
        }
        walk(help["command"])
        // Those of `RepeatedOptions.letters`, each of which has its advice above.
        #expect(odd == ["-O --format", "-X --exchange", "-d --on", "-n --limit"])
    }

    @Test(
        "what the page of shared options shows stands before a command, too",
        arguments: [
            "-O csv", "-o x.csv", "--ledger ledger", "--now 2026-03-03", "--as Me", "--color never",
            "--numbers 1.234,56", "--no-pager", "--no-hooks", "-q", "--as-of 2", "--at 2",
            "--receipt r",
        ])
    func before(_ option: String) throws {
        let runner = try opened()
        if option.hasPrefix("--receipt") { _ = try runner.run("key", "new") }
        let done = try runner.shell("ledger \(option) list")
        #expect(done.code == 0, "\(done.errors)")
        let page = try runner.run("help", "options").output
        let shown = page.split(separator: "\n").filter { $0.hasPrefix("  -") }
        #expect(shown.count == 14)
    }

    @Test("what somebody has set for themselves makes way") func defaults() throws {
        let runner = try opened()
        _ = try runner.shell(
            """
            mkdir -p .config/ledger
            echo 'default report = --by payee' >.config/ledger/config
            echo 'alias tea = add 5 Tea -c drinks' >>.config/ledger/config
            """)
        #expect(try runner.run("report", "--by", "category").code == 0)
        #expect(try runner.run("tea", "-c", "food", "--now", "2026-03-03").code == 0)
    }
}
