import Support
import Testing

/// What shells ask of the program for a word that is not finished.
@Suite("Names that a shell completes") struct CompletionTests {
    private func completed(_ option: String, _ words: String, _ runner: CommandRunner) throws
        -> String
    {
        let typed = words.split(separator: " ").map(String.init)
        let last = typed.last ?? ""
        let command = typed.dropFirst().first ?? ""
        let asked = ["---completion", command, "--", option, "\(typed.count - 1)", "\(last.count)"]
        let result = try runner.start(asked + typed).finish()
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }

    @Test("are those of the ledger, for who may read it") func names() throws {
        let runner = try CommandRunner()
        let script = """
            ledger init --currency EUR --zone UTC --owner Ada
            ledger add 3 Soup --payee Rewe -c food:lunch -t work -a wallet --on 2026-03-05
            ledger add 4 Bus -c Fun --on 2026-03-06
            """
        #expect(try runner.shell(script).code == 0)
        #expect(try completed("--category", "ledger report -c f", runner) == "food:lunch\nFun\n")
        #expect(try completed("--category", "ledger add 5 x -c food", runner) == "food:lunch\n")
        #expect(try completed("--account", "ledger list -a w", runner) == "wallet\n")
        #expect(try completed("--tag", "ledger report -t w", runner) == "work\n")
        #expect(try completed("--payee", "ledger add 5 x --payee R", runner) == "Rewe\n")
        #expect(try completed("--payer", "ledger add 5 x --payer A", runner) == "Ada\n")
        let elsewhere = "ledger report --ledger nowhere -c f"
        #expect(try completed("--category", elsewhere, runner) == "\n")
        let granted = "ledger people add Bo && ledger permit Bo create && ledger login Bo"
        #expect(try runner.shell(granted).code == 0)
        #expect(try completed("--category", "ledger add 5 x -c f", runner) == "\n")
    }
}
