import EventLog
import Ledger
import Support
import Testing

/// What another program records past every decision, `verify` names beside the root.
@Suite("Events that no command makes are named")
struct BrokenRuleTests {
    /// A ledger with a closed month, into which another program adds a line.
    private func ledger(_ event: Event, actor: Reference? = .position(1)) throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada &&
                ledger add 3 Tea --on 2026-01-04 && ledger close 2026-01
            """)
        #expect(made.code == 0, "\(made.errors)")
        let store = try FileEventStore.open(at: "\(runner.home)/log")
        let commit = NewCommit(
            id: CommitID(high: 1, low: 2), recordedAt: Timestamp(millisecondsSince1970: 0),
            actor: actor, events: [event])
        _ = try store.append(commit)
        return runner
    }

    @Test("a line of closed days") func closedDays() throws {
        let runner = try ledger(.lineAdded(Given.line(99_900, "Forged", day: 9)))
        let result = try runner.run("verify")
        #expect(result.code == 1)
        #expect(result.output.contains("The log is whole"))
        #expect(!result.output.contains("as they were closed"))
        #expect(result.errors.contains("event 4 changes closed books without a correction"))
        #expect(try runner.run("closings", "-O", "json").output.contains(#""holds":false"#))
    }

    @Test("a line of nothing, by nobody, in JSON") func several() throws {
        let runner = try ledger(.lineAdded(Given.line(0, "Nothing", day: 90)), actor: nil)
        let json = try runner.run("verify", "-O", "json")
        #expect(json.code == 1)
        let answer = try #require(JSONValue(parsing: json.output))
        #expect(answer["events"]?.integer == 5)
        let rules = try #require(answer["brokenRules"]?.array)
        #expect(rules.map { $0["rule"]?.string } == ["actor", "amount"])
        #expect(rules.map { $0["position"]?.integer } == [4, 4])
        let call = try runner.run("call", "verify")
        #expect(call.code == 0)
        #expect(JSONValue(parsing: call.output)?["brokenRules"] == answer["brokenRules"])
    }

    @Test("nothing of what commands make") func none() throws {
        let runner = try ledger(.lineAdded(Given.line(5, "Soup", day: 90)))
        let result = try runner.shell(
            """
            ledger add 5 Stamps --on 2026-01-20 --correct "receipt found" && ledger verify -O json
            """)
        #expect(result.code == 0, "\(result.errors)")
        #expect(!result.output.contains("brokenRules"))
    }
}
