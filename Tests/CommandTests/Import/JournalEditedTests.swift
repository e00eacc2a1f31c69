import Support
import Testing

/// Journals of `ledger export` to which somebody added something by hand.
@Suite("Journals of this program that were edited") struct JournalEditedTests {
    /// A ledger that writes `books.journal`, and `add`, which adds postings behind an id.
    private static let made = """
        run() { ledger "$@" --now 2026-03-05; }
        new() { run "$@" --ledger new; }
        init() {
          run init --currency EUR --zone UTC --owner Ada >/dev/null
          new init --currency EUR --zone UTC --owner Ada >/dev/null
          run account open bank --opening 1000 --on 2026-02-01 >/dev/null
        }
        add() {
          awk -v id="$1" -v one="    $2" -v two="$3" '{ print }
            $0 ~ "ledger-id: " id "$" { print one; if (two) print "    " two }' books.journal
        }
        count() { grep -oE '"new":[0-9]+'; }
        sums() { run balance --all "$@" -O csv | sed 1d | cut -d, -f1,3,4 | sort; }

        """

    private func output(_ script: String) throws -> String {
        let done = try CommandRunner().shell(JournalEditedTests.made + script)
        #expect(done.errors.isEmpty, "\(done.errors)")
        return done.output
    }

    @Test("a fee beside an exchange leaves both sides of it what they are")
    func exchange() throws {
        let output = try output(
            """
            init
            run add 100 Abroad --transfer bank usd --received '110 USD' --on 2026-03-01 >/dev/null
            run export hledger -o books.journal
            id=$(sed -n 's/.*ledger-id: //p' books.journal | tail -1)
            add "$id" 'expenses:fee  2 EUR' 'assets:bank  -2 EUR' >edited.journal
            run import edited.journal -O json | count
            sums
            new import edited.journal -O json | count
            sums --ledger new
            """)
        let sums = "bank,EUR,898.00\nusd,USD,110.00\n"
        #expect(output == "\"new\":1\n\(sums)\"new\":3\n\(sums)")
    }

    @Test("an account that is added to a transfer gets its part") func transfer() throws {
        let output = try output(
            """
            init
            run add 100 Move --transfer bank savings --received 98 --on 2026-03-02 >/dev/null
            run export hledger -o books.journal
            sed 's/equity:transfers  */assets:cash  /' books.journal >edited.journal
            grep -c 'assets:cash' edited.journal
            run import edited.journal -O json | count
            sums
            new import edited.journal -O json | count
            sums --ledger new
            """)
        let sums = "bank,EUR,900.00\ncash,EUR,2.00\nsavings,EUR,98.00\n"
        #expect(output == "1\n\"new\":1\n\(sums)\"new\":3\n\(sums)")
    }

    @Test("an account under two names, or in two commodities, gets what is put into it, once")
    func names() throws {
        for (account, amount) in [("Assets:bank", "-3.00 EUR"), ("assets:bank", "-3.00 €")] {
            let output = try output(
                """
                init
                run export hledger -o books.journal
                sed -e 's/ 1000[.]00 EUR$/ 1003.00 EUR/' -e 's/-1000[.]00 EUR$/-1003.00 EUR/' \\
                  books.journal >edited.journal
                printf '\\n2026-01-15 Early\\n    expenses:food  3.00\\n    %s  %s\\n' \\
                  '\(account)' '\(amount)' >>edited.journal
                for time in 1 2; do
                  new import edited.journal >/dev/null 2>&1
                  sums --ledger new
                done
                """)
            // 3 are spent, and 1003 come in.
            #expect(output == "bank,EUR,1000.00\nbank,EUR,1000.00\n", "\(account)")
        }
    }

    @Test("no account is called nothing") func nameless() throws {
        let output = try output(
            """
            init
            run export hledger -o books.journal
            awk '{ print } /^account assets:bank/ { print "  ; name:" }' books.journal >no.journal
            cmp books.journal no.journal >/dev/null || echo changed
            new import no.journal >/dev/null 2>&1
            new account list -O csv | grep -cE '^[0-9]+,[0-9]+,"?"?,' || true
            """)
        #expect(output == "changed\n0\n")
    }

    @Test("the ledger that wrote a journal knows its lines, however many of them are others now")
    func mostlyEdited() throws {
        for form in ["hledger", "beancount"] {
            let output = try output(
                """
                said() { grep -oE '"now":"[0-9.]+"|"(held|known|new)":[0-9]+' | tr '\\n' ' '; }
                sum() { run balance bank -q | grep -oE -- '-?[0-9]+[.][0-9]+'; }
                run init --currency EUR --zone UTC --owner Ada >/dev/null
                for n in 1 2 3; do
                  run add $n Tea$n -c food -a bank --on 2026-03-0$n >/dev/null
                done
                run add 50 Out --transfer bank cash --on 2026-03-04 >/dev/null
                run export \(form) -o books.journal
                sed -e 's/2[.]00 EUR/2.50 EUR/' -e 's/3[.]00 EUR/3.50 EUR/' \\
                  -e 's/50[.]00 EUR/60.00 EUR/' books.journal >edited
                run import edited -O json | said
                sum
                run import edited --changes accept >/dev/null
                sum
                run import edited -O json | said
                """)
            // Of five lines one is as it was; 1, 2, 3 and 50, and then 1, 2.50, 3.50 and 60.
            let now = ["2.50", "3.50", "60.00", "60.00"].map { "\"now\":\"\($0)\" " }.joined()
            #expect(
                output == "\(now)\"known\":1 \"new\":0 -56.00\n-67.00\n\"known\":5 \"new\":0 ",
                "\(form)")
        }
    }

    @Test("white space that a journal does not have is no change of a title") func blanks() throws {
        for form in ["hledger", "beancount"] {
            let output = try output(
                """
                run init --currency EUR --zone UTC --owner Ada >/dev/null
                run add 1 "$(printf 'No\\302\\240break')" -c food >/dev/null
                run add 2 Milk -c food + 3 "$(printf 'A\\tb\\nc')" -c home >/dev/null
                run export \(form) -o books.journal
                run import books.journal -O json |
                  grep -oE '"now":"[^"]*"|"(held|known|new)":[0-9]+' | tr '\\n' ' '
                sed 's/break/rest/' books.journal >edited
                run import edited --changes accept -O json |
                  grep -oE '"now":"[^"]*"|"(held|known|new)":[0-9]+' | tr '\\n' ' '
                """)
            let (same, edited) = ("\"known\":3 \"new\":0 ", "\"known\":2 \"new\":0 ")
            #expect(output == "\(same)\"now\":\"No rest\" \(edited)", "\(form)")
        }
    }

    @Test("a title that was edited is listed, and a line in another account is held back")
    func retitled() throws {
        for form in ["hledger", "beancount"] {
            let output = try output(
                """
                run init --currency EUR --zone UTC --owner Ada >/dev/null
                for account in bank cash; do
                  run account open $account --opening 9 --on 2026-02-01 >/dev/null
                done
                run add 1 Coffee --payee Bar -c food -a bank --on 2026-03-01 >/dev/null
                run add 2 Tea -c food -a bank --on 2026-03-02 >/dev/null
                run export \(form) -o books.journal
                sed -e 's/Coffee/Cake/' \\
                  -e 's/\\([Aa]ssets:\\)[Bb]ank\\( *-2[.]00\\)/\\1cash\\2/' books.journal |
                  sed 's/Assets:cash/Assets:Cash/' >edited
                run import edited --changes accept -O json |
                  grep -oE '"now":"[^"]*"|"(held|known|new)":[0-9]+' | tr '\\n' ' '
                run list -O csv | sed 1d | cut -d, -f8,11,12 | sort
                """)
            #expect(
                output == """
                    "now":"Bar | Cake" "held":1 "known":0 "new":0 1.00,bank,Bar | Cake
                    2.00,bank,Tea

                    """, "\(form)")
        }
    }
}
