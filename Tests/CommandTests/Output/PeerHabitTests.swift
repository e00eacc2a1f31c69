import Support
import Testing

/// What fingers type that know hledger or Taskwarrior is answered with a command that does it.
@Suite("Habits of other programs")
struct PeerHabitTests {
    private static let now = "2026-04-09"

    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let ready = try runner.shell(
            """
            set -e; exec >/dev/null
            ledger init --currency EUR --zone UTC --owner Ada --now \(PeerHabitTests.now)
            ledger add 5 Tea -c food -a cash --tag trip:lisbon --on 2026-04-08
            ledger task add Order bulbs --due 2026-04-20 --project home -t shop
            """)
        try #require(ready.code == 0, "\(ready.errors)")
        return runner
    }

    @Test("days in words are days of balances, too; the name of an account is none")
    func balances() throws {
        let runner = try opened()
        let now = "--now \(PeerHabitTests.now)"
        let made = try runner.shell(
            "ledger account open 2025 --opening 7 --on 2026-04-01 \(now); "
                + "ledger account open 'Current account' --opening 9 --on 2026-04-01 \(now)")
        try #require(made.code == 0, "\(made.errors)")
        for (typed, meant) in [
            ("bal thismonth", "bal -p thismonth"), ("bal this month", "bal -p 'this month'"),
            ("bal cash 2026-04", "bal cash -p 2026-04"),
            ("bal 2026-04 Current account", "bal 'Current account' -p 2026-04"),
            ("bs last month", "bs -p 'last month'"), ("bal 2025", "bal '2025'"),
            ("bal current", "bal 'Current account'"),
        ] {
            let (said, wanted) = (
                try runner.shell("ledger \(typed) \(now)"),
                try runner.shell("ledger \(meant) \(now)")
            )
            #expect(said.code == 0 && said.output == wanted.output, "\(typed): \(said.errors)")
        }
        #expect(try runner.shell("ledger bal 2025 \(now)").output.contains("7.00"))
        let twice = try runner.shell("ledger bal last month -p 2026 \(now)")
        #expect(twice.code == 2 && twice.errors.contains("exclude"), "\(twice.output)")
    }

    @Test(
        "the first command that is advised is the one that was meant, and it works",
        arguments: [
            ("bal -M expenses --depth 2", "report -M --depth 2 --by category"),
            ("bal -M food -1", "report -M food -1 --by category"),
            ("bal expenses", "report"),
            ("bal food", "report food"),
            ("bal tag:trip", "report tag:trip"),
            ("bal food 2026-04", "report food 2026-04"),
            ("bal -p thismonth cat:food", "report -p thismonth cat:food"),
            ("bal food --on 2026-04-08", "report food --to 2026-04-08"),
            ("bal food transport --all", "report food transport"),
            ("bal expenses tag:trip=lisbon", "report tag:trip=lisbon"),
            ("bal -S --pivot payee expenses", "report -S --by payee"),
            ("bal -M assets liabilities", "bs -M"),
            ("bal -M --historical", "bal -M"),
            ("bal --flat", "bal"),
            ("report -M --pivot payee", "report -M --by payee"),
            ("report --group-by=payee food", "report --by=payee food"),
            ("report food --by month", "report food -M"),
            ("report --budget -X EUR -M", "report --budget -M"),
            ("report --budget -E", "report --budget"),
            ("report --by=week", "report -W"),
            ("bal assets", "bs"),
            ("register -M food", "report -M food"),
            ("cf", "report --net"),
            ("aregister cash", "areg cash"),
            ("commodities", "currency"),
            ("list --from 2026-04-01", "list --begin 2026-04-01"),
            ("report --since 2026-04", "report --begin 2026-04"),
            ("register --until 2026-04-08", "register --to 2026-04-08"),
            ("person add Zoe", "people add Zoe"),
            ("report this month vs last month", "report this month --compare"),
            ("3", "show 3"),
            ("task 4", "task show 4"),
            ("task 4 done", "task done 4"),
            ("task bulbs modify due:2026-04-21", "task modify bulbs due:2026-04-21"),
            ("task project:home list", "task list project:home"),
            ("task +shop modify priority:H", "task modify --where +shop priority:H"),
            ("task overdue", "task list +OVERDUE"),
            ("task project:home waiting", "task list --waiting project:home"),
            ("task completed", "task list --tab done"),
            ("task info bulbs", "task show bulbs"),
            ("task burndown.daily", "task burndown"),
            ("task export", "export taskwarrior"),
            ("task bulbs", "task find bulbs"),
            ("budget add food 200", "budget set food 200"),
            ("repeat add 800 Rent --monthly", "repeat add 800 Rent --every month"),
            ("repeat add 800 Rent", "repeat add 800 Rent --every 'month on the 1st'"),
            ("account open Visa --type card", "account open Visa --type liability"),
        ] as [(String, String)])
    func meant(_ typed: String, _ wanted: String) throws {
        let runner = try opened()
        let now = "--now \(PeerHabitTests.now)"
        let refused = try runner.shell("ledger \(typed)")
        #expect(refused.code == 2 && refused.output.isEmpty, "\(refused.output)")
        let tries = refused.errors.split(separator: "\n").filter { $0.hasPrefix("  try: ledger ") }
        let first = try #require(tries.first, "\(refused.errors)").dropFirst("  try: ".count)
        #expect(first == "ledger \(wanted)")
        let done = try runner.shell("\(first) \(now)")
        #expect(done.code == 0, "\(first): \(done.errors)")
    }

    @Test("days that are no neighbours are not compared") func apart() throws {
        let runner = try opened()
        for days in ["-b 2026-03 'this month' 'last month'", "'this month' 'last week'"] {
            let refused = try runner.shell("ledger report \(days)")
            #expect(refused.code == 2 && !refused.errors.contains("--compare"))
        }
    }

    @Test("a task that comes again is advised as a rule") func recurs() throws {
        let runner = try opened()
        let refused = try runner.shell("ledger task add Water plants due:sat recur:weekly +home")
        #expect(refused.code == 2)
        let wanted =
            "ledger repeat add --task Water plants --every 'week on saturday' --tag home"
        #expect(refused.errors.contains("  try: \(wanted)\n"), "\(refused.errors)")
        #expect(try runner.shell(wanted).code == 0)
        for (words, rest) in [
            ("due:2026-05-01 recur:monthly", "month --from 2026-05-01"),
            ("recur:P1M due:2026-05-01", "month --from 2026-05-01"),
            ("recur:weekly due:+7d", "week --from 'in 7 days'"),
        ] {
            let title = words.prefix { $0 != ":" } + "\(rest.count)"
            let rent = try runner.shell("ledger task add \(title) \(words)")
            let rule = "ledger repeat add --task \(title) --every \(rest)"
            #expect(rent.errors.contains("  try: \(rule)\n"), "\(rent.errors)")
            #expect(try runner.shell(rule).code == 0)
        }
    }

    @Test("a title that has the name of a command is none") func sentence() throws {
        let runner = try opened()
        let refused = try runner.shell("ledger task buy milk and list it")
        #expect(!refused.errors.contains("ledger task list buy"), "\(refused.errors)")
    }

    @Test("a folder that is restored without --into, or into --ledger") func restore() throws {
        let runner = try opened()
        let folder = try runner.shell("ledger backup copy >/dev/null; ledger restore ./copy")
        let wanted = "ledger restore ./copy --into restored"
        #expect(folder.errors.contains("  try: \(wanted)\n"), "\(folder.errors)")
        #expect(try runner.shell(wanted).code == 0)
        let other = try runner.shell("ledger restore copy --ledger new")
        let into = "ledger restore copy --into new"
        #expect(other.errors.contains("  try: \(into)\n"), "\(other.errors)")
        #expect(try runner.shell(into).code == 0)
    }

    @Test("a transfer without a title is advised one") func transfer() throws {
        let runner = try opened()
        let refused = try runner.shell("ledger add 80 --transfer giro cash --new")
        #expect(!refused.errors.contains("Lunch"), "\(refused.errors)")
    }

    @Test("-f with a journal says how it is taken over") func journal() throws {
        let runner = try opened()
        let refused = try runner.shell("ledger -f x.journal bal")
        #expect(refused.errors.contains("  try: ledger import x.journal\n"), "\(refused.errors)")
    }
}
