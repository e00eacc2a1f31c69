import Foundation
import Support
import Testing

/// Journals of others, and those of `ledger export`, through `ledger import`.
@Suite("Journals are imported")
struct ImportJournalTests {
    static let hasExamples = SharedData.has("journal-hledger-examples")

    /// Examples that can be taken over whole, and how many lines they come to.
    private static let examples = [
        ("home-page-example.journal", 7), ("quickstart.journal", 6), ("sample.journal", 8),
        ("budgeting/goal-budget-1.journal", 2),
    ]

    @Test(
        "a journal that lost its blanks, and one of which only the name says it, tell their lines")
    func damaged() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC >/dev/null
            printf '2026-04-09 Tea\\nexpenses:food  5 EUR\\nassets:cash\\n' >a.journal
            printf '20)6-04-09 Tea\\n    expenses:food  5 EUR\\n    assets:cash\\n' >b.ledger
            printf 'lost\\nmail\\n' >c.ics
            printf '; a, b\\n; c, d\\n' >notes
            """)
        #expect(made.code == 0, "\(made.errors)")
        let flat = try runner.shell("ledger import a.journal").errors
        #expect(flat.contains("line 1: the transaction has no posting"), "\(flat)")
        #expect(flat.contains("line 2: 'expenses:food  5 EUR' is no directive"), "\(flat)")
        let date = try runner.shell("ledger import b.ledger").errors
        #expect(date.contains("line 1: '20)6-04-09") && !date.contains("column"), "\(date)")
        let unknown = try runner.shell("ledger import notes; cp notes n.csv; ledger import n.csv")
            .errors
        #expect(unknown.split(separator: "books.journal").count == 2, "\(unknown)")
        let calendar = try runner.shell("ledger import c.ics").errors
        #expect(calendar.contains("from line 1 on this is not a calendar"), "\(calendar)")
    }

    @Test(
        "categories and accounts have what hledger finds in them",
        .enabled(
            if: hasExamples, "journal-hledger-examples is not there"),
        arguments: examples)
    func sums(_ file: String, _ lines: Int) throws {
        let path = try #require(SharedData.url("journal-hledger-examples/\(file)"))
        let expected = try #require(
            SharedData.bytes(
                "journal-hledger-examples/expected/\(file).balance-flat-no-elide.csv"))
        let runner = try CommandRunner(["FILE": path])
        #expect(try runner.run("init", "--currency", "USD", "--zone", "UTC").code == 0)
        let done = try runner.shell("ledger import \"$FILE\" -O json")
        #expect(done.code == 0, "\(done.errors)")
        #expect(JSONValue(parsing: done.output)?["new"]?.integer == lines)
        let again = try runner.shell("ledger import \"$FILE\" -O json").output
        #expect(JSONValue(parsing: again)?["new"]?.integer == 0)
        let report = try runner.shell("ledger report --by category --net -O json").output
        let balance = try runner.shell("ledger balance --all --on 2099-01-01 -O json").output
        var found: [String: String] = [:]
        for row in JSONValue(parsing: report)?["rows"]?.array ?? [] {
            let (kind, sum) = (row["kind"]?.string ?? "", row["sum"]?.string ?? "")
            let name = row["category"]?.string ?? ""
            switch kind {
            case "expense": found["expenses:\(name)"] = sum
            case "income": found["income:\(name)"] = sum.hasPrefix("-") ? "" : "-\(sum)"
            default: break
            }
        }
        for row in JSONValue(parsing: balance)?["rows"]?.array ?? [] {
            let name = row["account"]?.string ?? ""
            let isOwed = name.hasPrefix("liabilities:")
            found[isOwed ? name : "assets:\(name)"] = row["balance"]?.string
        }
        let rows = String(decoding: expected, as: UTF8.self).split(whereSeparator: \.isNewline)
            .dropFirst().map { $0.split(separator: ",").map { $0.filter { $0 != "\"" } } }
        var compared = 0
        for row in rows where !row[0].hasPrefix("equity") && row[0] != "total" {
            let sum = row[1].replacingOccurrences(of: "$", with: "")
            let stated = found[row[0]] ?? "0"
            #expect(Double(stated) == Double(sum), "\(row[0])")
            compared += 1
        }
        #expect(compared >= 2)
    }

    @Test(
        "of those that cannot be, nothing is written, and each line is told",
        .enabled(
            if: hasExamples, "journal-hledger-examples is not there"),
        arguments: [
            ("1ktxns-100accts.journal", "line 2: nothing says whether '1' has money"),
            ("accounttypes.journal", "line 13: there is no currency 'AAA'"),
            ("balance-multicol.journal", "line 4: '(assets:checking)' is a virtual posting"),
            ("chinese.journal", "line 2: nothing says whether '㐀' has money"),
            ("status.journal", "line 2: '(a)' is a virtual posting"),
            ("templates.journal", "line 17: a posting has a day of its own"),
        ])
    func refused(_ file: String, _ words: String) throws {
        let path = try #require(SharedData.url("journal-hledger-examples/\(file)"))
        let runner = try CommandRunner(["FILE": path])
        #expect(try runner.run("init", "--currency", "USD", "--zone", "UTC").code == 0)
        let done = try runner.shell("ledger import \"$FILE\"")
        #expect(done.code == 1)
        #expect(done.errors.contains(words), "\(done.errors)")
        #expect(try runner.shell("ledger list -O csv | wc -l").output.contains("1"))
    }

    @Test(
        "what was exported is known in its ledger, and the same in another one",
        arguments: ["hledger", "beancount"])
    func comesBack(_ form: String) throws {
        let runner = try CommandRunner(["FORM": form])
        let done = try runner.shell(
            """
            set -e
            ledger demo ledger --now 2025-12-31 >/dev/null
            ledger export "$FORM" -o all.journal
            ledger import all.journal -O json | grep -o '"new":[0-9]*'
            ledger report -M --by category -O csv > report
            ledger balance --on 2026-12-31 -O csv | cut -d, -f1,3,4 > balance
            export LEDGER_HOME=$PWD/new
            ledger init --currency EUR --zone Europe/Berlin >/dev/null
            ledger import all.journal >/dev/null
            ledger import all.journal -O json | grep -o '"new":[0-9]*'
            ledger report -M --by category -O csv | cmp - report
            ledger balance --on 2026-12-31 -O csv | cut -d, -f1,3,4 | cmp - balance
            ledger verify >/dev/null
            ledger undo >/dev/null
            ledger list -O csv | wc -l | tr -d ' '
            """)
        #expect(done.output == "\"new\":0\n\"new\":0\n1\n", "\(done.errors)")
    }

    private static let ledger = "journal-beancount-examples/examples/simple/basic.beancount"

    /// Without the three purchases and sales of stocks, and without the account that paid them.
    @Test(
        "a ledger of beancount's author has the sums that beancount has",
        .enabled(if: SharedData.has(ledger), "no journal-beancount-examples in ../shared/data"))
    func sums() throws {
        let path = try #require(SharedData.url(ImportJournalTests.ledger))
        let runner = try CommandRunner(["FILE": path])
        #expect(try runner.run("init", "--currency", "USD", "--zone", "UTC").code == 0)
        let refused = try runner.shell("ledger import \"$FILE\"")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("'Assets:UTrade:Account:AAPL' has a price"))
        let done = try runner.shell(
            """
            set -e
            awk 'BEGIN { RS = ""; ORS = "\\n\\n" } !/(AAPL|EWJ)/ && !/balance Assets:UTrade/' \
                "$FILE" > plain.beancount
            ledger import plain.beancount >/dev/null
            ledger balance --all --on 2026-12-31 -O csv
            """)
        #expect(done.code == 0, "\(done.errors)")
        let expected = SharedData.json("journal-beancount-examples/expected-beancount.json")
        let file = expected?["files"]?["examples/simple/basic.beancount"]
        let units = try #require(file?["final_units_by_account"]?.object)
        var count = 0
        let rows = done.output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let columns = ["account", "currency", "balance"].compactMap {
            rows.first?.firstIndex(of: $0)
        }
        try #require(columns.count == 3)
        for row in rows.dropFirst() {
            let name = row[columns[0]]
            let full = name.hasPrefix("Liabilities") ? name : "Assets:" + name
            guard !full.contains("UTrade") else { continue }
            let sum = units["\(full) \(row[columns[1]])"]?.string ?? "0"
            #expect(Double(sum) == Double(row[columns[2]]), "\(full)")
            count += 1
        }
        #expect(count >= 5)
    }

    @Test("files of links and other folders are not included")
    func includes() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            mkdir -p in/sub out
            printf '2026-04-09 a\\n  expenses:a  5\\n  assets:b\\n' | tee out/a in/sub/a >/dev/null
            ln -s ../out in/link
            ln -s ../../out/a in/sub/b
            mkfifo in/p
            for name in link/a sub/b nosuch sub p; do
                printf "include $name\\n" > in/l.journal
                ledger import in/l.journal 2>&1 | sed -n 2p
            done
            printf '2026-01-01 open Assets:Giro\\ninclude "p"\\n' > in/l.beancount
            ledger import in/l.beancount 2>&1 | sed -n 2p
            printf 'include sub/a\\n' > in/l.journal
            ledger import - < in/l.journal 2>&1 | sed -n 2p
            ledger import in/l.journal -O json | grep -o '"new":[0-9]*'
            """)
        #expect(
            done.output == """
                    line 1: 'link/a' is not included: it is not below the folder of the first file
                    line 1: 'sub/b' is not included: it is not below the folder of the first file
                    line 1: 'nosuch' is not included: it cannot be read
                    line 1: 'sub' is not included: it cannot be read
                    line 1: 'p' is not included: it can be read only once, as a pipe; include a file
                    line 2: 'p' is not included: it can be read only once, as a pipe; include a file
                    line 1: 'sub/a' is not included: standard input has no folder
                "new":1

                """)
    }

    @Test("what is refused is told with what helps, which works")
    func advised() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            tried() { ledger import "$1" 2>&1 | sed -n 's/^  try: //p' | head -n 1; }
            printf '2026-01-02 Tea\n  expenses:food  $5.00\n  assets:bank\n' > a.journal
            tried a.journal
            ledger config --currency USD >/dev/null && ledger import a.journal -O json |
                grep -o '"new":1'
            ledger config --currency EUR >/dev/null
            printf '2026-01-03 Tea\n  expenses:food  $6.00\n  assets:bank\n' > b.journal
            tried b.journal | grep -c 'ledger config'
            printf '2026-01-02 Work\n  expenses:work  2.5 STD\n  assets:time\n' > c.journal
            tried c.journal > next; cat next; . ./next | grep -o 'Recorded as import'
            mkdir d
            echo 'include sub/*.journal' > d/all.journal
            tried d/all.journal > next; cat next; . ./next
            """)
        #expect(done.errors.isEmpty, "\(done.errors)")
        #expect(
            done.output == """
                ledger config --currency USD && ledger import a.journal
                "new":1
                0
                ledger currency add STD --digits 2 && ledger import c.journal
                Recorded as import
                sed -n 1p d/all.journal
                include sub/*.journal

                """, "\(done.output)")
    }
}
