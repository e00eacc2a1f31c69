import Support
import Testing

/// What becomes of opening balances in journals of `ledger export`; all by hand.
@Suite("Opening balances of journals of this program") struct JournalOpeningTests {
    /// An account that begins with 100 EUR, of which 12 are spent.
    private static let made = """
        run() { ledger "$@" --now 2026-03-05; }
        new() { run "$@" --ledger new; }
        count() { grep -oE '"(new|openings|openingsTaken)":[0-9]+' | tr '\\n' ' '; }
        sum() { run balance "$@" -q | grep -oE -- '-?[0-9]+[.][0-9]+'; }
        run init --currency EUR --zone UTC --owner Ada >/dev/null
        run account open bank --opening 100 --on 2026-02-01 >/dev/null
        run export $form -o begun.journal
        run add 12 Lunch -c food -a bank --on 2026-03-01 >/dev/null
        run export $form -o books.journal
        new init --currency EUR --zone UTC --owner Ada >/dev/null

        """

    private func output(_ form: String, _ script: String) throws -> String {
        let done = try CommandRunner().shell("form=\(form)\n" + JournalOpeningTests.made + script)
        #expect(done.errors.isEmpty, "\(form): \(done.errors)")
        return done.output
    }

    @Test("an opening that is corrected stays where its journal comes again")
    func corrected() throws {
        for form in ["journal", "hledger", "beancount"] {
            let output = try output(
                form,
                """
                new import books.journal >/dev/null
                for opening in 110 0; do
                  new account edit bank --opening $opening >/dev/null
                  new import books.journal -O json | count
                  sum bank --ledger new
                done
                """)
            let known = "\"new\":0 \"openings\":1 "
            #expect(output == "\(known)98.00\n\(known)-12.00\n", "\(form)")
        }
    }

    @Test("what a year begins with is there where the year before came and was corrected")
    func carried() throws {
        let output = try output(
            "hledger",
            """
            mkdir other
            old() { run "$@" --ledger other/old; }
            old init --currency EUR --zone UTC --owner Ada >/dev/null
            old add 100 Pay --income -c work -a bank --on 2025-05-05 >/dev/null
            old add 30 Food -c food -a bank --on 2025-06-05 >/dev/null
            old add 5 Tea -c food -a bank --on 2026-02-05 >/dev/null
            for year in 2025 2026; do old export hledger -p $year -o $year.journal; done
            new import 2025.journal >/dev/null
            new import 2026.journal >/dev/null
            new add 1 Bread -c food -a bank --on 2025-06-06 >/dev/null
            new import 2026.journal -O json | count
            sum bank --ledger new
            """)
        #expect(output == "\"new\":0 \"openings\":1 64.00\n")
    }

    @Test("the ledger that wrote a journal has its openings, whatever its accounts are called now")
    func own() throws {
        for form in ["journal", "hledger", "beancount"] {
            let output = try output(
                form,
                """
                run account edit bank --name giro >/dev/null
                run import begun.journal -O json | count
                run account list -O csv | grep -c EUR
                run account open bank --on 2026-02-01 >/dev/null
                run import begun.journal -O json | count
                run balance --all -O csv | grep -c 100.00 || true
                sum giro
                run account edit giro --opening 0 >/dev/null
                run import begun.journal -O json | count
                sum giro
                """)
            let known = "\"new\":0 \"openings\":1 "
            #expect(output == "\(known)1\n\(known)0\n88.00\n\(known)-12.00\n", "\(form)")
        }
    }

    @Test("what a year began with does not come back where the line that it comes of is voided")
    func voided() throws {
        let output = try output(
            "hledger",
            """
            run add 70 Pay --income -c work -a spare --on 2025-05-05 >/dev/null
            run export hledger -p 2026 -o 2026.journal
            run void pay >/dev/null
            run import 2026.journal -O json | count
            run balance --all -O csv | grep -c 70.00 || true
            """)
        #expect(output == "\"new\":0 \"openings\":2 0\n")
    }

    @Test("an account of another ledger with the same id and name gets an opening, once")
    func other() throws {
        for form in ["journal", "hledger", "beancount"] {
            let output = try output(
                form,
                """
                new account open bank --opening 50 --on 2026-02-01 >/dev/null
                new account list -O csv | grep -c '^2,2,bank'
                for time in 1 2; do
                  new import books.journal -O json | count
                  sum bank --ledger new
                done
                """)
            // 50 of its own, 100 from outside, 12 spent.
            #expect(
                output == "1\n\"new\":2 \"openings\":0 138.00\n\"new\":0 \"openings\":0 138.00\n",
                "\(form)")
        }
    }

    @Test("an opening balance that comes to something is refused as any transaction is")
    func unbalanced() throws {
        let output = try output(
            "hledger",
            """
            sed 's/-100.00 EUR/-90.00 EUR/' begun.journal >wrong.journal
            cmp begun.journal wrong.journal >/dev/null || echo changed
            for ledger in run new; do
              $ledger import wrong.journal >said 2>&1 || echo refused
              grep -c '10.00 EUR' said
            done
            new account list -O csv | grep -c bank || true
            """)
        #expect(output == "changed\nrefused\n1\nrefused\n1\n0\n")
    }

    @Test("an account comes back under its name, whatever hledger would read in it")
    func names() throws {
        for form in ["hledger", "beancount"] {
            let output = try output(
                form,
                """
                for name in 'Card [EUR]' 'date: 1' 'a[\\b'; do
                  run account open "$name" --type liability --opening -7 --on 2026-02-01 >/dev/null
                done
                run export $form -o names.journal
                new import names.journal >/dev/null
                for ledger in run new; do
                  $ledger account list -O csv | cut -d, -f3- | LC_ALL=C sort >$ledger.csv
                done
                cmp run.csv new.csv && grep -c 7.00 new.csv
                """)
            #expect(output == "3\n", "\(form)")
        }
    }

    @Test("where to see what accounts begin with is said once they do") func hint() throws {
        let output = try output(
            "hledger",
            """
            new import books.journal --dry-run | grep -E '^ +openings' | grep -c 'account list'
            new import books.journal | grep -E '^ +openings' | grep -c 'account list'
            """)
        #expect(output == "0\n1\n")
    }

    @Test("an opening that was undone comes back with its journal, once") func undone() throws {
        for form in ["hledger", "beancount"] {
            let output = try output(
                form,
                """
                new import books.journal >/dev/null
                new undo >/dev/null
                for time in 1 2; do
                  new import books.journal >/dev/null
                  sum bank --ledger new
                done
                """)
            #expect(output == "88.00\n88.00\n", "\(form)")
        }
    }
}
