import Support
import Testing

/// A replay as if some of what was recorded had never been.
@Suite("Replay without some events") struct ReplayWithoutTests {
    private func shell(_ script: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01 >/dev/null
            run() { ledger "$@" --now 2026-03-10; }
            run account open bank >/dev/null
            run add 980 Rent -c home -a bank --on 2026-03-01 >/dev/null
            run add 12.50 Lunch -c food --on 2026-03-02 >/dev/null
            run amend lunch --amount 13 >/dev/null
            run task add Call Bo >/dev/null; run task done call >/dev/null
            printf 'Date,Amount,Title\\n2026-03-03,-3.20,Bus\\n2026-03-04,-4,Tram\\n' >bank.csv
            run import bank.csv --account bank --sign account >/dev/null
            set +e
            \(script)
            """)
    }

    @Test("an entry and its changes are not in the report, and those are told") func entry() throws
    {
        let result = try shell(
            """
            root=$(run info -O csv | tail -1)
            run replay --without lunch --report yearly >out; echo $?; cat out
            run report -Y -O json | grep -o '"sum":"[0-9.]*"' | head -1
            run replay --without lunch --report yearly -O json | grep -o '"sum":"[0-9.]*"' | head -1
            [ "$root" = "$(run info -O csv | tail -1)" ] && echo same
            """)
        #expect(result.output.contains("Replayed the log as if 1 event had never been"))
        #expect(result.output.contains("line-added 12.50 EUR"), "\(result.output)")
        #expect(
            result.output.contains("Without them this would not have been possible:\n"),
            "\(result.output)")
        #expect(result.output.contains("it goes on from what is not there"), "\(result.output)")
        #expect(
            result.output.hasSuffix("\"sum\":\"1000.20\"\n\"sum\":\"987.20\"\nsame\n"),
            "\(result.output)\(result.errors)")
    }

    @Test("tasks, rows of imports, whole imports and accounts can be left out") func others() throws
    {
        let result = try shell(
            """
            tasks() { run replay "$@" | grep '^  tasks' | tr -s ' ' | cut -d' ' -f3; }
            tasks; tasks --without call
            sum() { run replay --report yearly "$@" -O json | grep -o '"sum":"[0-9.]*"' | head -1; }
            sum --without bus; sum --without bus tram; sum --without "$(run list bus -O csv |
                tail -1 | cut -d, -f1)"
            batch=$(run log --kind batch -O csv | tail -1 | cut -d, -f1); sum --without $batch
            run replay --without 2 -O json | grep -o '"why":"[a-zA-Z]*"' \
              | sort | uniq -c | tr -s ' '
            run replay --without 0; echo $?; run replay --without nosuchthing; echo $?
            run replay --without 99 2>/dev/null; echo $?
            """)
        #expect(
            result.output.hasPrefix(
                """
                1
                0
                "sum":"997.00"
                "sum":"993.00"
                "sum":"997.00"
                "sum":"993.00"

                """), "\(result.output)\(result.errors)")
        #expect(result.output.contains("\"why\":\"leftOut\""), "\(result.output)")
        #expect(result.output.contains("\"why\":\"baseless\""), "\(result.output)")
        #expect(result.output.hasSuffix("2\n2\n2\n"), "\(result.output)\(result.errors)")
        #expect(result.errors.contains("--without cannot be '0'"), "\(result.errors)")
    }
}
