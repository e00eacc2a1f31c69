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

    @Test("zsh does not take the part behind a colon for what a word means") func colons() throws {
        let script = """
            ledger init --currency EUR --zone UTC && ledger add 3 Soup -c food:lunch
            SAP_SHELL=zsh ledger ---completion report -- --category 3 1 ledger report -c f
            """
        let result = try CommandRunner().shell(script)
        #expect(result.output.contains("\nfood\\:lunch\n"), "\(result.output)\(result.errors)")
    }

    @Test("bash 3.2, which macOS has, counts no elements from the end") func oldBash() throws {
        let script = try CommandRunner().run("--generate-completion-script", "bash").output
        #expect(script.contains("words[${#words[@]}-1]+=") && !script.contains("[-1]"))
    }

    @Test("are found behind options before the command, and behind its other names")
    func script() throws {
        let result = try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC >/dev/null
            ledger add 3 Soup -c food:lunch -a wallet >/dev/null
            ledger init --ledger other --currency EUR --zone UTC >/dev/null
            ledger add 3 Tea -c fun:tea --ledger other >/dev/null
            ledger --generate-completion-script bash >script; source ./script
            typed() {
                local COMP_LINE=$1 COMP_POINT=${#1}
                local -a COMP_WORDS; read -ra COMP_WORDS <<<"${2:-$1}"
                local COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
                _ledger_typed ledger "${COMP_WORDS[COMP_CWORD]}" ''
                echo "$1: ${COMPREPLY[*]}"
            }
            for line in 'bal --val' 'reg --bal' 'areg --bal' 'is --comp' 'bs --val' \
                'xact --pen' 'accounts add --ope' 'task modify --unt' 'hist' \
                '-f other acc' '-q -O csv bal --val' 'reg -c f' '-f other reg -c f' \
                'log -f --rea'; do typed "ledger $line"; done
            # As the shell breaks them.
            typed 'ledger reg -c food:lu' 'ledger reg -c food : lu'
            typed 'ledger -f other is -c fun:t' 'ledger -f other is -c fun : t'
            """)
        #expect(
            result.output == """
                ledger bal --val: --value
                ledger reg --bal: --balance
                ledger areg --bal: --balance
                ledger is --comp: --compare
                ledger bs --val: --value
                ledger xact --pen: --pending
                ledger accounts add --ope: --opening
                ledger task modify --unt: --untag --until
                ledger hist: history
                ledger -f other acc: account
                ledger -q -O csv bal --val: --value
                ledger reg -c f: food:lunch
                ledger -f other reg -c f: fun:tea
                ledger log -f --rea: --reader
                ledger reg -c food:lu: lunch
                ledger -f other is -c fun:t: tea

                """, "\(result.output)\(result.errors)")
    }
}
