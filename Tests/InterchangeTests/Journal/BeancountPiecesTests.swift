import Interchange
import Ledger
import Support
import Testing

/// Ledgers of beancount that are too long to be held are read again.
@Suite("Ledgers of beancount in passes say what those say that are held")
struct BeancountPiecesTests {
    private static let head = """
        option "title" "Ours"
        2020-01-01 open Assets:Giro
        2020-01-01 open Assets:Cash
        2026-01-01 pad Assets:Cash Equity:Opening-Balances

        """

    private static func day(_ index: Int) -> String {
        Day(year: 2_026, month: 1, day: 1)?.adding(days: index).description ?? ""
    }

    /// Transactions on days that rise: where blocks end they may end inside of a text, of which the
    /// second line begins as a transaction does. Cash is counted at times, and pads fill it up.
    private static func sorted(_ count: Int) -> [String] {
        var (texts, cash) = ([String](), 0)
        for index in 0..<count {
            let day = day(index / 50)
            texts.append(
                """
                \(day) * "Shop \(index)" "what was bought
                2026 and more" #tag
                  note: "\(index)"
                  Expenses:Food  \(index % 90 + 1).50 EUR
                  \(index % 2 == 0 ? "Assets:Giro" : "Assets:Cash")

                """)
            if index % 2 == 1 { cash -= (index % 90 + 1) * 100 + 50 }
            guard index % 1_000 == 999 else { continue }
            // A balance holds at the start of its day, wherever it stands on it.
            cash += 12_345
            let next = self.day(index / 50 + 1)
            let cents = String(abs(cash) % 100 + 100).dropFirst()
            let sum = "\(cash < 0 ? "-" : "")\(abs(cash) / 100).\(cents)"
            texts.append("\(day) pad Assets:Cash Income:Found\n")
            texts.append("\(next) balance Assets:Cash  \(sum) EUR\n")
        }
        return texts
    }

    private static func mixed(_ count: Int) -> [String] {
        var random = SeededRandom(seed: 21)
        return sorted(count).shuffled(using: &random)
    }

    @Test("in the order of days and in any other", arguments: [0, 3_000_000, 9_000_000])
    func long(heldMax: Int) throws {
        let count = heldMax == 0 ? 60 : 12_000
        let more = "2027-03-01 * \"Late\"\n  Expenses:Late  1 EUR\n  Assets:Giro"
        let files = ["more.beancount": more]
        let late = "2026-01-01 price USD 0.9 EUR\ninclude \"more.beancount\"\n"
        for texts in [BeancountPiecesTests.sorted(count), BeancountPiecesTests.mixed(count)] {
            let text = BeancountPiecesTests.head + texts.joined() + late
            let held = try JournalText.read(text, files, form: .beancount)
            let long = try JournalText.read(text, files, form: .beancount, heldMax: heldMax)
            #expect(long.rows == held.rows && long.note == held.note)
            #expect(long.note.transactions >= count + 1 && long.note.files == 2)
            #expect(long.note.assertions == count / 1_000)
            #expect(held.rows.contains { $0.contains("Shop 7 | what was bought 2026 and more") })
        }
    }

    /// Transactions of all kinds of lines, none of them with a text over several.
    private static func plain(_ count: Int) -> String {
        (0..<count).map { index in
            let day = day(index / 50)
            let event = "\(day) event \"place\" \"home\"\n"
            let rest = ["* a heading\n", "; a remark\n", "\n", event]
            return """
                \(day) \(index % 3 == 0 ? "!" : "*") "Shop \(index)" "a \\"thing\\"" #tag ^link
                  note: "\(index)"
                  Expenses:Food  \(index % 90 + 1).50 \(index % 7 == 0 ? "USD @ 0.9 EUR" : "EUR")
                  Assets:Giro

                """ + rest[index % 4]
        }.joined()
    }

    /// A directive behind everything leaves nothing to be read by several cores.
    @Test("that is read by several cores says what one core reads")
    func cores() throws {
        let foot = "option \"title\" \"Ours\"\n"
        let tagged = BeancountPiecesTests.head + "pushtag #trip\n"
        for text in [
            BeancountPiecesTests.plain(6_000),
            // Pieces may begin inside of a text.
            BeancountPiecesTests.sorted(6_000).joined(),
            "2026-01-01 * \"Open\n" + BeancountPiecesTests.plain(6_000),
        ] {
            #expect(text.utf8.count > 2 << 18)
            let pieces = JournalText.outcome(tagged + text, form: .beancount)
            let whole = JournalText.outcome(tagged + text + foot, form: .beancount)
            #expect(pieces == whole)
        }
        let text = tagged + BeancountPiecesTests.plain(6_000)
        let read = try JournalText.read(text, form: .beancount)
        #expect(read.note.transactions == 6_000)
        let tags = read.rows.count { $0.contains("trip") && $0.contains("tag") }
        #expect(tags == read.rows.count)
    }

    @Test("with the lines of what cannot be taken over")
    func lines() {
        let plain = BeancountPiecesTests.plain(3_000)
        let bad = "2026-01-05 * \"A\"\n  Expenses:Food  1,x EUR\n  Assets:Giro\n"
        let text = BeancountPiecesTests.head + plain + bad + plain + bad
        let before = text.utf8.count { $0 == 0x0A }
        let found = JournalText.faults(text, form: .beancount)
        #expect(found.count == 2 && found.last?.contains("\(before - 1) ") == true, "\(found)")
        #expect(found == JournalText.faults(text + "option \"a\" \"b\"\n", form: .beancount))
    }

    @Test("over the ends of blocks") func blocks() throws {
        // Several of the blocks that are read at once.
        let texts = BeancountPiecesTests.sorted(30_000)
        let text = BeancountPiecesTests.head + texts.joined()
        #expect(text.utf8.count > 3 << 20)
        let whole = try JournalText.read(text, form: .beancount)
        let long = try JournalText.read(text, form: .beancount, heldMax: 1 << 20)
        #expect(whole.rows == long.rows && whole.note == long.note)
        #expect(whole.note.transactions >= 30_000 && whole.note.assertions == 30)
        let titles = whole.rows.count { $0.contains("2026 and more") }
        #expect(titles == 30_000)
    }

    @Test("with the faults of those that are held")
    func faults() {
        let good = BeancountPiecesTests.head + BeancountPiecesTests.sorted(3_000).joined()
        let large = String(repeating: "9", count: 37)
        for bad in [
            "2026-01-05 * \"A\"\n  Expenses:Food  1,x EUR\n  Assets:Giro\n",
            "2026-01-05 * \"A\"\n  Expenses:Food  1 EUR\n  Assets:Giro  2 EUR\n",
            "2026-01-05 * \"A\"\n  Expenses:Food\n  Assets:Giro\n",
            "2026-01-05 balance Assets:Giro  4 EUR\n",
            "2026-01-05 * \"A\"\n  Expenses:Food  \(large) EUR\n  Assets:Giro  -\(large) EUR\n",
            "2026-01-05 * \"A\n", "include \"none.beancount\"\n", "2026-13-05 open Assets:B\n",
        ] {
            let held = JournalText.faults(good + bad + bad, form: .beancount)
            #expect(!held.isEmpty)
            let long = JournalText.faults(
                good + bad + bad, form: .beancount, heldMax: 1_000_000)
            #expect(long == held)
        }
    }
}
