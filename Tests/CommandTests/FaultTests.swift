import Foundation
import Support
import Testing

private let hasStrace = (try? CommandRunner().shell("command -v strace python3").code) == 0

/// A slice of `tools/fault/run`: the calls of the real program fail, are interrupted or are its
/// last ones; what came of it is judged by what it said and by an independent reader.
@Suite("Faults of the real system", .enabled(if: hasStrace, "no strace or no python3"))
struct FaultTests {
    @Test("every 43rd fault is survived") func slice() throws {
        let tool = SourceTree.fullPath("tools/fault/run")
        let result = try CommandRunner(ProcessInfo.processInfo.environment).shell(
            "exec '\(tool)' --program '\(CommandRunner.program)' --every 43")
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        let faults = result.output.firstMatch(of: /faults ([0-9,]+), survived ([0-9,]+)/)
        let (tried, survived) = try #require(faults.map { ($0.1, $0.2) })
        #expect(tried == survived)
        #expect((Int(tried.replacing(",", with: "")) ?? 0) > 50)
        print(result.output)
    }
}
