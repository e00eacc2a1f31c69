import Support
import Testing

/// What people type first, and what the program then advises.
@Suite("Slips of the first day")
struct FirstSlipTests {
    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            "ledger init --currency EUR --zone UTC && ledger add 5 Tea --on 2026-11-03")
        try #require(made.code == 0, "\(made.errors)")
        return runner
    }

    private func tries(_ errors: String) -> [String] {
        errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { String($0.dropFirst(7)) }
    }

    @Test(
        "only what is near is advised, else where it is told",
        arguments: [
            ("add 12 Cinema --on 'thursday last week'", ["ledger help dates"]),
            ("add 12 Cinema --on 31.11.2026", ["ledger help dates"]),
            ("add 12 Cinema --on 13/13/2026", ["ledger help dates"]),
            ("add 12 Cinema --on yesterdy", ["ledger add 12 Cinema --on yesterday"]),
            ("add 12 Cinema --on 'lst month'", ["ledger help dates"]),
            ("period last mnth", ["ledger period 'last month'"]),
            ("report last mnth", ["ledger report last month", "ledger list mnth"]),
            (
                "add 12 Cinema --date yesterday",
                ["ledger add 12 Cinema --on yesterday", "ledger add --help"]
            ),
            (
                "add 12 Cinema --date=yesterday",
                ["ledger add 12 Cinema --on=yesterday", "ledger add --help"]
            ),
            ("add 10 Tea --split me,50", ["ledger people"]),
            ("add 10 Tea --cat food", ["ledger add --help"]),
            (
                "add 10 Tea --catgory food",
                ["ledger add 10 Tea --category food", "ledger add --help"]
            ),
            ("task add Water --due fri --every friday", ["ledger task add --help"]),
            ("task add Water --after 2", ["ledger task add --help"]),
            ("list --order amount", ["ledger list --help"]),
            ("list --json", ["ledger list -O json", "ledger list --help"]),
            ("report --month", ["ledger report --monthly", "ledger report --help"]),
        ])
    func advised(_ typed: String, _ expected: [String]) throws {
        let done = try ledger().shell("ledger \(typed)")
        #expect(done.code != 0)
        #expect(tries(done.errors) == expected, "\(done.errors)")
        #expect(!done.errors.contains("--note"))
    }

    @Test(
        "what does not fit says what does, and what to type",
        arguments: [
            (
                "report -O xml",
                "-O cannot be 'xml'; it is one of\n    text, csv, json, tsv, markdown, html, svg",
                ["ledger report -O csv", "ledger report --help"]
            ),
            (
                "list -n x", "-n cannot be 'x'; it is a whole number",
                ["ledger list -n 20", "ledger list --help"]
            ),
            (
                "list --color x", "--color cannot be 'x'; it is one of\n    auto, always, never",
                ["ledger list --color never", "ledger list --help"]
            ),
            (
                "add Lunch", "'Lunch' is no amount: digits and at most one . or , without grouping",
                ["ledger add 12.50 Lunch"]
            ),
            (
                "price EUR", "missing expected argument '<currency>'",
                ["ledger price EUR USD 1.08", "ledger price --help"]
            ),
            ("-v", "unknown option '-v'", ["ledger --version", "ledger --help"]),
            (
                "-f nosuch list", "there is no ledger in nosuch",
                ["ledger -f nosuch init", "ledger -f nosuch demo"]
            ),
            (
                "-f book.journal list", "book.journal is no folder, and a ledger is one",
                ["ledger import book.journal"]
            ),
        ])
    func fitting(_ typed: String, _ what: String, _ expected: [String]) throws {
        let done = try ledger().shell("echo >book.journal; ledger \(typed)")
        #expect(done.code != 0)
        #expect(done.errors.hasPrefix("ledger: \(what)\n"), "\(done.errors)")
        #expect(tries(done.errors) == expected, "\(done.errors)")
    }

    @Test("pages are found by other names", arguments: ["date", "queries", "terms"])
    func pages(_ name: String) throws {
        let runner = try CommandRunner()
        let page = try runner.run("help", name)
        #expect(page.code == 0)
        #expect(page.output == (try runner.run("help", name == "date" ? "dates" : "query").output))
    }

    @Test("prices that begin later say when, and what takes those of today")
    func prices() throws {
        let done = try ledger().shell(
            """
            ledger add 20 Book --currency USD --on 2026-11-03 >/dev/null
            ledger price USD EUR 0.92 --on 2026-11-20 >/dev/null
            ledger report -X EUR --now 2026-11-27 | grep -A1 without
            ledger report -X EUR -O json --now 2026-11-27 | grep -o '"starts":{[^}]*}'
            ledger report -X EUR --value now --now 2026-11-27 | grep -c begin
            """)
        #expect(
            done.output == """
                without a price in EUR, apart: USD
                prices of USD begin on 2026-11-20; those of today for all days: --value now
                "starts":{"USD":"2026-11-20"}
                0

                """, "\(done.output)\(done.errors)")
    }

    @Test("a backup is brought back where no ledger is") func backup() throws {
        let done = try CommandRunner().shell("ledger restore backup")
        #expect(
            tries(done.errors) == ["ledger restore backup --into FOLDER", "ledger init"],
            "\(done.errors)")
    }

    @Test("words that only tasks have are found there") func tasks() throws {
        let done = try ledger().shell(
            """
            ledger task add Buy milk >/dev/null
            ledger find milk | head -2
            ledger find bread | head -2
            """)
        #expect(
            done.output == """
                No lines match.
                Tasks do: ledger task find milk
                No lines match.


                """, "\(done.output)\(done.errors)")
    }
}
