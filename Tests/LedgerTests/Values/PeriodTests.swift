import Ledger
import Support
import Testing

@Suite("Period")
struct PeriodTests {
    static let all =
        Period.named + [
            .everyDays(14, anchor: Day(daysSince1970: 20_000)), .everyDays(1, anchor: .min),
            .everyDays(0, anchor: Day(daysSince1970: 3)), .payCycle(dayOfMonth: 1),
            .weekdays, .everyDays(7, anchor: Day(daysSince1970: 1)), .payCycle(dayOfMonth: 25),
            .payCycle(dayOfMonth: 31), .payCycle(dayOfMonth: 99),
            .everyMonths(2, anchor: Day(daysSince1970: 20_089)), .everyMonths(0, anchor: .max),
            .everyMonths(12, anchor: Day(daysSince1970: 5_933)), .everyMonths(.max, anchor: .min),
        ]

    private static let fiscal = Period.everyMonths(12, anchor: Day(daysSince1970: 18_358))
    private static let pairs = Period.everyMonths(2, anchor: Day(daysSince1970: 20_453))

    /// Buckets tile the calendar: each begins where the last ended, and every day of a bucket
    /// gives that bucket.
    @Test(arguments: all, Weekday.allCases)
    func everyDayLiesInOneBucket(period: Period, weekStart: Weekday) throws {
        let first = try #require(Day("1995-12-25"))
        var bucket = period.interval(containing: first, weekStart: weekStart)
        var day = first
        for _ in 0..<3_000 {
            if day == bucket.end {
                let next = period.interval(containing: day, weekStart: weekStart)
                #expect(next.start == bucket.end)
                bucket = next
            }
            guard bucket.contains(day),
                period.interval(containing: day, weekStart: weekStart) == bucket
            else {
                Issue.record("\(day) is not in \(bucket)")
                return
            }
            day = day.adding(days: 1)
        }
    }

    @Test(
        arguments: [
            (Period.daily, Weekday.monday, "2025-01-05", "2025-01-05..2025-01-06"),
            (.weekly, .monday, "2024-12-31", "2024-12-30..2025-01-06"),
            (.weekly, .sunday, "2024-12-31", "2024-12-29..2025-01-05"),
            (.weekly, .monday, "2025-01-05", "2024-12-30..2025-01-06"),
            (.weekly, .sunday, "2025-01-05", "2025-01-05..2025-01-12"),
            (.monthly, .monday, "2024-02-29", "2024-02-01..2024-03-01"),
            (.quarterly, .monday, "2026-06-30", "2026-04-01..2026-07-01"),
            (.quarterly, .monday, "2026-12-31", "2026-10-01..2027-01-01"),
            (.halfyearly, .monday, "2026-06-30", "2026-01-01..2026-07-01"),
            (.halfyearly, .monday, "2026-07-01", "2026-07-01..2027-01-01"),
            (.yearly, .monday, "2024-12-31", "2024-01-01..2025-01-01"),
            (.weekdays, .sunday, "2026-04-09", "2026-04-09..2026-04-10"),
            (.weekdays, .monday, "2026-04-10", "2026-04-10..2026-04-13"),
            (.weekdays, .monday, "2026-04-11", "2026-04-10..2026-04-13"),
            (.weekdays, .monday, "2026-04-12", "2026-04-10..2026-04-13"),
            (.weekdays, .monday, "2026-04-13", "2026-04-13..2026-04-14"),
            (.payCycle(dayOfMonth: 25), .monday, "2026-04-24", "2026-03-25..2026-04-25"),
            (.payCycle(dayOfMonth: 25), .monday, "2026-04-25", "2026-04-25..2026-05-25"),
            (.payCycle(dayOfMonth: 31), .monday, "2026-02-27", "2026-01-31..2026-02-28"),
            (.payCycle(dayOfMonth: 31), .monday, "2026-03-30", "2026-02-28..2026-03-31"),
            (.payCycle(dayOfMonth: 1), .monday, "2026-01-01", "2026-01-01..2026-02-01"),
            // Fiscal years from April 6th, and pairs of months that begin on the 31st.
            (fiscal, .monday, "2026-04-05", "2025-04-06..2026-04-06"),
            (fiscal, .monday, "2026-04-06", "2026-04-06..2027-04-06"),
            (fiscal, .monday, "1969-12-31", "1969-04-06..1970-04-06"),
            (pairs, .monday, "2026-02-27", "2025-12-31..2026-02-28"),
            (pairs, .monday, "2026-02-28", "2026-02-28..2026-04-30"),
            (pairs, .monday, "2024-02-28", "2023-12-31..2024-02-29"),
        ] as [(Period, Weekday, String, String)])
    func interval(period: Period, weekStart: Weekday, day: String, range: String) throws {
        let day = try #require(Day(day))
        let found = period.interval(containing: day, weekStart: weekStart)
        #expect(found.description == range)
    }

    @Test func everyFourteenDays() throws {
        let anchor = try #require(Day("2026-01-05"))
        let period = Period.everyDays(14, anchor: anchor)
        let before = period.interval(containing: anchor.adding(days: -1), weekStart: .sunday)
        #expect(before.description == "2025-12-22..2026-01-05")
        #expect(before.count == 14)
    }

    @Test(arguments: all)
    func survivesTheLimits(period: Period) {
        for day in [Day.min, Day.min.adding(days: 1), Day.max.adding(days: -1), Day.max] {
            let range = period.interval(containing: day, weekStart: .sunday)
            #expect(range.start <= day)
        }
    }

    @Test func hasNames() {
        #expect(
            Period.named.map(\.name) == [
                "daily", "weekly", "monthly", "quarterly", "halfyearly", "yearly",
            ])
        let pay = Period.payCycle(dayOfMonth: 25)
        #expect(pay.name == "pay cycle on 25")
        let fortnight = Period.everyDays(14, anchor: Day(daysSince1970: 0))
        #expect(fortnight.name == "every 14 days from 1970-01-01")
        #expect(Period.weekdays.name == "every weekday")
        // The second day of 1970 was a Friday.
        let friday = Period.everyDays(7, anchor: Day(daysSince1970: 1))
        #expect(friday.name == "every friday")
        #expect(Period(name: "every 7 days from 1970-01-02") == friday)
        for period in Period.named + [pay, fortnight, friday, .weekdays] {
            #expect(Period(name: period.name) == period)
            #expect(Period(name: period.name.uppercased()) == period)
        }
    }

    @Test(arguments: [
        "", "month", "every 0 days from 1970-01-01", "every x days from 1970-01-01",
        "pay cycle on 0", "pay cycle on 32", "every 14 days from 1970-02-30",
    ])
    func refuses(name: String) {
        #expect(Period(name: name) == nil)
    }

    @Test func codesAsItsName() throws {
        #expect(try JSONCoding.text(of: Period.monthly) == "\"monthly\"")
        #expect(
            try JSONCoding.value(Period.self, of: "\"pay cycle on 9\"") == .payCycle(dayOfMonth: 9))
        #expect(throws: DecodingError.self) { try JSONCoding.value(Period.self, of: "\"often\"") }
    }
}

@Suite("DayRange")
struct DayRangeTests {
    let april = DayRange(start: Day(daysSince1970: 100), end: Day(daysSince1970: 130))

    @Test func isHalfOpen() {
        #expect(!april.contains(Day(daysSince1970: 99)))
        #expect(april.contains(Day(daysSince1970: 100)))
        #expect(april.contains(Day(daysSince1970: 129)))
        #expect(!april.contains(Day(daysSince1970: 130)))
        #expect(april.count == 30)
    }

    @Test func intersects() {
        let late = DayRange(start: Day(daysSince1970: 120), end: .max)
        #expect(april.intersection(late).description == "1970-05-01..1970-05-11")
        #expect(april.intersection(.all) == april)
        let after = DayRange(start: Day(daysSince1970: 130), end: Day(daysSince1970: 140))
        #expect(april.intersection(after).isEmpty)
        #expect(DayRange.all.contains(april))
        #expect(!april.contains(DayRange.all))
        #expect(april.contains(DayRange(start: .min, end: .min)))
    }

    @Test func endBeforeStartIsEmpty() {
        let range = DayRange(start: Day(daysSince1970: 5), end: Day(daysSince1970: 3))
        #expect(range.isEmpty)
        #expect(range.start == Day(daysSince1970: 5))
        #expect(!range.contains(Day(daysSince1970: 5)))
    }

    @Test(arguments: [
        (DayRange.all, "{}", ".."),
        (
            DayRange(start: Day(daysSince1970: 0), end: .max), #"{"start":"1970-01-01"}"#,
            "1970-01-01.."
        ),
        (
            DayRange(start: .min, end: Day(daysSince1970: 0)), #"{"end":"1970-01-01"}"#,
            "..1970-01-01"
        ),
    ])
    func openSidesAreLeftOut(range: DayRange, json: String, text: String) throws {
        #expect(try JSONCoding.text(of: range) == json)
        #expect(try JSONCoding.value(DayRange.self, of: json) == range)
        #expect(range.description == text)
    }
}
