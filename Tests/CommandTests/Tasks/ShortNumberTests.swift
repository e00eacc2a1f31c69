import Support
import Testing

/// `:3` is the third task of the day.
@Suite("Small numbers of tasks") struct ShortNumberTests {
    /// Three tasks of Wednesday, of which the first is done; a script for the shell, in which
    /// `wed` and `thu` run the program on these days.
    private func runner(_ script: String = "") throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            ShortNumberTests.days + """
                set -e; exec >/dev/null
                wed init --currency EUR --zone Europe/Berlin --owner Me
                wed task add Apples; wed task add Bread; wed task add Cheese
                wed task done :1
                \(script)
                """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    private static let days = """
        wed() { ledger "$@" --now 2026-11-25T22:30:00Z; }
        thu() { ledger "$@" --now 2026-11-25T23:30:00Z; }

        """

    /// The title of what a number means.
    private func title(_ runner: CommandRunner, _ day: String, _ number: String) throws -> String? {
        let result = try runner.shell(
            ShortNumberTests.days + "\(day) task show \(number) -O json")
        let rows = JSONValue(parsing: result.output)?["rows"]?.array
        return rows?.first?["title"]?.string
    }

    @Test("a number stays while tasks are done and added") func stays() throws {
        let runner = try runner("wed task add Dates; wed task done bread")
        for (number, name) in [(1, "Apples"), (2, "Bread"), (3, "Cheese"), (4, "Dates")] {
            #expect(try title(runner, "wed", ":\(number)") == name)
        }
    }

    @Test("the next day, by the ledger's zone, counts what is open") func packed() throws {
        let runner = try runner("thu task add Eggs; thu task done :1; thu task reopen apples")
        #expect(try title(runner, "thu", ":1") == "Bread")
        #expect(try title(runner, "thu", ":2") == "Cheese")
        #expect(try title(runner, "thu", ":3") == "Eggs")
        #expect(try title(runner, "thu", ":4") == nil)
        let shown = try runner.shell(
            ShortNumberTests.days + "thu task list --columns short,title -O csv")
        #expect(shown.output == "short,title\n,Apples\n:2,Cheese\n:3,Eggs\n", "\(shown.errors)")
    }

    @Test("it stands wherever an id does, and what has none is told") func everywhere() throws {
        let runner = try runner()
        for command in [
            "task edit :2 due:2026-12-01", "task start :2", "task edit :3 depends::2",
            "task done :2 :3 --dry-run", "history :2", "call task/show '{\"id\":\":2\"}'",
        ] {
            let result = try runner.shell(ShortNumberTests.days + "wed \(command)")
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        let beyond = try runner.shell(ShortNumberTests.days + "wed task done :4")
        #expect(beyond.code == 2)
        #expect(beyond.errors.hasPrefix("ledger: ':4': today's numbers end with :3\n"))
        #expect(beyond.errors.contains("ledger task list --columns short,due,title"))
        // What was shown last is another thing.
        let rows = try runner.shell(
            ShortNumberTests.days + "wed task list >/dev/null; wed task show .1 -O csv")
        #expect(rows.output.contains("Bread"))
    }
}
