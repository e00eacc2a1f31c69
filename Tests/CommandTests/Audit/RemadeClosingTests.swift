import Support
import Testing

@Suite("A reopening that is taken back closes what is as it was")
struct RemadeClosingTests {
    private func run(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger add 5 A --on 2026-01-05 >/dev/null
            ledger close 2026-01 >/dev/null
            ledger reopen 2026-01 --reason x >/dev/null
            \(script)
            """)
    }

    @Test("else it is refused, with a way to close the days anew") func refused() throws {
        let result = try run(
            """
            ledger add 7 B --on 2026-01-06 >/dev/null
            ledger undo 4; echo "[$?]"
            ledger undo 4 --skip-conflicts 2>/dev/null; echo "[$?]"
            ledger close 2026-01-01..2026-02-01 >/dev/null && ledger report -M | grep closed:
            ledger verify | grep books
            """)
        #expect(
            result.errors == """
                ledger: 1 thing changed since; nothing was written
                    4 2026-01-01..2026-02-01: the figures of these days are others since event 5
                  try: ledger close 2026-01-01..2026-02-01
                  try: ledger closings

                """)
        #expect(
            result.output == """
                [1]
                [1]
                closed: 2026-01-01 to 2026-01-31
                The books of 1 period are as they were closed.

                """)
    }

    @Test("the first closing is not taken back below the second") func first() throws {
        let result = try run(
            """
            ledger undo 4 >/dev/null
            ledger undo 3 --reason why; echo "[$?]"
            ledger reopen 6 --reason why >/dev/null && ledger closings | grep -c reopened
            ledger verify | grep books
            """)
        #expect(
            result.errors == """
                ledger: 1 thing changed since; nothing was written
                    3 2026-01-01..2026-02-01: closed again since event 6
                  try: ledger reopen 6 --reason why
                  try: ledger closings

                """)
        #expect(result.output == "[1]\n2\n")
    }
}
