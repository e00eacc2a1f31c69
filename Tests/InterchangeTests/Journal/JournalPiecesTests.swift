import Interchange
import Ledger
import Support
import Testing

/// Long files are read in pieces by several cores; what comes of them is what one core reads.
@Suite("Files in pieces say what whole files say")
struct JournalPiecesTests {
    /// Transactions that fill several pieces, some with remarks, statuses and open amounts.
    private static func transactions(_ count: Int, _ seed: UInt64) -> String {
        var random = SeededRandom(seed: seed)
        func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
        return (0..<count).map { index in
            let day = "20\(20 + index * 6 / count)\(pick(["-", "/", "."]))"
            let mark = day.last ?? "-"
            let month = Int.random(in: 1...12, using: &random)
            let cents = Int.random(in: 100...9_999, using: &random)
            let head = "\(day)\(month)\(mark)1\(pick(["", " *", " !", " (7)"])) Shop \(index)"
            let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100) EUR"
            return """
                \(head)\(pick(["", "  ; trip:lisbon", " ; a word"]))
                    expenses:food:\(pick(["fruit", "bread"]))  \(amount)\(pick(["", "  ; size:2"]))
                    \(pick(["", "* "]))\(pick(["assets:cash", "liabilities:card", "assets:giro"]))
                \(pick(["", "; a remark\n", "\n", "* heading\n"]))
                """
        }.joined()
    }

    private static let head = """
        account assets:cash
        commodity 1.000,00 XXX
        alias giro = assets:giro
        comment
        2020-01-01 no transaction
        end comment
        ~ monthly
            expenses:food  1 EUR
            assets:cash

        """
    /// A directive behind everything, which leaves nothing to be read in pieces.
    private static let foot = "\naccount assets:other\n"

    @Test("of a journal", arguments: [11, 12, 13] as [UInt64])
    func journals(seed: UInt64) throws {
        let text = JournalPiecesTests.head + JournalPiecesTests.transactions(9_000, seed)
        #expect(text.utf8.count > 2 << 18)
        let pieces = try JournalText.journal(Array(text.utf8))
        let whole = try JournalText.journal(Array((text + JournalPiecesTests.foot).utf8))
        #expect(try pieces.list.bytes() == whole.list.bytes())
        #expect(pieces.note == whole.note && pieces.liabilities == whole.liabilities)
        #expect(pieces.note.transactions == 9_000 && pieces.note.periodic == 1)
        let rows = try JournalText.parsed(pieces).rows
        #expect(Set(rows.compactMap(\.own?.id)).count == rows.count && rows.count >= 9_000)
    }

    @Test("with the lines of what cannot be taken over")
    func faults() {
        var text = JournalPiecesTests.head
        var lines: [Int] = []
        for index in 0..<9_000 {
            let isBad = index % 1_500 == 700
            if isBad { lines.append(text.utf8.count { $0 == UInt8(ascii: "\n") } + 2) }
            text += """
                2026-01-02 A shop with a rather long name \(index)
                    expenses:food  \(isBad ? "1,x" : "1.50") EUR
                    assets:cash

                """
        }
        let expected = lines.map { "\($0) " }
        let found = JournalText.faults(text)
        #expect(found.count == expected.count)
        for (fault, line) in zip(found, expected) { #expect(fault.contains(line), "\(fault)") }
        #expect(JournalText.faults(text + JournalPiecesTests.foot) == found)
    }

    /// As many transactions on days that rise, the last of which puts something into an account.
    private static func sorted(_ count: Int) -> String {
        (0..<count).map { index in
            let day = Day(year: 2_026, month: 1, day: 1)?.adding(days: index / 100)
            return """
                \(day?.description ?? "") Shop \(index)
                    expenses:food  \(index % 90 + 1).50 EUR
                    assets:giro

                """
        }.joined() + "2030-01-01 Count\n    assets:giro  = 7.25 EUR\n    income:found\n"
    }

    /// A list that is read again for parts of the days is the one that is made at once.
    @Test("of a journal that is too long to be held", arguments: [0, 300_000, 2_000_000])
    func long(heldMax: Int) throws {
        let late = "\naccount x:bank  ; type: A\nP 2026-01-01 USD 0.9 EUR\ninclude more.journal\n"
        let files = ["more.journal": "2031-01-01 Late\n  expenses:late  1 EUR\n  x:bank\n"]
        let count = heldMax == 0 ? 40 : 9_000
        for text in [
            JournalPiecesTests.sorted(count), JournalPiecesTests.transactions(count, 14),
            JournalPiecesTests.sorted(count) + JournalPiecesTests.transactions(count / 4, 15),
        ] {
            let text = JournalPiecesTests.head + text + late
            let held = try JournalText.read(text, files)
            let long = try JournalText.read(text, files, heldMax: heldMax)
            #expect(long.rows == held.rows && long.note == held.note)
            #expect(long.note.prices == 1 && long.note.files == 2)
        }
    }

    @Test("with the faults of one that is too long to be held")
    func longFaults() {
        let good = JournalPiecesTests.sorted(3_000)
        for bad in [
            "2026-01-05 A\n  expenses:food  1,x EUR\n  assets:giro\n\n",
            "2026-01-05 A\n  expenses:food  1 EUR\n  assets:giro  2 EUR\n\n",
            "2026-01-05 A\n  expenses:food  1 EUR\n  assets:giro  = 4 EUR\n\n",
            "2026-01-05 A\n  what  1 EUR\n  assets:giro\n\n", "include none.journal\n\n",
        ] {
            let held = JournalText.faults(good + "\n" + bad + bad)
            #expect(!held.isEmpty)
            #expect(JournalText.faults(good + "\n" + bad + bad, heldMax: 100_000) == held)
        }
    }

    /// Tasks of Taskwarrior, each on a line.
    private static func tasks(_ count: Int, raw place: Int? = nil) -> [String] {
        (0..<count).map { index in
            let digits = String(index + 1_000_000)
            let words = index == place ? "a text\\u007b\n{ that goes on" : "Call Ann \(index)"
            return """
                {"description":"\(words)","uuid":"0000000a-0000-4000-8000-00000\(digits)",\
                "project":"home.flat","tags":["a","b"],"status":"pending","due":"20260301T120000Z"}
                """
        }
    }

    @Test("of tasks of Taskwarrior, as a list and one after the other")
    func taskwarrior() throws {
        for place in [nil, 2_500] as [Int?] {
            let tasks = JournalPiecesTests.tasks(5_000, raw: place)
            // What is indented begins no piece.
            let indented = tasks.joined(separator: ",\n ")
            let whole = try TaskTexts.read("[\n " + indented + "\n]\n", .taskwarrior)
            let list = try TaskTexts.read(
                "[\n" + tasks.joined(separator: ",\n") + "\n]\n", .taskwarrior)
            let plain = try TaskTexts.read(tasks.joined(separator: "\n"), .taskwarrior)
            #expect(list.records.count == 5_000 && list.records == whole.records)
            #expect(plain.records.map(\.facts) == whole.records.map(\.facts))
            #expect(list.note == whole.note && list.pieces == whole.pieces)
        }
    }

    @Test("of damaged lists of Taskwarrior, which are refused by line")
    func damagedTasks() throws {
        let tasks = JournalPiecesTests.tasks(5_000)
        for index in [0, 1_300, 2_600, 4_999] {
            var damaged = tasks
            damaged[index] = String(tasks[index].dropLast(9))
            let text = "[\n" + damaged.joined(separator: ",\n") + "\n]\n"
            let indented = "[\n " + damaged.joined(separator: ",\n ") + "\n]\n"
            var errors: [ImportError] = []
            for text in [text, indented] {
                do { _ = try TaskTexts.read(text, .taskwarrior) } catch { errors.append(error) }
            }
            #expect(errors.count == 2 && errors.first == errors.last)
        }
    }

    @Test("of lines of todo.txt") func todo() throws {
        let lines = (0..<12_000).map { index in
            index % 100 == 7
                ? "# remark" : "(B) 2026-01-01 Call Ann \(index % 9_000) @phone +home:flat"
        }
        let read = try TaskTexts.read(lines.joined(separator: "\n"), .todo)
        #expect(read.records.count == 11_880 && read.note.leftOut == ["comment": 120])
        for record in read.records.enumerated() where record.offset % 500 == 0 {
            let index = record.element.line - 1
            #expect(record.element.facts.title == "Call Ann \(index % 9_000)")
        }
        // Of equal lines each is a task.
        #expect(Set(read.records.map(\.identity)).count == 11_880)
        #expect(read.records.contains { $0.identity.hasSuffix("#2") })
    }
}
