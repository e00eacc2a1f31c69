import Support
import Testing

/// Logs that are longer than what is held in memory at once.
@Suite("The list of all events", .serialized) struct LongLogTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada
            { echo Date,Amount,Title; for i in $(seq 17000); do
            echo 2026-0$((i % 9 + 1))-1$((i % 10)),$((i % 90 + 1)).50,Payee $i; done; } >t.csv
            ledger import t.csv --sign spend
            ledger amend 100 --amount 7 --title Early
            ledger amend 9000 --amount 8
            ledger void 12000
            ledger undo
            ledger amend 100 --amount 9
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    @Test("is the same put out page by page and at once", arguments: ["json", "csv", "text"])
    func pages(_ format: String) throws {
        // The line under the names of columns is as long as what was read by then is wide.
        let result = try opened().shell(
            """
            cmp() { diff <(grep -v ── $1) <(grep -v ── $2); }
            ledger log -O \(format) >pages; echo $?
            ledger log -O \(format) -n 100000 >once
            cmp pages once && echo same
            ledger log -O \(format) --skip 20 >pages
            ledger log -O \(format) --skip 20 -n 100000 >once
            cmp pages once && echo same
            ledger log payee --kind line --since 1h -O \(format) >pages
            ledger log payee --kind line --since 1h -O \(format) -n 100000 >once
            cmp pages once && echo same
            """)
        #expect(result.output == "0\nsame\nsame\nsame\n", "\(result.output)\(result.errors)")
    }

    @Test("ends where nobody reads, and says when it cannot be written") func unheard() throws {
        let result = try opened().shell(
            """
            ledger log | head -n 3 | wc -l | tr -d ' '
            ledger log >/dev/full; echo $?
            ledger log | grep -c 'added .* EUR Payee'
            """)
        #expect(result.output == "3\n3\n17000\n", "\(result.output)\(result.errors)")
    }
}
