import Support
import Testing

/// Both copies declare the same name, each otherwise.
@Suite("Declarations that a merge sets aside") struct MergedDeclarationTests {
    /// What the original and its copy record before the one takes in the other; the copy records
    /// less, so that its branch is the shorter one.
    private func merged(_ own: String, _ others: String, _ asked: String) throws -> CommandResult {
        try CommandRunner().shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada >/dev/null
            ledger task add Paint >/dev/null
            cp -r ledger copy
            { \(own); for n in 1 2 3 4 5 6; do ledger add $n More -c x; done; } >/dev/null
            export MAIN=$LEDGER_HOME LEDGER_HOME=$PWD/copy
            { \(others); } >/dev/null
            export LEDGER_HOME=$MAIN
            ledger merge copy >/dev/null
            ledger verify >/dev/null
            \(asked)
            """)
    }

    @Test("take the values along that are of another kind") func values() throws {
        let result = try merged(
            "ledger task attribute size text --choice S",
            "ledger task attribute size number; ledger task edit Paint size:5",
            "ledger sql 'SELECT count(*) AS n FROM task_value' -O csv")
        #expect(result.output == "n\n0\n", "\(result.output)\(result.errors)")
    }

    /// 1.25 is all that is there: the other line is in a currency of eight digits.
    @Test("take the amounts along that have other digits") func amounts() throws {
        let result = try merged(
            "ledger currency add FOO; ledger add 1.25 F --currency FOO -c c",
            "ledger currency add FOO --digits 8; ledger add 0.00000125 G --currency FOO -c c",
            "ledger list cur:FOO -O csv | cut -d, -f8")
        #expect(result.output.contains("1.25") && result.code == 0, "\(result.errors)")
        #expect(!result.output.contains("0.00000"), "\(result.output)")
    }
}
