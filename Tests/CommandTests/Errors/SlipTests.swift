import Foundation
import Support
import Testing

@Suite("Slips, and what follows them")
struct SlipTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let arguments = ["init", "--currency", "EUR", "--zone", "Europe/Berlin", "--owner", "Ada"]
        try #require(try runner.start(arguments).finish().code == 0)
        return runner
    }

    @Test("a clock that was far ahead is asked about, and hides nothing that came later")
    func clock() throws {
        let runner = try opened()
        for entries in 0..<2 {
            let asked = try runner.run("add", "2", "Slip", "--now", "2162-01-01")
            #expect(asked.code == 1, "behind \(entries) entries")
            #expect(asked.errors.contains("--accept-clock"))
            if entries == 0 { _ = try runner.run("add", "1", "Early") }
        }
        let told = try runner.run("add", "2", "Slip", "--now", "2162-01-01", "--accept-clock")
        #expect(told.code == 0)
        _ = try runner.run("add", "3", "Later")
        let today = try runner.run("list", "--as-of", "today", "-O", "csv").output
        #expect(today.contains("Later"))
        let undone = try runner.run("undo", "--since", "1h", "--dry-run").output
        #expect(undone.contains("Later") && undone.contains("Early"))
    }

    @Test("redo takes back an undo only when it was the last thing done") func redo() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "One")
        _ = try runner.run("undo")
        _ = try runner.run("add", "2", "Two")
        let refused = try runner.run("redo")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("try: ledger redo 3"), "\(refused.errors)")
        #expect(try runner.run("redo", "3").code == 0)
        _ = try runner.run("undo")
        _ = try runner.run("undo")
        #expect(try runner.run("redo").code == 0)
        #expect(try runner.run("redo").code == 0)
    }

    @Test("an undo says what it undoes, and blames what is in the way") func names() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "Tea")
        _ = try runner.run("add", "2", "Teapot")
        _ = try runner.run("amend", "--where", "tea", "-c", "kitchen", "--yes")
        let undone = try runner.run("undo").output
        #expect(undone.contains("amend Tea") && undone.contains("1 more line"), "\(undone)")
        let blamed = try runner.run("undo", "1", "2")
        #expect(blamed.errors.contains("event 1 cannot be undone"), "\(blamed.errors)")
    }

    @Test("a repeat under a key says when what it recorded was undone") func repeated() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "Tea", "--key", "k")
        _ = try runner.run("undo")
        let again = try runner.run("add", "1", "Tea", "--key", "k")
        #expect(again.code == 0)
        #expect(again.output.contains("changed since"), "\(again.output)")
    }

    @Test("two editors do not overwrite each other") func versions() throws {
        let runner = try opened()
        _ = try runner.run("add", "1", "Tea")
        _ = try runner.run("task", "add", "Milk")
        #expect(try runner.run("call", "amend", #"{"id":"2","amount":"3","version":2}"#).code == 0)
        let late = try runner.run("call", "amend", #"{"id":"2","amount":"4","version":2}"#)
        #expect(late.code == 1)
        #expect(late.errors.contains("2 was changed since"))
        let edit = #"{"id":"3","task":{"title":"Oat milk"},"version":3}"#
        #expect(try runner.run("call", "task/edit", edit).code == 0)
        #expect(try runner.run("call", "task/edit", edit).code == 1)
        // What has no id is called by its name.
        let plans = try runner.shell(
            """
            ledger account open Bank >/dev/null; ledger goal set 3000 Bike --account Bank >/dev/null
            ledger goal set 4000 Bike --account Bank >/dev/null
            ledger budget set food 40 >/dev/null; ledger budget set food 50 >/dev/null
            ledger call goal/remove '{"name":"bike","version":6}'
            ledger call budget/remove '{"category":"Food","version":8}'
            """)
        for (kind, name) in [("goal", "Bike"), ("budget", "Food")] {
            #expect(plans.errors.contains("the \(kind) '\(name)' was changed since: its version"))
            #expect(plans.errors.contains("try: ledger log --kind \(kind)\n"), "\(plans.errors)")
        }
    }

    @Test("a request fails in JSON where JSON was asked for") func failure() throws {
        let runner = try opened()
        let result = try runner.run("call", "add", #"{"lines":[]}"#, "--format", "json")
        #expect(result.code != 0)
        let failure = JSONValue(parsing: result.errors)?["error"]
        #expect(failure?["code"]?.string == "decision.nothingGiven", "\(result.errors)")
        #expect(failure?["message"]?.string?.isEmpty == false)
        let prose = try runner.run("call", "add", #"{"lines":[]}"#)
        #expect(prose.errors.hasPrefix("ledger: "))
    }

    @Test("one sum that is too large does not keep SQL from the rest") func sums() throws {
        let runner = try opened()
        let large = "92233720368547758.07"
        for title in ["One", "Two"] {
            _ = try runner.run("add", large, title, "--on", "2026-01-05")
        }
        let lines = try runner.run("sql", "SELECT count(*) FROM expense", "-O", "csv")
        #expect(lines.code == 0, "\(lines.errors)")
        #expect(lines.output.hasSuffix("\n2\n"))
        #expect(try runner.run("sql", "SELECT * FROM monthly_report").code == 3)
        _ = try runner.run("void", "One")
        #expect(try runner.run("sql", "SELECT * FROM monthly_report").code == 0)
        let days = try runner.shell("COLUMNS=80 ledger sql 'select * from expense'").output
        #expect(days.contains("2026-01-05"))
    }

    @Test("a cell that a spreadsheet would run is marked, and comes back as it was") func cells()
        throws
    {
        let runner = try opened()
        let titles = ["=1+2", "+cmd x", "@SUM(1)", "'=quoted", "-x"]
        for title in titles {
            #expect(try runner.run("add", "5", "--", title).code == 0)
        }
        _ = try runner.run("add", "-5", "back")
        let csv = try runner.run("list", "-O", "csv").output
        #expect(csv.contains(",'=1+2,") && csv.contains(",''=quoted,") && csv.contains(",-5.00,"))
        try runner.write(Array(csv.utf8), to: "out.csv")
        let other = "--ledger other"
        let copied = try runner.shell(
            """
            ledger init \(other) --currency EUR --zone UTC >/dev/null
            ledger import out.csv --sign spend \(other) >/dev/null; ledger list -O json \(other)
            """)
        let rows = JSONValue(parsing: copied.output)?["rows"]?.array ?? []
        #expect(Set(rows.compactMap { $0["title"]?.string }) == Set(titles + ["back"]))
    }

    @Test("what was typed is shown without escapes and marks") func escapes() throws {
        let runner = try opened()
        let option = try runner.run("list", "--\u{1B}[31mred")
        #expect(option.code == 2)
        #expect(!option.errors.contains("\u{1B}"))
        let past = try runner.run("list", "--as-of", "-1")
        #expect(past.errors.contains("'-1'"))
        #expect(!past.errors.contains("\0"))
        _ = try runner.run("people", "add", "Bo")
        #expect(try runner.run("logout", "--as", "Bo").code == 2)
        #expect(try runner.run("login", "Bo", "--as", "Ada").code == 2)
    }

    @Test("a history shows a deadline as it was typed") func deadlines() throws {
        let runner = try opened()
        _ = try runner.run("task", "add", "Call", "--due", "2026-12-03 9:00")
        #expect(try runner.run("history", "2").output.contains("deadline  2026-12-03 09:00\n"))
    }

    @Test("next commands name the program as it was called") func called() throws {
        let runner = try opened()
        let result = try runner.shell(
            """
            ln -s "$LEDGER_PROGRAM" led
            ./led add 5 Tea; ./led rules add tea --where title:tea -c drinks
            ./led rules remove tea; ./led amend --where tea -c food --yes
            """)
        #expect(result.errors.isEmpty, "\(result.errors)")
        #expect(!result.output.contains("ledger "), "\(result.output)")
    }
}
