import Support
import Testing

@Suite("Amounts, currencies and days as they are typed")
struct WrittenMoneyTests {
    private func opened(_ currency: String = "EUR") throws -> CommandRunner {
        let runner = try CommandRunner()
        let arguments = ["init", "--currency", currency, "--zone", "UTC", "--owner", "Ada"]
        try #require(try runner.start(arguments).finish().code == 0)
        return runner
    }

    /// What a command refuses, and that each of its next commands is taken.
    private func refused(
        _ command: String, _ runner: CommandRunner, _ tries: [String]
    ) throws {
        let result = try runner.shell(command)
        #expect(result.code != 0, "\(command)")
        let found = result.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { String($0.dropFirst(7)) }
        #expect(found == tries, "\(command): \(result.errors)")
        for next in found where !next.hasSuffix("--help") {
            let again = try runner.shell(next)
            #expect(again.code == 0, "\(next): \(again.errors)")
        }
    }

    @Test(
        "a currency beside an amount is its currency",
        arguments: [
            ("add 12.50 USD Lunch", "12.50 USD  Lunch"), ("add '12,50€' Lunch", "12.50 EUR  Lunch"),
            ("add '12.50 USD' Lunch", "12.50 USD  Lunch"), ("add USD 12.50 Lunch", "12.50 USD"),
            ("add '€12.50' Lunch", "12.50 EUR  Lunch"), ("add '-€5' Lunch", "-5.00 EUR  Lunch"),
            ("add 12.50 € Lunch", "12.50 EUR  Lunch"), ("add 12.50 usd Lunch", "12.50 USD  Lunch"),
            ("add 900JPY Tea", "900 JPY  Tea"), ("add 12 kr Tea --currency SEK", "12.00 SEK  Tea"),
            ("add '£3' Tea", "3.00 GBP  Tea"), ("add 5 top up", "5.00 EUR  top up"),
            ("add 5 Try this", "5.00 EUR  Try this"), ("add 5 R2D2", "5.00 EUR  R2D2"),
            ("add '$5' Tea --currency USD", "5.00 USD  Tea"),
        ])
    func understood(_ command: String, _ shown: String) throws {
        let runner = try opened(command.contains("£") ? "GBP" : "EUR")
        let result = try runner.shell("ledger \(command)")
        #expect(result.output.contains(shown), "\(result.output)\(result.errors)")
    }

    @Test("the symbol of a ledger's own dollar is its currency") func dollar() throws {
        let runner = try opened("AUD")
        #expect(try runner.run("add", "$12.50", "Lunch").output.contains("12.50 AUD  Lunch"))
        #expect(try runner.run("add", "US$1", "Tea").output.contains("1.00 USD  Tea"))
    }

    @Test("what a statement said before is told as all money is") func replaced() throws {
        let runner = try opened()
        let result = try runner.shell(
            """
            ledger account open bank --opening 1210 --on 2026-01-01 >/dev/null
            ledger assert bank 1350 --on 2026-02-02 >/dev/null 2>&1
            ledger assert bank 1210 --on 2026-02-02
            ledger assert bank 1350 --on 2026-02-02 --numbers 1.234,56
            """)
        #expect(result.output.contains("of that day said 1,350.00; withdrawn"), "\(result)")
        #expect(result.output.contains("of that day said 1.210,00; withdrawn"), "\(result)")
    }

    @Test("every further line inherits a currency that is typed beside the first amount")
    func lines() throws {
        let runner = try opened()
        let result = try runner.run("add", "4.20", "USD", "Milk", "+", "3", "Soap")
        #expect(result.code == 0, "\(result.errors)")
        let csv = try runner.run("list", "-O", "csv").output
        #expect(csv.split(separator: "USD").count == 3)
    }

    @Test("wherever an amount is typed a currency may stand beside it") func everywhere() throws {
        let runner = try opened()
        let result = try runner.shell(
            """
            ledger add 5 Tea >/dev/null && ledger people add Ann >/dev/null
            ledger amend 2 --amount '7 USD' && ledger amend 2 --amount 8 --currency '€'
            ledger account open cash --opening '10€' && ledger account edit cash --opening '11 EUR'
            ledger assert cash '€11' && ledger add 10 Pizza --split 'Ann=4€,me'
            ledger add 50 Swap --transfer cash - --received '54 USD'
            ledger list cur:€ -O csv | wc -l
            """)
        #expect(result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.contains("7.00 USD"))
        #expect(result.output.contains("8.00 EUR"))
    }

    @Test("what can be read in two ways is refused with both") func asked() throws {
        let runner = try opened()
        try refused(
            "ledger add 1,000 Rent", runner, ["ledger add 1000 Rent", "ledger add 1,00 Rent"])
        try refused(
            "ledger add '1.050€' Rent", runner,
            ["ledger add '1050€' Rent", "ledger add '1.05€' Rent"])
        try refused(
            "ledger add 12.505 Rent", runner, ["ledger add 12505 Rent"])
        try refused("ledger add '1 000' Rent", runner, ["ledger add 1000 Rent"])
        try refused("ledger add \"1'000,50\" Rent", runner, ["ledger add 1000.50 Rent"])
        try refused("ledger add '1.234,50 €' Rent", runner, ["ledger add '1234.50 €' Rent"])
        try refused(
            "ledger add '$12.50' Tea", runner,
            [
                "ledger add USD12.50 Tea", "ledger add CAD12.50 Tea", "ledger add AUD12.50 Tea",
            ])
        try refused("ledger add 5€ Tea --currency USD", runner, ["ledger add '5€' Tea"])
        try refused("ledger add 5EUX Tea", runner, ["ledger add 5EUR Tea"])
        try refused("ledger add abc Tea", runner, ["ledger add 12.50 Lunch"])
        try refused("ledger add Tea 5 USD", runner, ["ledger add 5 USD Tea"])
        try refused("ledger add Tea USD 5 -c food", runner, ["ledger add USD 5 Tea -c food"])
        try refused("ledger add Tea 5USD", runner, ["ledger add 5USD Tea"])
        try refused("ledger add 5,- Tea", runner, ["ledger add 5 Tea"])
        try refused("ledger add 5 USD", runner, ["ledger add 5 USD Lunch"])
        try refused(
            "ledger list 'amt:>1,000'", runner,
            ["ledger list 'amt:>1000'", "ledger list 'amt:>1.00'"])
        try refused("ledger list 'amt:>20EUR'", runner, ["ledger list 'amt:>20' cur:EUR"])
        try refused(
            "ledger list --amount '<=5 USD'", runner, ["ledger list --amount '<=5' cur:USD"])
    }

    @Test("a day that may be of two months is refused with both") func days() throws {
        let runner = try opened()
        let clock = "--now 2026-12-24"
        try refused(
            "ledger add 5 Tea --on 3/4 \(clock)", runner,
            [
                "ledger add 5 Tea --on 2026-03-04 \(clock)",
                "ledger add 5 Tea --on 2026-04-03 \(clock)",
            ])
        try refused(
            "ledger add 5 Tea --on 3.4. \(clock)", runner,
            [
                "ledger add 5 Tea --on 2026-03-04 \(clock)",
                "ledger add 5 Tea --on 2026-04-03 \(clock)",
            ])
        try refused(
            "ledger add 5 Tea --on last friday -c food \(clock)", runner,
            ["ledger add 5 Tea --on 'last friday' -c food \(clock)"])
        try refused(
            "ledger report -p 'from 03/04/2026 to 2026-12' \(clock)", runner,
            [
                "ledger report -p 'from 2026-03-04 to 2026-12' \(clock)",
                "ledger report -p 'from 2026-04-03 to 2026-12' \(clock)",
            ])
        try refused(
            "ledger task add Tea --due 3.4 \(clock)", runner,
            [
                "ledger task add Tea --due 2027-03-04 \(clock)",
                "ledger task add Tea --due 2027-04-03 \(clock)",
            ])
        try refused(
            "ledger list date:3/4 \(clock)", runner,
            ["ledger list date:2026-03-04 \(clock)", "ledger list date:2026-04-03 \(clock)"])
    }
}
