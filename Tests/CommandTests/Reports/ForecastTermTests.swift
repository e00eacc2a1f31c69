import Support
import Testing

/// What is to come, asked for by terms.
@Suite("A forecast with terms")
struct ForecastTermTests {
    /// From 2026-04-10 on to the end of June, by hand: rent 980.00 and the paper 20.00 USD twice,
    /// the gym, of a category that was renamed, 30.00 twice; the gym was paid once.
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --now 2026-04-10 >/dev/null
            ledger account add giro >/dev/null
            ledger price USD EUR 0.9 --on 2026-03-01 >/dev/null
            ledger repeat add 980 Rent -c home:rent -a giro --every 'month on the 1st' \\
                --from 2026-05 --now 2026-04-10 >/dev/null
            ledger repeat add 20 Paper -c news --currency USD --tag a --tag b \\
                --every 'month on the 5th' --from 2026-05 --now 2026-04-10 >/dev/null
            ledger repeat add 30 Gym -c sport --every 'month on the 7th' --from 2026-05 \\
                --now 2026-04-10 >/dev/null
            ledger add 31 Gym -c sport --on 2026-04-07 --now 2026-04-10 >/dev/null
            ledger category rename sport health >/dev/null
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    /// Category or tag, sum, count, and whether it is to come.
    private func rows(_ runner: CommandRunner, _ words: String) throws -> [String] {
        let found = try runner.shell(
            "ledger report \(words) --forecast -e 2026-07-01 --now 2026-04-10 -O csv")
        #expect(found.code == 0, "\(words): \(found.errors)")
        return found.output.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).dropFirst(5)
                .joined(separator: " ")
        }
    }

    @Test("has what passes them, by the names of now, on both sides") func terms() throws {
        let runner = try opened()
        #expect(try rows(runner, "gym") == [" EUR 31.00 1 false", " EUR 60.00 2 true"])
        #expect(try rows(runner, "-c health") == [" EUR 31.00 1 false", " EUR 60.00 2 true"])
        #expect(try rows(runner, "cat:sport") == [])
        #expect(try rows(runner, "-a giro") == [" EUR 1960.00 2 true"])
        #expect(
            try rows(runner, "not gym --by category") == [
                "home:rent EUR 1960.00 2 true", "news USD 40.00 2 true",
            ])
        #expect(
            try rows(runner, "tag:a or gym -X EUR --by category") == [
                "health EUR 31.00 1 false", "health EUR 60.00 2 true", "news EUR 36.00 2 true",
            ])
        #expect(try rows(runner, "'amt:>100' date:2026-06") == [" EUR 980.00 1 true"])
        #expect(
            try rows(runner, "tag:a --by tag") == [" a USD 40.00 2 true", " b USD 40.00 2 true"])
    }

    @Test("totals count what has several tags once") func outer() throws {
        let runner = try opened()
        let text = try runner.shell(
            "ledger report -M --forecast --by category,tag tag:a -e 2026-07-01 --now 2026-04-10")
        #expect(text.code == 0, "\(text.errors)")
        let totals = text.output.split(separator: "\n").filter { $0.hasPrefix("Total") }
            .map { $0.split(separator: " ") }
        // Two periods are compared.
        #expect(totals == [["Total", "20.00", "20.00", "0.00", "0.0%"]], "\(text.output)")
    }

    @Test("is refused where terms ask for what only recorded entries have")
    func recorded() throws {
        let runner = try opened()
        for term in ["id:9", "status:cleared", "'not (gym or id:9)'", "status:unmarked"] {
            let refused = try runner.shell("ledger report \(term) --forecast --now 2026-04-10")
            #expect(refused.code == 2, "\(term): \(refused.output)")
            #expect(refused.errors.contains("not recorded"), "\(term): \(refused.errors)")
        }
    }

    /// The gym is not expected in July any more: the heading is of the days all the same.
    @Test("its heading names the days that count, as that of what is recorded")
    func heading() throws {
        let runner = try opened()
        for (words, days) in [
            ("gym -e 2026-07-05", "2026-04-11 to 2026-07-04"),
            ("gym -b 2026-05-03 -e 2026-07-05", "2026-05-03 to 2026-07-04"),
            // Six months without an end.
            ("tag:a", "2026-04-11 to 2026-10-10"),
        ] {
            let text = try runner.shell("ledger report -M \(words) --forecast --now 2026-04-10")
            let heads = text.output.split(separator: "\n").filter { $0.hasPrefix("Forecast") }
            #expect(heads.allSatisfy { $0.hasSuffix(", \(days)") }, "\(text.output)")
            #expect(!heads.isEmpty, "\(text.output)")
        }
    }
}
