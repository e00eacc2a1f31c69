import Foundation
import Support
import Testing

private let hasStrace = (try? CommandRunner().shell("command -v strace python3").code) == 0

/// A slice of `tools/fault/run`: the calls of the real program fail, are interrupted or are its
/// last ones; what came of it is judged by what it said and by an independent reader.
@Suite("Faults of the real system", .enabled(if: hasStrace, "no strace or no python3"))
struct FaultTests {
    /// Runs the tool: every fault that it tried was survived.
    private func run(_ options: String, atLeast least: Int) throws {
        let tool = SourceTree.fullPath("tools/fault/run")
        let result = try CommandRunner(ProcessInfo.processInfo.environment).shell(
            "exec '\(tool)' --program '\(CommandRunner.program)' \(options)")
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        let faults = result.output.firstMatch(of: /faults ([0-9,]+), survived ([0-9,]+)/)
        let (tried, survived) = try #require(faults.map { ($0.1, $0.2) })
        #expect(tried == survived)
        #expect((Int(tried.filter { $0 != "," }) ?? 0) >= least)
        print(result.output)
    }

    @Test("every 86th fault is survived") func slice() throws {
        try run("--every 86", atLeast: 70)
    }

    @Test("an erasure is not done, or is finished by what the error says") func erasures() throws {
        try run("--only 'erase/pwrite64' --every 4", atLeast: 8)
    }

    @Test("a limit on the size of files, wherever it cuts a commit") func limits() throws {
        try run("--only 'file size limit/add' --every 3", atLeast: 25)
    }
}
