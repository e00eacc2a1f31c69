import Support
import Testing

/// Commands that are tried one behind the other.
@Suite("What if") struct WhatIfTests {
    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
            ledger add 12.50 Lunch -c food --new --now 2026-04-01 >/dev/null
            printf 'Date,Amount,Title\\n2026-04-02,-3.20,Bus\\n' > bank.csv
            root() { ledger info -O csv | tail -1; cat "$LEDGER_HOME"/log/*.log | sha256sum; }
            \(script)
            """)
    }

    @Test("each command sees what those before recorded, and nothing is kept")
    func kept() throws {
        let result = try shell(
            """
            before=$(root)
            ledger what-if 'add 1200 "New bike" -c fun --new' 'amend bike --amount 1100' \
                'report -p 2026-04 -O csv' 'undo' 'report -p 2026-04 -O csv' \
                'import bank.csv --account bank --sign account' 'list -O csv' \\
                --now 2026-04-02 --quiet
            [ "$before" = "$(root)" ] && echo same
            """)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains(",1112.50"), "\(result.output)")
        #expect(result.output.contains(",1212.50"), "\(result.output)")
        #expect(result.output.contains("Bus"), "\(result.output)")
        #expect(result.output.hasSuffix("same\n"), "\(result.output)")
    }

    @Test("the first that fails ends it, with its exit code and its words") func failed() throws {
        let result = try shell(
            """
            ledger what-if 'add 5 Tea -c food' 'show 99' 'report -M'; echo "exit $?"
            ledger what-if 'backup copy'; echo "exit $?"; ls -d copy
            ledger what-if 'add 5 "Tea'; echo "exit $?"
            ledger what-if "what-if 'add 5 Tea'"; echo "exit $?"
            """)
        let codes = result.output.split(separator: "\n").filter { $0.hasPrefix("exit") }
        #expect(codes == ["exit 2", "exit 2", "exit 2", "exit 2"], "\(result.output)")
        #expect(result.output.contains("Would have recorded"), "\(result.output)")
        #expect(result.errors.contains("'backup' is none"), "\(result.errors)")
        #expect(result.errors.contains("a quote is not closed"), "\(result.errors)")
        #expect(!result.errors.contains("try: ledger list"), "\(result.errors)")
    }
}
