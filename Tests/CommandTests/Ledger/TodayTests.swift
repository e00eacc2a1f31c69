import Support
import Testing

/// What `ledger` alone shows.
@Suite("The day") struct TodayTests {
    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

    /// What is told to type.
    private func commands(_ text: String) -> [String] {
        lines(text).compactMap { line in
            guard let start = line.firstRange(of: "ledger ")?.lowerBound,
                line[..<start].allSatisfy({ $0 == " " }) || line.hasPrefix("next: ")
                    || line.hasPrefix("begin with: ")
            else { return nil }
            return String(line[start...])
        }
    }

    @Test("without a ledger it says how to begin, and that works") func first() throws {
        let runner = try CommandRunner()
        let shown = try runner.shell("ledger")
        #expect(shown.code == 0 && shown.output.contains("There is no ledger"), "\(shown.errors)")
        #expect(lines(shown.output).count < 20)
        let steps = commands(shown.output)
        #expect(steps.count == 3 && steps.first == "ledger init", "\(steps)")
        for step in steps {
            let done = try runner.shell(
                step == "ledger init" ? "\(step) --currency EUR --zone UTC" : step)
            #expect(done.code == 0, "\(step): \(done.errors)")
        }
    }

    @Test("it is what today shows, with options before and without a terminal, and short")
    func same() throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --now 2026-04-01
            ledger add 5 Tea -c food --on 2026-04-02 --now 2026-04-10
            ledger add 7 Bun -c food --now 2026-04-10
            ledger add 3 Map --currency USD --now 2026-04-10
            ledger add 100 Old --on 2026-03-31 --now 2026-04-10
            ledger add 50 Pay --income --now 2026-04-10
            for n in 1 2 3 4 5 6 7; do
                ledger task add Late$n due:2026-04-0$n --now 2026-04-10
            done
            ledger task add Call due:today --now 2026-04-10
            ledger task add Later due:2026-05-01 --now 2026-04-10
            """)
        #expect(made.code == 0, "\(made.errors)")
        let today = try runner.shell("ledger today --now 2026-04-10")
        #expect(today.code == 0 && lines(today.output).count < 20, "\(today.output)")
        #expect(today.output.split(separator: "\n", omittingEmptySubsequences: false).count < 21)
        for words in [
            "Friday 2026-04-10", "7.00 EUR, 3.00 USD", "12.00 EUR, 3.00 USD", "8, 7 late",
        ] {
            #expect(today.output.contains(words), "\(words): \(today.output)")
        }
        #expect(!today.output.contains("Later"))
        let alone = try runner.shell("ledger --now 2026-04-10; ledger --now 2026-04-10 | cat")
        #expect(alone.output == today.output + today.output, "\(alone.errors)")
        let csv = try runner.shell("ledger -O csv --now 2026-04-10").output
        #expect(csv.contains("spentThisMonth,EUR,12.00,2\n") && csv.contains("due,,,8\n"))
        let next = commands(today.output)
        #expect(next.count == 3, "\(today.output)")
        for command in next {
            let done = try runner.shell("\(command) --now 2026-04-10")
            #expect(done.code == 0, "\(command): \(done.errors)")
        }
        let help = try runner.shell("ledger --help")
        #expect(help.output.contains("USAGE: ledger") && help.output.contains("  today "))
    }
}
