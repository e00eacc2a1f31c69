import Interchange
import Ledger
import Support
import Testing

/// Tags of transactions, those that are pushed too, and what is said beside postings.
@Suite("Tags of beancount are looked for once each")
struct BeancountTagTests {
    /// How long ledgers of 16 times as much take, by how long they do that are short.
    ///
    /// Who looks at all that was before for each takes 256 times as long.
    private func isSteady(_ count: Int, _ text: (Int) -> String) -> Bool {
        let texts = (text(count), text(count * 16))
        let short = ProcessorTime.of { _ = JournalText.faults(texts.0, form: .beancount) }
        let long = ProcessorTime.of { _ = JournalText.faults(texts.1, form: .beancount) }
        return long < short * 80
    }

    private static func tags(_ count: Int) -> [String] {
        (0..<count).map { "#a-tag-of-many-letters-\($0)" }
    }

    private static let tea = "  Expenses:Tea  5 EUR\n  Assets:Cash\n"

    @Test("tags are pushed as often as they are popped, in any order")
    func pushed() throws {
        let text = """
            pushtag #a
            pushtag #b
            pushtag #a
            2026-04-10 * "One" #c
              Expenses:Tea  5 EUR
              Assets:Cash
            poptag #a
            poptag #b
            2026-04-11 * "Two" #a #c
              Expenses:Tea  5 EUR
              Assets:Cash
            poptag #a
            pushtag #b
            2026-04-12 * "Three"
              Expenses:Tea  5 EUR
              Assets:Cash
            """
        let read = try JournalText.read(text, form: .beancount)
        #expect(
            read.rows == [
                "2026-04-10 expense 5.00 EUR Tea Cash | One | | a b c",
                "2026-04-11 expense 5.00 EUR Tea Cash | Two | | a c",
                "2026-04-12 expense 5.00 EUR Tea Cash | Three | | b",
            ])
        #expect(JournalText.faults(text + "\npoptag #a\n", form: .beancount).count == 1)
    }

    @Test("the first that was pushed is popped as fast as the last")
    func popped() {
        #expect(
            isSteady(1_250) { count in
                let tags = BeancountTagTests.tags(count)
                return tags.map { "pushtag \($0)\n" }.joined()
                    + tags.map { "poptag \($0)\n" }.joined()
                    + "2026-04-10 * \"Tea\"\n" + BeancountTagTests.tea
            })
    }

    @Test("a transaction of thousands of tags takes no longer for each than one of few")
    func many() {
        #expect(
            isSteady(1_000) { count in
                let tags = BeancountTagTests.tags(count).joined(separator: " ")
                return "2026-04-10 * \"Tea\" \(tags)\n" + BeancountTagTests.tea
            })
    }

    @Test("what is said beside the last of thousands of postings takes no longer than of few")
    func said() {
        #expect(
            isSteady(500) { count in
                // What has a fault becomes no lines.
                "2026-04-10 * \"Tea\"\n  Expenses:Tea  5\n"
                    + String(repeating: "  Expenses:Tea  5 EUR\n    a: \"b\"\n", count: count)
            })
    }
}
