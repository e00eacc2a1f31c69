import Interchange
import Ledger
import Testing

/// Nothing of a file is read where not all of it is text.
@Suite("Files that are no text from end to end are refused by line")
struct EncodingFlawTests {
    private static let flaw = TextFlaw.undecodable(.utf16LittleEndian, isGiven: false)

    /// UTF-16 with its mark; `½` stands for the first half of a letter of which the other is lost.
    private static func utf16(_ text: String) -> [UInt8] {
        [0xFF, 0xFE]
            + text.utf16.flatMap { unit in
                unit == 0xBD ? [0x00, 0xD8] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            }
    }

    private static let tasks: [(TaskFormat, String, line: Int)] = [
        (.taskwarrior, "[\n{\"description\":\"Call\"}\n]", 3),
        (.todo, "(A) Call\n(B) Write", 2),
        (.calendar, "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR", 5),
    ]

    @Test("tasks in UTF-16 of an odd number of bytes", arguments: TaskFormat.allCases)
    func oddTasks(_ format: TaskFormat) throws {
        let (_, text, line) = try #require(EncodingFlawTests.tasks.first { $0.0 == format })
        let whole = EncodingFlawTests.utf16(text)
        #expect(try TaskTexts.read(whole, format).records.isEmpty == false)
        let error = ImportError.badText(EncodingFlawTests.flaw, line: line)
        #expect(throws: error) { try TaskTexts.read(whole + [0x41], format) }
        #expect(throws: error) { try TaskImport.checkUTF8(whole + [0x41], format) }
    }

    @Test("a journal of which a letter is lost", arguments: JournalForm.allCases)
    func journal(_ form: JournalForm) throws {
        let text = """
            2026-04-09 * "Tea"
              Expenses:Tea  5 EUR
              Assets:Cash
            """
        let file = EncodingFlawTests.utf16(text)
        #expect(try JournalText.journal(file, form: form).note.transactions == 1)
        let cut = EncodingFlawTests.utf16(text.replacing("Cash", with: "Ca½"))
        #expect(throws: ImportError.badText(EncodingFlawTests.flaw, line: 3)) {
            try JournalText.journal(cut, form: form)
        }
        #expect(throws: ImportError.badText(.zero, line: 1)) {
            try JournalText.journal(
                Array(text.replacing("Tea\"", with: "T\u{0}\"").utf8), form: form)
        }
    }

    @Test("and what a journal includes")
    func included() {
        let files = ["b.journal": "2026-04-09 Tea\n  expenses:tea  5 EUR ; \u{0}\n  assets:cash\n"]
        #expect(
            JournalText.faults("\ninclude b.journal\n", files)
                == [#"2 badInclude("b.journal", unreadable)"#])
    }

    @Test(
        "a byte of 0 in a statement",
        arguments: [
            ("OFXHEADER:100\n\n<OFX>\n", 4), ("!Type:Bank\n", 2), (":20:A\n:25:1/2\n", 3),
            ("<?xml version=\"1.0\"?>\n", 2),
        ])
    func statement(_ head: String, _ line: Int) {
        #expect(throws: ImportError.badText(.zero, line: line)) { try parsing(head + "a\u{0}b\n") }
    }
}
