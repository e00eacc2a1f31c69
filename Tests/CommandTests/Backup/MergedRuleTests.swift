import Support
import Testing

/// Both copies change what comes again.
@Suite("Rules that were changed on both sides of a merge") struct MergedRuleTests {
    /// What the rules say after the merge: amount, first and last day.
    private func merged(_ own: String, _ others: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger repeat add 980 Rent -c home --new --every 'month on the 1st' \\
                --from 2026-01-01 >/dev/null
            cp -r ledger copy
            { \(own); for n in 1 2 3 4 5 6; do ledger add $n More -c home; done; } >/dev/null
            export MAIN=$LEDGER_HOME LEDGER_HOME=$PWD/copy
            { \(others); } >/dev/null
            export LEDGER_HOME=$MAIN
            ledger merge copy -O json | { grep -o '"why"' || true; } | wc -l | tr -d ' '
            ledger verify >/dev/null
            ledger repeat list -O csv | cut -d, -f4,11,12
            """)
    }

    private static let head = "amount,from,until\n"

    @Test(
        "of two changes the second is set aside",
        arguments: ["2027-01", "2027-02"])
    func edits(_ from: String) throws {
        let result = try merged(
            "ledger repeat edit rent --amount 1000 --from 2027-01",
            "ledger repeat edit rent --amount 1100 --from \(from)")
        #expect(
            result.output == "1\n" + Self.head
                + "980.00,2026-01-01,2026-12-31\n1000.00,2027-01-01,\n",
            "\(result.output)\(result.errors)")
    }

    @Test("an end is no change that goes on") func ends() throws {
        let result = try merged(
            "ledger repeat stop rent 2027-01-01",
            "ledger repeat edit rent --amount 1100 --from 2027-01")
        #expect(
            result.output == "1\n" + Self.head + "980.00,2026-01-01,2026-12-31\n",
            "\(result.output)\(result.errors)")
    }

    @Test("two ends on one day are one") func end() throws {
        let result = try merged(
            "ledger repeat stop rent 2027-01-01", "ledger repeat stop rent 2027-01-01")
        #expect(
            result.output == "0\n" + Self.head + "980.00,2026-01-01,2026-12-31\n",
            "\(result.output)\(result.errors)")
    }
}
