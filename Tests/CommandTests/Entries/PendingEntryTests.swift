import Support
import Testing

/// What is recorded as pending is so, whatever else its commit records.
@Suite("Pending entries") struct PendingEntryTests {
    @Test("with a new person, and like an earlier one") func pending() throws {
        let runner = try CommandRunner()
        let script = """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger add 30 Dinner -c food --payer Ann --pending >/dev/null
            ledger add 12 Tea -c food --split me,Zoe --pending >/dev/null
            ledger add like Tea --pending >/dev/null
            ledger add 5 Milk -c food >/dev/null
            ledger list status:pending -O csv | wc -l
            """
        let result = try runner.shell(script)
        #expect(result.code == 0, "\(result.errors)")
        // Three rows and their head.
        #expect(result.output.contains("4"), "\(result.output)")
    }
}
