import Application
import EventLog
import Ledger
import Support
import Testing

@Suite struct ClockTests {
    /// When the ledger was opened, and its first entry recorded.
    private static let start = Environment.test.now()
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour

    private func at(_ milliseconds: Int64, _ env: Environment) -> Environment {
        env.with { $0.now = { ClockTests.start.adding(milliseconds: milliseconds) } }
    }

    @Test(arguments: [0, 7 * day, 366 * day, -24 * hour])
    func believesAClockNearTheLastEvent(milliseconds: Int64) throws {
        let env = try opened()
        try env.add("1")
        #expect(try at(milliseconds, env).add("2") == 3)
    }

    @Test(arguments: [366 * day + 1, 40_000 * day, .max])
    func asksWhenTheClockIsFarAhead(milliseconds: Int64) throws {
        let env = try opened()
        try env.add("1")
        let later = at(milliseconds, env)
        let error = ApplicationError.clockAhead(now: later.now(), last: ClockTests.start)
        #expect(throws: error) { try later.add("2") }
        #expect(throws: error) { try later.dryRun().add("2") }
        #expect(try env.events() == 3)
        #expect(try later.with { $0.acceptsClock = true }.add("2") == 3)
        // The log clock has followed: the next one is not asked about.
        #expect(try later.add("3") == 4)
    }

    @Test(arguments: [-24 * hour - 1, -40_000 * day, .min])
    func leavesAClockThatIsBehindToTheLogClock(milliseconds: Int64) throws {
        let env = try opened()
        #expect(try at(milliseconds, env).add("1") == 2)
        #expect(try env.store().head().logClock == ClockTests.start.millisecondsSince1970)
    }

    @Test func asksOnlyWhenSomethingWouldBeRecorded() throws {
        let env = try opened()
        try env.add("1", day: "2026-01-15", key: "k")
        let later = at(400 * ClockTests.day, env)
        #expect(throws: ApplicationError.decision(.zeroAmount(line: 0))) { try later.add("0") }
        #expect(try later.add("1", day: "2026-01-15", key: "k") == 2)
        #expect(try ListEntries.run(ListEntries.Input(), in: later).rows.count == 1)
    }

    @Test func letsALedgerLieEmpty() throws {
        let later = at(4_000 * ClockTests.day, try opened())
        #expect(try later.add("1") == 2)
    }

    @Test func asksWhatWasTypedInAnEmptyLedgerToo() throws {
        let typed = at(4_000 * ClockTests.day, try opened()).with { $0.isClockTyped = true }
        let error = ApplicationError.clockAhead(now: typed.now(), last: ClockTests.start)
        #expect(throws: error) { try typed.add("1") }
        #expect(try typed.with { $0.acceptsClock = true }.add("1") == 2)
    }
}
