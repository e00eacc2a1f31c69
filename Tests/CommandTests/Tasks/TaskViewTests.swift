import Foundation
import Support
import Testing

/// Lists, agendas, calendars and contexts as they are typed and read. It is 2026-11-26, a Thursday.
@Suite("Tasks as one likes to see them")
struct TaskViewTests {
    private func ledger(_ script: String) throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            "ledger() { \"$LEDGER_PROGRAM\" \"$@\" --now 2026-11-26; }\nset -e\n"
                + "ledger init --currency EUR --zone Europe/Berlin --owner Me >/dev/null\n"
                + "exec >/dev/null\n" + script)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private func run(_ runner: CommandRunner, _ script: String) throws -> CommandResult {
        try runner.shell("ledger \(script) --now 2026-11-26")
    }

    /// The titles of a list in their order.
    private func titles(_ runner: CommandRunner, _ script: String) throws -> [String] {
        let result = try run(runner, "\(script) -O json")
        #expect(result.code == 0, "\(script): \(result.errors)")
        return (JSONValue(parsing: result.output)?["rows"]?.array ?? []).compactMap {
            $0["title"]?.string
        }
    }

    private static let some = """
        ledger task attribute estimate duration
        ledger task add Paint fence project:home:garden +diy estimate:3h
        ledger task add Call Bo due:2026-11-27 priority:H
        ledger task add Write report project:work due:2026-11-30 estimate:20min
        ledger task add Buy bulbs project:home due:2026-11-28 priority:L planned:12.50
        ledger task log Swept the yard --done yesterday
        """

    @Test("a name that no task has leads to the one that may be meant") func hints() throws {
        let runner = try ledger(TaskViewTests.some)
        let cases = [
            ("task list project:hom", "there is no project 'hom'; did you mean 'home'?"),
            (
                "task list --project home:gardn",
                "there is no project 'home:gardn'; did you mean 'home:garden'?"
            ),
            ("task list +diyy", "there is no tag 'diyy'; did you mean 'diy'?"),
            ("task list -t diyy --columns id,title", "there is no tag 'diyy'; did you mean 'diy'?"),
            ("task list fense", "no task has 'fense'; did you mean 'fence'?"),
            ("task find gardn", "no task has 'gardn'; did you mean 'garden'?"),
        ]
        for (command, hint) in cases {
            let text = try run(runner, command).output
            #expect(text.hasPrefix("No task matches.\n\(hint)\n\n"), "\(command): \(text)")
        }
        let json = JSONValue(parsing: try run(runner, "task list +diyy -O json").output)
        let hint = json?["hints"]?.array?.first
        #expect(hint?["what"]?.string == "tag" && hint?["near"]?.array?.first?.string == "diy")
        // What a task has, be it closed, has no hint, nor has what is like nothing.
        for command in ["task list swept", "task list project:zoo", "task list +diy fence bulbs"] {
            #expect(!(try run(runner, command).output.contains("did you mean")), "\(command)")
        }
    }

    @Test("terms narrow lists, next and charts alike") func terms() throws {
        let runner = try ledger(TaskViewTests.some)
        #expect(
            try titles(runner, "task list project:work or +diy") == ["Write report", "Paint fence"])
        #expect(try titles(runner, "task list 'project:home not +diy'") == ["Buy bulbs"])
        #expect(try titles(runner, "task list fence") == ["Paint fence"])
        #expect(try titles(runner, "task list due:fri or due:sat") == ["Call Bo", "Buy bulbs"])
        #expect(
            try titles(runner, "task list project:home or project:work")
                == ["Buy bulbs", "Write report", "Paint fence"])
        #expect(try titles(runner, "task list project:=home") == ["Buy bulbs"])
        #expect(try run(runner, "task attribute story-points2 number").code == 0)
        #expect(try run(runner, "task edit fence story-points2:3").code == 0)
        #expect(try titles(runner, "task list story-points2.over:2") == ["Paint fence"])
        let joined = try run(runner, "task done project:home or +diy --dry-run")
        #expect(joined.code == 2 && joined.errors.contains("--where"), "\(joined.output)")
        #expect(try titles(runner, "task list due.by:sat") == ["Call Bo", "Buy bulbs"])
        #expect(try titles(runner, "task list done:yesterday") == ["Swept the yard"])
        #expect(try titles(runner, "next project:home not priority:") == ["Buy bulbs"])
        let wrong = try run(runner, "task list is:nice")
        #expect(wrong.code == 2 && wrong.errors.contains("late"), "\(wrong.errors)")
        let next = wrong.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
        for command in next {
            #expect(try runner.shell("\(command.dropFirst(7)) --now 2026-11-26").code == 0)
        }
    }

    @Test("columns and order are one's own, and a view keeps them") func columns() throws {
        let runner = try ledger(TaskViewTests.some)
        #expect(
            try titles(runner, "task list --sort estimate-")
                == ["Paint fence", "Write report", "Call Bo", "Buy bulbs"])
        #expect(
            try titles(runner, "task list --sort priority,title")
                == ["Call Bo", "Buy bulbs", "Paint fence", "Write report"])
        let csv = try run(runner, "task list --columns title,estimate,planned --sort title -O csv")
        #expect(
            csv.output
                == "title,estimate,planned\nBuy bulbs,,12.50 EUR\nCall Bo,,\n"
                + "Paint fence,PT3H,\nWrite report,PT20M,\n")
        try runner.write(
            Array("view work = task list --columns id,title --sort due".utf8), to: "config")
        let view = try runner.shell("LEDGER_CONFIG=$PWD/config ledger work --now 2026-11-26")
        #expect(view.code == 0 && view.output.contains("Call Bo"), "\(view.errors)")
        #expect(!view.output.contains("home"))
        let wrong = try run(runner, "task list --columns title,size")
        #expect(wrong.code == 2 && wrong.errors.contains("estimate"), "\(wrong.errors)")
    }

    @Test("many change at once, and come back at once") func many() throws {
        let runner = try ledger(TaskViewTests.some)
        let dry = try run(runner, "task edit --where 'is:open not priority:H' +soon --dry-run")
        #expect(dry.code == 0 && dry.output.contains("A dry run"), "\(dry.errors)")
        #expect(try titles(runner, "task list +soon").isEmpty)
        let edit = try run(runner, "task edit --where 'is:open not priority:H' +soon due:none")
        #expect(edit.code == 0, "\(edit.errors)")
        #expect(try titles(runner, "task list +soon due:").count == 3)
        #expect(try run(runner, "undo").code == 0)
        #expect(try titles(runner, "task list +soon").isEmpty)
        #expect(try titles(runner, "task list due:2026-11-28") == ["Buy bulbs"])
        #expect(try run(runner, "task done --where 'due.by:sat'").code == 0)
        #expect(try titles(runner, "task list is:done done:today") == ["Call Bo", "Buy bulbs"])
        for none in ["task edit", "task done", "task edit --where ''", "task done --where nosuch"] {
            #expect(try run(runner, none).code != 0, "\(none)")
        }
    }

    @Test("a context narrows what is seen and fills in what is new") func context() throws {
        let runner = try ledger(TaskViewTests.some)
        #expect(try run(runner, "task context define home project:home +house").code == 0)
        #expect(try run(runner, "task context define any project:home or project:work").code == 0)
        #expect(try run(runner, "task context home").code == 0)
        #expect(try run(runner, "task add Hang lamp").code == 0)
        let list = try run(runner, "task list")
        #expect(list.output.contains("context home: project:home +house"), "\(list.output)")
        #expect(try titles(runner, "task list") == ["Hang lamp"])
        #expect(try run(runner, "task add Post letter project:town").code == 0)
        #expect(try titles(runner, "task list") == ["Hang lamp"])
        #expect(try run(runner, "task context any").code == 0)
        #expect(
            try titles(runner, "task list")
                == ["Buy bulbs", "Write report", "Paint fence", "Hang lamp"])
        // With several projects a new task has none, and what is hidden is not changed.
        #expect(try run(runner, "task add Nowhere").code == 0)
        #expect(try titles(runner, "task list Nowhere") == [])
        #expect(try run(runner, "task done --where title:letter").code != 0)
        #expect(try run(runner, "task context none").code == 0)
        #expect(try titles(runner, "task list Nowhere project:") == ["Nowhere"])
        #expect(try titles(runner, "task list").count == 7)
        #expect(try run(runner, "task urgency tag:house 3").code == 0)
        // An erased word goes from contexts and weights as well.
        let erased = try run(runner, "erase --where house --yes")
        #expect(erased.code == 0, "\(erased.errors)")
        let settings = try runner.shell("cat ledger/settings.json; ledger task context list")
        #expect(!settings.output.contains("house") && settings.output.contains("any"))
        for wrong in ["nosuch", "define none project:x", "define a is:nice", "delete nosuch"] {
            let result = try run(runner, "task context \(wrong)")
            #expect(result.code == 2, "\(wrong): \(result.output)")
        }
        let lack = try run(runner, "task context define home")
        #expect(lack.code == 2 && lack.errors.contains("say a name and terms"), "\(lack.errors)")
        #expect(lack.errors.contains("try: ledger task context --help"), "\(lack.errors)")
        for (wrong, what) in [
            ("context nosuch", "the context"), ("urgency nosuch 3", "the reason"),
            ("urgency due x", "the weight"),
        ] {
            let told = try run(runner, "task \(wrong)").errors
            #expect(told.hasPrefix("ledger: \(what) cannot be '"), "\(told)")
        }
        #expect(try run(runner, "task context delete any").code == 0)
        #expect(try run(runner, "task context any").code == 2)
    }

    @Test("a task that came from elsewhere is as old as it was there") func ages() throws {
        let runner = try ledger(
            """
            printf '2026-11-16 Old +home\\n2026-11-20 Newer +home\\nUndated +work\\n' >a.todo.txt
            printf '[{"description":"Oak","project":"tree","status":"pending",' >a.json
            printf '"entry":"20261106T120000Z"}]' >>a.json
            ledger import a.todo.txt
            ledger import a.json
            """)
        let text = try run(runner, "task projects -O csv").output
        // From the start of 16 November in Berlin to noon of the 26th; from 13:00 of the 6th.
        #expect(
            text == "project,open,late,done,age\nhome,2,0,0,10\ntree,1,0,0,19\nwork,1,0,0,0\n",
            "\(text)")
    }

    @Test("an agenda shows days and weeks at 80 columns") func agenda() throws {
        let runner = try ledger(TaskViewTests.some)
        let result = try run(runner, "agenda")
        let wanted = """
            Week of 2026-11-26 to 2026-11-29
              Thu 2026-11-26, today
                nothing
              Fri 2026-11-27
                due P1  Call Bo  5
              Sat 2026-11-28
                due P9  Buy bulbs  home  12.50 EUR  8

            Week of 2026-11-30 to 2026-12-02
              Mon 2026-11-30
                due  Write report  work  6
            """
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.prefix { !$0.hasPrefix("As of") && !$0.contains("root") }
            .map { $0.replacing(#/ {3,}/#, with: "  ") }
        #expect(result.code == 0, "\(result.errors)")
        for line in wanted.split(separator: "\n").map({ $0.replacing(#/^ +/#, with: "") }) {
            #expect(shown.contains { $0.replacing(#/^ +/#, with: "") == line }, "\(line)")
        }
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("months are those of Python's calendar", .enabled(if: PythonTool.isThere))
    func calendar() throws {
        let runner = try ledger(TaskViewTests.some)
        for (start, first) in [("monday", 0), ("sunday", 6)] {
            _ = try run(runner, "config --week-start \(start)")
            let shown = try run(runner, "task calendar 2027")
            #expect(shown.code == 0, "\(shown.errors)")
            let numbers = shown.output.split(separator: "\n").filter { line in
                line.allSatisfy { $0 == " " || $0.isNumber }
            }.joined(separator: " ").split(separator: " ").compactMap { Int($0) }
            #expect(numbers.count == 365 && numbers.reduce(0, +) == 5_738)
            let script =
                "import calendar,sys;c=calendar.TextCalendar(\(first));"
                + "print('\\n'.join(c.formatmonth(2027,m) for m in range(1,13)))"
            let python = try runner.shell("python3 -c \"\(script)\"")
            let narrow = try runner.shell("COLUMNS=22 ledger task calendar 2027 --now 2026-11-26")
            func weeks(_ text: String) -> [String] {
                text.split(separator: "\n").map { String($0) }
                    .filter { line in
                        !line.allSatisfy(\.isWhitespace)
                            && line.allSatisfy { $0 == " " || $0.isNumber }
                    }
                    .map { line in
                        var line = line[...]
                        while line.last == " " { line = line.dropLast() }
                        return String(line)
                    }
            }
            let (own, theirs) = (weeks(narrow.output), weeks(python.output))
            #expect(own == theirs && theirs.count > 50)
        }
        let now = try run(runner, "task calendar --months 1")
        #expect(now.output.contains("November 2026") && now.output.contains("27*"))
        #expect(now.output.contains("26]"))
    }
}
