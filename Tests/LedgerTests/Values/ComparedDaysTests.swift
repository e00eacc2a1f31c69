import Ledger
import Testing

@Suite("Days and the earlier ones")
struct ComparedDaysTests {
    private func days(
        _ range: String, _ base: ComparedDays.Base, today: String = "2030-01-01"
    ) throws -> (now: String, was: String, isToDate: Bool) {
        let bounds = range.split(separator: " ").compactMap { Day(String($0)) }
        let today = try #require(Day(today))
        let days = try #require(
            ComparedDays(
                DayRange(start: bounds[0], end: bounds[1]), against: base,
                today: today, weekStart: .monday))
        return (days.now.description, days.was.description, days.isToDate)
    }

    /// From a calendar.
    @Test(
        arguments: [
            // Whole months, however long, and years.
            ("2026-03-01 2026-04-01", ComparedDays.Base.previous, "2026-02-01..2026-03-01"),
            ("2026-03-01 2026-04-01", .year, "2025-03-01..2025-04-01"),
            ("2026-01-01 2026-04-01", .previous, "2025-10-01..2026-01-01"),
            ("2024-01-01 2025-01-01", .previous, "2023-01-01..2024-01-01"),
            ("2024-02-01 2024-03-01", .year, "2023-02-01..2023-03-01"),
            // A week: Monday to Sunday, a year ago with the same weekdays.
            ("2026-03-02 2026-03-09", .previous, "2026-02-23..2026-03-02"),
            ("2026-03-02 2026-03-09", .year, "2025-03-03..2025-03-10"),
            // Some days.
            ("2026-03-05 2026-03-15", .previous, "2026-02-23..2026-03-05"),
            ("2026-03-05 2026-03-15", .year, "2025-03-05..2025-03-15"),
            ("2024-02-29 2024-03-01", .year, "2023-02-28..2023-03-01"),
        ])
    func earlier(range: String, base: ComparedDays.Base, was: String) throws {
        let found = try days(range, base)
        #expect(found.was == was)
        #expect(found.now == range.replacing(" ", with: ".."))
        #expect(!found.isToDate)
    }

    @Test(
        "What runs is held against as much of the earlier days",
        arguments: [
            (
                "2026-11-01 2026-12-01", "2026-11-25", "2026-11-01..2026-11-26",
                "2026-10-01..2026-10-26", true
            ),
            // The shorter month is over before.
            (
                "2026-03-01 2026-04-01", "2026-03-30", "2026-03-01..2026-03-31",
                "2026-02-01..2026-03-01", true
            ),
            (
                "2026-10-01 2027-01-01", "2026-11-25", "2026-10-01..2026-11-26",
                "2026-07-01..2026-08-26", true
            ),
            (
                "2026-11-01 2026-12-01", "2026-11-30", "2026-11-01..2026-12-01",
                "2026-10-01..2026-11-01", false
            ),
            (
                "2026-11-23 2026-11-30", "2026-11-25", "2026-11-23..2026-11-26",
                "2026-11-16..2026-11-19", true
            ),
        ])
    func running(
        range: String, today: String, now: String, was: String, isToDate: Bool
    ) throws {
        let found = try days(range, .previous, today: today)
        #expect(found.now == now)
        #expect(found.was == was)
        #expect(found.isToDate == isToDate)
    }

    @Test("Open and empty ranges have none before them") func none() throws {
        let day = try #require(Day("2026-03-05"))
        let open = DayRange(start: day, end: .max)
        let empty = DayRange(start: day, end: day)
        for range in [DayRange.all, open, empty] {
            let days = ComparedDays(range, against: .year, today: day, weekStart: .monday)
            #expect(days == nil)
        }
    }

    @Test("The earlier days end where the later begin, and no day is later than today")
    func order() throws {
        var start = try #require(Day("2023-11-20"))
        for length in 1...400 {
            start = start.adding(days: 3)
            let range = DayRange(start: start, end: start.adding(days: length))
            for base in ComparedDays.Base.allCases {
                let today = start.adding(days: length / 2)
                let days = try #require(
                    ComparedDays(range, against: base, today: today, weekStart: .monday))
                #expect(days.was.end <= days.now.start || base == .year)
                #expect(days.was.start < days.now.start && days.was.end < days.now.end)
                #expect(days.now.end <= max(today.adding(days: 1), start.adding(days: 1)))
            }
        }
    }
}
