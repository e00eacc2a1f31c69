import Support
import Testing

/// An older copy of the log in the place of the ledger's, which has signed more since.
@Suite("A log that was rolled back is neither signed nor closed")
struct RolledBackTests {
    @Test(
        arguments: [
            "close 2026-03", "close 2026-03 --dry-run", "report -M --receipt r", "prove 2",
            "checkpoint --sign",
        ])
    func refused(_ command: String) throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-03-01
            ledger add 12.50 Lunch --on 2026-03-09 --now 2026-03-09
            ledger key new
            cp -r ledger/log old
            ledger add 4 Milk --on 2026-03-10 --now 2026-03-10
            ledger checkpoint --sign
            rm -r ledger/log; mv old ledger/log
            """)
        #expect(made.code == 0, "\(made.errors)")
        let before = try runner.shell("cat ledger/log/*.log | cksum").output
        let result = try runner.shell("ledger \(command) --now 2026-04-02")
        #expect(result.code != 0 && result.errors.contains("rolled back"), "\(result.errors)")
        #expect(try runner.shell("cat ledger/log/*.log | cksum").output == before)
    }
}
