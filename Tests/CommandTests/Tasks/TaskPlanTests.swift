import Foundation
import Support
import Testing

/// Tasks that wait, are worked on, and press.
@Suite("Tasks in time")
struct TaskPlanTests {
    private func ledger(_ script: String = "") throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            "set -e\nledger init --currency EUR --zone UTC --owner Ada --now 2026-04-10 >init.txt\n"
                + "exec >/dev/null\n" + script)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private func rows(
        _ runner: CommandRunner, _ script: String, _ now: String = "2026-04-10"
    ) throws -> [JSONValue] {
        let result = try runner.shell("ledger \(script) -O json --now \(now)")
        try #require(result.code == 0, "\(result.errors)")
        return JSONValue(parsing: result.output)?["rows"]?.array ?? []
    }

    private func titles(
        _ runner: CommandRunner, _ script: String, _ now: String = "2026-04-10"
    ) throws -> [String] {
        try rows(runner, script, now).compactMap { $0["title"]?.string }
    }

    @Test("what waits is hidden until its day starts, what is of no use any more is gone")
    func hidden() throws {
        let runner = try ledger(
            """
            ledger task add Sow due:2026-04-20 wait:2026-04-15 --now 2026-04-10
            ledger task add Vote due:2026-04-12 until:2026-04-12 --now 2026-04-10
            ledger task add Tea --now 2026-04-10
            """)
        #expect(try titles(runner, "task list") == ["Vote", "Tea"])
        #expect(try titles(runner, "task list --waiting") == ["Sow"])
        #expect(try titles(runner, "task list --all") == ["Vote", "Sow", "Tea"])
        #expect(try titles(runner, "task find sow") == ["Sow"])
        #expect(try titles(runner, "task list", "2026-04-14T23:59:59Z") == ["Tea"])
        #expect(try titles(runner, "task list", "2026-04-15T00:00:00Z") == ["Sow", "Tea"])
        #expect(try titles(runner, "task list --waiting", "2026-04-20") == ["Vote"])
        #expect(try titles(runner, "due", "2026-04-13") == [])
        let text = try runner.run("task", "list", "--now", "2026-04-10")
        #expect(text.output.contains("1 waiting: ledger task list --waiting"), "\(text.output)")
        _ = try runner.run("task", "done", "tea", "--now", "2026-04-10")
        let done = try runner.run("task", "list", "--now", "2026-04-10")
        #expect(
            done.output.contains("not shown: 1 done, 1 waiting; all: ledger task list --all"),
            "\(done.output)")
        _ = try runner.run("undo")
        let change = try runner.run("task", "modify", "sow", "wait:", "--now", "2026-04-10")
        #expect(change.code == 0, "\(change.errors)")
        #expect(try titles(runner, "task list") == ["Vote", "Sow", "Tea"])
        _ = try runner.run("undo")
        #expect(try titles(runner, "task list") == ["Vote", "Tea"])
    }

    @Test("tasks wait for others, and never for themselves") func depends() throws {
        let runner = try ledger(
            """
            ledger task add Paint --now 2026-04-10
            ledger task add Sand --now 2026-04-10
            ledger task add Varnish depends:paint,sand --now 2026-04-10
            ledger task modify paint depends:sand --now 2026-04-10
            """)
        let shown = try rows(runner, "task show varnish").first
        #expect(shown?["depends"]?.array?.compactMap(\.number) == ["2", "3"])
        let ring = try runner.run("task", "edit", "sand", "depends:varnish")
        #expect(ring.code == 1)
        #expect(ring.errors.contains("task 3 would wait for itself: 3 waits for 4"))
        let next = try #require(ring.errors.components(separatedBy: "try: ").dropFirst().first)
        let command = next.prefix { !$0.isNewline }
        #expect(try runner.shell(String(command)).code == 0, "\(command)")
        // Sand blocks both; Paint and Varnish wait.
        let pressing = try rows(runner, "next")
        #expect(pressing.first?["title"]?.string == "Sand")
        #expect(pressing.first?["urgency"]?.string == "8.0")
        _ = try runner.run("task", "done", "sand")
        let left = try rows(runner, "next")
        #expect(left.allSatisfy { $0["blocked"]?.bool != true || $0["title"]?.string == "Varnish" })
        let links = try runner.run("sql", "SELECT count(*) AS n FROM task_link", "-O", "csv")
        #expect(links.output.hasPrefix("n\n"), "\(links.output)\(links.errors)")
    }

    @Test("work is counted from start to stop, and a task can be recorded as done")
    func work() throws {
        let runner = try ledger(
            """
            ledger task add Paint --now 2026-04-10T08:00:00Z
            ledger task start paint --now 2026-04-10T08:00:00Z
            ledger task stop paint --now 2026-04-10T09:30:00Z
            ledger task start paint --now 2026-04-10T10:00:00Z
            ledger task done paint --now 2026-04-10T10:35:00Z
            ledger task log Swept project:home --done 2026-04-08 --now 2026-04-10T11:00:00Z
            """)
        let show = try runner.run("task", "show", "paint")
        #expect(show.output.contains("2 h 05 min"), "\(show.output)")
        #expect(try runner.run("task", "stop", "paint").code == 1)
        let swept = try rows(runner, "task show swept").first
        #expect(swept?["completedLocal"]?.string?.hasPrefix("2026-04-08") == true)
        #expect(swept?["project"]?.string == "home" && swept?["status"]?.string == "completed")
        _ = try runner.run("undo")
        #expect(try rows(runner, "task list --tab done").count == 1)
    }

    @Test("what was done elsewhere counts as done when it was, waits and waits for as there")
    func imported() throws {
        let one = "6fd0ba4a-ab67-49cd-ac69-64aa999aff8a"
        let two = "c992448a-f1ea-4982-8461-47f0705ff509"
        let runner = try ledger(
            """
            cat > tasks.json <<'END'
            [{"description":"Paint","uuid":"\(one)","status":"pending","depends":["\(two)"],
              "wait":"20260501T000000Z","until":"20260601T000000Z","entry":"20260301T080000Z"},
             {"description":"Sand","uuid":"\(two)","status":"pending","entry":"20260301T080000Z"},
             {"description":"Sweep","uuid":"3b53178e-d5a4-45e0-afc2-1292db58a59a",
              "status":"completed","end":"20260302T091500Z","entry":"20260301T080000Z"}]
            END
            ledger import tasks.json --now 2026-04-10
            """)
        let done = try rows(runner, "task list --tab done").first
        #expect(done?["completedAt"]?.string == "2026-03-02T09:15:00Z")
        let paint = try rows(runner, "task show paint").first
        #expect(paint?["wait"]?.string == "2026-05-01" && paint?["until"]?.string == "2026-06-01")
        let sand = try rows(runner, "task show sand").first
        #expect(paint?["depends"]?.array?.compactMap(\.number) == [sand?["id"]?.number ?? "?"])
        let again = try runner.run("import", "tasks.json")
        #expect(again.output.contains("known already  3"), "\(again.output)")
        let out = try runner.run("export", "taskwarrior").output
        #expect(out.contains("\"depends\":[\"\(two)\"]"), "\(out)")
        #expect(out.contains("\"wait\":\"20260501T000000Z\""), "\(out)")
        #expect(out.contains("\"end\":\"20260302T091500Z\""), "\(out)")
        // Undone and redone it is done on that day all the same.
        _ = try runner.run("undo")
        #expect(try rows(runner, "task list --tab done").isEmpty)
        _ = try runner.run("redo")
        let redone = try rows(runner, "task list --tab done").first
        #expect(redone?["completedAt"]?.string == "2026-03-02T09:15:00Z")
    }

    @Test("a ring in a file is left out, and said") func ring() throws {
        let one = "6fd0ba4a-ab67-49cd-ac69-64aa999aff8a"
        let two = "c992448a-f1ea-4982-8461-47f0705ff509"
        let runner = try ledger(
            """
            cat > tasks.json <<'END'
            [{"description":"A","uuid":"\(one)","status":"pending","depends":["\(two)"]},
             {"description":"B","uuid":"\(two)","status":"pending","depends":["\(one)"]}]
            END
            """)
        let result = try runner.run("import", "tasks.json")
        #expect(result.code == 0)
        let words = "B does not wait for a task that waits for it"
        #expect((result.output + result.errors).contains(words), "\(result)")
        #expect(try rows(runner, "task show b").first?["depends"]?.array?.isEmpty == true)
    }

    private static let urgency = """
        set -e
        day() { date -u -d "$1" +%Y%m%dT%H%M%SZ; }
        cat > in.json <<END
        [{"description":"late","uuid":"00000000-0000-4000-8000-000000000001","status":"pending",
          "entry":"$(day '100 days ago')","due":"$(day '3 days ago')","priority":"H","project":"a"},
         {"description":"soon","uuid":"00000000-0000-4000-8000-000000000002","status":"pending",
          "entry":"$(day '400 days ago')","due":"$(day '9 days')",
          "priority":"M","tags":["x","next"],
          "depends":["00000000-0000-4000-8000-000000000001"]},
         {"description":"noted","uuid":"00000000-0000-4000-8000-000000000003","status":"pending",
          "entry":"$(day '10 days ago')","scheduled":"$(day '1 day ago')","priority":"L",
          "annotations":[{"entry":"$(day '2 days ago')","description":"one"},
          {"entry":"$(day '1 days ago')","description":"two"}],"tags":["p","q","r","s"]},
         {"description":"plain","uuid":"00000000-0000-4000-8000-000000000004","status":"pending",
          "entry":"$(day '1 day ago')","due":"$(day '40 days')"}]
        END
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger import in.json >/dev/null
        mkdir data
        printf 'data.location=%s\\nconfirmation=no\\n' "$PWD/data" > taskrc
        export TASKRC="$PWD/taskrc" TASKDATA="$PWD/data"
        task import in.json >/dev/null 2>&1
        task start 4 >/dev/null 2>&1 || task 4 start >/dev/null 2>&1
        ledger task start plain >/dev/null
        task rc.json.array=on export > out.json 2>/dev/null
        ledger next -O json > next.json
        python3 - <<'END'
        import json
        theirs = {task["description"]: task["urgency"] for task in json.load(open("out.json"))}
        ours = {row["title"]: float(row["urgency"]) for row in json.load(open("next.json"))["rows"]}
        assert theirs.keys() == ours.keys() and len(ours) == 4, (theirs, ours)
        for title in ours: assert abs(ours[title] - theirs[title]) < 0.01, (title, ours, theirs)
        END
        """

    @Test(
        "urgency is what Taskwarrior says",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/task"),
            "Taskwarrior is not installed: apt-get install taskwarrior"))
    func taskwarrior() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(TaskPlanTests.urgency)
        #expect(result.code == 0, "\(result.output)\(result.errors)")
    }

    @Test("the sum is explained term by term") func explained() throws {
        let runner = try ledger(
            "ledger task add Paint 'due:2026-04-24 12:00' pri:H +a +b pro:home --now 2026-04-10")
        // 12 · 0.2, 6, 0.9, 1; noon of the tenth is 14 days before.
        let terms = try rows(runner, "task explain paint").map { row in
            ["term", "factor", "coefficient", "product"].map { row[$0]?.string ?? "?" }
                .joined(separator: " ")
        }
        #expect(
            terms == [
                "due 0.2 12.0 2.4", "priority 1.0 6.0 6.0", "tags 0.9 1.0 0.9",
                "project 1.0 1.0 1.0",
            ])
        let text = try runner.run("task", "explain", "paint", "--now", "2026-04-10")
        #expect(text.output.contains("10.3"), "\(text.output)")
    }
}
