import Interchange
import Ledger
import Support
import Testing

/// Lines that say what most say are read by their bytes, all others letter by letter; a tab in
/// front, or a blank behind, makes them others.
@Suite("Plain lines say what they say to who reads all")
struct PlainLineTests {
    private static let days = [
        "2026-04-01", "2026-02-30", "0000-01-01", "2026/04/01", "2026-4-1", "2026-04-0x",
        "9999-12-31",
        "0999-03-04",
    ]
    private static let amounts = [
        "5 EUR", "5.00 EUR", "-5.00 EUR", "5.000 EUR", "1.5 EUR", "5. EUR", ".5 EUR", "5.1.2 EUR",
        "5 eur", "5  EUR", "1234567.89 EUR", "12345678901234567 EUR", "123456789012345678 EUR",
        "-EUR", "EUR", "5 EUR;x", "5 EUR = 5 EUR", "5 EUR @ 1 USD", "5 EUR @@ 4 USD", "5,5 EUR",
        "+5 EUR",
        "5 KWD", "1.5 KWD", "0 EUR", "5 E2R", "5", "5 EUR 6", "- 5 EUR", "",
    ]

    /// A text of each list, again and again.
    private static func text(
        _ seed: UInt64, heads: [String], accounts: [String], behind: String
    ) -> (plain: String, other: String) {
        var random = SeededRandom(seed: seed)
        func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
        var (plain, other) = ("", "")
        for _ in 0..<4 {
            // Most are sound, so that some files are.
            let isOdd = Int.random(in: 0..<4, using: &random) == 0
            let head = (isOdd ? pick(days) : days[0]) + " " + pick(heads)
            plain += head + "\n"
            other += head + behind + "\n"
            for index in 0..<2 {
                let account = isOdd || index == 1 ? pick(accounts) : accounts[0]
                let amount = index == 0 ? isOdd ? pick(amounts) : "12.50 EUR" : ""
                let blanks = amount.isEmpty ? "" : "  "
                plain += "    \(account)\(blanks)\(amount)\n"
                other += "\t\(account)\(blanks)\(amount)\n"
            }
            plain += "\n"
            other += " \n"
        }
        return (plain, other)
    }

    /// Rows that are made at once are those of the list.
    private static func expectRows(_ text: String, _ form: JournalForm) throws {
        let listed = try JournalText.parsed(JournalText.journal(Array(text.utf8), form: form))
        guard listed.refused.isEmpty, !listed.rows.isEmpty else { return }
        try JournalText.expectRows(Array(text.utf8), form: form, are: listed)
    }

    @Test("of hledger") func hledger() throws {
        let heads = [
            "Tea", "Shop | Tea", "(7) Tea", "* Tea", "! Tea", "*Tea", "Tea ; note", "K\u{E4}se rot",
            "\u{E9}", "Caf\u{E9}", "=x", ";x", "a\u{A0}", "\u{2028}b", "a\tb", "'=1", "-5", "",
            "Tea, \"green\"", "| a", "a | ",
        ]
        let accounts = [
            "expenses:a", "assets:c", "assets:b c", "assets:\u{E9}", "expenses:\u{E9}",
            "* assets:b",
            "(assets:c)", "assets:b\tc", "liabilities:d", "equity:e", "income:f", "what",
            "assets:g;h", "assets:=i", "assets: j", "assets:unknown", "expenses:unknown", "[x:y]",
        ]
        var isRead = false
        for seed in 0..<400 as Range<UInt64> {
            let (plain, other) = PlainLineTests.text(
                seed, heads: heads, accounts: accounts, behind: " ")
            let found = JournalText.outcome(plain, form: .hledger)
            if case .read = found {
                isRead = true
                try PlainLineTests.expectRows(plain, .hledger)
            }
            #expect(found == JournalText.outcome(other, form: .hledger), "\(plain)")
            #expect(
                found == JournalText.outcome(plain.replacing("\n", with: "\r\n"), form: .hledger),
                "\(plain)")
        }
        #expect(isRead)
    }

    @Test("of beancount") func beancount() throws {
        let heads = [
            "* \"Shop\" \"Tea\"", "! \"Tea\"", "* \"a\\\"b\"", "* \"Tea\" #x ^y", "* \"\"",
            "* \"\" \"Tea\"", "* \"Shop\" \"\"", "*  \"Tea\"", "* \"K\u{E4}se\" \"rot\"",
            "* \"a\u{85}b\"", "* \"a\u{2028}b\"", "* \"Tea\" \"b\" \"c\"", "txn \"Tea\"", "*",
            "* Tea", "# \"Tea\"", "* \"a;b\"", "* \"Tea\"\"b\"", "* \"a\tb\"", "* \"a | b\" \"c\"",
            "open Assets:C",
        ]
        let accounts = [
            "Expenses:A", "Assets:C", "Assets:C-1", "! Assets:C", "Assets", "assets:C",
            "Liabilities:D",
            "Equity:E", "Income:F", "What:G", "note: \"x\"", "Assets:\u{E9}", "#t", "Assets:C{",
            "A:",
        ]
        var isRead = false
        for seed in 0..<400 as Range<UInt64> {
            let (plain, other) = PlainLineTests.text(
                seed, heads: heads, accounts: accounts, behind: " ; x")
            let found = JournalText.outcome(plain, form: .beancount)
            if case .read = found {
                isRead = true
                try PlainLineTests.expectRows(plain, .beancount)
            }
            #expect(found == JournalText.outcome(other, form: .beancount), "\(plain)")
            #expect(
                found == JournalText.outcome(plain.replacing("\n", with: "\r\n"), form: .beancount),
                "\(plain)")
        }
        #expect(isRead)
    }

    /// 950 titles of 55,000 bytes are 52 MB, and 48 MiB are kept.
    @Test("of rows that are too long to be kept a list is made") func tooLong() throws {
        let title = String(repeating: "a long title ", count: 4_231)
        let text = (0..<950).map { "2026-04-01 \(title)\($0)\n  expenses:a  5 EUR\n  assets:b\n" }
        let bytes = Array(text.joined().utf8)
        let journal = try JournalText.journal(bytes, code: { Currency.iso($0) })
        #expect(journal.plan == nil && journal.note.lines == 950)
        #expect(try JournalText.parsed(journal).rows.count == 950)
        let few = try JournalText.journal(
            Array(text.prefix(5).joined().utf8), code: { Currency.iso($0) })
        #expect(few.plan != nil && few.note.lines == 5 && few.list.byteCount == 0)
    }
}
