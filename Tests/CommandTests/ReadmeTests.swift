import Support
import Testing

/// The console blocks of pages, run one after the other as a reader would.
@Suite("README and pages")
struct ReadmeTests {
    /// A command of a console block, and what the page says it prints.
    private struct Step {
        var command: String
        var output: [String] = []
    }

    /// Commands that set up or build are tried by the CI script.
    private func isTried(_ command: String) -> Bool { command.hasPrefix("ledger ") }

    private func steps(_ lines: [String]) -> [Step] {
        var steps: [Step] = []
        var isInside = false
        for line in lines {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if isInside, !steps.isEmpty {
                steps[steps.count - 1].output.append(line)
            }
        }
        return steps
    }

    @Test("the page on importing names every option of the command") func options() throws {
        let page = try #require(try SourceTree.file("Sources/Ledger/Ledger.docc/Importing.md"))
        let help = try CommandRunner().run("import", "--help").output
        let options = help.matches(of: #/\n  (?:-., )?(--[a-z-]+)/#).map { String($0.output.1) }
        #expect(options.contains("--save-profile") && options.contains("--category"))
        // What every command understands stands elsewhere.
        let shared = [
            "--accept-clock", "--ledger", "--now", "--as", "--color", "--version", "--format",
            "--output",
            "--help", "--no-pager",
        ]
        for option in options where !shared.contains(option) {
            #expect(page.text.contains("`\(option)"), "\(option)")
        }
    }

    /// What a command prints, without blank lines at its end.
    private func output(of command: String, _ runner: CommandRunner) throws -> [String] {
        let result = try runner.shell("cd '\(SourceTree.root)'\n\(command)")
        #expect(result.code == 0, "\(command): \(result.errors)")
        return trimmed(result.output.split(separator: "\n", omittingEmptySubsequences: false))
    }

    private func trimmed(_ lines: [some StringProtocol]) -> [String] {
        var lines = lines.map { String($0) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Times of recording differ from run to run.
    private func comparable(_ lines: [String], _ runner: CommandRunner) -> String {
        masked(trimmed(lines).joined(separator: "\n"), folder: runner.folder)
            .replacing(#/[0-9-]{10} [0-9]{2}:[0-9]{2} UTC/#, with: "MOMENT")
            .replacing(#/[0-9-]{10}(?=  (added|amended|voided|restored) )/#, with: "DAY")
            .replacing(#/Opened a ledger in .*/#, with: "Opened a ledger")
            .replacing(#/profile in .*/#, with: "profile")
    }

    @Test(
        "every command prints what the page says",
        arguments: [
            ("README.md", 9), ("Sources/Application/Application.docc/Tour.md", 30),
            ("Sources/Ledger/Ledger.docc/Importing.md", 4),
        ])
    func tour(_ page: String, _ countMin: Int) throws {
        let page = try #require(try SourceTree.file(page))
        let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
        let steps = steps(lines.map { String($0) }).filter { isTried($0.command) }
        #expect(steps.count >= countMin)
        let runner = try CommandRunner()
        for step in steps {
            let found = comparable(try output(of: step.command, runner), runner)
            let said = comparable(step.output, runner)
            #expect(found == said, "\(step.command)\n\(lineDifference(from: said, to: found))")
        }
    }
}
