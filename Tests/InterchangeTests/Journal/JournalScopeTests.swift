import Interchange
import Support
import Testing

/// How far directives and marks reach; what hledger 1.25 and ledger 3.3 make of the same, by hand.
@Suite("What a journal says holds as far as for its peers")
struct JournalScopeTests {
    private static let tea = "01-02 Tea\n  expenses:a  10\n  assets:bank\n"

    @Test(
        "an included file ends with its year, its currency, its decimal mark and its parents",
        arguments: [
            ("Y2020\n", "2026-01-02 expense 10.00 EUR a bank | Tea"),
            ("D $1000.00\n", "2026-01-02 expense 10.00 EUR a bank | Tea"),
            ("apply account x\n", "2026-01-02 expense 10.00 EUR a bank | Tea"),
            ("decimal-mark ,\n", "2026-01-02 expense 10.50 EUR a bank | Tea"),
            // Both read the forms of commodities on.
            ("commodity 1.000,00 EUR\n", "2026-01-02 expense 10.50 EUR a bank | Tea"),
        ])
    func ends(_ included: String, _ row: String) throws {
        let amount =
            switch included.first {
            case "d": "10.50 EUR"
            case "c": "10,500 EUR"
            default: "10"
            }
        let tea = JournalScopeTests.tea.replacing("  10\n", with: "  \(amount)\n")
        let inner = "\(included)include c.journal\n"
        let read = try JournalText.read(
            "Y2026\ninclude b.journal\n" + tea, ["b.journal": inner, "c.journal": "; nothing\n"])
        #expect(read.rows == [row])
    }

    @Test("what is said before an include holds in it") func begins() throws {
        let read = try JournalText.read(
            "Y2026\nD $1000.00\ninclude b.journal\n", ["b.journal": JournalScopeTests.tea])
        #expect(read.rows == ["2026-01-02 expense 10.00 USD a bank | Tea"])
    }

    @Test("a line of a transaction with # in front is a posting, which is not left out")
    func hash() throws {
        let text = "2026-01-02 Tea\n  expenses:a  10\n  #cash  -4\n  assets:bank\n"
        #expect(JournalText.faults(text) == ["3 unknownType(\"#cash\")"])
        let beancount =
            "2026-01-02 * \"Tea\" #x\n  #y\n  Expenses:A  10 EUR\n  # Assets:Cash  -4 EUR\n"
            + "  Assets:Bank\n"
        #expect(
            try JournalText.read(beancount, form: .beancount).rows == [
                "2026-01-02 expense 4.00 EUR A Cash | Tea | | x y | 2",
                "2026-01-02 expense 6.00 EUR A Bank | Tea | | x y | 2",
            ])
    }
}
