import Support
import Testing

/// Market prices come with the entries of a journal.
@Suite struct JournalPriceTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-06-15
            ledger init --currency EUR --zone UTC --owner Ada --ledger other --now 2026-06-15
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test("what was exported is there again, prices too", arguments: ["hledger", "beancount"])
    func comesBack(_ form: String) throws {
        let runner = try opened()
        let done = try runner.shell(
            """
            set -e
            ledger add 5 Tea -c food --on 2026-01-02 --now 2026-06-15 >/dev/null
            ledger price EUR USD 1.085 --on 2026-01-02 --now 2026-06-15 >/dev/null
            ledger export \(form) -o out.journal --now 2026-06-15
            ledger import out.journal --ledger other --now 2026-06-15
            ledger prices -O csv --now 2026-06-15 | cut -d, -f2- >a
            ledger prices -O csv --ledger other --now 2026-06-15 | cut -d, -f2- >b
            cmp a b
            """)
        #expect(done.code == 0, "\(done.output)\(done.errors)")
        #expect(done.output.contains("  prices        1  see them: ledger prices\n"))
        #expect(!done.output.contains("market price"))
        let head = try runner.run("log", "-n", "1", "--ledger", "other").output
        let again = try runner.shell(
            "ledger import out.journal --ledger other --now 2026-06-15; "
                + "ledger log -n 1 --ledger other >log; cat log")
        #expect(again.output.hasSuffix(head), "\(again.output)")
        let undone = try runner.shell("ledger undo --ledger other --now 2026-06-15")
        #expect(undone.code == 0, "\(undone.errors)")
        let left = try runner.shell("ledger prices -O csv --ledger other --now 2026-06-15")
        #expect(!left.output.contains("1.085"))
    }

    /// By hand: 28 days of 12 months of 250 years, in two pairs, are 168,000, more than are held;
    /// and one more of a day of which the later counts.
    @Test("very many are read again, and each comes once") func many() throws {
        let runner = try opened()
        let done = try runner.shell(
            """
            set -e
            awk 'BEGIN {
                print "P 1800-01-01 USD 0.5 EUR"
                for (y = 1800; y < 2050; y++) for (m = 1; m < 13; m++) for (d = 1; d < 29; d++) {
                    printf "P %d-%02d-%02d USD 0.9%d EUR\\n", y, m, d, d
                    printf "P %d-%02d-%02d EUR 1.0%d CHF\\n", y, m, d, d
                }
            }' > a.journal
            told() { grep -oE '"(prices|pricesTaken)":[0-9]+' | sort | paste -sd' ' -; }
            ledger import a.journal --now 2026-06-15 -O json | told
            ledger prices -O csv --now 2026-06-15 > list
            wc -l < list; grep -c ',0.5$' list || true
            ledger log -n 1 > log
            ledger import a.journal --now 2026-06-15 -O json | told
            ledger log -n 1 | cmp - log
            """)
        #expect(
            done.output == """
                "prices":0 "pricesTaken":168001
                168001
                0
                "prices":0 "pricesTaken":168001

                """, "\(done.output)\(done.errors)")
    }

    @Test("a price of what is no currency is left out, and counted") func unknown() throws {
        let runner = try opened()
        let text = """
            P 2026-01-02 EUR 1.085 USD
            P 2026-01-02 "ACME 7" 12.00 EUR

            2026-01-02 Tea
                expenses:food   5.00 EUR
                assets:cash

            """
        try runner.write(Array(text.utf8), to: "a.journal")
        let done = try runner.run("import", "a.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("  left out      1  market price\n"), "\(done.output)")
        #expect(done.output.contains("  prices        1  see them"))
    }

    @Test("prices of files that a journal includes are taken in, and a file that is not there told")
    func includes() throws {
        let runner = try opened()
        let made = try runner.shell(
            """
            mkdir -p prices/old
            printf 'include prices/all.journal\\ncomment\\ninclude nothing\\n' >main.journal
            printf 'end comment\\n' >>main.journal
            printf 'P 2026-01-02 USD 0.92 EUR\\n2026-01-02 Tea\\n  expenses:food  5 EUR\\n' \\
                >>main.journal
            printf '  assets:cash\\n' >>main.journal
            printf 'include old/2025.journal\\nP 2026-01-03 USD 0.93 EUR\\n' >prices/all.journal
            printf 'P 2025-01-03 USD 0.95 EUR\\n' >prices/old/2025.journal
            printf 'include "prices/usd.beancount"\\n' >main.beancount
            printf '2026-01-04 price USD 0.94 EUR\\n' >prices/usd.beancount
            printf 'include gone.journal\\ninclude ../up.journal\\n' >bad.journal
            printf 'include ring.journal\\n' >>bad.journal
            printf 'P 2026-02-01 USD 0.92 EUR\\ninclude bad.journal\\n' >ring.journal
            printf 'P 2026-13-01 USD 0.92 EUR\\n' >prices/odd.journal
            printf 'include prices/odd.journal\\n' >odd.journal
            ledger price import main.journal --now 2026-06-15
            ledger price import main.beancount --now 2026-06-15
            """)
        #expect(made.code == 0, "\(made.errors)")
        let list = try runner.run("prices", "-O", "csv").output
        for price in ["2025-01-03,USD,EUR,0.95", "2026-01-02,USD,EUR,0.92"] {
            #expect(list.contains(price), "\(list)")
        }
        #expect(list.split(separator: "\n").count == 5, "\(list)")
        let again = try runner.run("price", "import", "main.journal", "--now", "2026-06-15")
        #expect(again.output.contains("known already  3"), "\(again.output)")
        let bad = try runner.run("price", "import", "bad.journal", "--now", "2026-06-15")
        #expect(bad.code != 0, "\(bad.output)")
        for file in ["gone.journal", "../up.journal", "bad.journal"] {
            #expect(bad.errors.contains(file), "\(file): \(bad.errors)")
        }
        let odd = try runner.run("price", "import", "odd.journal", "--now", "2026-06-15")
        #expect(odd.code != 0 && odd.errors.contains("prices/odd.journal"), "\(odd.errors)")
    }

    @Test("prices may be all there is", arguments: ["P %s USD 0.92 EUR", "%s price USD 0.92 EUR"])
    func alone(_ line: String) throws {
        let runner = try opened()
        let done = try runner.shell(
            """
            for day in 2026-01-01 2026-01-02; do printf '\(line)\\n' $day; done > rates.txt
            ledger import rates.txt --now 2026-06-15 | grep prices
            ledger prices -O csv --now 2026-06-15 | grep -c USD
            """)
        #expect(
            done.output == "  prices        2  see them: ledger prices\n2\n",
            "\(done.output)\(done.errors)")
    }

    @Test("persons who are not known are told at once, and the advice adds them")
    func persons() throws {
        let runner = try opened()
        let done = try runner.shell(
            """
            for name in Zoe 'Max Moritz' Tim; do ledger people add "$name"; done >/dev/null
            ledger add 5 Tea --payer Zoe --split 'Max Moritz,Ada' >/dev/null
            ledger add 6 Milk --payer Tim --split 'Max Moritz,Zoe' >/dev/null
            ledger export hledger -o out.journal
            ledger import out.journal --ledger other 2> told; echo "exit $?"; cat told
            try=$(grep -m 1 try: told | sed "s|^  try: ledger|$LEDGER_PROGRAM|")
            try=$(echo "$try" | sed "s|&& ledger|\\&\\& $LEDGER_PROGRAM|g")
            bash -c "$try" | grep -E '^  new'
            """)
        #expect(
            done.output == """
                exit 2
                ledger: the file names 3 persons whom the ledger does not have
                    Zoe, Max Moritz, Tim
                  try: ledger people add Zoe --ledger other && ledger people add 'Max Moritz' \
                --ledger other && ledger people add Tim --ledger other && ledger import \
                out.journal \
                --ledger other
                  new            2

                """, "\(done.output)\(done.errors)")
    }

    @Test("prices of files that are included come along; those in comments do not")
    func included() throws {
        let runner = try opened()
        let files = [
            "main.journal": """
            include 2025.journal
            include 2026.journal

            comment
            P 2026-02-01 EUR 9.9 USD
            end comment

            """,
            "2025.journal": "P 2025-01-02 EUR 1.03 USD\nP 2025-01-02 ACME 7 EUR\n",
            "2026.journal": """
            P\t2026-01-02\tEUR\t1.085\tUSD

            2026-01-02 Tea
                expenses:food   5.00 EUR
                assets:cash

            """,
            "main.beancount": "include \"prices.beancount\"\n",
            "prices.beancount": """
            2026-01-03 price EUR 1.09 USD

            2026-01-03 * "Cake"
              Expenses:Food   5.00 EUR
              Assets:Cash

            """,
        ]
        for (name, text) in files { try runner.write(Array(text.utf8), to: name) }
        let done = try runner.run("import", "main.journal", "--now", "2026-06-15")
        #expect(done.code == 0, "\(done.errors)")
        #expect(done.output.contains("  prices        2  see them"), "\(done.output)")
        #expect(done.output.contains("  left out      1  market price\n"), "\(done.output)")
        let other = try runner.run("import", "main.beancount", "--now", "2026-06-15")
        #expect(other.output.contains("  prices        1  see them"), "\(other.output)")
        let prices = try runner.run("prices", "-O", "csv", "--now", "2026-06-15").output
        #expect(prices.split(separator: "\n").count == 4, "\(prices)")
        for rate in ["1.03", "1.085", "1.09"] { #expect(prices.contains(rate), "\(prices)") }
    }

    @Test("virtual postings are left out by the command that is advised") func virtual() throws {
        let runner = try opened()
        let text = """
            2026-01-02 Tea
                expenses:food   5.00 EUR
                assets:cash
                (budget:food)   5.00 EUR
                * [assets:pot]  1.00 EUR
                [assets:cash]

            """
        try runner.write(Array(text.utf8), to: "a b.journal")
        let refused = try runner.run("import", "a b.journal", "--now", "2026-06-15")
        let line = try #require(refused.errors.split(separator: "\n").last)
        #expect(line.hasPrefix("  try: sed -E "), "\(refused.errors)")
        let done = try runner.shell("\(line.dropFirst("  try: ".count)) --now 2026-06-15")
        #expect(done.code == 0 && done.output.contains("  new            1\n"), "\(done)")
        try runner.write(Array("include a b.journal\n".utf8), to: "main.journal")
        let whole = try runner.run("import", "main.journal", "--now", "2026-06-15")
        #expect(
            whole.errors.contains("  try: hledger -f main.journal print | sed -E "),
            "\(whole.errors)")
    }
}
