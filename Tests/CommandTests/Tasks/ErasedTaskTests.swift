import Support
import Testing

/// Tasks of which some text or all of it was erased.
@Suite("Tasks with erased text")
struct ErasedTaskTests {
    private func ledger(_ script: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let opening =
            "ledger() { \"$LEDGER_PROGRAM\" \"$@\" --now 2026-11-26; }\n"
            + "set -e\nledger init --currency EUR --zone Europe/Berlin --owner Me >/dev/null\n"
            + "exec >/dev/null\n"
        let ready = try runner.shell(opening + script)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private func out(_ runner: CommandRunner, _ script: String) throws -> String {
        let result = try runner.shell("ledger \(script) --now 2026-11-26")
        #expect(result.code == 0, "\(script): \(result.errors)")
        return result.output
    }

    private static let annotated = """
        ledger people add Ann
        ledger task add "Renew passport" --note "in drawer" +home
        ledger task annotate 3 called --as Ann
        ledger erase --person Ann --yes
        """

    @Test("what an erased edit said is what the task said before")
    func keepsVersionBefore() throws {
        let runner = try ledger(ErasedTaskTests.annotated)
        #expect(try out(runner, "task list").contains("Renew passport"))
        #expect(try out(runner, "task list +home").contains("Renew passport"))
        #expect(try out(runner, "task list +work").contains("No task matches"))
        #expect(try out(runner, "task find drawer").contains("Renew passport"))
        #expect(try out(runner, "task find zebra").contains("No task matches"))
        #expect(try out(runner, "next").contains("Renew passport"))
        let shown = try out(runner, "task show 3 -O json")
        #expect(shown.contains("\"note\":\"in drawer\""), "\(shown)")
        let query = "SELECT title, note, tags FROM task"
        let model = try out(
            runner, "sql '\(query)' -O csv")
        #expect(model.contains("Renew passport,in drawer"), "\(model)")
    }

    @Test("exports of it are taken back, by their own format", arguments: ["taskwarrior", "ics"])
    func exports(_ form: String) throws {
        let runner = try ledger(ErasedTaskTests.annotated)
        let text = try out(runner, "export \(form)")
        #expect(text.contains("Renew passport"), "\(text)")
        try runner.write(Array(text.utf8), to: "back.\(form == "ics" ? "ics" : "json")")
        let back = try out(runner, "import back.\(form == "ics" ? "ics" : "json")")
        #expect(!back.contains("changed"), "\(back)")
        #expect(back.contains("refused        0"), "\(back)")
    }

    @Test("a task without a title is written as erased, one that has a new title is not")
    func titles() throws {
        let runner = try ledger(
            "ledger task add SECRET --note HIDDEN\nledger erase 2 --yes")
        for form in ["taskwarrior", "todo.txt", "ics"] {
            #expect(try out(runner, "export \(form)").contains("(erased)"), "\(form)")
        }
        _ = try out(runner, "task edit 2 --title New")
        for form in ["taskwarrior", "todo.txt", "ics"] {
            let text = try out(runner, "export \(form)")
            #expect(text.contains("New") && !text.contains("(erased)"), "\(text)")
        }
    }

    @Test("an erased task can be edited, and needs a title only where no text is left")
    func edits() throws {
        let runner = try ledger("ledger task add SECRET\nledger erase 2 --yes")
        _ = try out(runner, "task edit 2 due:fri priority:H")
        #expect(try out(runner, "task show 2").contains("2026-11-27"))
        _ = try out(runner, "task edit 2 --note kept")
        #expect(try out(runner, "task show 2").contains("kept"))
        _ = try out(runner, "task edit 2 --project home")
        #expect(try out(runner, "task show 2").contains("kept"))
        let cleared = try runner.run("task", "edit", "2", "--note", "")
        #expect(cleared.code == 1)
        #expect(cleared.errors.contains("title"), "\(cleared.errors)")
        _ = try out(runner, "undo")
        _ = try out(runner, "undo")
        #expect(try out(runner, "task show 2").contains("2026-11-27"))
    }

    private static let file = """
        [{"description":"SECRETMAN","entry":"20260101T000000Z","status":"pending",
        "uuid":"aaaaaaaa-0000-0000-0000-000000000001","tags":["hush"]},
        {"description":"Open","entry":"20260101T000000Z","status":"pending",
        "uuid":"aaaaaaaa-0000-0000-0000-000000000002","project":"home"}]
        """

    @Test("a file brings erased text back neither as a change nor once its import is undone")
    func imports() throws {
        let runner = try CommandRunner()
        try runner.write(Array(ErasedTaskTests.file.utf8), to: "s.json")
        let ready = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Me --now 2026-11-26 >/dev/null
            ledger import s.json --now 2026-11-26 >/dev/null
            ledger export taskwarrior --now 2026-11-26 >own.json
            ledger erase --where SECRETMAN --yes --now 2026-11-26 >/dev/null
            ledger import s.json --now 2026-11-26 >/dev/null
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        #expect(!(try out(runner, "export taskwarrior")).contains("SECRETMAN"))
        let changed = try out(runner, "import own.json --changes accept")
        #expect(!changed.contains("hush"), "\(changed)")
        _ = try out(runner, "undo 2")
        _ = try out(runner, "import s.json")
        let text = try out(runner, "export taskwarrior")
        #expect(!text.contains("SECRETMAN") && text.contains("Open"), "\(text)")
    }
}
