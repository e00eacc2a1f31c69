import Ledger
import Support
import Testing

private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

private func day(_ text: String) throws -> Day { try #require(Day(text)) }

/// Whether this machine has zone files.
private let hasZones = !Zone.knownNames.isEmpty

/// In UTC, where 2026-04-09 is a Thursday.
@Suite("The tab of a task is a question with now")
struct TaskTabTests {
    private func tab(
        _ deadline: Deadline?, _ now: String, _ zone: Zone = .utc
    ) throws -> TaskTab? {
        TaskClock(now: try time(now), zone: zone).tab(.open, deadline)
    }

    /// The instants that the origins of this program got wrong, seen at noon of 2026-04-09.
    @Test(arguments: [
        ("2026-04-09T11:59:59.999Z", TaskTab.failed), ("2026-04-09T12:00:00Z", .today),
        ("2026-04-09T12:00:00.001Z", .today), ("2026-04-09T23:59:58Z", .today),
        ("2026-04-09T23:59:59Z", .today), ("2026-04-09T23:59:59.500Z", .today),
        ("2026-04-09T23:59:59.999Z", .today), ("2026-04-10T00:00:00Z", .upcoming),
        ("2026-04-10T12:00:00Z", .upcoming), ("2026-04-08T23:59:59.999Z", .failed),
        ("2026-04-09T00:00:00Z", .failed), ("9999-12-31T23:59:59Z", .upcoming),
        ("1970-01-01T00:00:00Z", .failed),
    ])
    func ofAnInstant(deadline: String, expected: TaskTab) throws {
        #expect(try tab(.instant(time(deadline)), "2026-04-09T12:00:00Z") == expected)
    }

    @Test(arguments: [
        ("2026-04-08T23:59:59.999Z", TaskTab.upcoming), ("2026-04-09T00:00:00Z", .today),
        ("2026-04-09T12:00:00Z", .today), ("2026-04-09T23:59:59Z", .today),
        ("2026-04-09T23:59:59.999Z", .today), ("2026-04-10T00:00:00Z", .failed),
        ("2026-04-10T00:00:00.001Z", .failed),
    ])
    func ofADayAsTimeGoesOn(now: String, expected: TaskTab) throws {
        #expect(try tab(.day(day("2026-04-09")), now) == expected)
    }

    /// Failed means later than the deadline, not at it.
    @Test(arguments: [
        ("2026-04-09T17:29:59.999Z", TaskTab.today), ("2026-04-09T17:30:00Z", .today),
        ("2026-04-09T17:30:00.001Z", .failed), ("2026-04-08T23:59:59.999Z", .upcoming),
        ("2026-04-09T00:00:00Z", .today),
    ])
    func ofAnInstantAsTimeGoesOn(now: String, expected: TaskTab) throws {
        #expect(try tab(.instant(time("2026-04-09T17:30:00Z")), now) == expected)
    }

    @Test func withoutADeadlineIsUpcomingForEver() throws {
        for milliseconds in [Int64.min, -1, 0, 1_775_736_000_000, .max] {
            let now = Timestamp(millisecondsSince1970: milliseconds)
            #expect(TaskClock(now: now, zone: .utc).tab(.open, nil) == .upcoming)
        }
    }

    @Test func closedTasksDoNotMove() throws {
        let clock = TaskClock(now: try time("2026-04-09T12:00:00Z"), zone: .utc)
        for deadline in [nil, Deadline.day(try day("2020-01-01")), .day(.max)] {
            #expect(clock.tab(.completed, deadline) == .done)
            #expect(clock.tab(.dropped, deadline) == nil)
        }
    }

    /// Every deadline there is has an answer at every moment.
    @Test(arguments: [Int64.min, -1, 0, .max])
    func neverTraps(milliseconds: Int64) {
        let instant = Timestamp(millisecondsSince1970: milliseconds)
        let clock = TaskClock(now: instant, zone: .utc)
        for deadline in [Deadline.day(.min), .day(.max), .instant(instant)] {
            #expect(clock.tab(.open, deadline) != .done)
        }
        #expect(clock.tab(.open, .instant(instant)) != .failed)
    }

    @Test(.enabled(if: hasZones)) func zonesDecideWhatDayItIs() throws {
        let tokyo = try Zone(name: "Asia/Tokyo")
        let deadline = Deadline.day(try day("2026-04-09"))
        // Tokyo is 9 hours ahead of UTC.
        #expect(try tab(deadline, "2026-04-08T14:59:59.999Z", tokyo) == .upcoming)
        #expect(try tab(deadline, "2026-04-08T15:00:00Z", tokyo) == .today)
        #expect(try tab(deadline, "2026-04-09T14:59:59.999Z", tokyo) == .today)
        #expect(try tab(deadline, "2026-04-09T15:00:00Z", tokyo) == .failed)
    }

    /// A day of 23 hours and one of 25; a midnight that clocks skip; a day that they skip.
    @Test(
        .enabled(if: hasZones),
        arguments: [
            ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
            ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
            ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
            ("America/Sao_Paulo", "2018-11-03", "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z"),
            ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
            // 2011-12-30 never was: what was due then is due before the skip.
            ("Pacific/Apia", "2011-12-30", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"),
        ])
    func onOddDays(zone: String, date: String, start: String, end: String) throws {
        let zone = try Zone(name: zone)
        let deadline = Deadline.day(try day(date))
        let (start, end) = (try time(start), try time(end))
        func tab(_ now: Timestamp) -> TaskTab? {
            TaskClock(now: now, zone: zone).tab(.open, deadline)
        }
        #expect(tab(start.adding(milliseconds: -1)) == .upcoming)
        #expect(tab(start) == .today)
        #expect(tab(end.adding(milliseconds: -1)) == .today)
        #expect(tab(end) == .failed)
    }

    @Test(.enabled(if: hasZones)) func lateIsDecidedInTheZoneOfTheTime() throws {
        let (berlin, tokyo) = (try Zone(name: "Europe/Berlin"), try Zone(name: "Asia/Tokyo"))
        let changes = [
            TaskClock.ZoneChange(position: 0, zone: berlin),
            TaskClock.ZoneChange(position: 9, zone: tokyo),
        ]
        let clock = TaskClock(
            now: try time("2026-04-12T12:00:00Z"), zone: tokyo, changes: changes)
        let deadline = Deadline.day(try day("2026-04-09"))
        // 21:59:59.999 UTC is the last of the day in Berlin, and long past it in Tokyo.
        let last = try time("2026-04-09T21:59:59.999Z")
        #expect(!clock.isLate(deadline, completed: last, at: 8))
        #expect(clock.isLate(deadline, completed: last, at: 9))
        #expect(clock.isLate(deadline, completed: last.adding(milliseconds: 1), at: 8))
        #expect(!clock.isLate(.instant(last), completed: last, at: 9))
        #expect(!clock.isLate(nil, completed: .max, at: 9))
    }
}

extension Timestamp {
    fileprivate static let max = Timestamp(millisecondsSince1970: .max)
}
