import Foundation
import Support
import Testing

/// Programs that are asked before something is recorded, and told afterwards.
@Suite struct HookTests {
    /// A ledger with one entry, and hooks that note what they were given.
    private func opened(before: String = "exit 0", after: String = "exit 0") throws
        -> CommandRunner
    {
        let runner = try CommandRunner()
        let opening = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(opening).finish().code == 0)
        #expect(try runner.run("add", "3", "Soup", "-c", "food", "--on", "2026-03-05").code == 0)
        try write(runner, "before-record", "#!/bin/sh\n\(before)\n")
        try write(runner, "after-record", "#!/bin/sh\n\(after)\n")
        return runner
    }

    private func write(_ runner: CommandRunner, _ hook: String, _ text: String) throws {
        _ = try runner.shell("mkdir -p .config/ledger/hooks")
        try runner.write(Array(text.utf8), to: ".config/ledger/hooks/\(hook)")
        _ = try runner.shell(
            "chmod 755 .config .config/ledger .config/ledger/hooks .config/ledger/hooks/\(hook)")
    }

    private func text(_ runner: CommandRunner, _ name: String) throws -> String {
        let url = URL(filePath: "\(runner.folder)/\(name)")
        guard FileManager.default.fileExists(atPath: url.path) else { return "" }
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test("the hooks of the page do what it says") func page() throws {
        let path = "Sources/Application/Application.docc/Hooks.md"
        let page = try #require(try SourceTree.file(path)).text
        let scripts = page.matches(of: /```sh\n((?:.|\n)*?)```/).map { String($0.output.1) }
        try #require(scripts.count == 2)
        let runner = try opened()
        try write(runner, "before-record", scripts[0])
        try write(runner, "after-record", scripts[1])
        let bin = "mkdir -p bin; ln -sf \"$LEDGER_PROGRAM\" bin/ledger; PATH=$PWD/bin:$PATH; "
        let refused = try runner.shell(bin + "ledger add 50 Casino -c fun")
        #expect(refused.code == 1 && refused.output.isEmpty)
        let said = page.split(separator: "\n").filter { $0.hasPrefix("    ledger: ") }
        try #require(said.count == 1)
        #expect(refused.errors.hasPrefix(said[0].dropFirst(4) + "\n"), "\(refused.errors)")
        #expect(refused.errors.contains("ledger add 50 Casino -c fun --no-hooks"))
        let done = try runner.shell(bin + "ledger add 4 Tea -c food")
        #expect(done.code == 0 && done.errors.isEmpty, "\(done.errors)")
        let lines = try text(runner, "recorded.jsonl").split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("\"title\":\"Tea\""))
        #expect(try runner.run("list", "--ledger", "ledger-backup").output.contains("Tea"))
    }

    @Test("what they are given is what the log lists") func form() throws {
        let runner = try opened(before: "cat >before.json", after: "cat >after.json")
        let done = try runner.run("amend", "soup", "--amount", "4", "--reason", "tip")
        #expect(done.code == 0, "\(done.errors)")
        let log = JSONValue(parsing: try runner.run("log", "-n", "1", "-O", "json").output)
        for (name, isRecorded) in [("before.json", false), ("after.json", true)] {
            let given = JSONValue(parsing: try text(runner, name))
            let row = try #require(given?["rows"]?.array?.last)
            let listed = try #require(log?["rows"]?.array?.first)
            for field in ["actor", "changes", "deed", "id", "position", "reason", "thing"] {
                #expect(row[field] == listed[field], "\(name): \(field)")
            }
            #expect(given?["position"] == log?["position"])
            #expect((given?["root"]?.string != nil) == isRecorded)
        }
    }

    @Test(
        "every way to record asks and tells",
        arguments: [
            "ledger task add Call Bo", "ledger call void '{\"ids\":[\"2\"]}'", "ledger undo",
            "ledger budget set food 100", "ledger people add Bo",
            "ledger import bank.csv --sign account",
            "ledger init --ledger other --currency EUR --zone UTC",
        ])
    func ways(_ command: String) throws {
        let runner = try opened(before: "echo asked >>asked", after: "echo told >>told")
        try runner.write(
            Array("Date,Payee,Amount\n2026-04-01,Kiosk,-3.00\n".utf8), to: "bank.csv")
        let done = try runner.shell(command)
        #expect(done.code == 0, "\(done.errors)")
        #expect(try text(runner, "asked") == "asked\n")
        #expect(try text(runner, "told") == "told\n")
        try write(runner, "before-record", "#!/bin/sh\necho no >&2; exit 7\n")
        let head = try runner.run("log", "-n", "1").output
        let refused = try runner.shell("ledger add 5 Tea")
        #expect(refused.code == 1 && refused.errors.contains("refused it: no"))
        #expect(try runner.run("log", "-n", "1").output == head)
        #expect(try text(runner, "told") == "told\n")
    }

    @Test("a rehearsal asks and does not tell, and a repeat does neither") func rehearsal() throws {
        let runner = try opened(
            before: "echo \"dry $LEDGER_DRY_RUN\" >>asked", after: "echo told >>told")
        #expect(try runner.run("add", "5", "Tea", "--dry-run").code == 0)
        #expect(try text(runner, "asked") == "dry 1\n")
        #expect(try text(runner, "told").isEmpty)
        for _ in 1...2 {
            let result = try runner.run("add", "5", "Tea", "--key", "k", "--on", "2026-03-06")
            #expect(result.code == 0, "\(result.errors)")
        }
        #expect(try text(runner, "asked") == "dry 1\ndry \n")
        #expect(try text(runner, "told") == "told\n")
    }

    @Test("they can be left out, and run none themselves") func leftOut() throws {
        let runner = try opened(
            before: "exit 1",
            after: "echo \"$LEDGER_HOOK\" >>told; \"$LEDGER_PROGRAM\" add 1 Fee -c bank >&2")
        #expect(try runner.run("add", "5", "Tea").code == 1)
        #expect(try runner.run("add", "5", "Tea", "--no-hooks").code == 0)
        #expect(try runner.shell("LEDGER_HOOKS=0 ledger add 6 Tea").code == 0)
        #expect(try text(runner, "told").isEmpty)
        try write(runner, "before-record", "#!/bin/sh\nexec <&-\nexit 0\n")
        let done = try runner.run("add", "7", "Tea")
        #expect(done.code == 0 && done.errors.hasPrefix("after-record: Recorded "))
        #expect(try text(runner, "told") == "after-record\n")
        #expect(try runner.run("list", "fee", "-O", "csv").output.split(separator: "\n").count == 2)
    }

    @Test("what is told cannot refuse, and says so") func failed() throws {
        let runner = try opened(after: "echo 'disk full' >&2; exit 3")
        let done = try runner.run("add", "5", "Tea")
        #expect(done.code == 0 && done.output.hasPrefix("Recorded "))
        #expect(
            done.errors
                == "after-record: it is recorded; the hook after-record failed: disk full\n")
    }

    @Test("a large commit comes in several lines") func pages() throws {
        let runner = try opened(before: "cat >before.jsonl")
        let rows = (1...1_200).map { "2026-04-\(10 + $0 % 20),Kiosk \($0),-\($0).00\n" }
        try runner.write(
            Array(("Date,Payee,Amount\n" + rows.joined()).utf8), to: "bank.csv")
        let done = try runner.run("import", "bank.csv", "--sign", "account")
        #expect(done.code == 0, "\(done.errors)")
        let pages = try text(runner, "before.jsonl").split(separator: "\n")
            .map { JSONValue(parsing: String($0)) }
        #expect(pages.count >= 3)
        #expect(pages.dropLast().allSatisfy { $0?["more"] == .bool(true) })
        #expect(pages.last??["more"] == .bool(false))
        let titles = pages.flatMap { $0?["rows"]?.array ?? [] }
            .filter { $0["thing"]?.string == "line" }.compactMap { $0["title"]?.string }
        #expect(titles.count == 1_200 && titles.first == "Kiosk 1")
        let positions = pages.flatMap { $0?["rows"]?.array ?? [] }
            .compactMap { $0["position"]?.integer }
        #expect(positions == positions.sorted())
    }
}
