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

    @Test("the closing is taken back as the one that was made again") func first() throws {
        let result = try run(
            """
            ledger undo 4 >/dev/null
            ledger undo; echo "[$?]"
            ledger undo 3 --reason why >/dev/null; echo "[$?]"
            ledger closings | grep -c reopened
            ledger undo | grep -c 'Undid 2: add A'
            ledger verify | grep books
            """)
        #expect(
            result.errors == """
                ledger: the books of 2026-01-01 to 2026-01-31 stay closed, by event 6, until \
                somebody says why not
                  try: ledger reopen 6 --reason why
                  try: ledger closings

                """)
        #expect(result.output == "[1]\n[0]\n2\n1\n")
    }

    @Test("one that was made by hand since is in the way of the first") func second() throws {
        let result = try run(
            """
            ledger close 2026-01 >/dev/null
            ledger undo 3 --reason why; echo "[$?]"
            """)
        #expect(result.errors.contains("closed again since event 5\n"), "\(result.errors)")
        #expect(result.output == "[1]\n")
    }

    @Test("what takes it back is told so that it works") func advised() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger close 2026-01 >/dev/null
            list() { ledger undo --list | grep -o 'ledger undo.*'; }
            list; $(list) >/dev/null; echo "[$?]"
            ledger redo | grep -o 'ledger undo.*'
            ledger reopen 2026-01 --reason x >/dev/null
            next() { grep -o 'back: ledger .*' | cut -d' ' -f2-; }
            one=$(ledger undo | next); echo "$one"
            two=$($one | next); echo "$two"
            three=$($two | next); echo "$three"
            $three >/dev/null; echo "[$?]"
            """)
        #expect(
            result.output == """
                ledger undo 2 --reason why
                [0]
                ledger undo 5 --reason why
                ledger redo 8 --reason why
                ledger undo 10
                ledger undo 12 --reason why
                [0]

                """, "\(result.output)\(result.errors)")
    }
}
