import Support
import Testing

@Suite("What is shown of settings, clocks, notes and titles")
struct ShownTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let arguments = ["init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada"]
        try #require(
            try runner.start(arguments + ["--now", "2026-01-05"]).finish().code == 0)
        return runner
    }

    @Test("a report has the settings of its moment") func settings() throws {
        let runner = try opened()
        _ = try runner.run("add", "5", "Tea", "--now", "2026-01-06")
        let changed = try runner.run("config", "--week-start", "sunday", "--now", "2026-01-07")
        #expect(changed.output.contains("take it back: ledger config --week-start monday\n"))
        func settings(_ arguments: String...) throws -> JSONValue? {
            let report = ["report", "-W", "--now", "2026-01-07", "-O", "json"] + arguments
            return JSONValue(parsing: try runner.start(report).finish().output)?["settings"]
        }
        #expect(try settings()?["weekStart"]?.string == "sunday")
        #expect(try settings("--as-of", "2")?["weekStart"]?.string == "monday")
        #expect(try settings("--as-of", "2026-01-06")?["weekStart"]?.string == "monday")
    }

    @Test("a clock far from the last event is asked about once") func clock() throws {
        let runner = try CommandRunner()
        _ = try runner.run("init", "--zone", "UTC", "--now", "2001-01-01")
        _ = try runner.run("add", "1", "Tea", "--now", "2001-01-02")
        let asked = try runner.run("add", "2", "Tea", "--on", "2001-01-03")
        #expect(asked.code == 1)
        #expect(asked.errors.contains("the last event, of 2001-01-02 12:00 UTC"))
        #expect(asked.errors.contains("  try: ledger add 2 Tea --on 2001-01-03 --accept-clock\n"))
        let accepted = try runner.run("add", "2", "Tea", "+", "3", "Soap", "--accept-clock")
        #expect(accepted.code == 0, "\(accepted.errors)")
        #expect(try runner.run("add", "4", "Tea").code == 0)
        // Who says what time it is knows it, but a far future may be mistyped.
        #expect(try runner.run("add", "5", "Tea", "--now", "2999-01-01").code == 1)
        let future = try runner.run("add", "5", "Tea", "--now", "2999-01-01", "--accept-clock")
        #expect(future.code == 0)
        // A clock that is behind does no harm.
        #expect(try runner.run("void", "2").code == 0)
    }

    @Test("of many notes five are shown") func manyNotes() throws {
        let runner = try opened()
        let names = (10..<20).map { "Account number \($0)" }
        let rows = names.map { "2026-01-05,1.50,food \($0),\($0)" }
        let first = (["Date,Amount,Category,Account"] + rows).joined(separator: "\n")
        try runner.write(Array(first.utf8), to: "one.csv")
        let opening = try runner.run("import", "one.csv").output.split(separator: "\n")
        let start = try #require(opening.firstIndex { $0.hasPrefix("note: opened the accounts ") })
        #expect(opening.filter { $0.hasPrefix("note: ") }.count == 1)
        let end = try #require(opening.firstIndex { $0.hasPrefix("Recorded as") })
        let listed = opening[start..<end]
        #expect(listed.count == 3)
        #expect(listed.allSatisfy { $0.count <= 80 })
        #expect(listed.dropFirst().allSatisfy { $0.hasPrefix("      ") })
        let shown = listed.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(names.allSatisfy(shown.contains))

        let second = first.replacing("food", with: "FOOD").replacing("1.50", with: "2.50")
        try runner.write(Array(second.utf8), to: "two.csv")
        let spelt = try runner.run("import", "two.csv", "--dry-run").output
        #expect(spelt.split(separator: "note: category FOOD ").count == 6)
        #expect(spelt.contains("\n      … and 5 more like it\n"))
        let json = try runner.run("import", "two.csv", "-O", "json").output
        #expect(JSONValue(parsing: json)?["notes"]?.array?.count == 10)
    }

    @Test("a line without a title shows its note") func notesAsTitles() throws {
        let runner = try opened()
        let text = "Date,Amount,Note\n2026-01-05,1.50,\"\nWindow seat\nto Vienna\"\n"
        try runner.write(Array(text.utf8), to: "one.csv")
        _ = try runner.run("import", "one.csv", "--now", "2026-01-05")
        let plain = try runner.run("list").output
        #expect(plain.contains("2026-01-05  Window seat            "))
        #expect(!plain.contains("Vienna"))
        let coloured = try runner.run("list", "--color", "always").output
        #expect(coloured.contains("2026-01-05  \u{1B}[2mWindow seat\u{1B}[0m  "))
        let voided = try runner.run("void", "3", "--now", "2026-01-06").output
        #expect(voided.hasPrefix("Voided 3: 2026-01-05  1.50 EUR  Window seat\n"))
        let history = try runner.run("history", "3").output
        #expect(!history.contains("voided  (none)"))
        let json = try runner.run("history", "3", "-O", "json").output
        #expect(json.contains(#""field":"voided""#))
    }
}
