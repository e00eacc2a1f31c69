import Foundation
import Support
import Testing

/// Rebuilds and upgrades ended by force or by Ctrl-C, whatever moment it is: the tables are
/// as they were, or as they shall be, and say which.
@Suite("Read models, killed by force", .serialized)
struct KilledModelTests {
    static let rounds =
        ProcessInfo.processInfo.environment["LEDGER_SOAK_KILLS"].flatMap { Int($0) } ?? 40

    /// A ledger of ten thousand payments, with its tables.
    static let script = """
        ledger init --currency EUR --zone UTC >/dev/null
        { echo Date,Amount,Title; for i in $(seq 10000); do
        echo 2026-0$((i % 9 + 1))-1$((i % 10)),$((i % 90 + 1)).50,Payee $i; done; } >t.csv
        ledger import t.csv >/dev/null
        ledger sql 'SELECT 1' >/dev/null
        """

    /// What happened to one program.
    private struct Killed {
        var rounds = 0
        var unfinished = 0
        var upgraded = 0
        var waiting = 0
    }

    /// How long an upgrade takes that nobody ends, on this machine as busy as it is now; two, after
    /// which everything is as it was.
    private func upgradeMilliseconds(_ runner: CommandRunner) throws -> Int {
        let start = ContinuousClock.now
        for weekStart in ["sunday", "monday"] {
            #expect(try runner.run("config", "--week-start", weekStart).code == 0)
            #expect(try runner.run("projections", "upgrade", "--diff", "--yes").code == 0)
        }
        return max(2, Int((ContinuousClock.now - start) / .milliseconds(1)) / 2)
    }

    @Test(arguments: [("KILL", rounds), ("INT", rounds / 2)])
    func rebuildsAndUpgrades(signal: String, rounds: Int) throws {
        let runner = try CommandRunner()
        #expect(try runner.shell(Self.script).code == 0)
        let sums = "SELECT count(*), sum(amount) FROM expense"
        let expected = try runner.run("sql", sums, "-O", "csv").output
        var moments = KillTests.Moments(state: 99)
        var latest = try upgradeMilliseconds(runner)
        var killed = Killed()
        for number in 0..<rounds {
            // Some begin with no database at all.
            if number % 7 == 6 { #expect(try runner.run("projections", "drop", "--all").code == 0) }
            let weekStart = number % 2 == 0 ? "sunday" : "monday"
            #expect(try runner.run("config", "--week-start", weekStart).code == 0)
            let arguments = number % 4 == 3 ? "rebuild" : "upgrade --diff --yes"
            // The shell waits: a pause here ends late where other tests keep the threads. Whoever
            // runs the tests may ignore interrupts.
            let pause = Int.random(in: 1...latest, using: &moments)
            let command = try runner.shell(
                """
                exec >/dev/null 2>&1
                env --default-signal=INT "$LEDGER_PROGRAM" projections \(arguments) &
                sleep \(pause / 1_000).\(String(1_000 + pause % 1_000).dropFirst())
                kill -\(signal) $! 2>/dev/null
                wait $!
                """)
            killed.rounds += 1
            let isUnfinished = command.code != 0
            if isUnfinished { killed.unfinished += 1 }
            // What else the machine has to do comes and goes.
            latest = max(2, isUnfinished ? latest * 11 / 10 + 1 : latest * 3 / 4)
            let check = try runner.run("projections", "check")
            #expect(check.code == 0, "\(number): \(check.errors)")
            // Weeks of one kind only; where they are the old ones, that is said.
            let weeks = try runner.run(
                "sql", "SELECT DISTINCT strftime('%w', week) FROM weekly_report", "-O", "csv")
            let isNew = weeks.output.hasSuffix("\n\(weekStart == "sunday" ? 0 : 1)\n")
            let isOld = weeks.output.hasSuffix("\n\(weekStart == "sunday" ? 1 : 0)\n")
            #expect(isNew != isOld && weeks.output.split(separator: "\n").count == 2, "\(number)")
            #expect(weeks.errors.contains("projections upgrade") == isOld, "\(number)")
            if isNew { killed.upgraded += 1 } else { killed.waiting += 1 }
            let found = try runner.run("sql", sums, "-O", "csv")
            #expect(found.output == expected, "\(number): \(found.errors)")
        }
        #expect(killed.unfinished > rounds / 4)
        print(
            "\(signal): killed \(killed.rounds), unfinished \(killed.unfinished), "
                + "upgraded \(killed.upgraded), waiting \(killed.waiting)")
        #expect(try runner.run("projections", "upgrade", "--yes").code == 0)
        #expect(try runner.run("projections", "check").code == 0)
        #expect(try runner.run("sql", sums, "-O", "csv").errors == "")
    }
}
