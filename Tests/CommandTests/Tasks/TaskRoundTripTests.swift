import Foundation
import Support
import Testing

/// Files of other programs that come a second time, and our own that come back.
@Suite("Tasks that come back")
struct TaskRoundTripTests {
    private func runner() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            "ledger init --currency EUR --zone Europe/Berlin --owner Me --now 2026-11-26")
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private func out(_ runner: CommandRunner, _ script: String) throws -> String {
        let result = try runner.shell(
            "ledger() { \"$LEDGER_PROGRAM\" \"$@\" --now 2026-11-26; }\nset -e\n\(script)")
        #expect(result.code == 0, "\(script): \(result.errors)")
        return result.output
    }

    private static func task(_ number: Int, _ more: String = "") -> String {
        "{\"description\":\"T\(number)\",\"status\":\"pending\","
            + "\"uuid\":\"aaaaaaaa-0000-0000-0000-00000000000\(number)\"\(more)}"
    }

    private static func waits(for number: Int) -> String {
        ",\"depends\":[\"aaaaaaaa-0000-0000-0000-00000000000\(number)\"]"
    }

    @Test("what is taken back is not written a second time", arguments: ["taskwarrior", "ics"])
    func takenBack(_ form: String) throws {
        let runner = try runner()
        try runner.write(Array("[\(Self.task(1))]".utf8), to: "m.json")
        let text = try out(
            runner,
            """
            ledger import m.json >/dev/null
            ledger undo >/dev/null
            ledger import m.json >/dev/null
            ledger export \(form)
            """)
        let count = text.components(separatedBy: "aaaaaaaa-0000-0000-0000-000000000001").count
        #expect(count == 2, "\(text)")
        let todo = try out(runner, "ledger undo >/dev/null; ledger export todo.txt")
        #expect(!todo.contains("T1"))
        // Both are there once the undo of the first is undone, too.
        let both = try out(
            runner,
            """
            ledger redo >/dev/null
            ledger redo 4 >/dev/null
            ledger export \(form) -o both.\(form == "ics" ? "ics" : "json")
            ledger import both.\(form == "ics" ? "ics" : "json")
            cat both.*
            """)
        #expect(both.contains("known already  2"), "\(both)")
        #expect(
            both.components(separatedBy: "aaaaaaaa-0000-0000-0000-000000000001").count == 2,
            "\(both)")
    }

    @Test("what a file takes away makes no ring of what it adds")
    func turned() throws {
        let runner = try runner()
        let before = "[\(Self.task(1, Self.waits(for: 2))),\(Self.task(2))]"
        let after = "[\(Self.task(1)),\(Self.task(2, Self.waits(for: 1)))]"
        try runner.write(Array(before.utf8), to: "a.json")
        try runner.write(Array(after.utf8), to: "b.json")
        let text = try out(
            runner,
            """
            ledger import a.json >/dev/null
            ledger import b.json --changes accept
            ledger task list -O json
            """)
        #expect(!text.contains("wait for itself"), "\(text)")
        #expect(text.contains("\"depends\":[3]"), "\(text)")
        #expect(try out(runner, "ledger import b.json").contains("known already  2"))
    }

    @Test("what people made of a task stays where a file changes something else")
    func ownEdit() throws {
        let runner = try runner()
        let task = Self.task(1, ",\"priority\":\"M\"")
        try runner.write(Array("[\(task)]".utf8), to: "a.json")
        try runner.write(Array("[\(task.replacing("T1", with: "Tea"))]".utf8), to: "b.json")
        let again = try out(
            runner,
            """
            ledger import a.json >/dev/null
            ledger task edit T1 priority:H >/dev/null
            ledger import b.json --changes accept >/dev/null
            ledger import b.json --changes accept
            """)
        #expect(again.contains("known already  1"), "\(again)")
        #expect(!again.contains("changed"), "\(again)")
        // Of the import that is taken back only the title is asked for again.
        let text = try out(
            runner,
            """
            ledger undo >/dev/null
            ledger import b.json --changes accept >/dev/null
            ledger task list -O json
            """)
        #expect(text.contains("\"title\":\"Tea\""), "\(text)")
        #expect(text.contains("\"priority\":1,"), "\(text)")
    }

    @Test("a file is what it was when the next one is taken back, and that when it is done again")
    func takenBack() throws {
        let runner = try runner()
        for (name, priority) in [("a", "M"), ("b", "L")] {
            let task = Self.task(1, ",\"priority\":\"\(priority)\"")
            try runner.write(Array("[\(task)]".utf8), to: "\(name).json")
        }
        let done = try out(
            runner,
            """
            known() { ledger import $1.json --dry-run | sed -n 's/ *known already *//p'; }
            ledger import a.json >/dev/null
            ledger task edit T1 priority:H >/dev/null
            ledger import b.json --changes accept >/dev/null
            known a; known b
            ledger undo >/dev/null
            known a; known b
            ledger redo >/dev/null
            known a; known b
            """)
        #expect(done == "0\n1\n1\n0\n0\n1\n")
    }

    @Test("of two files that are taken back one after the other none is known any more")
    func takenBackTwice() throws {
        let runner = try runner()
        for (name, priority) in [("a", "M"), ("b", "L"), ("c", "H")] {
            let task = Self.task(1, ",\"priority\":\"\(priority)\"")
            try runner.write(Array("[\(task)]".utf8), to: "\(name).json")
        }
        let done = try out(
            runner,
            """
            known() { ledger import $1.json --dry-run | sed -n 's/ *known already *//p'; }
            ledger import a.json >/dev/null
            ledger import b.json --changes accept >/dev/null
            ledger import c.json --changes accept >/dev/null
            ledger undo >/dev/null
            known b; known c
            ledger undo >/dev/null
            known a; known b; known c
            ledger redo >/dev/null
            known a; known b
            """)
        #expect(done == "1\n0\n1\n0\n0\n0\n1\n")
        // A person's change of something else may be between an import and its undo.
        let between = try out(
            runner,
            """
            known() { ledger import $1.json --dry-run | sed -n 's/ *known already *//p'; }
            ledger import c.json --changes accept >/dev/null
            id=$(ledger log -n 1 -O csv | tail -1 | cut -d, -f1)
            ledger task edit T1 due:2026-12-01 >/dev/null
            ledger undo "$id" >/dev/null
            known b; known c
            """)
        #expect(between == "1\n0\n")
    }

    @Test("a file with a ring is known the second time") func ring() throws {
        let runner = try runner()
        let ring = "[\(Self.task(1, Self.waits(for: 2))),\(Self.task(2, Self.waits(for: 1)))]"
        try runner.write(Array(ring.utf8), to: "r.json")
        _ = try out(runner, "ledger import r.json")
        let events = try out(runner, "ledger info -O json")
        let again = try out(runner, "ledger import r.json --changes accept")
        #expect(again.contains("known already  2"), "\(again)")
        #expect(!again.contains("changed"), "\(again)")
        #expect(try out(runner, "ledger info -O json") == events)
    }

    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//x//y//EN
        BEGIN:VTODO
        UID:one@x
        SUMMARY:Plain
        DTSTAMP:20260101T000000Z
        END:VTODO
        BEGIN:VTODO
        UID:two@x
        SUMMARY:Begun
        STATUS:IN-PROCESS
        DTSTAMP:20260101T000000Z
        END:VTODO
        END:VCALENDAR

        """

    @Test("an export of ours says the same", arguments: ["taskwarrior json", "ics ics"])
    func own(_ form: String) throws {
        let runner = try runner()
        let words = form.split(separator: " ")
        let done = ",\"end\":\"20260301T100000Z\",\"entry\":\"20260201T100000Z\""
        let file = """
            [\(Self.task(1)),\(Self.task(2)),
            \(Self.task(3, done).replacing("pending", with: "completed")),
            {"description":"no id","status":"pending"}]
            """
        try runner.write(Array(file.utf8), to: "w.json")
        try runner.write(Array(Self.calendar.utf8), to: "c.ics")
        let back = try out(
            runner,
            """
            exec 3>&1 >/dev/null
            ledger import w.json
            ledger import c.ics
            ledger task add Own due:"2026-11-30 00:00" wait:"2026-11-28 00:00" +a +b
            ledger task add Erased
            ledger task start Own
            ledger task start Plain
            ledger task done T1
            ledger task reopen T3
            ledger task start T2
            ledger export \(words[0]) -o back.\(words[1])
            exec >&3
            ledger import back.\(words[1]) --changes accept
            """)
        #expect(!back.contains("changed"), "\(back)")
        #expect(back.contains("new            0"), "\(back)")
        let text = try out(runner, "ledger export \(words[0])")
        let marks =
            words[0] == "ics"
            ? ["STATUS:IN-PROCESS"] : ["\"start\":\"20261126T110000Z\""]
        for mark in marks { #expect(text.contains(mark), "\(text)") }
        #expect(try out(runner, "cat back.\(words[1])") == text)
    }
}
