import Interchange
import Ledger
import Support
import Testing

/// What a ledger of beancount comes to; all figures are worked out by hand or by beancount.
@Suite("Ledgers of beancount become lines")
struct BeancountTests {
    @Test("a household's ledger, with all that it writes in its own way")
    func household() throws {
        let text = try SourceTree.bytes("Fixtures/journal/household.beancount")
        let read = try JournalText.read(String(decoding: text, as: UTF8.self), form: .beancount)
        #expect(
            read.rows == [
                "2025-12-31 transfer in 1500.00 EUR  Giro | balance of Assets:Giro",
                "2026-01-03 expense 7.20 EUR Food:Fruit Giro | Market | Apples | "
                    + "^b-17; size: large; kind: red; green | home fruit | 2",
                "2026-01-03 expense 12.80 EUR Food Giro | Market | Apples | "
                    + "^b-17; size: large | home fruit | 2",
                "2026-01-05 transfer out 50.00 EUR  Giro | To the wallet | | | 2",
                "2026-01-05 transfer in counterpart 50.00 EUR  Cash | To the wallet | | | 2",
                "2026-01-06 expense 9.05 EUR Books Liabilities:Card | Book | "
                    + "10.00 USD @@ 9.05 EUR",
                "2026-01-07 transfer out 100.00 EUR  Giro | Dollars | | | 2",
                "2026-01-07 transfer in counterpart 110.00 USD  Cash | Dollars | | | 2",
                "2026-01-25 income 2500.00 EUR Salary Giro | Salary | a \"text\" of two lines",
            ])
        let note = read.note
        #expect([note.transactions, note.assertions, note.prices, note.files] == [6, 4, 1, 1])
        #expect(note.others == 2)
    }

    @Test("a text of many long lines is read whole, and what follows it")
    func longText() throws {
        let line = String(repeating: "2026-01-01 open Assets:A; ", count: 100)
        let lines = Array(repeating: line, count: 900).joined(separator: "\n")
        let text = """
            2026-01-01 query "all" "\(lines)"
            2026-01-02 * "Tea"
              Expenses:A  5 EUR
              Assets:B
            """
        let read = try JournalText.read(text, form: .beancount)
        #expect(read.note.transactions == 1 && read.note.others == 1)
        #expect(read.rows.count == 1)
    }

    @Test(
        "what cannot be taken over is refused by its line",
        arguments: [
            ("  Expenses:A  5\n  Assets:B", #"2 badAmount("5")"#),
            ("  Expenses:A  (2 + 3) EUR\n  Assets:B", #"2 badAmount("(2 + 3) EUR")"#),
            ("  Expenses:A  5 eur\n  Assets:B", #"2 badAmount("5 eur")"#),
            ("  Expenses:A  1.2.3 EUR\n  Assets:B", #"2 badAmount("1.2.3 EUR")"#),
            ("  Expenses:A  5.001 EUR\n  Assets:B", #"2 tooPrecise("5.001 EUR")"#),
            ("  Expenses:A  5 EUR\n  Assets:B  -4 EUR", #"1 unbalanced("1.00 EUR")"#),
            ("  Expenses:A\n  Assets:B", "3 severalMissing"), ("", "1 tooFewPostings"),
            ("  Assets:A  5 HOOL {7 EUR}\n  Assets:B", #"2 priced("Assets:A")"#),
            ("  Assets:A  5 HOOL\n  Assets:B", #"2 unknownCurrency("HOOL")"#),
            ("  Fun:A  5 EUR\n  Assets:B", #"2 unknownType("Fun:A")"#),
            ("  Expenses:A  5 EUR @ -1 USD\n  Assets:B", #"2 badPrice("-1 USD")"#),
            ("  expenses  5 EUR\n  Assets:B", #"2 unknownLine("expenses 5 EUR")"#),
            (
                "\n2026-04-11 balance Assets:C  5 EUR",
                #"3 badBalance(account: "Assets:C", stated: "5 EUR", found: "0 EUR")"#
            ),
            ("\n2026-02-30 open Assets:A", #"3 badDate("2026-02-30")"#),
            ("\n0000-02-03 open Assets:A", #"3 badDate("0000-02-03")"#),
            ("\n2026-02-03 pad Assets:A", #"3 unknownDirective("2026-02-03 pad Assets:A")"#),
            ("\nfoo", #"3 unknownDirective("foo")"#),
            ("\npoptag #a", #"3 unknownDirective("poptag #a")"#),
            ("\ninclude \"*.bean\"", #"3 badInclude("*.bean", pattern)"#),
            ("\ninclude \"/etc/passwd\"", #"3 badInclude("/etc/passwd", outside)"#),
            ("\ninclude \"b\"", #"3 badInclude("b", unreadable)"#),
        ])
    func faults(_ text: String, _ fault: String) {
        let found = JournalText.faults("2026-04-10 * \"a\"\n\(text)\n", form: .beancount)
        #expect(found.contains(fault), "\(found)")
    }

    @Test("what is included is read where it stands, below the folder of the first file")
    func included() throws {
        let files = [
            "more/a.beancount": "pushtag #b\ninclude \"../c.beancount\"\n",
            "c.beancount": "2026-04-10 * \"Tea\"\n  Expenses:Tea  5 EUR\n  Assets:Cash\n",
        ]
        let read = try JournalText.read("include \"more/a.beancount\"", files, form: .beancount)
        #expect(read.rows == ["2026-04-10 expense 5.00 EUR Tea Cash | Tea"])
        #expect(read.note.files == 3)
    }

    @Test("roots may be called otherwise")
    func roots() throws {
        let text = """
            option "name_assets" "Vermogen"
            option "name_expenses" "Ausgaben"
            2026-04-10 * "Tee"
              Ausgaben:Tee  5 EUR
              Vermogen:Giro
            """
        let read = try JournalText.read(text, form: .beancount)
        #expect(read.rows == ["2026-04-10 expense 5.00 EUR Tee Vermogen:Giro | Tee"])
    }

    @Test(
        "what a file is, is found by its lines",
        arguments: [
            ("option \"title\" \"a\"\n", JournalForm.beancount),
            ("; a\n* b\n2026-01-01 open Assets:A\n", .beancount),
            ("2026-01-01 * \"a\"\n  Assets:A  5 EUR\n  Assets:B\n", .beancount),
            ("2026-01-01 open market\n  assets:a  5\n  assets:b\n", .hledger),
            ("2026-01-01 * a\n  assets:a  5\n  assets:b\n", .hledger),
            ("account a\n2026-01-01 a\n  assets:a  5\n  assets:b\n", .hledger),
            ("; rates\nP 2026-01-01 USD 0.92 EUR\n", .hledger),
            ("P 2026/01/01 12:00:00 USD 0.92 EUR\n", .hledger),
            ("2026-01-01 price USD 0.92 EUR\n", .beancount),
        ])
    func form(_ text: String, _ form: JournalForm) throws {
        #expect(try JournalImport.form(of: MemoryBytes(Array(text.utf8)), given: nil) == form)
    }

    @Test("thousands of changed ledgers are read or refused, and never half")
    func changed() throws {
        let sound = try SourceTree.bytes("Fixtures/journal/household.beancount")
        var random = SeededRandom(seed: 0x6265_616E)
        let marks = Array("\n\t ;\"\\#^*!@{}|~-+.,:/0918A".utf8)
        for length in stride(from: 0, to: sound.count, by: 3) {
            try JournalText.tryAny(Array(sound[..<length]), form: .beancount)
        }
        for _ in 0..<3_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
                case 1: bytes[place] = marks.randomElement(using: &random) ?? 0x20
                case 2: bytes.remove(at: place)
                default: bytes.insert(marks.randomElement(using: &random) ?? 0x20, at: place)
                }
            }
            try JournalText.tryAny(bytes, form: .beancount)
        }
    }
}
