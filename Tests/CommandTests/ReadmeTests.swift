import Support
import Testing

/// The README's console blocks, run one after the other as a reader would.
@Suite("README")
struct ReadmeTests {
    /// A command of a console block, and what the README says it prints.
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
            .replacing(#/Opened a ledger in .*/#, with: "Opened a ledger")
    }

    @Test("every command prints what the README says") func tour() throws {
        let readme = try #require(try SourceTree.file("README.md"))
        let lines = readme.text.split(separator: "\n", omittingEmptySubsequences: false)
        let steps = steps(lines.map { String($0) }).filter { isTried($0.command) }
        #expect(steps.count > 8)
        let runner = try CommandRunner()
        for step in steps {
            let found = comparable(try output(of: step.command, runner), runner)
            let said = comparable(step.output, runner)
            #expect(found == said, "\(step.command)\n\(lineDifference(from: said, to: found))")
        }
    }
}
