import Interchange
import Ledger
import Support
import Testing

/// What calendars come to; all of it is worked out by hand or read by others.
@Suite("Tasks of calendars")
struct CalendarTests {
    @Test("a calendar with all that it writes in its own way")
    func tasks() throws {
        let read = try TaskTexts.read(TaskTexts.fixture("tasks.ics"), .calendar)
        #expect(
            read.summary == [
                "12 open | Pay rent, and the water | 2026-03-01 | 1 | - | bank,month, end | "
                    + "by standing order / of the bank / [ics] / UID: rent@example / "
                    + "CREATED: 20260210T081500Z / RRULE: FREQ=MONTHLY;BYMONTHDAY=1",
                "28 open | Ask for the bill | 2026-07-01T12:30:00Z | - | - |  | "
                    + "[ics] / UID: bill@example / STATUS: IN-PROCESS",
                "36 completed | Sweep | 2026-03-03T12:00:00Z | - | - |  | "
                    + "[ics] / UID: sweep@example / COMPLETED: 20260303T101112Z",
                "44 dropped | Old plan | - | - | - |  | [ics] / UID: plan@example",
            ])
        #expect(read.records[2].finishedAt == Timestamp("2026-03-03T10:11:12Z"))
        #expect(read.note.kept == ["RRULE": 1] && read.note.leftOut == ["VALARM": 1])
    }

    @Test("lines are folded by octets, in the middle of letters too")
    func folded() throws {
        let letters = Array("ä🏠".utf8)
        var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:".utf8)
        for letter in letters { bytes += [letter] + Array("\r\n ".utf8) }
        bytes += Array("b\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
        // The file as a whole is no UTF-8 then, so that its encoding is said.
        let read = try TaskImport(
            MemoryBytes(bytes), encoding: .utf8, .calendar, zone: .utc)
        #expect(read.records.map(\.facts.title) == ["ä🏠b"])
    }

    @Test(
        "what is no task is refused by its line",
        arguments: [
            ("BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT", "2 notATask VEVENT"),
            ("BEGIN:VTODO\nUID:a\nEND:VTODO", "2 noTitle "),
            ("BEGIN:VTODO\nSUMMARY:a\nDUE:soon\nEND:VTODO", "4 badMoment DUE: soon"),
            (
                "BEGIN:VTODO\nSUMMARY:a\nDUE;TZID=Moon/Base:20260101T000000\nEND:VTODO",
                "4 badMoment DUE: TZID=Moon/Base"
            ),
            ("BEGIN:VTODO\nSUMMARY:a\nPRIORITY:10\nEND:VTODO", "4 badValue PRIORITY: 10"),
            ("BEGIN:VTODO\nSUMMARY:a\nSTATUS:MAYBE\nEND:VTODO", "4 badStatus MAYBE"),
            (
                "BEGIN:VTODO\nUID:1\nSUMMARY:a\nUID:2\nSUMMARY:b\nEND:VTODO",
                "5 badValue UID, twice: 2"
            ),
            ("BEGIN:VTODO\nSUMMARY:a\nSUMMARY:b\nEND:VTODO", "4 badValue SUMMARY, twice: b"),
            ("BEGIN:VTODO\nSUMMARY:a\nDUE:00000301\nEND:VTODO", "4 badMoment DUE: 00000301"),
        ])
    func refused(_ text: String, _ fault: String) throws {
        let read = try TaskTexts.read("BEGIN:VCALENDAR\n\(text)\nEND:VCALENDAR\n", .calendar)
        #expect(read.faults == [fault] && read.records.isEmpty)
    }

    @Test(
        "what is no calendar is refused as a whole",
        arguments: [
            ("BEGIN:VCALENDAR\n", 1), ("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR\n", 3),
            ("BEGIN:VTODO\n", 1), ("BEGIN:VCALENDAR\nno colon\n", 2),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\nUID:a\n", 3),
        ])
    func broken(_ text: String, _ line: Int) {
        #expect {
            try TaskTexts.read(text, .calendar)
        } throws: { error in
            guard case .badTasks(.calendar, let fault) = error as? ImportError else { return false }
            return fault.line == line
        }
    }

    @Test("thousands of changed files are read or refused, and never half")
    func changed() throws {
        #expect(TaskTexts.isSound(try TaskTexts.fixture("tasks.ics"), .calendar, seed: 13))
    }

    /// Tasks as programs write them, with what is none between them; some are folded, some wrong.
    private static func tasks(_ count: Int) -> String {
        (0..<count).map { index in
            let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM\r\n"
            let zone = "BEGIN:VTIMEZONE\r\nTZID:Here\r\nEND:VTIMEZONE\r\n"
            let event = "BEGIN:VEVENT\r\nSUMMARY:a\r\nEND:VEVENT\r\n"
            return (index % 50 == 7 ? zone : "") + (index % 300 == 8 ? event : "")
                + "BEGIN:VTODO\r\nUID:\(index % 500 == 9 ? 1 : index)@here\r\n"
                + "SUMMARY:Call Ann \r\n and Bob \(index)\r\nDUE;VALUE=DATE:20260301\r\n"
                + "X-A;B=\"c;d\":e\r\nCATEGORIES:home,phone\r\n"
                + (index % 4 == 0 ? alarm : "") + "END:VTODO\r\n"
        }.joined()
    }

    /// In small letters nothing begins a piece, so that one core reads all of it.
    @Test("long ones, which several cores read, say what one core reads")
    func pieces() throws {
        let text = "BEGIN:VCALENDAR\r\n" + CalendarTests.tasks(9_000) + "END:VCALENDAR\r\n"
        #expect(text.utf8.count > 4 << 18)
        let pieces = try TaskTexts.read(text, .calendar)
        let whole = try TaskTexts.read(
            text.replacing("BEGIN:VTODO", with: "begin:vtodo"), .calendar)
        #expect(pieces.records == whole.records && pieces.note == whole.note)
        #expect(pieces.faults == whole.faults && pieces.pieces == whole.pieces)
        // One task in 500 has the id of another one, and one in 300 is no task.
        #expect(pieces.refusedCount == 9_000 / 500 + 9_000 / 300)
        #expect(pieces.records.count == 9_000 - 9_000 / 500)
        #expect(pieces.note.leftOut == ["VALARM": 9_000 / 4])
        #expect(pieces.records.last?.facts.title == "Call Ann and Bob 8999")
    }

    @Test("long ones are refused on the line on which they end too early, or go wrong")
    func longBroken() throws {
        let text = "BEGIN:VCALENDAR\r\n" + CalendarTests.tasks(9_000)
        let lines = text.utf8.count { $0 == 0x0A }
        for (rest, line) in [
            ("", lines), ("END:VTODO\r\n", lines + 1), ("BEGIN:VCALENDAR\r\n", lines + 1),
            ("no colon\r\n" + CalendarTests.tasks(4_000), lines + 1),
        ] {
            #expect {
                try TaskTexts.read(text + rest, .calendar)
            } throws: { error in
                guard case .badTasks(.calendar, let fault) = error as? ImportError else {
                    return false
                }
                return fault.line == line
            }
        }
    }

    private static let folder = "vtodo-tasksorg"

    @Test(
        "real files are read as an independent library reads them",
        .enabled(if: SharedData.has(folder), "no vtodo-tasksorg in ../shared/data"))
    func real() throws {
        let path = "\(CalendarTests.folder)/expected.json"
        let files = try #require(SharedData.json(path)?["files"]?.object)
        var count = 0
        for (name, expected) in files {
            let bytes = try #require(SharedData.bytes("\(CalendarTests.folder)/\(name)"))
            let read = try TaskTexts.read(bytes, .calendar)
            let rows = try #require(expected["todos"]?.array)
            #expect(read.records.count == rows.count && read.faults.isEmpty, "\(name)")
            for (record, row) in zip(read.records, rows) {
                count += 1
                let facts = record.facts
                #expect(facts.title == row["SUMMARY"]?.string?.trimmed, "\(name)")
                #expect(
                    (record.status == .completed) == (row["STATUS"]?.string == "COMPLETED"),
                    "\(name)")
                let due = row["DUE"]?["value"]?.string
                #expect((facts.deadline == nil) == (due == nil), "\(name)")
                if let due, row["DUE"]?["kind"]?.string == "date" {
                    #expect(facts.deadline?.description == due, "\(name)")
                }
                if let priority = row["PRIORITY"]?.integer {
                    #expect(Int(facts.priority ?? 0) == priority, "\(name)")
                }
            }
        }
        #expect(count == 24)
    }
}
