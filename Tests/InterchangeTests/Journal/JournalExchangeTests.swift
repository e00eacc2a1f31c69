import Interchange
import Support
import Testing

/// What is bought and sold at a price beside other things; all by hand.
@Suite("Exchanges of journals beside a fee")
struct JournalExchangeTests {
    private static let bought = [
        "2026-01-02 expense 2.00 EUR Fee Bank | Dollars",
        "2026-01-02 transfer out 100.00 EUR  Bank | Dollars | | | 2",
        "2026-01-02 transfer in counterpart 110.00 USD  Usd | Dollars | | | 2",
    ]

    @Test("what is bought comes out of the account that pays, and so does the fee")
    func bought() throws {
        let postings =
            "  Assets:Usd  110.00 USD @@ 100.00 EUR\n  Expenses:Fee  2.00 EUR\n"
            + "  Assets:Bank  -102.00 EUR\n"
        let head = ["2026-01-02 Dollars\n", "2026-01-02 txn \"Dollars\"\n"]
        for (head, form) in zip(head, [JournalForm.hledger, .beancount]) {
            let rows = try JournalText.read(head + postings, form: form).rows
            #expect(rows == JournalExchangeTests.bought)
        }
        let wrong = postings.replacing("-102", with: "-101")
        #expect(JournalText.faults(head[0] + wrong) == ["1 unbalanced(\"1.00 EUR\")"])
    }

    @Test("of what is sold the account gets the price, and pays the fee") func sold() throws {
        let text =
            "2026-01-02 Dollars\n  assets:usd  -110.00 USD @ 0.95 EUR\n  expenses:fee  2 EUR\n"
            + "  assets:bank\n"
        #expect(
            try JournalText.read(text).rows == [
                "2026-01-02 expense 2.00 EUR fee bank | Dollars",
                "2026-01-02 transfer out 110.00 USD  usd | Dollars | | | 2",
                "2026-01-02 transfer in counterpart 104.50 EUR  bank | Dollars | | | 2",
            ])
    }

    @Test("the first account that has the price pays it, and others what is left")
    func several() throws {
        let text =
            "2026-01-02 Trip\n  assets:usd  110.00 USD @@ 100.00 EUR\n  expenses:food  5 EUR\n"
            + "  assets:cash  -5 EUR\n  assets:bank  -100 EUR\n"
        #expect(
            try JournalText.read(text).rows == [
                "2026-01-02 expense 5.00 EUR food cash | Trip",
                "2026-01-02 transfer out 100.00 EUR  bank | Trip | | | 2",
                "2026-01-02 transfer in counterpart 110.00 USD  usd | Trip | | | 2",
            ])
    }

    @Test("what two prices make is rounded, each by itself, and comes to what is paid")
    func rounded() throws {
        let postings = [
            "  assets:usd  50 USD @ 0.9137 EUR\n", "  expenses:fee  50 USD @ 0.9137 EUR\n",
        ]
        func read(_ text: String) throws -> [String] {
            // What was paid in dollars is the note of the fee.
            try JournalText.read("2026-01-02 Trip\n" + text).rows.map {
                $0.replacing(" | 50 USD @@ 45.69 EUR", with: "").replacing(
                    " | 50 USD @@ 45.68 EUR", with: "")
            }
        }
        func rows(_ fee: String, _ cost: String) -> [String] {
            [
                "2026-01-02 expense \(fee) EUR fee bank | Trip",
                "2026-01-02 transfer out \(cost) EUR  bank | Trip | | | 2",
                "2026-01-02 transfer in counterpart 50.00 USD  usd | Trip | | | 2",
            ]
        }
        // 50 · 0.9137 is 45.685, and twice that 91.37.
        let all = postings.joined()
        #expect(try read(all + "  assets:bank\n") == rows("45.69", "45.69"))
        #expect(try read(all + "  assets:bank  -91.37 EUR\n") == rows("45.68", "45.69"))
        let other = postings.reversed().joined()
        #expect(try read(other + "  assets:bank  -91.37 EUR\n") == rows("45.69", "45.68"))
        let wrong = JournalText.faults("2026-01-02 Trip\n" + all + "  assets:bank  -91.36 EUR\n")
        #expect(wrong == ["1 unbalanced(\"0.02 EUR\")"])
    }
}
