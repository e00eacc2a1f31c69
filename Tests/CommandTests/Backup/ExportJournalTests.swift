import Foundation
import Support
import Testing

/// What hledger and beancount make of a journal that `ledger export` wrote.
@Suite("Journals for other programs")
struct ExportJournalTests {
    private static func has(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    static let hasHledger = has("hledger")
    static let hasBeancount = has("bean-check")

    /// Names, titles and movements that a journal has no place for as they are.
    private static let odd = """
        set -e
        add() { ledger add "$@" --now 2026-04-10 >/dev/null; }
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >/dev/null
        ledger account open bank --opening 100 --on 2026-03-05 >/dev/null
        ledger account open 'bank:giro; 日本' --on 2026-03-01 >/dev/null
        ledger account open 'a,b  c' --opening 3 --currency X1 --on 2026-03-01 2>/dev/null || true
        add 5 Early -a bank --on 2026-03-01
        add 41.20 Groceries -c food:market -a bank + 8.30 'Soap; green' -c home:things -a bank \\
            --on 2026-03-07 --tag work --tag 'two words' --tag date --tag 'a:b'
        add 12 '* starred (x)' -c 'food:Eating; out' --on 2026-03-07 --time 10:30 \\
            --note $'one\\ntwo: x, y date:2020-01-01'
        add 12 'q"uo\\te' -c 'food:eating, out' --new --on 2026-03-08
        add 12 '(code) = !' -c 'Food:eating-out' --new --on 2026-03-08
        add -3 Refund -c unknown -a bank --on 2026-03-08
        add 3 None --on 2026-03-08 --tag pending
        add 30 Dinner --payer Ann --split Ann,Ada -c food --on 2026-03-09
        add 100 Cash --transfer bank wallet --on 2026-03-10
        add 100 Abroad --transfer bank dollars --received '110.25 USD' --on 2026-03-10
        add 60 Gone --transfer bank - --on 2026-03-10
        add 10 Fee --transfer bank wallet --received 9.50 --on 2026-03-10
        add 50 Slow --transfer bank wallet --on 2026-03-20
        ledger amend "$(ledger list slow -O csv | sed -n '2s/,.*//p')" --on 2026-03-22 >/dev/null
        add 1.234 Kuwait --currency KWD -c travel --on 2026-03-11
        add 2000 Tokyo --currency JPY -c 日本:茶 -a 'bank:giro; 日本' --on 2026-03-11
        add 2000 Pay --income -a bank --on 2026-03-12
        add 2000 Pay --income -c work -a bank --on 2026-04-01
        add 7 Void --on 2026-03-12
        ledger void void >/dev/null
        ledger price EUR USD 1.085 --on 2026-03-01 --now 2026-04-10 >/dev/null
        ledger price KWD EUR 2.9 --on 2026-03-12 --now 2026-04-10 >/dev/null
        ledger assert bank 100 --on 2026-03-06 >/dev/null
        ledger assert bank 12 --on 2026-03-08 >/dev/null 2>&1 || true
        ledger assert bank 50 --on 2026-03-02 >/dev/null 2>&1 || true
        ledger account open spare --opening 30 --on 2026-03-08 >/dev/null
        ledger add 4 Before -c food -a spare --on 2026-03-03 >/dev/null
        ledger assert spare 30 --on 2026-03-07 >/dev/null
        ledger assert spare 30 --on 2026-03-08 >/dev/null
        """

    private static let spans = ["", "-p 2026-03", "-b 2026-03-08 -e 2026-03-21", "-b 2026-03-22"]

    /// A ledger of a household, then one of odd things.
    private func ledgers() throws -> [CommandRunner] {
        // hledger reads files as the locale says.
        let locale = ["LC_ALL": "C.UTF-8"]
        let (demo, odd) = (try CommandRunner(locale), try CommandRunner(locale))
        #expect(try demo.run("demo", demo.home, "--now", "2026-11-28").code == 0)
        let made = try odd.shell(ExportJournalTests.odd)
        #expect(made.code == 0, "\(made.errors)")
        return [demo, odd]
    }

    @Test(
        "hledger finds nothing wrong with them, whatever the days",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func strict() throws {
        for runner in try ledgers() {
            for span in ExportJournalTests.spans {
                let checked = try runner.shell(
                    "ledger export hledger \(span) -o l.journal && "
                        + "hledger -f l.journal check --strict")
                #expect(checked.code == 0, "\(span): \(checked.errors)")
            }
        }
    }

    @Test(
        "hledger finds a tag with a value by its name, and it comes back",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func valuedTag() throws {
        let runner = try CommandRunner(["LC_ALL": "C.UTF-8"])
        let done = try runner.shell(
            """
            set -e
            for folder in here there; do
              ledger init --currency EUR --zone UTC --owner Ada --ledger $folder -q >/dev/null
            done
            ledger add 5 Tea -c food --on 2026-03-01 --ledger here -q --tag trip:lisbon \\
              --tag 'size: large' --tag 'list:a,b' \
              --tag 'payer:Bo' --tag 'at:[2026-01-01]' >/dev/null
            ledger export hledger -o l.journal --ledger here
            hledger -f l.journal balance expenses tag:trip=lisbon -N
            ledger import l.journal --ledger there -q >/dev/null
            ledger show tea --ledger here | grep ' tags ' >a
            ledger show tea --ledger there | grep ' tags ' >b
            cat a; cmp a b
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.contains("5.00 EUR  expenses:food"), "\(done.output)")
        let journal = try runner.shell("cat l.journal").output
        #expect(journal.contains("    ; trip: lisbon\n"), "\(journal)")
    }

    @Test("a statement of the day before an opening balance is a comment, and the rest comes back")
    func statementBefore() throws {
        for form in ["hledger", "beancount"] {
            let done = try CommandRunner().shell(
                """
                run() { ledger "$@" --now 2026-01-05; }
                run init --currency EUR --zone UTC --owner Ada >/dev/null
                run account open bank --opening 100 --on 2026-01-01 >/dev/null
                run assert bank 100 --on 2025-12-31 >/dev/null
                run assert bank 100 --on 2026-01-02 >/dev/null
                run export \(form) -o books.journal
                grep -c '^; 2025-12-31 statement' books.journal
                run init --ledger new --currency EUR --zone UTC --owner Ada >/dev/null
                run import books.journal --ledger new -O json | grep -o '"assertions":[0-9]*'
                run balance bank --ledger new -q | grep -o 100.00
                """)
            #expect(
                done.output == "1\n\"assertions\":1\n100.00\n",
                "\(form): \(done.output)\(done.errors)")
        }
    }

    @Test(
        "a tag in brackets moves no posting to another day, and one with a comma stays one",
        arguments: ["hledger", "beancount"])
    func oddTags(_ form: String) throws {
        let done = try CommandRunner().shell(
            """
            set -e
            for folder in here there; do
              ledger init --currency EUR --zone UTC --owner Ada --ledger $folder -q >/dev/null
            done
            ledger add 5 Tea -c food -a bank --on 2026-03-01 --tag '[2020-01-01]' \
              + 6 Cup -c home --tag 'b, c' --ledger here -q >/dev/null
            ledger export \(form) -o books.journal --ledger here
            grep -cE '^ *; *.2020' books.journal || true
            ledger import books.journal --ledger there -q >/dev/null
            ledger list -O csv --ledger there | grep -oE '.2020-01-01.|"+b, c"+' | LC_ALL=C sort
            """)
        #expect(
            done.output == "0\n\"\"\"b, c\"\"\"\n[2020-01-01]\n",
            "\(form): \(done.output)\(done.errors)")
    }

    @Test(
        "beancount finds nothing wrong with them, whatever the days",
        .enabled(if: hasBeancount, "the program bean-check is not installed"))
    func beancount() throws {
        for runner in try ledgers() {
            for span in ExportJournalTests.spans {
                let checked = try runner.shell(
                    "ledger export beancount \(span) -o l.beancount && bean-check l.beancount")
                #expect(checked.code == 0, "\(span): \(checked.errors)")
            }
        }
    }

    @Test(
        "hledger adds up what the report has in every month, category and currency",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func sums() throws {
        for runner in try ledgers() {
            #expect(try runner.shell("ledger export hledger -o l.journal").code == 0)
            var found: Set<String> = []
            for (root, kind) in [("expenses", "expense"), ("income", "income")] {
                let sums = try runner.shell(
                    "hledger -f l.journal balance -M \(root) -O csv --layout=bare --no-total "
                        + (kind == "income" ? "--invert" : ""))
                let rows = CSVText.rows(sums.output)
                let months = rows.first?.dropFirst(2) ?? []
                for row in rows.dropFirst() {
                    for (month, sum) in zip(months, row.dropFirst(2)) where sum != "0" {
                        let name = row[0].dropFirst(root.count + 1)
                        found.insert("\(kind) \(name) \(row[1]) \(month) \(sum)")
                    }
                }
            }
            let report = try runner.shell("ledger report -M --by category -O csv")
            var expected: Set<String> = []
            for row in CSVText.rows(report.output).dropFirst() where row[4] != "transfer" {
                let isOwn = row[5] == "unknown"
                let name = isOwn ? "unknown-2" : row[5].isEmpty ? "unknown" : row[5]
                expected.insert("\(row[4]) \(name) \(row[6]) \(row[0].prefix(7)) \(row[7])")
            }
            #expect(expected.count >= 10)
            #expect(found == expected)
        }
    }

    @Test(
        "hledger has in every account what balance has",
        .enabled(if: hasHledger, "the program hledger is not installed"))
    func balances() throws {
        for runner in try ledgers() {
            let sums = try runner.shell(
                "ledger export hledger -o l.journal && "
                    + "hledger -f l.journal balance assets -O csv --layout=bare --no-total -E")
            let own = try runner.shell("ledger balance --all --on 2026-12-31 -O csv")
            let rows = CSVText.rows(own.output)
            let header = try #require(rows.first)
            let columns = try ["account", "currency", "balance"].map {
                try #require(header.firstIndex(of: $0))
            }
            var expected: Set<String> = []
            for row in rows.dropFirst() {
                let name = row[columns[0]].replacingOccurrences(of: "  ", with: " ")
                let sum = row[columns[2]]
                if sum.contains(where: { ("1"..."9").contains($0) }) {
                    expected.insert("assets:\(name) \(row[columns[1]]) \(sum)")
                }
            }
            let found = CSVText.rows(sums.output).dropFirst().filter {
                $0[0] != "assets:unknown" && $0[2] != "0"
            }.map { "\($0[0]) \($0[1]) \($0[2])" }
            #expect(expected.count >= 3)
            #expect(Set(found) == expected)
        }
    }

    @Test(
        "an opening balance comes back as one, once, and goes with the import",
        arguments: ["journal", "hledger", "beancount"])
    func openings(_ form: String) throws {
        let result = try CommandRunner().shell(
            """
            run() { ledger "$@" --now 2026-03-05; }
            new() { run "$@" --ledger new; }
            run init --currency EUR --zone UTC --owner Ada >/dev/null
            run account open bank --opening 100 --on 2026-02-01 >/dev/null
            run account open spare --opening 7 --on 2026-01-15 >/dev/null
            run account open card --type liability --opening -20 --on 2026-02-01 >/dev/null
            run add 3 Before -c food -a bank --on 2026-01-20 >/dev/null
            run add 12 Lunch -c food -a bank --on 2026-03-01 >/dev/null
            run export \(form) -o books.journal
            new init --currency EUR --zone UTC --owner Ada >/dev/null
            new import books.journal -O json | grep -o '"openingsTaken":[0-9]*'
            for on in 2026-02-15 2026-03-01; do
              run balance --all --on $on -O csv | cut -d, -f1,3- | sort >here
              new balance --all --on $on -O csv | cut -d, -f1,3- | sort >there
              cmp here there && wc -l <here | tr -d ' '
            done
            run account list -O csv | cut -d, -f3- | sort >here
            new account list -O csv | cut -d, -f3- | sort >there
            cmp here there && grep -o '100.00,EUR,2026-02-01' there
            new import books.journal -O json | grep -oE '"(new|openings|openingsTaken)":[0-9]*'
            new balance bank -q | grep -o 88.00
            new undo >/dev/null
            new balance --all -O csv | cut -d, -f4 | grep -c '[1-9]'
            """)
        let lines = """
            "openingsTaken":3
            4
            4
            100.00,EUR,2026-02-01
            "new":0
            "openings":3
            88.00
            0

            """
        #expect(result.output == lines, "\(form): \(result.output)\(result.errors)")
    }

    @Test(
        "what accounts begin a year with is there already in a ledger that has the year before",
        arguments: ["hledger", "beancount"])
    func carried(_ form: String) throws {
        let result = try CommandRunner().shell(
            """
            run() { ledger "$@" --now 2026-03-05; }
            run init --currency EUR --zone UTC --owner Ada >/dev/null
            run add 100 Pay --income -c work -a bank --on 2025-05-05 >/dev/null
            run add 30 Food -c food -a bank --on 2025-06-05 >/dev/null
            run add 5 Tea -c food -a bank --on 2026-02-05 >/dev/null
            for year in 2025 2026; do run export \(form) -p $year -o $year.journal; done
            run import 2026.journal -O json | grep -o '"new":[0-9]*'
            run balance bank -q | grep -oE '[0-9]+[.]00'
            for ledger in both last; do
              run init --ledger $ledger --currency EUR --zone UTC --owner Ada >/dev/null
            done
            run import 2025.journal --ledger both >/dev/null
            run import 2026.journal --ledger both >/dev/null
            run import 2026.journal --ledger last >/dev/null
            for ledger in both last; do
              run balance bank --ledger $ledger -q | grep -oE '[0-9]+[.]00'
              run account list --ledger $ledger -O csv | grep -c 70.00
            done
            """)
        #expect(
            result.output == "\"new\":0\n65.00\n65.00\n0\n65.00\n1\n",
            "\(form): \(result.output)\(result.errors)")
    }

    @Test("many lines come in parts that make one journal")
    func parts() throws {
        let runner = try CommandRunner()
        let rows = (0..<140_000).map {
            "2026-0\($0 % 9 + 1)-1\($0 % 7),\($0 % 90 + 1).50,row \($0)"
        }
        try runner.write(
            Array((["Date,Amount,Title"] + rows).joined(separator: "\n").utf8), to: "bank.csv")
        let made = "ledger init --currency EUR --zone UTC && ledger import bank.csv"
        #expect(try runner.shell(made).code == 0)
        let counted = try runner.shell(
            "ledger export hledger > l.journal; grep -c '^2026' l.journal; "
                + "grep -c '^commodity' l.journal; grep '^2026' l.journal | cut -c 1-10 | sort -c")
        #expect(counted.output == "140000\n1\n", "\(counted.errors)")
    }

    @Test("an account of beancount comes back under its name, unless one above it has money")
    func below() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            for name in Bank:Giro Bank:Savings Cash Cash:Box; do
                printf '2026-01-01 * "Pay"\\n  Assets:%s  5.00 EUR\\n  Income:Job\\n\\n' $name
            done > main.beancount
            ledger import main.beancount >/dev/null
            ledger export beancount -o back.beancount
            grep -o '^ *Assets:[^ ]*' back.beancount | tr -d ' '
            """)
        #expect(
            done.output == "Assets:Bank:Giro\nAssets:Bank:Savings\nAssets:Cash\nAssets:Cash-Box\n",
            "\(done.output)\(done.errors)")
    }
}
