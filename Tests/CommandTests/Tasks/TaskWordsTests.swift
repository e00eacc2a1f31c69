import Support
import Testing

/// What users of Taskwarrior type, beside the options that say the same.
@Suite("Words of tasks as Taskwarrior has them")
struct TaskWordsTests {
    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            "ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-10 >/dev/null")
        try #require(ready.code == 0)
        return runner
    }

    private func rows(_ runner: CommandRunner, _ script: String) throws -> [JSONValue] {
        let result = try runner.shell("ledger \(script) -O json --now 2026-04-10")
        try #require(result.code == 0, "\(result.errors)")
        return JSONValue(parsing: result.output)?["rows"]?.array ?? []
    }

    /// Title, due, project, tags and priority of a row.
    private func words(_ row: JSONValue) -> String {
        let tags = (row["tags"]?.array ?? []).compactMap(\.string).joined(separator: ",")
        let texts = ["title", "dueLocal", "project"].map { row[$0]?.string ?? "?" }
        return (texts + [tags, row["priority"]?.number ?? "-"]).joined(separator: "|")
    }

    // 2026-04-10 is a Friday.
    @Test(
        "attributes are what options are",
        arguments: [
            (
                "Order bulbs due:mon project:home:garden +shop priority:H",
                "Order bulbs|2026-04-13|home:garden|shop|1"
            ),
            ("+shop +green pri:L Order bulbs", "Order bulbs|||shop,green|9"),
            ("Tea pro:home --tag a +b tags:c,d", "Tea||home|a,b,c,d|-"),
            ("Call 'due:2026-04-12 9:00' Bo", "Call Bo|2026-04-12 09:00|||-"),
            ("Note: call Bo at 9:30", "Note: call Bo at 9:30||||-"),
            ("See https://example.org/a:b +1", "See https://example.org/a:b +1||||-"),
            ("Write -- due:fri", "Write due:fri||||-"),
            ("'Answer due:fri +x'", "Answer due:fri +x||||-"),
        ])
    func added(_ typed: String, _ meant: String) throws {
        let runner = try ledger()
        let result = try runner.shell("ledger task add --now 2026-04-10 \(typed)")
        #expect(result.code == 0, "\(result.errors)")
        #expect(try rows(runner, "task list").map(words) == [meant])
    }

    @Test("edit adds a tag, takes values away and has Taskwarrior's name") func edited() throws {
        let runner = try ledger()
        let result = try runner.shell(
            """
            exec 2>&1
            ledger task add Tea due:mon +shop pri:H pro:home --now 2026-04-10 >/dev/null
            ledger task edit tea +hot due:tue pri:M --now 2026-04-10 >/dev/null
            ledger task modify tea project: due: --untag SHOP --now 2026-04-10 >/dev/null
            """)
        #expect(result.code == 0, "\(result.output)")
        #expect(try rows(runner, "task list").map(words) == ["Tea|||hot|5"])
        #expect(try runner.run("task", "edit", "tea", "+hot").code == 1)
        #expect(try runner.run("task", "edit", "tea", "green").code == 2)
        #expect(try runner.run("task", "delete", "tea").code == 0)
    }

    @Test("lists take them as filters") func filtered() throws {
        let runner = try ledger()
        _ = try runner.shell(
            """
            ledger task add Order bulbs project:home:garden +shop priority:H
            ledger task add Paint door project:home +diy
            ledger task add Run +shop
            """)
        func titles(_ terms: String) throws -> [String?] {
            try rows(runner, "task \(terms)").map { $0["title"]?.string }
        }
        #expect(try titles("list project:home") == ["Order bulbs", "Paint door"])
        #expect(try titles("list +shop") == ["Order bulbs", "Run"])
        #expect(try titles("project:home +diy") == ["Paint door"])
        #expect(try titles("list pri:H +shop") == ["Order bulbs"])
        #expect(try runner.run("task", "list", "project:home", "--project", "x").code == 2)
    }

    /// By hand, by Taskwarrior's definitions; 2026-04-10 is a Friday, and weeks start on Mondays.
    @Test(
        "tags in capitals say what Taskwarrior means by them",
        arguments: [
            ("TODAY", "A"), ("DUE", "ABC"), ("WEEK", "GAB"), ("MONTH", "GABCD"),
            ("QUARTER", "GABCDE"), ("YEAR", "GABCDE"), ("YESTERDAY", "G"), ("TOMORROW", ""),
            ("OVERDUE", "G"), ("TAGGED", "F"), ("ANNOTATED", "F"), ("PROJECT", "C"),
            ("PRIORITY", "B"), ("SCHEDULED", "E"), ("UNTIL", "D"), ("UDA", "A"),
            ("UNBLOCKED", "GABCEF"),
        ])
    func virtual(_ tag: String, _ titles: String) throws {
        let runner = try ledger()
        let made = try runner.shell(
            """
            set -e
            run() { ledger task "$@" --now 2026-04-10 >/dev/null; }
            run attribute size number
            run add A due:2026-04-10 size:3
            run add B due:2026-04-12 priority:H
            run add C due:2026-04-16 project:home
            run add D due:2026-04-17 until:2026-12-01 depends:A
            run add E due:2026-05-02 scheduled:2026-04-20
            run add F +shop --note words
            run add G due:2026-04-09
            """)
        try #require(made.code == 0, "\(made.errors)")
        let found = try rows(runner, "task list +\(tag)").compactMap { $0["title"]?.string }
        #expect(found.joined() == titles, "\(found)")
        let others = try rows(runner, "task list -\(tag)").compactMap { $0["title"]?.string }
        #expect(others.sorted() == "ABCDEFG".filter { !titles.contains($0) }.map(String.init))
        #expect(try runner.run("task", "list", "+PARENT").code == 2)
    }

    @Test("-shop finds those without the tag, and takes it away") func without() throws {
        let runner = try ledger()
        _ = try runner.shell("ledger task add Tea +shop\nledger task add Milk +shop +hot")
        #expect(try rows(runner, "task list -hot").map { $0["title"]?.string } == ["Tea"])
        #expect(try rows(runner, "next -hot").map { $0["title"]?.string } == ["Tea"])
        #expect(try runner.run("task", "edit", "milk", "-shop", "+cold").code == 0)
        #expect(try rows(runner, "task list milk").map(words) == ["Milk|||hot,cold|-"])
    }

    @Test("an annotation is a dated line of the note, undone by itself")
    func annotated() throws {
        let runner = try ledger()
        _ = try runner.shell(
            """
            ledger task add Call plumber --note 'the good one'
            ledger task annotate plumber number 555 --now 2026-04-11T08:05:00Z
            ledger task annotate plumber --now 2026-04-12T17:00:00Z -- -- call after 5
            """)
        let note = try rows(runner, "task show plumber").first?["note"]?.string ?? ""
        let lines = note.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["the good one", "2026-04-11 08:05 number 555"])
        #expect(lines.count == 3)
        _ = try runner.run("undo")
        let left = try rows(runner, "task show plumber").first?["note"]?.string
        #expect(left == "the good one\n2026-04-11 08:05 number 555")
        #expect(try runner.run("task", "annotate", "plumber").code == 2)
        #expect(try runner.run("task", "annotate", "plumber", " ").code == 2)
    }

    @Test(
        "what looks like an attribute and is none is never a title",
        arguments: [
            ("add Tea projct:home", "ledger task add Tea --project home"),
            ("add Tea foo:bar", "ledger task add Tea -- foo:bar"),
            ("add Tea due:mon due:tue", "ledger task add Tea due:mon"),
            ("add Tea due:mon --due tue", "ledger task add Tea due:mon"),
        ])
    func refused(_ typed: String, _ next: String) throws {
        let runner = try ledger()
        let result = try runner.shell("ledger task \(typed)")
        #expect(result.code == 2, "\(result.output)")
        #expect(result.errors.contains("try: \(next)\n"), "\(result.errors)")
        #expect(try rows(runner, "task list").isEmpty)
        #expect(try runner.shell(next).code == 0)
    }
}
