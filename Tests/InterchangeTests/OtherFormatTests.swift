import Interchange
import Ledger
import Support
import Testing

/// Files that are no CSV are refused by the name of what they are.
@Suite struct OtherFormatTests {
    private func examined(_ text: String) throws -> CSVPlan {
        let euro = try #require(Currency.iso("EUR"))
        return try CSVImport.examine(
            MemoryBytes(Array(text.utf8)), CSVImportOptions(), baseCurrency: euro,
            currency: { Currency.iso($0) })
    }

    private static let files: [(OtherFormat, String)] = [
        (.xml, "<?xml version=\"1.0\"?>\n<rows><row amount=\"1\"/></rows>\n"),
        (.html, "<!DOCTYPE html>\n<html><body>Date,Amount</body></html>\n"),
        (.json, "[\n  {\"date\": \"2026-04-09\", \"amount\": 5.5}\n]\n"),
        (.json, "{\"lines\": [{\"date\": \"2026-04-09\", \"amount\": 5.5}]}\n"),
        (.journal, "2026-04-09 Tea\n    expenses:food  5.50 EUR\n    assets:cash\n"),
        (.journal, "; accounts\n2026/04/09 * (1) Tea | shop\n  Expenses:Food  5\n  Cash\n"),
        (.journal, "option \"title\" \"Ada\"\n2026-01-01 open Assets:Cash EUR\n"),
        (
            .postings,
            "\"txnidx\",\"date\",\"description\",\"account\",\"amount\",\"commodity\"\n"
                + "\"1\",\"2026-04-09\",\"Tea\",\"expenses:food\",\"5.50\",\"EUR\"\n"
        ),
    ]

    @Test(arguments: files)
    func isNamed(_ format: OtherFormat, _ text: String) {
        #expect(throws: ImportError.otherFormat(format)) { try examined(text) }
    }

    /// A statement of which the beginning is lost, or its first tag is damaged, is still known.
    @Test(arguments: [
        (StatementFormat.ofx, "<DTPOSTED>20260409\n<TRNAMT>-5.00\n</STMTTRN>\n"),
        (.camt, "<Cd>BOOK</Cd>\n</Sts>\n</Ntry>\n</Stmt>\n"),
        (.mt940, ":2J:STARTUMS\n:25:10010010/1234567\n:28C:3/1\n:60F:C260101EUR1,00\n"),
        (.qif, "LSalary\n^\nD4/2'26\nT-5.00\nPShop\n^\n"),
    ])
    func partsAreKnown(_ format: StatementFormat, _ text: String) {
        do {
            _ = try examined(text)
            Issue.record("\(format) is read")
        } catch ImportError.badStatement(let found, _, let line) {
            #expect(found == format && line > 0)
        } catch { Issue.record("\(error)") }
    }

    private static let journals: [(String, String, JournalForm?)] = [
        ("; accounts\n\n", "books.journal", .hledger),
        ("2026-04-09 Tea\nexpenses:food  5\nassets:cash\n", "a.ledger", .hledger),
        ("2026-04-09x * \"Tea\"\n  Assets:Cash  5 EUR\n", "B.BEANCOUNT", .beancount),
        ("xx\n2026-04-09 Tea\n  expenses:food  5\n  assets:cash\n", "", .hledger),
        ("; accounts\n\n", "bank.csv", nil), ("<OFX>\n", "books.journal", nil),
        ("Date,Amount\n2026-04-09,5.00\n", "bank.csv", nil),
        ("Date,Amount\n2026-04-09,5.00\n", "ledger", nil), ("; accounts\n\n", "journal", nil),
        ("; accounts\n\n", ".hledger.journal", .hledger),
    ]

    /// What does not say itself what it is is a journal, or a calendar, by its name.
    @Test(arguments: journals)
    func journalsByName(_ text: String, _ name: String, _ form: JournalForm?) throws {
        let source = MemoryBytes(Array(text.utf8))
        #expect(try JournalImport.form(of: source, given: nil, name: name) == form)
        let calendar = try TaskFormat(source, given: nil, name: "a.ics")
        #expect(calendar == .calendar)
    }

    /// What begins alike and is CSV is read.
    @Test(arguments: [
        "Date,Amount,Title\n2026-04-09,5.50,<OFX>\n2026-04-10,1.00,{\n",
        "\"Date\",\"Amount\",\"Title\"\n\"2026-04-09\",\"5.50\",\":20:\"\n",
        "2026-04-09 to 2026-04-30\n\nDate,Amount,Title\n2026-04-09,5.50,a:b  c\n",
        "date,description,change,balance\n2026-04-09,Tea,5.50,5.50\n",
    ])
    func statementsAreRead(_ text: String) throws {
        #expect(try examined(text).columns.date.name.lowercased() == "date")
    }
}
