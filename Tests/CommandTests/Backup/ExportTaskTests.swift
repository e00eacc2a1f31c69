import Foundation
import Support
import Testing

/// What Taskwarrior makes of tasks that `ledger export` wrote.
@Suite("Tasks for other programs")
struct ExportTaskTests {
    static let hasTask = FileManager.default.isExecutableFile(atPath: "/usr/bin/task")

    /// Tasks of all kinds in a ledger, through Taskwarrior and back.
    private static let script = """
        set -e
        ledger init --currency EUR --zone Europe/Berlin --owner Ada --now 2026-03-01 >/dev/null
        add() { ledger task add "$@" --now 2026-03-01 >/dev/null; }
        add 'Tea: "green"' --due 2026-03-29 --priority 2 --project 'a.b:c d' --tag x \\
            --tag 'two words' --note $'one\\ntwo \\\\ three'
        add Pot --due '2026-03-01 14:30' --priority 1 --type urgent --colour pink
        add Old
        add Plain --assignee Ada --project home:flat
        ledger task done pot >/dev/null
        ledger task drop old >/dev/null
        sed 's/"estimate":2.50,//' "$FIXTURES/tasks/work.json" > work.json
        ledger import work.json >/dev/null
        ledger import "$FIXTURES/tasks/todo.txt" >/dev/null
        ledger import "$FIXTURES/tasks/tasks.ics" >/dev/null
        ledger export taskwarrior -o out.json
        mkdir data
        printf 'data.location=%s\\nconfirmation=no\\n' "$PWD/data" > taskrc
        export TASKRC="$PWD/taskrc" TASKDATA="$PWD/data"
        task import out.json >/dev/null 2>&1
        task rc.json.array=on export > back.json 2>/dev/null
        """

    @Test(
        "come back from Taskwarrior as they went",
        .enabled(if: hasTask, "Taskwarrior is not installed: apt-get install taskwarrior"))
    func taskwarrior() throws {
        let runner = try CommandRunner(["FIXTURES": SourceTree.fullPath("Fixtures")])
        let made = try runner.shell(ExportTaskTests.script)
        #expect(made.code == 0, "\(made.errors)")
        let again = try runner.shell("ledger import back.json --changes accept")
        #expect(again.output.contains("known already  20"), "\(again.output)")
        #expect(!again.output.contains("changed"), "\(again.output)")
        // Another ledger that takes them has the same tasks, by what it writes of them.
        let same = try runner.shell(
            """
            set -e
            ledger init --ledger other --currency EUR --zone Europe/Berlin --owner Ada >/dev/null
            ledger import back.json --ledger other >/dev/null
            ledger export taskwarrior --ledger other -o other.json
            python3 - <<'END'
            import json
            def tasks(name):
                found = {}
                for task in json.load(open(name)):
                    task["tags"] = sorted(task.get("tags", []))
                    found[task["uuid"]] = task
                return found
            one, two = tasks("out.json"), tasks("other.json")
            assert len(one) == 20, len(one)
            for id in one: assert one[id] == two.get(id), (one[id], two.get(id))
            END
            """)
        #expect(same.code == 0, "\(same.errors)")
    }
}
