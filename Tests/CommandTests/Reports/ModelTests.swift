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

    @Test(
        "after each of the real files that can be read as they are, rows are those of a rebuild",
        .enabled(
            if: hasSQLite && SharedData.has("csv-reckon-dialects"),
            "the program sqlite3 or shared/data/csv-reckon-dialects is missing"))
    func realFiles() throws {
        let one = try #require(SharedData.url("csv-reckon-dialects"))
        let runner = try CommandRunner(["DATA": URL(filePath: one).deletingLastPathComponent().path]
        )
        #expect(try runner.run("init", "--currency", "EUR", "--zone", "UTC").code == 0)
        let imported = try runner.shell(
            """
            find "$DATA"/csv-* -name '*.csv' -size -3M | sort | while read -r file; do
              ledger import "$file" >/dev/null 2>&1 || continue
              ledger sql 'SELECT 1' >/dev/null 2>&1 && echo "$file"
            done
            """)
        #expect(imported.output.split(separator: "\n").count >= 20)
        try compare(runner)
        let rebuilt = try runner.shell(
            """
            dump() { sqlite3 -readonly ledger/models.sqlite ".dump $1"; }
            for table in daily_report weekly_report monthly_report expense; do dump $table; done >a
            ledger projections rebuild --all >/dev/null
            for table in daily_report weekly_report monthly_report expense; do dump $table; done >b
            cmp a b && grep -c INSERT b
            """)
        #expect(rebuilt.code == 0, "\(rebuilt.output)\(rebuilt.errors)")
        #expect(Int(rebuilt.output.filter { !$0.isWhitespace }) ?? 0 > 10_000)
    }

    @Test(
        "DuckDB finds the totals that the report prints",
        .enabled(if: hasSQLite, "the program sqlite3 is not installed"))
    func duckDB() throws {
        let variables = ProcessInfo.processInfo.environment
        let python = variables["LEDGER_BENCH_VENV"].map { "\($0)/bin/python" } ?? "python3"
        let runner = try CommandRunner(["PYTHON": python])
        if try runner.shell("\"$PYTHON\" -c 'import duckdb'").code != 0 {
            return print("no DuckDB in Python: totals are compared with those of sqlite3 alone")
        }
        #expect(try runner.run("demo").code == 0)
        #expect(try runner.shell("ledger sql 'SELECT * FROM expense' -O csv >t.csv").code == 0)
        try runner.write(
            Array(
                """
                import duckdb
                month = "strftime(day, '%Y-%m-01'), kind, currency, sum(amount)"
                lines = "FROM 't.csv' WHERE counterpart = 0 GROUP BY ALL"
                for row in duckdb.sql(f'SELECT {month} {lines}').fetchall(): print(*row, sep='|')
                """.utf8), to: "totals.py")
        let found = try runner.shell("\"$PYTHON\" totals.py")
        let totals = found.output.split(separator: "\n").map(String.init).sorted()
        #expect(try totals == reported(runner) && !totals.isEmpty, "\(found.errors)")
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
