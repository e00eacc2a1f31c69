import Foundation
import Support
import Testing

/// Payees that a title alone does not say, from a ledger through its journal into another one.
@Suite("Payees in journals of this program") struct JournalPayeeTests {
    /// Two ledgers, of which the first has payees with dividers; `payees` tells them with sums.
    private static let made = """
        run() { ledger "$@" --now 2026-03-05; }
        for at in one two; do
          run init --currency EUR --zone UTC --owner Ada --ledger $at >/dev/null
        done
        {
          run add 5 Foo --payee 'A | B' -a bank --ledger one
          run add 6 --payee 'C | D' --ledger one
          run add 7 'x | y' --payee '' --ledger one
          run add 8 Apples --payee Market --ledger one
          run add 4 Milk --payee 'E | F' -c food + 3 Soap -c home --ledger one
        } >/dev/null
        payees() { run report --by payee -O csv --ledger $1 | cut -d, -f7,9; }

        """

    private func output(_ script: String) throws -> String {
        let done = try CommandRunner().shell(JournalPayeeTests.made + script)
        #expect(done.errors.isEmpty, "\(done.errors)")
        return done.output
    }

    @Test("a payee with a divider comes back as it was", arguments: ["hledger", "beancount"])
    func roundTrip(_ form: String) throws {
        let output = try output(
            """
            run export \(form) --ledger one -o books.journal
            run import books.journal --ledger two >/dev/null
            payees one; echo; payees two; echo
            run import books.journal --ledger one -O json | grep -oE '"(new|known)":[0-9]+'
            run import books.journal --ledger one -O json | grep -o '"changed":..'
            """)
        let parts = output.components(separatedBy: "\n\n")
        try #require(parts.count == 3, "\(output)")
        for (payee, sum) in [("A | B", "5.00"), ("C | D", "6.00"), ("E | F", "7.00")] {
            #expect(parts[0].contains("\(payee),\(sum)"), "\(output)")
        }
        #expect(parts[0] == parts[1])
        #expect(parts[2].hasSuffix("\"known\":6\n\"new\":0\n\"changed\":[]\n"), "\(parts[2])")
    }

    @Test("a title that somebody edited since says the payee itself") func edited() throws {
        let output = try output(
            """
            run export hledger --ledger one -o books.journal
            grep -c '; payee: A | B$' books.journal; grep -c '; payee: |$' books.journal
            sed -i 's/ A | B | Foo/ Shop | Bar/' books.journal
            run import books.journal --ledger two >/dev/null
            payees two | grep -c '^Shop,5.00$'
            """)
        #expect(output == "1\n1\n1\n")
    }
}
