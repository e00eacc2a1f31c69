import Interchange
import Ledger
import Support
import Testing

/// What lines of todo.txt come to; all of it is worked out by hand or read by others.
@Suite("Tasks of todo.txt")
struct TodoTests {
    @Test("a file with all that people write")
    func lines() throws {
        let read = try TaskTexts.read(TaskTexts.fixture("todo.txt"), .todo)
        #expect(
            read.summary == [
                "1 open | Pay rent | 2026-03-01 | 1 | home:flat | bank | "
                    + "[todo.txt] / entry: 2026-02-10",
                "2 open | Call mom due:tomorrow t:2026-03-05 rel:mother | - | - | family | "
                    + "phone | ",
                "3 completed | Sweep | - | 5 | - |  | "
                    + "[todo.txt] / entry: 2026-03-01 / end: 2026-03-03",
                "5 open | Read +later | - | 9 | books |  | [todo.txt] / priority: M",
                "6 open | Call mom due:tomorrow t:2026-03-05 rel:mother | - | - | family | "
                    + "phone | ",
                "7 open | xylophone lesson | - | - | - | music | ",
                "8 completed | Water plants | - | 3 | - |  | ",
            ])
        // Of a day its last moment, as of one that is typed.
        #expect(read.records[2].finishedAt == Timestamp("2026-03-03T23:59:59.999Z"))
        // Two equal lines are two tasks.
        #expect(Set(read.records.map(\.identity)).count == 7)
    }

    @Test(
        "one line",
        arguments: [
            ("x", "1 open | x | - | - | - |  | "), ("X a", "1 open | X a | - | - | - |  | "),
            ("(a) b", "1 open | (a) b | - | - | - |  | "),
            ("(A)b", "1 open | (A)b | - | - | - |  | "),
            ("a due:2026-03-01 at:14:30", "1 open | a | 2026-03-01T14:30:00Z | - | - |  | "),
            ("a due:2026-02-30", "1 open | a due:2026-02-30 | - | - | - |  | "),
            ("a due:0000-03-01", "1 open | a due:0000-03-01 | - | - | - |  | "),
            ("a@b.c + @ 1+1", "1 open | a@b.c + @ 1+1 | - | - | - |  | "),
            ("a +b::c", "1 open | a +b::c | - | - | - |  | "),
            ("a pri:B pri:C", "1 open | a pri:C | - | 2 | - |  | "),
            ("a  b\tc +d e", "1 open | a b c e | - | - | d |  | "),
            ("+d a b @c", "1 open | a b | - | - | d | c | "),
            ("a +größe @ü", "1 open | a | - | - | größe | ü | "),
            // With a mark above it is another letter.
            ("a @\u{301}b +\u{301}c", "1 open | a @\u{301}b +\u{301}c | - | - | - |  | "),
            ("ä:b due:2026-03-01", "1 open | ä:b | 2026-03-01 | - | - |  | "),
            ("2026-1-02 a", "1 open | 2026-1-02 a | - | - | - |  | "),
            ("0000-01-02 a", "1 open | 0000-01-02 a | - | - | - |  | "),
            ("2024-02-29 a", "1 open | a | - | - | - |  | [todo.txt] / entry: 2024-02-29"),
            ("2025-02-29 a", "1 open | 2025-02-29 a | - | - | - |  | "),
            (
                "a due:2026-03-01 due:2026-03-02",
                "1 open | a due:2026-03-02 | 2026-03-01 | - | - |  | "
            ),
            (
                #"a \@home \+b \due:2026-03-01 \\@c \d \pri:"#,
                #"1 open | a @home +b due:2026-03-01 \@c \d pri: | - | - | - |  | "#
            ),
        ])
    func line(_ text: String, _ summary: String) throws {
        #expect(try TaskTexts.read(text, .todo).summary == [summary])
    }

    @Test("a line that goes on behind a CR is refused: it may be two")
    func carriageReturn() throws {
        let read = try TaskTexts.read("(A) a\r\n(B) b\r(C) c\r\nd", .todo)
        #expect(read.faults == ["2 badValue CR: (B) b\r(C) c"])
        #expect(read.records.map(\.facts.title) == ["a", "d"])
    }

    @Test("a byte order mark begins a file, and a line behind the first is refused with one")
    func byteOrderMark() throws {
        let read = try TaskTexts.read("\u{FEFF}(A) a\n\u{FEFF}(B) b\nc \u{FEFF}d", .todo)
        #expect(read.faults == ["2 badValue BOM: (B) b"])
        #expect(read.records.map(\.facts.title) == ["a", "c \u{FEFF}d"])
        #expect(read.records.map(\.facts.priority) == [1, nil])
    }

    @Test("a title of thousands of words is read as they stand, and what is said among them taken")
    func longTitle() throws {
        // Every fifth word has a mark of its own that says nothing.
        let words = (0..<4_000).map { $0.isMultiple(of: 5) ? "a:\($0)" : "größe\u{301}\($0)" }
        let (first, last) = (words[..<2_000], words[2_000...])
        let text = first.joined(separator: " \t") + "\t@home  " + last.joined(separator: "  ")
        let record = try #require(
            try TaskTexts.read(text + " due:2026-03-01\n", .todo).records.first)
        #expect(record.facts.title == words.joined(separator: " "))
        #expect(record.facts.tags == ["home"])
        #expect(record.facts.deadline?.description == "2026-03-01")
    }

    /// Looking at all words for each would take some hundred times as long.
    @Test("and takes no longer for each word than a short one")
    func longTitleCost() throws {
        func time(words: Int) throws -> Duration {
            let title = (0..<words).map { $0.isMultiple(of: 9) ? "a:\($0)" : "word" }
            let text = title.joined(separator: " ") + "\n"
            return try ProcessorTime.of { _ = try TaskTexts.read(text, .todo) }
        }
        let (short, long) = (try time(words: 625), try time(words: 10_000))
        // Who looks at all for each word takes 256 times as long.
        #expect(long < short * 80, "\(short) for 625 words, \(long) for 10,000")
    }

    @Test("a line of marks alone says not what is to be done")
    func empty() throws {
        #expect(try TaskTexts.read("(A) +b @c", .todo).faults == ["1 noTitle "])
    }

    @Test("what a file is, is found by its lines, or by its name")
    func found() throws {
        #expect(try TaskTexts.format("(A) Call mom\nbuy milk\n") == .todo)
        #expect(try TaskTexts.format("buy milk\n") == nil)
        #expect(try TaskTexts.format("buy milk\n", name: "my.todo.txt") == .todo)
        let words = String(repeating: "word ", count: 70)
        let own = "2026-11-29 \(words)ledger-id:1410c465-b320-814c-99c1-b65a07648406\n"
        #expect(try TaskTexts.format(own + own, name: "mine.txt") == .todo)
        #expect(try TaskTexts.format("Date,Amount\n2026-01-01,5\n") == nil)
        #expect(try TaskTexts.format("Date;To;Amount\n2026-01-01;me @home;5\n") == nil)
        #expect(try TaskTexts.format("{\"rows\": []}") == nil)
        #expect(try TaskTexts.format("[{\"description\":\"a\",\"uuid\":\"\"}]") == .taskwarrior)
        #expect(try TaskTexts.format("\u{FEFF}begin:vcalendar\r\n") == .calendar)
    }

    @Test("thousands of changed files are read or refused, and never half")
    func changed() throws {
        #expect(TaskTexts.isSound(try TaskTexts.fixture("todo.txt"), .todo, seed: 12))
    }

    private static let folder = "todotxt-topydo-data"

    @Test(
        "real files are read as an independent reader reads them",
        .enabled(if: SharedData.has(folder), "no todotxt-topydo-data in ../shared/data"))
    func real() throws {
        let files = try #require(
            SharedData.json("\(TodoTests.folder)/expected.json")?["files"]?.object)
        var count = 0
        for (name, expected) in files {
            let bytes = try #require(SharedData.bytes("\(TodoTests.folder)/\(name)"))
            let rows = try #require(expected.array)
            if rows.isEmpty { continue }
            let read = try TaskTexts.read(bytes, .todo)
            #expect(read.records.count + read.refusedCount == rows.count, "\(name)")
            guard read.refusedCount == 0 else { continue }
            for (record, row) in zip(read.records, rows) {
                count += 1
                #expect((record.status == .completed) == (row["done"]?.bool == true), "\(name)")
                if let letter = row["priority"]?.string?.unicodeScalars.first {
                    let number = min(Int(letter.value) - 0x40, 9)
                    #expect(record.facts.priority.map(Int.init) == number, "\(name)")
                }
                let contexts = row["contexts"]?.array?.compactMap(\.string) ?? []
                #expect(record.facts.tags == contexts, "\(name)")
                let project = row["projects"]?.array?.first?.string
                #expect(record.facts.project?.text == project, "\(name)")
                if let created = row["created"]?.string {
                    #expect(record.facts.note.contains("entry: \(created)"), "\(name)")
                }
            }
        }
        #expect(count > 250)
    }
}
