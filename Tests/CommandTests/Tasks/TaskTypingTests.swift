import Foundation
import Support
import Testing

/// What is typed of tasks is read one way everywhere, or asked about with what can be typed.
@Suite("Tasks as they are typed")
struct TaskTypingTests {
    private func ledger(_ script: String = "") throws -> CommandRunner {
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

    private func tries(_ result: CommandResult) -> [String] {
        result.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { String($0.dropFirst(7)) }
    }

    /// Title, project and tags of the first open task.
    private func first(_ runner: CommandRunner) throws -> String {
        let list = try run(runner, "task list -O json").output
        let row = JSONValue(parsing: list)?["rows"]?.array?.first
        let tags = (row?["tags"]?.array ?? []).compactMap(\.string).joined(separator: ",")
        return "\(row?["title"]?.string ?? "?")|\(row?["project"]?.string ?? "?")|\(tags)"
    }

    @Test("what looks like a span, a tag or an attribute and is none is asked about")
    func spans() throws {
        for (typed, read) in [
            ("task add Water +7d", ["Water|| 2026-12-03", "Water||7d ", "Water +7d|| "]),
            ("task log Water +7d", nil), ("task add Water +2w due:fri", nil),
            ("task add Water due.before:fri", ["Water due.before:fri|| "]),
            ("task edit dishes +7d", ["Dishes|| 2026-12-03", "Dishes||7d "]),
            ("task edit dishes +7d due:fri", ["Dishes||7d 2026-11-27"]),
            ("repeat add --task Water +7d --every week", nil),
        ] as [(String, [String]?)] {
            let runner = try ledger("ledger task add Dishes")
            let asked = try run(runner, typed)
            #expect(asked.code == 2, "\(typed): \(asked.output)")
            let next = tries(asked)
            #expect(!next.isEmpty && next.count == read?.count ?? next.count, "\(asked.errors)")
            for (index, command) in next.enumerated() {
                let runner = try ledger("ledger task add Dishes")
                #expect(try runner.shell(command).code == 0, "\(command)")
                let title = typed.contains("dishes") ? "Dishes" : "Water"
                let list = try run(runner, "task list -O json").output
                let row = JSONValue(parsing: list)?["rows"]?.array?
                    .first { $0["title"]?.string?.hasPrefix(title) == true }
                let tags = (row?["tags"]?.array ?? []).compactMap(\.string).joined(separator: ",")
                let due = row?["dueLocal"]?.string ?? ""
                let found = "\(row?["title"]?.string ?? "?")||\(tags) \(due)"
                if let read { #expect(found == read[index], "\(command)") }
            }
        }
        let runner = try ledger()
        for title in ["Call +49 30 1234", "Call +493012345", "Learn 3+4", "C++ +"] {
            let added = try run(runner, "task add \(title)")
            #expect(added.code == 0, "\(title): \(added.errors)")
        }
    }

    @Test("what comes again is read as what is added is") func rules() throws {
        let runner = try ledger()
        let task = "repeat add --task Water plants project:home +garden --every day"
        #expect(try run(runner, task).code == 0)
        let list = try run(runner, "repeat -O json").output
        #expect(list.contains("\"title\":\"Water plants\""), "\(list)")
        #expect(list.contains("\"project\":\"home\"") && list.contains("garden"), "\(list)")
        let due = try run(runner, "repeat add --task Water due:fri --every day")
        #expect(due.code == 2 && due.errors.contains("due:fri"), "\(due.errors)")
        let money = try run(runner, "repeat add 5 Gym +sport --every day")
        #expect(money.code == 2, "\(money.output)")
        let next = tries(money)
        #expect(next.first?.contains("--tag sport") == true, "\(next)")
        for command in next { #expect(try runner.shell(command).code == 0, "\(command)") }
        let text = try runner.shell(
            "ledger repeat add --task --every day --now 2026-11-26 -- Answer due:fri")
        #expect(text.code == 0, "\(text.errors)")
        #expect(try run(runner, "repeat").output.contains("Answer due:fri"))
    }

    @Test(
        "a title is what is left of the words",
        arguments: [
            ("See p:45", "See p:45||"), ("Tea +a +A +a tags:a,a", "Tea||a"),
            ("Tea +shop,home", "Tea||shop,home"), ("Tea project:home.garden", "Tea|home:garden|"),
            ("Tea --project home.garden", "Tea|home:garden|"), ("Note: call", "Note: call||"),
        ])
    func titles(_ typed: String, _ meant: String) throws {
        let runner = try ledger()
        let result = try run(runner, "task add \(typed)")
        #expect(result.code == 0, "\(result.errors)")
        #expect(try first(runner) == meant)
        if meant.contains("garden") {
            #expect(result.output.contains("home:garden"), "\(result.output)")
            #expect(try run(runner, "task list project:home.garden").output.contains("Tea"))
        }
    }

    @Test("tags of a request are there once") func calledTags() throws {
        let runner = try ledger()
        let input = "'{\"task\":{\"title\":\"T\",\"tags\":[\"a\",\"a\"]}}'"
        #expect(try run(runner, "call task/add \(input)").code == 0)
        #expect(try first(runner) == "T||a")
        _ = try run(runner, "task edit 2 --tag b --tag B")
        #expect(try first(runner) == "T||b")
        let file = "[{\"description\":\"T\",\"status\":\"pending\",\"tags\":[\"a\",\"a\"]}]"
        try runner.write(Array(file.utf8), to: "t.json")
        _ = try run(runner, "import t.json")
        #expect(try run(runner, "task list -O csv").output.contains(",a,"))
        let line = try run(runner, "add 5 Tea -t a -t A -t a")
        #expect(line.output.contains("#a") && !line.output.contains("#a #"), "\(line.output)")
    }

    @Test(
        "an attribute without a value is asked about",
        arguments: ["due:", "wait:", "project:", "priority:", "tags:", "depends:"])
    func emptied(_ word: String) throws {
        let runner = try ledger()
        for title in ["x \(word)", "\(word) x"] {
            let refused = try run(runner, "task add \(title)")
            #expect(refused.code == 2, "\(title)")
            let command = try #require(tries(refused).first)
            #expect(try runner.shell(command).code == 0, "\(command)")
        }
        #expect(try first(runner).contains(word))
    }

    @Test(
        "what is offered is the word that was wrong",
        arguments: [
            ("task add Party 01/02 due:01/02", "Party 01/02 due:2027-02-01"),
            ("add 5 01/02 --on 01/02", "5 01/02 --on 2026-02-01"),
            ("add 1,000 Rent 1,000", "add 1000 Rent 1,000"),
            ("task add T priority:12", "priority:1"), ("task add T colour:red", "colour:green"),
            ("task add T --due 2026-02-30", "ledger help dates"),
        ])
    func swapped(_ typed: String, _ offered: String) throws {
        let runner = try ledger()
        let refused = try run(runner, typed)
        #expect(refused.code != 0)
        let next = tries(refused)
        #expect(next.contains { $0.contains(offered) }, "\(next)")
        for command in next { #expect(command.hasPrefix("ledger "), "\(command)") }
        let command = next.first { $0.contains(offered) } ?? "false"
        #expect(try runner.shell(command).code == 0, "\(command)")
    }

    @Test("the moment of the clock is not swapped, and a request has no options")
    func clock() throws {
        let runner = try ledger(
            "ledger repeat add 980 Rent --every 'month on the 1st' --from 2026-01-01")
        let post = try runner.shell("ledger repeat post rent 2026-02-02 --now 2026-02-02")
        #expect(
            tries(post).first == "ledger repeat post rent 2026-03-01 --now 2026-02-02",
            "\(post.errors)")
        let call = try run(runner, "call task/list '{\"limit\":-1}'")
        #expect(tries(call) == ["ledger routes task/list"], "\(call.errors)")
    }

    @Test("a name nobody knows before a colon can be text") func asText() throws {
        let runner = try ledger()
        let refused = try run(runner, "task add ISBN:123")
        let command = try #require(tries(refused).last, "\(refused.errors)")
        #expect(command.hasSuffix("-- ISBN:123"))
        #expect(try runner.shell(command).code == 0, "\(command)")
        #expect(try first(runner) == "ISBN:123||")
    }

    @Test("what was recorded before and is taken back is said to be")
    func voidedRule() throws {
        let runner = try ledger(
            """
            ledger repeat add 980 Rent --every 'month on the 1st' --from 2026-11-01 --post
            ledger repeat post
            ledger undo
            """)
        let again = try run(runner, "repeat post rent 2026-11-01")
        #expect(again.output.contains("voided"), "\(again.output)")
        let hint = again.output.components(separatedBy: "bring it back: ").last ?? ""
        let command = String(hint.prefix { !$0.isNewline })
        #expect(command.hasPrefix("ledger restore "), "\(again.output)")
        #expect(try runner.shell(command).code == 0, "\(command)")
        let known = try run(runner, "repeat post rent 2026-11-01").output
        #expect(known.contains("Known before") && !known.contains("voided"), "\(known)")
    }
}
