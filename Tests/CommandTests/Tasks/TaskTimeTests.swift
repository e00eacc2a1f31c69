import Foundation
import Support
import Testing

/// What undo and redo make of tasks that are worked on, and when a task was done.
@Suite("Time of tasks, taken back")
struct TaskTimeTests {
    private func ledger(_ script: String = "") throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            "set -e\nledger init --currency EUR --zone UTC --owner Me --now 2026-11-26 >/dev/null\n"
                + "exec >/dev/null\n" + script)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    /// Seconds that were spent, and whether it goes on.
    private func time(_ runner: CommandRunner, _ now: String) throws -> String {
        let result = try runner.shell("ledger task time -O json --now \(now)")
        let row = JSONValue(parsing: result.output)?["rows"]?.array?.first
        guard let spent = row?["spent"]?.integer else { return "none" }
        return "\(spent) \(row?["started"]?.bool == true)"
    }

    private static let started = """
        ledger task add Dig --now 2026-11-26T08:00:00Z
        ledger task start dig --now 2026-11-26T09:00:00Z

        """

    @Test("a start that is undone counts nothing, its redo goes on from when it was")
    func undoneStart() throws {
        let runner = try ledger(
            TaskTimeTests.started + "ledger undo --now 2026-11-26T10:00:00Z\n")
        #expect(try time(runner, "2026-11-26T11:00:00Z") == "none")
        _ = try runner.shell("ledger redo --now 2026-11-26T11:00:00Z")
        #expect(try time(runner, "2026-11-26T11:00:00Z") == "7200 true")
        let shown = try runner.shell("ledger task show dig -O json --now 2026-11-26T11:00:00Z")
        #expect(shown.output.contains("\"startedAt\":\"2026-11-26T09:00:00Z\""))
        let model = try runner.shell("ledger sql 'SELECT started_at FROM task' -O csv").output
        #expect(model.contains("2026-11-26T09:00:00Z"), "\(model)")
        let text = try runner.shell("ledger export taskwarrior --now 2026-11-26T11:00:00Z").output
        #expect(text.contains("\"start\":\"20261126T090000Z\""), "\(text)")
    }

    @Test("a stop or an end that is undone goes on, both undone count nothing")
    func undoneStop() throws {
        for end in ["task stop", "task done", "task drop"] {
            let runner = try ledger(
                TaskTimeTests.started + "ledger \(end) dig --now 2026-11-26T09:30:00Z\n")
            #expect(try time(runner, "2026-11-26T10:00:00Z") == "1800 false", "\(end)")
            _ = try runner.shell("ledger undo --now 2026-11-26T10:00:00Z")
            #expect(try time(runner, "2026-11-26T11:00:00Z") == "7200 true", "\(end)")
            _ = try runner.shell("ledger redo --now 2026-11-26T11:00:00Z")
            #expect(try time(runner, "2026-11-26T12:00:00Z") == "1800 false", "\(end)")
            let both = try runner.shell(
                "ledger undo --since 2026-11-26T08:59:00Z --now 2026-11-26T12:00:00Z")
            #expect(both.code == 0, "\(both.errors)")
            #expect(try time(runner, "2026-11-26T13:00:00Z") == "none", "\(end)")
        }
    }

    @Test("an undo of an undo names what takes it back")
    func namesInverse() throws {
        let runner = try ledger(
            """
            ledger task add One --now 2026-11-26
            ledger undo --now 2026-11-26
            ledger task add Two --now 2026-11-26
            ledger undo --now 2026-11-26
            """)
        let again = try runner.shell("ledger undo 3 --now 2026-11-26")
        try #require(again.code == 0, "\(again.errors)")
        let hint = again.output.components(separatedBy: "take it back: ").last ?? ""
        let command = hint.prefix { !$0.isNewline }
        #expect(command.hasPrefix("ledger undo "), "\(again.output)")
        #expect(try runner.shell("\(command) --now 2026-11-26").code == 0, "\(command)")
        let list = try runner.shell("ledger task list --now 2026-11-26").output
        #expect(!list.contains("One") && !list.contains("Two"), "\(list)")
    }

    @Test("nothing is done on a day that has not come", arguments: ["2027-01-01", "tomorrow"])
    func notYet(_ day: String) throws {
        let runner = try ledger()
        let refused = try runner.shell(
            "ledger task log F --done \(day) --now 2026-11-26T12:00:00Z")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("has not come yet: today is 2026-11-26"))
        let next = refused.errors.components(separatedBy: "try: ").dropFirst().first ?? ""
        #expect(try runner.shell(String(next.prefix { !$0.isNewline })).code == 0, "\(next)")
        let called = try runner.shell(
            "ledger call task/add '{\"task\":{\"title\":\"F\"},\"done\":\"\(day)\"}' "
                + "--now 2026-11-26T12:00:00Z")
        #expect(called.code != 0)
        let later = try runner.shell(
            "ledger task log G --done '2026-11-26 13:00' --now 2026-11-26T12:00:00Z")
        #expect(later.code == 2)
        let today = try runner.shell("ledger task log H --done today --now 2026-11-26T12:00:00Z")
        #expect(today.code == 0, "\(today.errors)")
    }
}
