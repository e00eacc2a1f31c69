import Interchange
import Ledger
import Support
import Testing

/// What `!` and `*` mean for lines, and in which accounts one owes; all by hand.
@Suite("Marks and types of journals")
struct JournalStatusTests {
    private func lines(_ text: String, _ form: JournalForm = .hledger) throws -> [String] {
        let journal = try JournalText.journal(Array(text.utf8), form: form)
        return try JournalText.parsed(journal).rows.map { row in
            "\(row.own?.status?.mark ?? "-") \(row.facts.amount) \(row.accountName ?? "")"
        }
    }

    @Test("a transaction's mark is that of its lines, and a posting's goes before it")
    func hledger() throws {
        #expect(
            try lines(
                """
                2026-03-01 * a
                  expenses:a  1
                  assets:bank
                2026-03-02 ! b
                  expenses:a  2
                  assets:bank
                2026-03-03 c
                  expenses:a  3
                  assets:bank
                2026-03-04 d
                  expenses:a  4
                  * assets:bank
                2026-03-05 ! e
                  ! expenses:a  5
                  * assets:bank  -5
                2026-03-06 f
                  ! assets:cash  6
                  * assets:bank
                2026-03-07 * g
                  expenses:a  3
                  ! expenses:b  4
                  assets:bank  -7
                """) == [
                    "* 1.00 bank", "! 2.00 bank", "- 3.00 bank", "* 4.00 bank", "* 5.00 bank",
                    "* 6.00 bank", "! 6.00 cash", "* 3.00 bank", "! 4.00 bank",
                ])
    }

    @Test("in beancount a star is a mark, and txn is none") func beancount() throws {
        #expect(
            try lines(
                """
                2026-03-01 * "a"
                  Expenses:A  1 EUR
                  Assets:Bank
                2026-03-02 ! "b"
                  Expenses:A  2 EUR
                  Assets:Bank
                2026-03-03 txn "c"
                  Expenses:A  3 EUR
                  Assets:Bank
                2026-03-04 txn "d"
                  Expenses:A  4 EUR
                  ! Assets:Bank
                """, .beancount) == ["* 1.00 Bank", "! 2.00 Bank", "- 3.00 Bank", "! 4.00 Bank"])
    }

    @Test("what one owes by its name, by a type, and below what one has") func liabilities() throws
    {
        let text = """
            account assets:visa  ; type: L
            account Schulden
              ; type:Liability
            2026-03-01 a
              expenses:a  1
              liabilities:card
            2026-03-02 b
              expenses:a  2
              assets:visa:gold
            2026-03-03 c
              expenses:a  3
              Schulden:Haus
            2026-03-04 d
              expenses:a  4
              assets:bank
            2026-03-05 e
              expenses:a  5
              Debts:Ann
            """
        let journal = try JournalText.journal(Array(text.utf8))
        #expect(
            journal.liabilities == [
                "liabilities:card", "visa:gold", "Schulden:Haus", "Debts:Ann",
            ])
        #expect(
            try lines(text).map { String($0.suffix(4)) } == [
                "card", "gold", "Haus", "bank", ":Ann",
            ])
        let renamed =
            "option \"name_liabilities\" \"Schuld\"\n"
            + "2026-03-01 * \"a\"\n  Expenses:A  1 EUR\n  Schuld:Karte\n"
        #expect(
            try JournalText.journal(Array(renamed.utf8), form: .beancount).liabilities
                == ["Schuld:Karte"])
    }
}
