import Ledger
import Support
import Testing

@Suite("Day")
struct DayTests {
    @Test(
        "text is a day only if the calendar has it",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11_017), ("2011-12-30", 15_338),
            ("2024-02-29", 19_782), ("0000-01-01", -719_528), ("9999-12-31", 2_932_896),
        ] as [(String, Int32)])
    func parses(text: String, days: Int32) throws {
        let day = try #require(Day(text))
        #expect(day == Day(daysSince1970: days))
        #expect(day.description == text)
    }

    @Test(arguments: [
        "2026-02-30", "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-00",
        "2026-4-9", "2026/04/09", " 2026-04-09", "2026-04-09 ", "2026-04-09T", "20260409", "",
        "-001-04-09", "+2026-04-09", "12026-04-09", "２０２６-04-09", "2026-04",
    ])
    func refuses(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func yearsOutsideFourDigits() throws {
        let ides = try #require(Day(year: -44, month: 3, day: 15))
        #expect(ides.description == "-0044-03-15")
        #expect((ides.year, ides.month, ides.dayOfMonth) == (-44, 3, 15))
        #expect(Day(year: 10_000, month: 1, day: 1) == nil)
        #expect(Day(year: -10_000, month: 1, day: 1) == nil)
        // Python: (Day.max of Int32) 5881580-07-11 by the 400-year cycle of 146,097 days.
        #expect(Day.max.description == "+5881580-07-11")
        #expect(Day.min.description == "-5877641-06-23")
    }

    @Test(arguments: ["2026-04-09", "-0044-03-15", "+5881580-07-11", "0000-02-29"])
    func codesAsText(text: String) throws {
        let day = try JSONCoding.value(Day.self, of: "\"\(text)\"")
        #expect(try JSONCoding.text(of: day) == "\"\(text)\"")
    }

    @Test(arguments: ["\"2026-02-30\"", "\"+99999999-01-01\"", "20260409", "\"today\""])
    func refusesToDecode(json: String) {
        #expect(throws: DecodingError.self) { try JSONCoding.value(Day.self, of: json) }
    }

    @Test func endsAtTheLimits() {
        #expect(Day.max.adding(days: 1) == .max)
        #expect(Day.max.adding(days: .max) == .max)
        #expect(Day.min.adding(days: .min) == .min)
        #expect(Day.max.adding(months: .max) == .max)
        #expect(Day.min.adding(months: .min) == .min)
        #expect(Day.min.adding(months: .max) == .max)
        #expect(Day.min.days(until: .max) == 4_294_967_295)
        #expect(Day.min < Day.max)
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
        ("2026-03-31", -1, "2026-02-28"), ("2026-01-15", -13, "2024-12-15"),
        ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"),
        ("2026-12-01", 1, "2027-01-01"),
    ])
    func addsMonths(from: String, months: Int, to: String) throws {
        #expect(try #require(Day(from)).adding(months: months).description == to)
    }

    /// A second calendar that only counts: day by day, month lengths from a table.
    @Test func agreesWithCountingFrom1600To2400() throws {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var days: Int32 = -135_140  // 1600-01-01, a Saturday
        var weekday = 6
        for year in 1600...2400 {
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for month in 1...12 {
                let length = lengths[month - 1] + (isLeap && month == 2 ? 1 : 0)
                for dayOfMonth in 1...length {
                    let day = Day(daysSince1970: days)
                    guard day.year == year, day.month == month, day.dayOfMonth == dayOfMonth,
                        day.weekday.rawValue == weekday,
                        day == Day(year: year, month: month, day: dayOfMonth)
                    else {
                        Issue.record("\(days) is not \(year)-\(month)-\(dayOfMonth): \(day)")
                        return
                    }
                    days += 1
                    weekday = weekday % 7 + 1
                }
                #expect(Day(year: year, month: month, day: length + 1) == nil)
            }
        }
    }
}

@Suite("ISO week")
struct ISOWeekTests {
    @Test(.enabled(if: SharedData.has("cal-iso-week"), "shared data is missing"))
    func agreesWithVectors() throws {
        let json = try #require(SharedData.json("cal-iso-week/iso-week-vectors.json"))
        let rows = try #require(json["go_isoWeekTests"]?.array)
        #expect(rows.count > 50)
        for row in rows {
            let text = try #require(row["date"]?.string)
            let week = try #require(Day(text)).isoWeek
            #expect(week.year == row["iso_year"]?.integer, "\(text)")
            #expect(week.week == row["iso_week"]?.integer, "\(text)")
        }
    }

    /// Week 1 is the one with January 4; from there every Monday begins the next, until the next
    /// year's week 1.
    @Test func agreesWithCountingFrom1600To2400() throws {
        var expected = (year: 1600, week: 1)
        var day = try #require(Day("1600-01-03"))  // the Monday of 1600-W01
        let end = try #require(Day("2400-12-25"))
        while day < end {
            for offset in 0..<7 {
                let week = day.adding(days: offset).isoWeek
                guard week == expected else {
                    Issue.record("\(day) + \(offset): \(week), not \(expected)")
                    return
                }
            }
            #expect(Day(isoYear: expected.year, week: expected.week) == day)
            day = day.adding(days: 7)
            let sunday = day.adding(days: 6)
            let holdsFourth = sunday.month == 1 && sunday.dayOfMonth >= 4 && sunday.dayOfMonth <= 10
            expected = holdsFourth ? (expected.year + 1, 1) : (expected.year, expected.week + 1)
        }
    }

    @Test func onlyLongYearsHaveWeek53() {
        #expect(Day(isoYear: 2026, week: 53)?.description == "2026-12-28")
        #expect(Day(isoYear: 2025, week: 53) == nil)
        #expect(Day(isoYear: 2026, week: 0) == nil)
        #expect(Day(isoYear: 2026, week: 54) == nil)
    }
}

@Suite("Weekday")
struct WeekdayTests {
    @Test(arguments: Weekday.allCases)
    func readsItsNames(weekday: Weekday) {
        for length in 3...weekday.name.count {
            let short = weekday.name.prefix(length)
            #expect(Weekday(name: short) == weekday)
            #expect(Weekday(name: short.uppercased()) == weekday)
        }
    }

    @Test(arguments: ["", "m", "mo", "mondays", "montag", "1"])
    func refuses(name: String) {
        #expect(Weekday(name: name) == nil)
    }
}
