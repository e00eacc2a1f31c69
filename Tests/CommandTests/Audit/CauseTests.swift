import Support
import Testing

/// What led to an event, and what followed from it.
@Suite("Causes of events") struct CauseTests {
    /// Ids, by hand: 2 Tea, 3 its amendment, 4 Bun, 5 the undo of 3 with 6, the value of before;
    /// 7 the void of 2; 8 an import with 9 Map and 10 Pen, which 11 amends.
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC
            ledger add 5 Tea -c food
            ledger amend 2 --amount 6
            ledger add 7 Bun -c food
            ledger undo 3
            ledger void 2
            printf 'date,amount,title\\n2026-01-02,3,Map\\n2026-01-02,4,Pen\\n' >a.csv
            ledger import a.csv --sign spend
            ledger amend 10 --amount 5
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func chain(_ runner: CommandRunner, _ id: String) throws -> [String] {
        let found = try runner.shell("ledger log --causes \(id) -O csv")
        #expect(found.code == 0, "\(found.errors)")
        return CSVText.rows(found.output).dropFirst().map { $0[0] }
    }

    @Test("are told on and on, on both sides, and nothing beside them") func chains() throws {
        let runner = try opened()
        #expect(try chain(runner, "2") == ["7", "6", "5", "3", "2"])
        #expect(try chain(runner, "tea") == ["7", "6", "5", "3", "2"])
        #expect(try chain(runner, "4") == ["4"])
        #expect(try chain(runner, "11") == ["11", "10", "8"])
        #expect(try chain(runner, "10") == ["11", "10", "8"])
        #expect(try chain(runner, "3") == ["7", "6", "5", "3", "2"])
    }

    @Test("are asked for alone, of an event that is there") func refused() throws {
        let runner = try opened()
        let both = try runner.shell("ledger log --causes 2 --kind line")
        #expect(both.code != 0 && both.errors.contains("--causes and --kind"), "\(both.errors)")
        #expect(try runner.shell("ledger log --causes 99").code == 2)
    }
}
