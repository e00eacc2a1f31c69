import Foundation
import Support
import Testing

/// What stands beside an amount or in a title and looks like something else is asked about, and
/// what is offered records what is meant.
@Suite("Words beside an amount and in a title")
struct TitleSlipTests {
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let result = try runner.run(
            "init", "--currency", "EUR", "--zone", "UTC", "--owner", "Ada", "--now", "2026-03-01")
        try #require(result.code == 0, "\(result.errors)")
        return runner
    }

    private func tries(_ errors: String) -> [String] {
        errors.split(separator: "\n").filter { $0.hasPrefix("  try: ") }
            .map { String($0.dropFirst(7)) }
    }

    /// What the last line says: amount, currency, title.
    private func last(_ runner: CommandRunner) throws -> String {
        let list = try runner.run("list", "-O", "csv", "--now", "2026-03-05").output
        let rows = list.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(rows.first)
        let row = try #require(rows.dropFirst().first)
        let names = ["amount", "currency", "title"]
        return names.map { name in
            header.firstIndex(of: name).flatMap { $0 < row.count ? row[$0] : nil } ?? "?"
        }.joined(separator: " ")
    }

    @Test(
        "is refused, and each try records what it says",
        arguments: [
            ("12.50 dollars Lunch", ["12.50 USD Lunch", "12.50 CAD Lunch", "12.50 AUD Lunch"]),
            ("12.50 us dollars Lunch", ["12.50 USD Lunch"]),
            ("5 pounds Fish", ["5.00 GBP Fish", "5.00 EUR pounds Fish"]),
            ("5 usd. Fish", ["5.00 USD Fish", "5.00 EUR usd. Fish"]),
            ("5 BTC Lunch", ["5.00 EUR BTC Lunch"]),
            ("5 Tea USD", ["5.00 USD Tea", "5.00 EUR Tea USD"]),
            ("5 cents Tea", ["0.05 EUR Tea", "5.00 EUR cents Tea"]),
            ("5 ct Tea", ["0.05 EUR Tea", "5.00 EUR ct Tea"]),
            ("1.5 k Rent", ["1500.00 EUR Rent", "1.50 EUR k Rent"]),
            ("2 mio House", ["2000000.00 EUR House", "2.00 EUR mio House"]),
            ("1 000 Rent", ["1000.00 EUR Rent", "1.00 EUR 000 Rent"]),
            ("1 000 000 Rent", ["1000000.00 EUR Rent"]),
            ("12 50 Lunch", ["12.50 EUR Lunch", "12.00 EUR 50 Lunch"]),
            ("12 .50 Lunch", ["12.50 EUR Lunch"]),
            ("12, 50 Lunch", ["12.50 EUR Lunch"]),
            ("5 ALL you can eat", ["5.00 ALL you can eat", "5.00 EUR ALL you can eat"]),
            ("5 TOP shirt", ["5.00 TOP shirt", "5.00 EUR TOP shirt"]),
            ("5 USD EUR Tea", ["5.00 USD Tea", "5.00 EUR Tea"]),
            ("'12.50 USD Lunch'", ["12.50 USD Lunch"]),
            ("12.50 Lunch yesterday", ["12.50 EUR Lunch", "12.50 EUR Lunch yesterday"]),
            ("12.50 Lunch last monday", ["12.50 EUR Lunch", "12.50 EUR Lunch last monday"]),
            ("12.50 Lunch last week", ["12.50 EUR Lunch last week"]),
            ("12.50 Lunch this month", ["12.50 EUR Lunch this month"]),
            ("5. Lunch", ["5.00 EUR Lunch"]), ("½ Lunch", ["0.50 EUR Lunch"]),
            ("2½ Lunch", ["2.50 EUR Lunch"]), ("١٢ Lunch", ["12.00 EUR Lunch"]),
            ("12.50 Lunch 3 days ago", ["12.50 EUR Lunch", "12.50 EUR Lunch 3 days ago"]),
            ("12.50 Lunch 1 march -c food --new", ["12.50 EUR Lunch", "12.50 EUR Lunch 1 march"]),
            ("12.50 Lunch 2026-03-04", ["12.50 EUR Lunch", "12.50 EUR Lunch 2026-03-04"]),
            ("12.50 Lunch '#work'", ["12.50 EUR Lunch", "12.50 EUR Lunch #work"]),
            ("12.50 Lunch @cash", ["12.50 EUR Lunch", "12.50 EUR Lunch @cash"]),
            ("12.50 Lunch expenses:food", ["12.50 EUR Lunch", "12.50 EUR Lunch expenses:food"]),
            ("12.50 Lunch due:tomorrow", ["12.50 EUR Lunch due:tomorrow"]),
            ("12.50.- Lunch", ["12.50 EUR Lunch"]), ("5- Refund", ["-5.00 EUR Refund"]),
            ("2026-03-04 Lunch 12.50", ["12.50 EUR Lunch"]),
        ] as [(String, [String])])
    func refused(_ words: String, _ meant: [String]) throws {
        let runner = try opened()
        let result = try runner.shell("ledger add \(words) --now 2026-03-05")
        #expect(result.code == 2, "\(words): \(result.output)\(result.errors)")
        let tries = tries(result.errors)
        #expect(tries.count >= meant.count, "\(words): \(tries)")
        for (next, meant) in zip(tries, meant) {
            let again = try runner.shell(next)
            #expect(again.code == 0, "\(next): \(again.errors)")
            #expect(try last(runner) == meant, "\(next)")
        }
    }

    @Test(
        "prose stays a title",
        arguments: [
            ("5 '2026 calendar'", "2026 calendar"), ("5 2026 calendar", "2026 calendar"),
            ("12.50 Lunch at \"Tom's\"", "Lunch at Tom's"), ("3 Tea 2 go", "Tea 2 go"),
            ("5 7 Up", "7 Up"), ("5 'dollars Lunch'", "dollars Lunch"),
            ("5 -- dollars Lunch", "dollars Lunch"), ("5 Tea -- USD", "Tea USD"),
            ("5 BBQ sauce", "BBQ sauce"), ("5 Shirt TOP", "Shirt TOP"),
            ("5 Gift 4 All", "Gift 4 All"),
            ("5 Yesterday album", "Yesterday album"), ("5 Note: milk", "Note: milk"),
            ("5 12:30 train", "12:30 train"), ("5 Next friday", "Next friday"),
            ("5 -- Tea next friday", "Tea next friday"), ("5 'Tea in 3 days'", "Tea in 3 days"),
            ("5 Rent march 2026", "Rent march 2026"), ("5 'Trip last week'", "Trip last week"),
            ("5 Report this", "Report this"),
            ("5 see https://example.org", "see https://example.org"),
        ])
    func prose(_ words: String, _ title: String) throws {
        let runner = try opened()
        let result = try runner.shell("ledger add \(words)")
        #expect(result.code == 0, "\(words): \(result.errors)")
        #expect(try last(runner) == "5.00 EUR \(title)" || last(runner).hasSuffix(" EUR \(title)"))
    }

    @Test(
        "tasks are asked about once, with all that is meant",
        arguments: [
            (
                "Buy milk due=tomorrow projct:home @shop",
                "Buy milk --due tomorrow --project home --tag shop"
            ),
            ("Call Bob tomorrow", "Call Bob --due tomorrow"),
            ("Call Bob next friday", "Call Bob --due 'next friday'"),
            ("Call Bob in 3 days", "Call Bob --due 'in 3 days'"),
            ("Call Bob easter monday", "Call Bob --due 'easter monday'"),
            ("X foo:bar", "X -- foo:bar"), ("X next week", "X --due 'next week'"),
            ("X due:tomorrow 5pm", "X 'due:tomorrow 5pm'"),
            ("X due:friday 17:00", "X 'due:friday 17:00'"),
            ("X --due tomorrow 5pm", "X --due 'tomorrow 5pm'"),
            ("X 5 pm --due tomorrow", "X --due 'tomorrow 5 pm'"),
            ("X due=tomorrow", "X --due tomorrow"), ("X 'due: tomorrow'", "X --due tomorrow"),
            (
                "'(A) Call mom @phone +family due:2026-12-01'",
                "'Call mom' --priority 1 --tag phone --project family --due 2026-12-01"
            ),
        ])
    func tasks(_ words: String, _ meant: String) throws {
        let runner = try opened()
        let result = try runner.shell("ledger task add \(words)")
        #expect(result.code == 2, "\(words): \(result.output)")
        let next = try #require(tries(result.errors).first, "\(result.errors)")
        #expect(next == "ledger task add \(meant)")
        #expect(try runner.shell(next).code == 0)
    }

    @Test("a time of either kind is behind a day, and a time in a title stays there")
    func times() throws {
        let runner = try opened()
        for (typed, due) in [
            ("--due 'tomorrow 5pm'", "17:00"), ("'due:fri 12:30 am'", "00:30"),
            ("--due '2026-12-01 at 9 AM'", "09:00"), ("--due 12pm", "12:00"),
        ] {
            let done = try runner.shell("ledger task add X \(typed) --now 2026-03-20")
            #expect(done.code == 0 && done.output.contains(due), "\(typed): \(done.output)")
        }
        for none in ["13pm", "0am", "5:7pm", "pm", "5:60pm"] {
            let refused = try runner.shell("ledger task add X --due 'tomorrow \(none)'")
            #expect(refused.code == 2, "\(none): \(refused.output)")
        }
        for title in [
            "Catch the 17:00 train due:friday", "Call at 5pm", "Read 3 --due friday",
            "Call Bo 17:30", "Call Bo at 5 pm", "Call Bo at 9:30", "Rest 30 min",
        ] {
            #expect(try runner.shell("ledger task add \(title)").code == 0, "\(title)")
        }
    }

    @Test(
        "a date that can be read in one order only is read so",
        arguments: [
            ("31.12.2025", "2025-12-31"), ("12/31/2025", "2025-12-31"), ("3.3.2026", "2026-03-03"),
            ("31.12.", "2026-12-31"), ("31-12-2025", "2025-12-31"),
        ])
    func oneOrder(_ typed: String, _ day: String) throws {
        let runner = try opened()
        let done = try runner.shell("ledger add 5 Tea --on \(typed) --now 2026-03-20")
        #expect(done.output.contains(day), "\(done.errors)")
        let period = try runner.shell("ledger period \(typed) --now 2026-03-20")
        #expect(period.output.contains(day), "\(period.errors)")
        // What may be an amount is no day.
        #expect(try runner.shell("ledger list 12.31").code == 0)
    }

    @Test(
        "a day that is none, or may be two, is asked about",
        arguments: [
            ("4-3", "2026-04-03"), ("2026", "2026-01-01"), ("march", "2026-03-01"),
            ("'last month'", "2026-02-01"), ("26-03-04", "2026-03-04"),
        ])
    func days(_ typed: String, _ meant: String) throws {
        let runner = try opened()
        let result = try runner.shell("ledger add 5 Tea --on \(typed) --now 2026-03-20")
        #expect(result.code == 2, "\(result.output)")
        let tries = tries(result.errors)
        #expect(tries.contains("ledger add 5 Tea --on \(meant) --now 2026-03-20"), "\(tries)")
        for next in tries { #expect(try runner.shell(next).code == 0, "\(next)") }
    }

    @Test(
        "commands and terms of other programs lead to ours",
        arguments: [
            ("task update milk", "task edit milk"), ("task remove milk", "task drop milk"),
            ("task new milk", "task add milk"),
            ("task list projct:home", "task list project:home"),
            ("explain this yeer", "explain this year"),
            ("list 'rewe OR aldi'", "list '(rewe or aldi)'"),
        ])
    func habits(_ typed: String, _ meant: String) throws {
        let result = try opened().shell("ledger \(typed)")
        #expect(result.code == 2, "\(result.output)")
        #expect(tries(result.errors).first == "ledger \(meant)", "\(result.errors)")
    }

    @Test(
        "a split is read as it is meant or not at all",
        arguments: [
            ("'Ann=12,5,Bob'", "Ann=12.5,Bob"), ("'Ann and Bob'", "Ann,Bob"),
            ("'Ann;Bob'", "Ann,Bob"), ("Ann+Bob", "Ann,Bob"), ("Ann/Bob", "Ann,Bob"),
            ("'Ann 10 Bob 20'", "Ann=10,Bob=20"),
        ])
    func splits(_ split: String, _ meant: String) throws {
        let runner = try opened()
        for name in ["Ann", "Bob", "Cy", "Di"] { _ = try runner.run("people", "add", name) }
        let result = try runner.shell("ledger add 30 Dinner --payer Ann --split \(split)")
        #expect(result.code == 2, "\(result.output)")
        let next = try #require(tries(result.errors).first, "\(result.errors)")
        #expect(next == "ledger add 30 Dinner --payer Ann --split \(meant)")
        #expect(try runner.shell(next).code == 0)
    }
}
