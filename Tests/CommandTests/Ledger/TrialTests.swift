import Support
import Testing

/// What a first user tripped over.
@Suite("Trial")
struct TrialTests {
    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        _ = try runner.run("init", "--currency", "EUR", "--zone", "Europe/Berlin")
        return runner
    }

    private func json(_ runner: CommandRunner, _ script: String) throws -> JSONValue {
        let result = try runner.shell("ledger \(script) --format json")
        #expect(result.code == 0, "\(script): \(result.errors)")
        return try #require(JSONValue(parsing: result.output))
    }

    private func rows(_ runner: CommandRunner) throws -> [JSONValue] {
        try json(runner, "list --all")["rows"]?.array ?? []
    }

    @Test("what the sample says to try shows something") func sample() throws {
        let runner = try CommandRunner()
        let told = try runner.run("demo", "sample").output
        let tries = told.split(separator: "\n").drop { $0 != "Now try:" }.dropFirst()
        try #require(tries.count == 5)
        let shown = try runner.shell("set -e\n" + tries.joined(separator: "\n"))
        #expect(shown.code == 0, "\(shown.errors)")
        #expect(!shown.output.contains("No lines match"), "\(shown.output)")
    }

    @Test("a range that ends where it begins is refused, not reported as empty")
    func emptyRange() throws {
        let runner = try ledger()
        _ = try runner.run("add", "5", "Tea", "--on", "2026-04-01")
        #expect(try runner.run("report", "-b", "2026-04", "-e", "2026-04").code == 2)
        #expect(try runner.run("report", "-b", "2026-04-01", "-e", "2026-04-02").code == 0)
    }

    @Test("a keyed retry after midnight is the same request")
    func keyAfterMidnight() throws {
        let runner = try ledger()
        let first = try json(runner, "add 5 Tea --key k --now 2026-11-21T22:59:00Z")
        let second = try json(runner, "add 5 Tea --key k --now 2026-11-21T23:01:00Z")
        #expect(first["id"] == second["id"])
        #expect(try rows(runner).count == 1)
        #expect(try runner.run("add", "5", "Tea", "--key", "").code == 2)
    }

    @Test("a local time that a clock change leaves out moves forward")
    func gap() throws {
        let runner = try ledger()
        _ = try runner.run("add", "5", "Tea", "--time", "02:30", "--on", "2026-03-29")
        #expect(try rows(runner).first?["time"]?.string?.hasPrefix("03:30") == true)
    }

    @Test("both sides of a transfer move together")
    func transfer() throws {
        let runner = try ledger()
        let id = try json(runner, "add 50 Cash --transfer bank wallet --on 2026-02-01")["id"]
        let side = try #require(id?.number)
        #expect(
            try runner.run("amend", side, "--amount", "60", "--on", "2026-03-01").code == 0)
        let sides = try rows(runner)
        #expect(sides.count == 2)
        #expect(sides.allSatisfy { $0["amount"]?.string == "60.00" })
        #expect(sides.allSatisfy { $0["day"]?.string == "2026-03-01" })
        #expect(try json(runner, "report")["rows"]?[0]?["sum"]?.string == "60.00")
    }

    @Test(
        "transfers that move nothing are refused",
        arguments: ["bank bank", "- -", "'' bank", "bank wallet -a cash"])
    func senseless(accounts: String) throws {
        let runner = try ledger()
        #expect(try runner.shell("ledger add 50 Cash --transfer \(accounts)").code != 0)
        #expect(try rows(runner).isEmpty)
    }

    @Test("a transfer from an account into itself is told as such") func ownAccount() throws {
        let told = try ledger().shell("ledger add 50 Cash --transfer bank bank").errors
        #expect(told.contains("goes out of one account and into another one"), "\(told)")
    }

    @Test("no amendment makes what could not be added") func amended() throws {
        let runner = try ledger()
        let side = try json(runner, "add 50 Cash --transfer bank wallet")["id"]?.number ?? ""
        let same = try runner.shell("ledger amend \(side) -a wallet")
        #expect(same.code == 1)
        #expect(same.errors.contains("line \(side) would be of one account"), "\(same.errors)")
        #expect(same.errors.contains("try: ledger show \(side)"), "\(same.errors)")
        let many = try runner.shell("ledger amend --where 'title:cash' -a purse --new --yes")
        #expect(many.errors.contains("--where 'title:cash not:id:"), "\(many.errors)")
        let zero = try runner.shell("ledger amend \(side) --amount 0")
        #expect(zero.code == 1)
        #expect(zero.errors.contains("try: ledger void \(side)"), "\(zero.errors)")
        #expect(try rows(runner).map { $0["account"]?.string } == ["wallet", "bank"])
    }

    @Test("what belongs to transfers is refused elsewhere") func received() throws {
        let runner = try ledger()
        #expect(try runner.shell("ledger add 50 Cash --received '3 USD'").code == 2)
    }

    @Test("a dry run says so in JSON") func dryRun() throws {
        let runner = try ledger()
        #expect(try json(runner, "add 5 Tea --dry-run")["dryRun"]?.bool == true)
        #expect(try json(runner, "add 5 Tea")["dryRun"] == nil)
    }

    @Test("a time before the ledger was opened is not damage") func beforeTheOpening() throws {
        #expect(try ledger().run("report", "--as-of", "2020-01-01").code == 1)
    }
}
