import Foundation
import Support
import Testing

/// Marks of lines and types of accounts, through the program and back.
@Suite("Marks and types come along")
struct JournalMarksTests {
    private func runner() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.run(
            "init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada", "--now", "2026-04-01")
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private static let journal = """
        2026-03-01 * Bakery
            expenses:food  3.20
            assets:giro
        2026-03-02 ! Hotel
            expenses:travel  80
            liabilities:visa
        2026-03-03 Kiosk
            expenses:food  2
            assets:giro
        2026-03-04 To the card
            * assets:giro  -50
            ! liabilities:visa  50
        """

    private static let facts = """
        ledger list -O csv | sed -n '2,$p' | awk -F, '{print $3, $8, $11, $20}' | sort
        ledger account list -O json | grep -o '"[a-z]*":"[^"]*"' \\
            | grep -E '"(name|type)"' | paste -sd' '

        """

    private static let expected = """
        2026-03-01 3.20 giro cleared
        2026-03-02 80.00 liabilities:visa pending
        2026-03-03 2.00 giro\u{20}
        2026-03-04 50.00 giro cleared
        2026-03-04 50.00 liabilities:visa pending
        "name":"giro" "name":"liabilities:visa" "type":"liability"

        """

    @Test("an import keeps them, one undo takes all back, and the same file again adds nothing")
    func imports() throws {
        let runner = try runner()
        try runner.write(Array(JournalMarksTests.journal.utf8), to: "a.journal")
        let done = try runner.shell(
            "ledger import a.journal >/dev/null\n" + JournalMarksTests.facts
                + "ledger import a.journal -O json | grep -o '\"new\":[0-9]*'\n"
                + "ledger bs --on 2026-03-31 -O csv | grep -c ',liability$'\n"
                + "ledger undo >/dev/null; ledger list -O csv | wc -l | tr -d ' '\n"
                + "ledger redo >/dev/null\n" + JournalMarksTests.facts)
        #expect(
            done.output == JournalMarksTests.expected + "\"new\":0\n1\n1\n"
                + JournalMarksTests.expected, "\(done.output)\(done.errors)")
    }

    @Test("exports give them back", arguments: ["journal", "hledger", "beancount", "list"])
    func roundTrip(_ form: String) throws {
        let old = try runner()
        try old.write(Array(JournalMarksTests.journal.utf8), to: "a.journal")
        let export = form == "list" ? "list -O csv" : "export \(form)"
        let text = try old.shell("ledger import a.journal >/dev/null; ledger \(export)").output
        let new = try runner()
        try new.write(Array(text.utf8), to: form == "list" ? "b.csv" : "b.txt")
        let done = try new.shell("ledger import b.* >/dev/null\n" + JournalMarksTests.facts)
        // A list has no types.
        let type = form == "list" ? " \"type\":\"liability\"" : ""
        let expected = JournalMarksTests.expected.replacing(type, with: "")
        #expect(done.output == expected, "\(text)\(done.output)\(done.errors)")
    }

    @Test("a currency of one's own is told in the head of a journal, with the command that adds it")
    func ownCurrency() throws {
        let old = try runner()
        let text = try old.shell(
            """
            ledger currency add COIN --digits 3 >/dev/null
            ledger add 1.234 Thing --currency COIN >/dev/null
            ledger export journal
            """
        ).output
        #expect(text.contains("\n; needs: ledger currency add COIN --digits 3\n"), "\(text)")
        #expect(text.contains("budgets") && text.contains("Goals"))
        let new = try runner()
        try new.write(Array(text.utf8), to: "b.journal")
        let done = try new.shell(
            """
            $(grep -o 'ledger currency add.*' b.journal) >/dev/null
            ledger import b.journal >/dev/null && ledger list -O csv | grep -c ,1.234,COIN,
            """)
        #expect(done.output == "1\n", "\(done.errors)")
    }

    @Test("a profile that is saved for a list of a program reads it as one")
    func profile() throws {
        let runner = try runner()
        let done = try runner.shell(
            """
            mkdir in
            cat > r.csv <<END
            Account,Flag,Date,Payee,Category Group,Category,Memo,Outflow,Inflow,Cleared
            Giro,,2026-03-13,Grocer,Needs,Food,,12.50,,C
            Giro,,2026-03-15,Transfer : Savings,,,,100.00,,U
            Savings,,2026-03-15,Transfer : Giro,,,,,100.00,U
            END
            ledger import r.csv --save-profile ynab -O json | grep -o '"format":"ynab"'
            cp r.csv in/next.csv
            printf 'Giro,,2026-03-16,Kiosk,Needs,Food,,1.00,,U\\n' >> in/next.csv
            ledger import in/next.csv --profile ynab --dry-run -O json | grep -o '"new":[0-9]*'
            ledger watch in --once 2>&1 | grep -cE 'YNAB'
            ledger balance -O csv | cut -d, -f1,4
            """)
        #expect(
            done.output == "\"format\":\"ynab\"\n\"new\":1\n1\naccount,balance\n"
                + "Giro,-113.50\nSavings,100.00\n", "\(done.output)\(done.errors)")
    }

    @Test("advice for an ending that stands for no format helps")
    func endings() throws {
        let runner = try runner()
        let done = try runner.shell(
            """
            ledger add 3 Tea >/dev/null
            ledger chart -o y.png 2>&1 | tail -1
            $(ledger chart -o y.png 2>&1 | sed -n 's/  try: //p') && grep -c '<svg' y.svg
            ledger report -o y.xlsx 2>&1 | tail -1
            """)
        #expect(
            done.output == "  try: ledger chart -o y.svg\n1\n  try: ledger report -o y.csv\n",
            "\(done.output)\(done.errors)")
    }
}
