import Support
import Testing

/// Categories that are likely slips are asked about wherever one is said.
@Suite("Slips in categories") struct SlipCommandTests {
    private static let setup = """
        set -e
        ledger init --currency EUR --zone UTC --owner Ada >/dev/null
        ledger add 12 Lunch -c food:lunch --on 2026-03-01 >/dev/null
        ledger add 8 Soap -c household --on 2026-03-02 >/dev/null
        """

    @Test(
        "is refused with the right name, and accepted as new",
        arguments: [
            ("ledger add 5 Tea -c food/lunch", "food:lunch"),
            ("ledger add 5 Tea -c food/tea", "food:tea"),
            ("ledger add 5 Tea -c Food.lunch", "food:lunch"),
            ("ledger add 5 Tea -c houshold", "household"),
            ("ledger amend Lunch -c houshold", "household"),
            ("ledger amend --where lunch -c houshold --yes", "household"),
            ("ledger budget set houshold 100", "household"),
            ("ledger repeat add 5 Tea -c food/lunch --every week", "food:lunch"),
        ])
    func refuses(_ command: String, _ near: String) throws {
        let runner = try CommandRunner()
        #expect(try runner.shell(Self.setup).code == 0)
        let refused = try runner.shell(command)
        #expect(refused.code == 1, "\(refused.output)")
        #expect(refused.errors.contains("did you mean"), "\(refused.errors)")
        #expect(refused.errors.contains(near), "\(refused.errors)")
        let meant = try runner.shell("\(command) --new")
        #expect(meant.code == 0, "\(meant.errors)")
    }

    @Test("what is known, or like nothing, is no slip") func accepts() throws {
        let runner = try CommandRunner()
        #expect(try runner.shell(Self.setup).code == 0)
        for category in ["food:out", "a/b", "travel", "food:lunch:soup", "3.5"] {
            let result = try runner.shell("ledger add 5 Tea -c \(category)")
            #expect(result.code == 0, "\(category): \(result.errors)")
        }
    }
}
