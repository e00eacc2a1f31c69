import Support
import Testing

/// What once went wrong with files.
@Suite("Files that were read wrongly once")
struct FaultedFileTests {
    @Test("a redo does not bring back what a later import has again") func redo() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'Date,Amount\\n2026-04-09,5\\n2026-04-09,5\\n' > a.csv
            count() { ledger list -O csv | tail -n +2 | wc -l | tr -d ' '; }
            ledger import a.csv >/dev/null; ledger undo >/dev/null
            ledger redo >/dev/null; count
            ledger undo >/dev/null
            ledger import a.csv -O json | grep -o '"id":[0-9]*'
            ledger redo 11; count
            ledger undo >/dev/null; count
            ledger redo 2 >/dev/null; count
            """)
        #expect(done.output == "2\n\"id\":14\n2\n0\n2\n", "\(done.output)\(done.errors)")
        #expect(done.errors.contains("import 14 brought 2 rows again that this would restore"))
    }

    /// The bank words its rows anew: they are told by account, day and amount.
    @Test("nor what it has in other words, and neither does a restore") func reworded() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'Date,Payee,Amount\\n2026-04-09,Rewe,5\\n2026-04-10,Aldi,6\\n' > a.csv
            printf 'Date,Payee,Amount\\n2026-04-09,REWE 12,5\\n2026-04-10,ALDI 7,6\\n' > b.csv
            count() { ledger list -O csv | tail -n +2 | wc -l | tr -d ' '; }
            ledger import a.csv --account =G >/dev/null
            first=$(ledger list -O csv | tail -1 | cut -d, -f1)
            ledger undo >/dev/null; ledger import b.csv --account =G >/dev/null; count
            ledger redo $first; count
            ledger restore $first; count
            ledger undo >/dev/null; ledger restore $first >/dev/null; count
            """)
        #expect(done.output == "2\n2\n2\n1\n", "\(done.output)\(done.errors)")
        #expect(done.errors.contains("brought 2 rows again that this would restore"))
        #expect(done.errors.contains("brought 1 row again that this would restore"))
    }

    @Test("a journal of nothing comes back as nothing", arguments: ["hledger", "beancount"])
    func emptyJournal(_ form: String) throws {
        let done = try CommandRunner(["FORM": form]).shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            ledger export "$FORM" -o a.journal
            ledger import a.journal -O json | grep -o '"new":[0-9]*'
            ledger import a.journal | tail -2 | head -1
            """)
        #expect(
            done.output == "\"new\":0\nThe file has no rows: nothing was written.\n",
            "\(done.output)\(done.errors)")
    }

    @Test("dates of QIF have the form that the file has them in") func shortYears() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf '!Type:Bank\\nD03/04/26\\nT-4.00\\nPKiosk\\n^\\n' > a.qif
            ledger import a.qif --account =G --date-form DD/MM/YY -O json | grep -o '"new":[0-9]*'
            ledger list -O csv | cut -d, -f3 | tail -1
            """)
        #expect(done.output == "\"new\":1\n2026-04-03\n", "\(done.output)\(done.errors)")
    }

    @Test(
        "rows that sum others up are asked about",
        arguments: [
            ("Subtotal", true), ("Total March", true), ("Zwischensumme", true),
            ("Total Wine", false),
            ("Totally", false),
        ])
    func subtotals(_ title: String, _ isAsked: Bool) throws {
        let done = try CommandRunner(["TITLE": title]).shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'Date,Payee,Amount\\n2026-03-01,A,-3.20\\n2026-03-02,B,-2.00\\n' > a.csv
            printf "2026-03-31,$TITLE,-5.20\\n2026-04-01,C,-1.00\\n" >> a.csv
            ledger import a.csv --sign account --account =G -O json | grep -o '"new":[0-9]*'
            """)
        #expect(done.output == (isAsked ? "" : "\"new\":4\n"), "\(done.output)\(done.errors)")
        #expect(done.errors.contains("--leave-out") == isAsked)
    }

    @Test("no option is to blame for UTF-16 that is cut off") func cutOff() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf '\\377\\376(\\000A\\000)\\000 \\000C\\000\\n\\000x' > todo.txt
            ledger import todo.txt
            ledger tasks -O csv | tail -n +2 | wc -l | tr -d ' '
            """)
        #expect(done.output == "0\n", "\(done.output)")
        #expect(
            done.errors == """
                ledger: nothing was written; line 2 has bytes that are no utf-16le
                    as all others are: is the file damaged, or cut off?
                  try: iconv -f utf-16le -t utf-8 todo.txt | sed -n 2p

                """)
    }

    @Test("a year that there never was is said to be none") func yearZero() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            printf 'Date,Amount\\n2026-04-09,5\\n0000-04-09,5\\n' > a.csv
            ledger import a.csv >/dev/null
            printf 'Date,Amount\\n30/04/2026,5\\n31/13/2026 0000,5\\n' > b.csv
            ledger import b.csv >/dev/null
            ledger list -O csv | tail -n +2 | wc -l | tr -d ' '
            """)
        #expect(done.output == "0\n", "\(done.output)")
        #expect(
            done.errors.contains(
                "    line 3: '31/13/2026 0000' is no date of the form that the column has\n"),
            "\(done.errors)")
        #expect(
            done.errors.contains(
                "    line 3: '0000-04-09' is no date of the form that the column has: "
                    + "there is no year 0000\n"), "\(done.errors)")
    }

    @Test("a line that is no header is not shown as long as it is") func longHeader() throws {
        let done = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            head -c 70000 /dev/zero | tr '\\0' x > a.csv
            echo >> a.csv
            ledger import a.csv
            """)
        #expect(done.errors.contains("the columns are: xxx"), "\(done.errors.prefix(200))")
        #expect(done.errors.utf8.count < 1_000)
    }
}
