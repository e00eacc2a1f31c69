import Application
import LedgerCLI
import Support
import Testing

@Suite("Every error has its words, its exit code and the command that provokes it")
struct ErrorTests {
    @Test("the command prints what its file says", arguments: ErrorCase.all)
    func provoked(_ example: ErrorCase) throws {
        let runner = try CommandRunner(["FIXTURES": SourceTree.fullPath("Fixtures")])
        let result = try runner.shell(ErrorTests.prelude(example.stage) + example.script)
        let command = example.script.split(separator: "\n").map { "$ \($0)\n" }.joined()
        let printed = masked(result.output + result.errors, folder: runner.folder)
        expectGolden(
            "\(command)\(printed)[exit \(result.code)]\n", "errors/\(example.code).txt")
        #expect(result.errors.hasPrefix("ledger: "))
        #expect(result.errors.contains("\n  try: "))
        #expect(result.code == 1 || result.code == 2 || result.code == 3)
    }

    @Test("what no command provokes has words all the same", arguments: ErrorSample.all)
    func rendered(_ sample: ErrorSample) {
        let text = ErrorText(sample.error)
        expectGolden(
            "(not provoked here: \(sample.hindrance))\n\(text.message)[exit \(text.exitCode)]\n",
            "errors/\(sample.error.code).txt")
        #expect(!text.tries.isEmpty)
    }

    @Test("every code of an error has a file, and no file is left over") func complete() throws {
        let known = Set(ErrorCase.all.map(\.code) + ErrorSample.all.map(\.error.code))
        #expect(Set(ErrorCodes.all).subtracting(known) == [])
        let files = try SourceTree.names(in: "Fixtures/errors").map {
            $0.replacing(".txt", with: "")
        }
        #expect(Set(files).symmetricDifference(known) == [])
        #expect(ErrorCase.all.count + ErrorSample.all.count == known.count)
    }

    private static func prelude(_ stage: ErrorCase.Stage) -> String {
        let helpers = """
            patch() { printf "$2" | dd of="$(echo ledger/log/*.log)" bs=1 seek="$1" \
            conv=notrunc status=none; }
            hold_lock() { exec 9<>ledger/log/lock; flock 9; printf 'process 7' >ledger/log/lock
            }

            """
        switch stage {
        case .nothing: return helpers
        case .demo: return helpers + "ledger demo --now 2025-12-31 >/dev/null\n"
        case .opened:
            return helpers + """
                ledger init --currency EUR --zone UTC --owner Ada >/dev/null
                ledger add 12.50 Lunch -c food --on 2026-04-09 >/dev/null

                """
        }
    }
}
