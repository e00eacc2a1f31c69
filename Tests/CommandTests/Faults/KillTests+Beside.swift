import Foundation
import Support
import Synchronization
import Testing

extension KillTests {
    /// How long everything runs side by side; `tools/soak beside` asks for more.
    private static let besideSeconds =
        ProcessInfo.processInfo.environment["LEDGER_SOAK_BESIDE"].flatMap { Int($0) } ?? 60

    @Test("adds, imports, seals, erasures, backups and those who look, side by side")
    func beside() throws {
        let runner = try CommandRunner(["READER": SourceTree.fullPath("tools/read-log")])
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        let run = BesideRun(runner, seconds: KillTests.besideSeconds)
        run.run()
        let state = run.state.withLock { $0 }
        print(run)
        for problem in state.problems { Issue.record("\(problem)") }
        for kind in BesideRun.Kind.allCases {
            #expect(state.counts[kind]?[.done] ?? 0 > 0, "\(kind) never got its turn")
        }
        // Whatever was begun can be finished, and all is there.
        #expect(try runner.run("erase", "--finish", "--yes").code == 0)
        #expect(try runner.run("seal").code == 0)
        #expect(try runner.run("backup", "copy").code == 0)
        let roots = try [["verify"], ["verify", "--ledger", "copy"]].map { arguments in
            let found = try runner.start(arguments).finish()
            #expect(found.code == 0, "\(arguments): \(found.errors)")
            return found.output.split(separator: "\n").first { $0.contains("root") }
        }
        #expect(roots[0] == roots[1])
        for arguments in [["list", "--all"], ["list", "--all", "--ledger", "copy"]] {
            let found = try runner.start(arguments + ["-O", "json"]).finish()
            run.check(found.output, state.acknowledged)
        }
        #expect(run.state.withLock { $0.problems.count } == state.problems.count)
        if PythonTool.isThere {
            let read = try runner.shell("\"$READER\" ledger/log && \"$READER\" copy/log")
            #expect(read.code == 0, "\(read.errors)")
        }
    }
}
