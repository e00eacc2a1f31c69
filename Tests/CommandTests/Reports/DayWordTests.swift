import Foundation
import Support
import Testing

/// Days in words where a list is of something else than lines: the same words as of a report.
@Suite("Days in words of every list") struct DayWordTests {
    private func ledger() throws -> CommandRunner {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-01-01 >/dev/null
            now() { ledger "$@" --now 2026-04-10 >/dev/null; }
            now add 4 Milk -c food -a Card --on 2026-02-03
            now add 5 Tea -c food -a Card --on 2026-03-04 --tag work
            now add 6 Rye -c bread -a Card --on 2026-03-20
            now add 40 Pay --income -a Save --on 2026-02-20
            now add 30 Pay --income -a Save --on 2026-04-02
            now price USD EUR 0.9 --on 2026-02-01
            now price USD EUR 0.8 --on 2026-03-01
            now price GBP EUR 1.2 --on 2026-03-02
            now goal set 100 Bike --account Save
            now close 2026-02
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func rows(_ runner: CommandRunner, _ command: String) throws -> [[String: String]] {
        let result = try runner.shell("ledger \(command) -O csv --now 2026-04-10")
        #expect(result.code == 0, "\(command): \(result.errors)")
        let rows = CSVText.rows(result.output)
        let header = try #require(rows.first)
        return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    /// By hand: tea and rye, on 4 and 20 March; 2 entries on 17 days are 0.12 a day.
    @Test(
        "statistics are of the entries and prices of the days",
        arguments: ["last month", "2026-03", "-p 'last month'", "-b 2026-03-01 --to 2026-03-31"])
    func stats(days: String) throws {
        let stats = try #require(try rows(try ledger(), "stats \(days)").first)
        let expected = [
            "start": "2026-03-01", "end": "2026-04-01", "first": "2026-03-04",
            "last": "2026-03-20", "days": "17", "entries": "2", "lines": "2", "perDay": "0.1",
            "categories": "2", "payees": "2", "tags": "1", "currencies": "EUR", "prices": "2",
        ]
        for (key, value) in expected { #expect(stats[key] == value, "\(key)") }
    }

    @Test("prices are those told of the days, of a currency or of all") func prices() throws {
        let runner = try ledger()
        func days(_ words: String) throws -> [String] {
            try rows(runner, words).compactMap { $0["date"] }.sorted()
        }
        #expect(try days("prices") == ["2026-02-01", "2026-03-01", "2026-03-02"])
        #expect(try days("prices last month") == ["2026-03-01", "2026-03-02"])
        #expect(try days("prices USD last month") == ["2026-03-01"])
        #expect(try days("price list 2026-02 usd") == ["2026-02-01"])
        #expect(try days("prices -e 2026-03 EUR") == ["2026-02-01"])
        let none = try runner.shell("ledger prices 2025").output
        #expect(none.hasPrefix("No prices of these days."))
        #expect(try runner.shell("ledger prices NOPE last month").code != 0)
    }

    @Test("what is on no statement yet, of an account and days") func reconcile() throws {
        let runner = try ledger()
        func titles(_ words: String) throws -> [String] {
            try rows(runner, "reconcile \(words)").compactMap { $0["title"] }
        }
        #expect(try titles("Card") == ["Milk", "Tea", "Rye"])
        #expect(try titles("Card last month") == ["Tea", "Rye"])
        #expect(try titles("2026-02 Card") == ["Milk"])
        #expect(try titles("Card -p 2026-02") == ["Milk"])
        #expect(try runner.shell("ledger reconcile Card 2026-02 -p 2026").code == 2)
        // What is open of other days is not denied.
        let none = try runner.shell("ledger reconcile Card 2019").output
        #expect(none.contains("nothing typed by hand of these days is open"), "\(none)")
    }

    @Test("goals are told at the end of the days") func goals() throws {
        let runner = try ledger()
        func saved(_ words: String) throws -> String? {
            try rows(runner, "goal \(words)").first?["saved"]
        }
        #expect(try saved("") == "70.00")
        #expect(try saved("last month") == "40.00")
        #expect(try saved("-p 2026-01") == "0.00")
        #expect(try runner.shell("ledger goal last month --on 2026-03-01").code == 2)
        // Days up to today end before they start on many a day before.
        #expect(try saved("from 2026 to today") == "70.00")
        for words in ["since 2026", "-p 'since 2026-02'"] {
            let refused = try runner.shell("ledger goal \(words) --now 2026-04-10")
            #expect(refused.code == 2 && refused.errors.contains("has no last day"))
            let next = refused.errors.split(separator: "\n").last { $0.contains("try: ") }
            let command = try #require(next?.split(separator: ": ").last.map(String.init))
            let again = try runner.shell(command)
            #expect(again.code == 0, "\(command): \(again.errors)")
        }
    }

    @Test("days up to today are days wherever days are taken") func upToToday() throws {
        let runner = try ledger()
        for command in ["list", "category", "report", "stats", "goal"] {
            let done = try runner.shell("ledger \(command) from 2026 to today --now 2026-04-10")
            #expect(done.code == 0, "\(command): \(done.errors)")
        }
        let turned = try runner.shell("ledger list from 2026-04 to 2026-01 --now 2026-04-10")
        #expect(turned.errors.contains("ends before it starts"), "\(turned.errors)")
        // The last day is not one of them: what is advised has days.
        for (typed, meant) in [
            ("2026-03..2026-03", "2026-03"), ("'from 2026-03-04 to 2026-03-04'", "2026-03-04"),
        ] {
            let empty = try runner.shell("ledger report -p \(typed) --now 2026-04-10")
            let advised = "  try: ledger report -p \(meant) --now 2026-04-10\n"
            #expect(empty.code == 2 && empty.errors.hasSuffix(advised), "\(empty.errors)")
        }
    }

    @Test("closings are those that have one of the days") func closings() throws {
        let runner = try ledger()
        #expect(try rows(runner, "closings 2026").count == 1)
        #expect(try rows(runner, "closings 2026-02-28").count == 1)
        let none = try runner.shell("ledger closings last month --now 2026-04-10")
        #expect(none.code == 0 && none.output.hasPrefix("No books of these days were closed."))
    }
}
