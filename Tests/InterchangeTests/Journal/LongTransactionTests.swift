import Interchange
import Ledger
import Support
import Testing

/// Transactions of more postings than anybody writes.
@Suite("Transactions of thousands of postings")
struct LongTransactionTests {
    private static func text(_ count: Int) -> String {
        "2026-04-09 Tea\n" + String(repeating: "  expenses:tea  2 EUR\n", count: count)
            + "  assets:cash\n"
    }

    @Test("are one entry", arguments: [99, 101, 3_000]) func lines(_ count: Int) throws {
        let text = LongTransactionTests.text(count) + LongTransactionTests.text(1)
        let rows = try JournalText.parsed(JournalText.journal(Array(text.utf8))).rows
        #expect(rows.count == count + 1)
        #expect(rows.reduce(0) { $0 + $1.facts.amount.minor } == 200 * Int64(count + 1))
        #expect(Set(rows.prefix(count).map { $0.own?.entry.min() }).count == 1)
        #expect(rows.prefix(count).allSatisfy { $0.own?.entry.min() == rows[0].own?.id })
        #expect(rows[count].own?.entry == [])
    }

    @Test("lines end with CR, too, and nothing behind one is lost", arguments: ["\r", "\r\n"])
    func lineEnds(_ end: String) throws {
        let text = "; c\n" + LongTransactionTests.text(2) + "; d\n" + LongTransactionTests.text(1)
        let lines = text.replacing("\n", with: end)
        #expect(try JournalText.read(lines).rows == JournalText.read(text).rows)
        let other = text.replacing("; d\n", with: "; d\r")
        #expect(try JournalText.read(other).rows.count == 3)
        #expect(
            JournalText.faults(lines + "2026-13-01 a" + end)
                .contains(#"10 badDate("2026-13-01")"#))
    }

    @Test("take no longer for each than those of few") func cost() throws {
        func time(_ count: Int) throws -> Duration {
            let bytes = Array(LongTransactionTests.text(count).utf8)
            return try ProcessorTime.of { _ = try JournalText.journal(bytes) }
        }
        let (short, long) = (try time(500), try time(8_000))
        // Where each line names all others it is 256 times as long.
        #expect(long < short * 80, "\(short) for 500 postings, \(long) for 8,000")
    }
}
