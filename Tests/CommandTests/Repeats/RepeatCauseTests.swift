import Support
import Testing

/// What was recorded for a rule says so, by the key of its commit.
@Suite("Causes of what comes again") struct RepeatCauseTests {
    /// Ids, by hand: 2 the rule, 3 and 4 the rents of January and February, 5 the amendment of 3;
    /// 6 is of no rule, and neither is 7, whose key ends like that of one: a key that begins like
    /// one is refused.
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --now 2026-01-01
            ledger repeat add 980 Rent -c home --every 'month on the 1st' --post \\
                --from 2026-01-01 --now 2026-01-01
            ledger repeat post --now 2026-02-10
            ledger amend 3 --amount 990 --now 2026-02-10
            ledger add 5 Tea -c food --on 2026-02-01 --now 2026-02-10
            ledger add 6 Bun -c food --on 2026-02-01 --now 2026-02-10 --key rent/0/2026-02-01
            key=repeat/$(printf 0%.0s {1..32})/2026-02-01
            ledger add 7 Jam --on 2026-02-01 --now 2026-02-10 --key $key 2>/dev/null && exit 9
            true
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    @Test("are told on both sides") func causes() throws {
        let runner = try opened()
        func chain(_ id: String) throws -> [String] {
            let found = try runner.shell("ledger log --causes \(id) -O csv")
            #expect(found.code == 0, "\(found.errors)")
            return CSVText.rows(found.output).dropFirst().map { $0[0] }
        }
        #expect(try chain("2") == ["5", "4", "3", "2"])
        #expect(try chain("4") == ["4", "2"])
        #expect(try chain("5") == ["5", "3", "2"])
        #expect(try chain("6") == ["6"])
        #expect(try chain("7") == ["7"])
    }

    @Test("with rule and day, in lists of events and of the entry") func origins() throws {
        let runner = try opened()
        let rows = CSVText.rows(try runner.shell("ledger log --causes 2 -O csv").output)
        let header = try #require(rows.first)
        let columns = (
            try #require(header.firstIndex(of: "rule")),
            try #require(header.firstIndex(of: "ruleDay"))
        )
        let told = rows.dropFirst().map { [$0[0], $0[columns.0], $0[columns.1]] }
        #expect(
            told == [
                ["5", "", ""], ["4", "2", "2026-02-01"], ["3", "2", "2026-01-01"], ["2", "", ""],
            ])
        let explained = try runner.shell("ledger explain home 2026-02").output
        #expect(explained.contains("(rule 2 for 2026-02-01)"), "\(explained)")
        let json = #""rule":2,"ruleDay":"2026-02-01""#
        for command in ["explain home 2026-02", "log --causes 4", "show 4"] {
            let found = try runner.shell("ledger \(command) -O json").output
            #expect(found.contains(json), "\(command): \(found)")
        }
        let shown = try runner.shell("ledger show 4").output
        #expect(shown.contains("rule 2, for 2026-02-01"), "\(shown)")
        #expect(try !runner.shell("ledger show 7").output.contains("comes again"))
    }
}
