import Ledger
import Testing

/// It is 10:20:30.4 UTC on Thursday 2026-04-09; weeks begin on Monday.
@Suite("Deadlines in words")
struct DeadlinePhraseTests {
    private static let now = "2026-04-09T10:20:30.400Z"

    private func deadline(_ text: String, _ zone: Zone = .utc) throws -> String {
        let now = try #require(Timestamp(DeadlinePhraseTests.now))
        return try DeadlinePhrase.deadline(text, now: now, zone: zone, weekStart: .monday)
            .description
    }

    @Test(arguments: [
        ("today", "2026-04-09"), ("tomorrow", "2026-04-10"), ("2026-12-01", "2026-12-01"),
        // Weekdays look ahead, unlike the days of what was spent.
        ("thu", "2026-04-09"), ("fri", "2026-04-10"), ("Wednesday", "2026-04-15"),
        ("next fri", "2026-04-10"), ("next thursday", "2026-04-16"), ("on mon", "2026-04-13"),
        // So do days without a month, and months without a year.
        ("9", "2026-04-09"), ("8", "2026-05-08"), ("31", "2026-05-31"), ("04-09", "2026-04-09"),
        ("04-08", "2027-04-08"), ("8 apr", "2027-04-08"), ("dec 1", "2026-12-01"),
        ("29 feb", "2028-02-29"), ("8 apr 2026", "2026-04-08"), ("02-29", "2028-02-29"),
        // Ranges give their last day.
        ("2026-04", "2026-04-30"), ("this week", "2026-04-12"), ("next week", "2026-04-19"),
        ("apr", "2026-04-30"), ("mar", "2027-03-31"), ("q1", "2027-03-31"), ("q2", "2026-06-30"),
        ("2026q1", "2026-03-31"), ("2026", "2026-12-31"), ("2026-W16", "2026-04-19"),
        ("eom", "2026-04-30"), ("eow", "2026-04-12"), ("in 3 days", "2026-04-12"),
        ("in 2 weeks", "2026-04-23"), ("2d", "2026-04-11"), ("in 2d", "2026-04-11"),
        ("1w", "2026-04-16"), ("in 1 month", "2026-05-09"), ("0 d", "2026-04-09"),
        ("+7d", "2026-04-16"), ("+1wk", "2026-04-16"), ("+ 2 days", "2026-04-11"),
    ])
    func days(text: String, expected: String) throws {
        #expect(try deadline(text) == expected)
    }

    @Test(arguments: [
        ("2026-12-01 14:30", "2026-12-01T14:30:00Z"), ("2026-12-01T14:30", "2026-12-01T14:30:00Z"),
        ("2026-12-01 14:30:15", "2026-12-01T14:30:15Z"), ("fri 9:00", "2026-04-10T09:00:00Z"),
        ("tomorrow at 18:00", "2026-04-10T18:00:00Z"), ("18:00", "2026-04-09T18:00:00Z"),
        ("09:00", "2026-04-10T09:00:00Z"), ("2026-12-01 00:00", "2026-12-01T00:00:00Z"),
        ("2026-12-01T14:30:00+01:00", "2026-12-01T13:30:00Z"),
        ("2026-12-01T14:30:00.5Z", "2026-12-01T14:30:00.500Z"),
        // From now, in whole seconds.
        ("in 2 hours", "2026-04-09T12:20:30Z"), ("2h", "2026-04-09T12:20:30Z"),
        ("in 30 min", "2026-04-09T10:50:30Z"), ("36 hours", "2026-04-10T22:20:30Z"),
    ])
    func instants(text: String, expected: String) throws {
        #expect(try deadline(text) == expected)
    }

    @Test(.enabled(if: !Zone.knownNames.isEmpty)) func localTimes() throws {
        let berlin = try Zone(name: "Europe/Berlin")
        #expect(try deadline("2026-12-01 14:30", berlin) == "2026-12-01T13:30:00Z")
        // 02:30 is skipped on 2027-03-28 and moves to 03:30; on 2026-10-25 it is the first of two.
        #expect(try deadline("2027-03-28 02:30", berlin) == "2027-03-28T01:30:00Z")
        #expect(try deadline("2026-10-25 02:30", berlin) == "2026-10-25T00:30:00Z")
        // Today is what it is in the zone: 00:20 of the next day in Kiritimati, 14 hours ahead.
        let kiritimati = try Zone(name: "Pacific/Kiritimati")
        #expect(try deadline("today", kiritimati) == "2026-04-10")
    }

    @Test(arguments: [
        "", " ", "someday", "25:00", "2026-12-01 24:00", "tomorrow 9", "9:5", "-1d",
        "2026-02-30", "31 feb", "0", "32", "in 2", "1234567 d", "next", "99999h99", "2026-13",
    ])
    func refuses(text: String) {
        #expect(throws: DatePhraseError.self) { try deadline(text) }
    }

    @Test func whatIsNotUnderstoodComesBackWhole() {
        let error = DatePhraseError.notUnderstood(
            text: "some day 9:00", examples: DeadlinePhrase.examples)
        #expect(throws: error) { try deadline("some day 9:00") }
    }

    @Test(arguments: DeadlinePhrase.examples) func examplesAreUnderstood(text: String) throws {
        #expect(try !deadline(text).isEmpty)
    }

    @Test(arguments: [
        ("2d", TimeSpan.days(2)), ("1 week", .days(7)), ("12h", .minutes(720)),
        ("30 min", .minutes(30)), ("0d", .days(0)), (" 3 Days ", .days(3)),
        ("90mins", .minutes(90)),
        ("2w", .days(14)), ("1hour", .minutes(60)), ("+3d", .days(3)), ("2hrs", .minutes(120)),
    ])
    func spans(text: String, span: TimeSpan) {
        #expect(TimeSpan(text) == span)
    }

    @Test(arguments: ["", "d", "2", "2x", "-2d", "2.5h", "1234567d", "2dd", "٣d"])
    func refusesSpans(text: String) {
        #expect(TimeSpan(text) == nil)
    }
}
