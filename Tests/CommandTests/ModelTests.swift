import Foundation
import Support
import Testing

/// The database beside the log as other programs, and the hand that kills, find it.
@Suite("Read models and other programs", .serialized)
struct ModelTests {
    static let hasSQLite = FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

    /// The monthly totals of expenses in the ledger's own words: month, currency, minor units.
    private func reported(_ runner: CommandRunner) throws -> [String] {
        let report = try runner.run("report", "-M", "--format", "json")
        let rows = JSONValue(parsing: report.output)?["rows"]?.array ?? []
        return rows.compactMap { row in
            guard let start = row["start"]?.string, let sum = row["sum"]?.string,
                let kind = row["kind"]?.string, let currency = row["currency"]?.string
            else { return nil }
            let digits = sum.filter { $0 != "." }
            return "\(start)|\(kind)|\(currency)|\(Int64(digits) ?? 0)"
        }.sorted()
    }

    private static let totals =
        "SELECT month, kind, currency, sum(amount) FROM monthly_report GROUP BY 1, 2, 3"

    private static let lineTotals =
        "SELECT substr(day, 1, 7) || '-01', kind, currency, sum(amount) FROM expense "
        + "WHERE counterpart = 0 GROUP BY 1, 2, 3"

    private func compare(_ runner: CommandRunner) throws {
        #expect(try runner.run("sql", "SELECT 1").code == 0)
        let expected = try reported(runner)
        #expect(!expected.isEmpty)
        for sql in [ModelTests.totals, ModelTests.lineTotals] {
            let found = try runner.shell("sqlite3 -readonly ledger/models.sqlite \"\(sql)\"")
            #expect(found.errors == "")
            #expect(found.output.split(separator: "\n").map(String.init).sorted() == expected)
        }
        #expect(try runner.run("projections", "check").code == 0)
    }

    @Test(
        "sqlite3 finds the totals that the report prints",
        .enabled(if: hasSQLite, "the program sqlite3 is not installed"))
    func sample() throws {
        let runner = try CommandRunner()
        #expect(try runner.run("demo").code == 0)
        try compare(runner)
    }

    @Test(
        "sqlite3 finds the totals of 28,000 real payments",
        .enabled(
            if: hasSQLite && SharedData.has("csv-gla-spend-28k"),
            "the program sqlite3 or shared/data/csv-gla-spend-28k is missing"))
    func realFile() throws {
        let file = try #require(SharedData.url("csv-gla-spend-28k/data/all.csv"))
        let runner = try CommandRunner(["FILE": file])
        #expect(try runner.run("init", "--currency", "GBP", "--zone", "Europe/London").code == 0)
        _ = try runner.shell("ledger import \"$FILE\" || true")
        try compare(runner)
    }

    /// Whatever moment it is: the tables are as they were, or as they shall be, and say which.
    @Test("40 rebuilds, each ended by force")
    func killed() async throws {
        let runner = try CommandRunner()
        let script = """
            ledger init --currency EUR --zone UTC >/dev/null
            { echo Date,Amount,Title; for i in $(seq 20000); do
            echo 2026-0$((i % 9 + 1))-1$((i % 10)),$((i % 90 + 1)).50,Payee $i; done; } >t.csv
            ledger import t.csv >/dev/null
            ledger sql 'SELECT 1' >/dev/null
            """
        #expect(try runner.shell(script).code == 0)
        let sums = "SELECT count(*), sum(amount) FROM expense"
        let expected = try runner.run("sql", sums).output
        var moments = KillTests.Moments(state: 99)
        for number in 0..<40 {
            // Some begin with no database at all.
            if number % 4 == 0 { #expect(try runner.run("projections", "drop", "--all").code == 0) }
            let command = try runner.start(["projections", "rebuild"])
            try await Task.sleep(for: .milliseconds(Int.random(in: 1..<250, using: &moments)))
            command.killNow()
            _ = try command.finish()
            let check = try runner.run("projections", "check")
            #expect(check.code == 0, "\(number): \(check.errors)")
            if number % 8 == 7 { #expect(try runner.run("sql", sums).output == expected) }
        }
        #expect(try runner.run("sql", sums).output == expected)
        #expect(try runner.run("projections", "check").code == 0)
    }

    @Test("what needs no tables makes none") func lazy() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            ledger demo >/dev/null; ledger report -M >/dev/null; ledger list >/dev/null
            ledger add 5 Tea >/dev/null; ledger projections >/dev/null; ls ledger
            """)
        #expect(!result.output.contains("models"))
    }
}
