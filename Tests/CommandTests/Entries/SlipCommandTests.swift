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

    @Test(
        "accounts and persons, too, wherever one is said",
        arguments: [
            ("ledger add 5 Tea -a crad", "card"),
            ("ledger add 5 Tea -a assets:girro", "Assets:Giro"),
            ("ledger add 50 Cash --transfer card assets:giroo", "Assets:Giro"),
            ("ledger add 5 Tea --split Anika,me", "Annika"),
            ("ledger add 5 Tea --payer Anika", "Annika"),
            ("ledger add like lunch -a crad", "card"),
            ("ledger amend lunch -a crad", "card"),
            ("ledger amend lunch --payer Anika", "Annika"),
            ("ledger amend --where lunch -a crad --yes", "card"),
            ("ledger repeat add 5 Tea -a crad --every week", "card"),
            ("ledger repeat add --task Water --assignee Anika --every week", "Annika"),
            ("ledger task add Water who:Anika", "Annika"),
            ("ledger task log Water --assignee Anika", "Annika"),
            ("ledger task edit dishes who:Anika", "Annika"),
        ])
    func names(_ command: String, _ near: String) throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            Self.setup + """

                ledger account open card >/dev/null
                ledger account open Assets:Giro >/dev/null
                ledger people add Annika >/dev/null
                ledger task add Dishes >/dev/null
                """)
        #expect(made.code == 0, "\(made.errors)")
        let refused = try runner.shell(command)
        #expect(refused.code == 1, "\(refused.output)")
        #expect(refused.errors.contains("did you mean '\(near)'?"), "\(refused.errors)")
        // What is advised records it, with the one and with the other.
        let advised = refused.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { $0.dropFirst("  try: ".count) }
        #expect(advised.count == 2 && advised.last == "\(command) --new", "\(refused.errors)")
        for command in advised {
            let recorded = try runner.shell("\(command) && ledger undo")
            #expect(recorded.code == 0, "\(command): \(recorded.errors)")
        }
    }

    @Test("names that are like none, or differ in a number, are opened and told") func opened()
        throws
    {
        let runner = try CommandRunner()
        #expect(try runner.shell(Self.setup + "\nledger account open visa1 >/dev/null").code == 0)
        for name in ["visa2", "wallet", "Assets:Giro"] {
            let result = try runner.shell("ledger add 5 Tea -a \(name)")
            #expect(result.code == 0, "\(result.errors)")
            #expect(result.output.contains("opened the account \(name)"), "\(result.output)")
        }
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
