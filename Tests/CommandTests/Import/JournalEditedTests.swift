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
}
