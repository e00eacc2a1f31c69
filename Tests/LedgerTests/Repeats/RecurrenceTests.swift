import Ledger
import Support
import Testing

/// Days that come again, held against another program's and against the calendar day by day.
@Suite("Days that come again") struct RecurrenceTests {
    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    /// By `rrule` of Python's dateutil 2.9.0, from the first day that fits to 2046-12-31: the first
    /// four, how many, and the sum of their days since 1970. Days that a month lacks are put on its
    /// last with `bysetpos=-1`.
    private static let figures: [(String, String, String, Int, Int)] = [
        ("day", "2026-01-31", "2026-01-31 2026-02-01 2026-02-02 2026-02-03", 7640, 185_678_740),
        ("10 days", "2026-01-31", "2026-01-31 2026-02-10 2026-02-20 2026-03-02", 764, 18_564_436),
        ("weekday", "2026-01-31", "2026-02-02 2026-02-03 2026-02-04 2026-02-05", 5456, 132_600_988),
        (
            "week on friday", "2026-01-31", "2026-02-06 2026-02-13 2026-02-20 2026-02-27", 1091,
            26_516_755
        ),
        (
            "2 weeks on friday", "2026-01-31", "2026-02-06 2026-02-20 2026-03-06 2026-03-20", 546,
            13_270_530
        ),
        (
            "month on the 1st", "2026-01-31", "2026-02-01 2026-03-01 2026-04-01 2026-05-01", 251,
            6_096_362
        ),
        (
            "month on the 31st", "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30", 252,
            6_124_234
        ),
        (
            "month on the 30th", "2026-01-31", "2026-02-28 2026-03-30 2026-04-30 2026-05-30", 251,
            6_103_604
        ),
        (
            "month on the last day", "2026-01-15", "2026-01-31 2026-02-28 2026-03-31 2026-04-30",
            252, 6_124_234
        ),
        (
            "month on the 2nd tuesday", "2026-01-15", "2026-02-10 2026-03-10 2026-04-14 2026-05-12",
            251, 6_098_871
        ),
        (
            "month on the last friday", "2026-01-15", "2026-01-30 2026-02-27 2026-03-27 2026-04-24",
            252, 6_123_481
        ),
        (
            "3 months on the 15th", "2026-01-20", "2026-02-15 2026-05-15 2026-08-15 2026-11-15", 84,
            2_040_134
        ),
        (
            "5 months on the 29th", "2026-09-30", "2026-10-29 2027-03-29 2027-08-29 2028-01-29", 49,
            1_195_970
        ),
        ("year on 03-01", "2026-01-20", "2026-03-01 2027-03-01 2028-03-01 2029-03-01", 21, 507_478),
        ("year on 02-29", "2026-03-01", "2027-02-28 2028-02-29 2029-02-28 2030-02-28", 20, 486_945),
        (
            "4 years on 12-31", "2026-01-01", "2026-12-31 2030-12-31 2034-12-31 2038-12-31", 6,
            146_823
        ),
    ]

    @Test("are those of another program", arguments: figures)
    func sameAsOthers(
        _ phrase: String, _ start: String, _ first: String, _ count: Int, _ sum: Int
    ) throws {
        let start = try Self.day(start)
        let recurrence = try Recurrence(parsing: phrase, from: start)
        let range = DayRange(start: .min, end: try Self.day("2047-01-01"))
        let days = recurrence.days(in: range, from: start)
        #expect(days.prefix(4).map(\.description).joined(separator: " ") == first)
        #expect(days.count == count)
        #expect(days.reduce(0) { $0 + Int($1.daysSince1970) } == sum)
    }

    /// Walks the calendar: of the days that fit, from the start on, every so manieth is one.
    private static func walked(
        from start: Day, to end: Day, every count: Int, where fits: (Day) -> Bool
    ) -> [Day] {
        var days: [Day] = []
        var found = 0
        var day = start
        while day < end {
            if fits(day) {
                if found % count == 0 { days.append(day) }
                found += 1
            }
            day = day.adding(days: 1)
        }
        return days
    }

    /// A phrase at random, and whether a day fits it, told from the calendar alone.
    private static func random(
        _ random: inout SeededRandom
    ) -> (unit: String, day: String, fits: (Day) -> Bool) {
        func isLast(_ day: Day) -> Bool { day.adding(days: 1).dayOfMonth == 1 }
        let weekday = Weekday.allCases.randomElement(using: &random) ?? .monday
        let number = Int.random(in: 1...31, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return ("day", "", { _ in true })
        case 1: return ("week", " on \(weekday.name)", { $0.weekday == weekday })
        case 2:
            return (
                "month", " on the \(number)",
                { day in
                    day.dayOfMonth == number || isLast(day) && day.dayOfMonth < number
                }
            )
        case 3: return ("month", " on the last day", isLast)
        case 4:
            let nth = (number - 1) % 4 + 1
            return (
                "month", " on the \(nth) \(weekday.name)",
                { $0.weekday == weekday && ($0.dayOfMonth - 1) / 7 == nth - 1 }
            )
        case 5:
            return (
                "month", " on the last \(weekday.name)",
                { day in
                    day.weekday == weekday && day.adding(days: 7).month != day.month
                }
            )
        default:
            let month = Int.random(in: 1...12, using: &random)
            let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let day = min(number, lengths[month - 1])
            let text = (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
            return (
                "year", " on \(text)",
                { $0.month == month && ($0.dayOfMonth == day || isLast($0) && $0.dayOfMonth < day) }
            )
        }
    }

    @Test("are those of the calendar, over 20 years", arguments: 0..<300 as Range<UInt64>)
    func sameAsCalendar(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (unit, on, fits) = Self.random(&random)
        let count = Int.random(in: 1...(seed % 2 == 0 ? 1 : 14), using: &random)
        let phrase = (count == 1 ? unit : "\(count) \(unit)s") + on
        let start = Day(daysSince1970: Int32.random(in: 9_000..<22_000, using: &random))
        let end = start.adding(days: 20 * 366)
        let recurrence = try Recurrence(parsing: phrase, from: start)
        let expected = Self.walked(from: start, to: end, every: count, where: fits)
        let days = recurrence.days(in: DayRange(start: .min, end: end), from: start)
        #expect(days == expected, "\(phrase) from \(start)")
        // A part is a part of the whole.
        let low = start.adding(days: Int.random(in: -400..<7_000, using: &random))
        let part = DayRange(start: low, end: low.adding(days: 400))
        #expect(
            recurrence.days(in: part.intersection(DayRange(start: .min, end: end)), from: start)
                == expected.filter(part.contains))
        #expect(try Recurrence(parsing: recurrence.description, from: .min) == recurrence)
    }

    @Test("Monday to Friday") func weekdays() throws {
        let start = try Self.day("2026-03-07")
        let recurrence = try Recurrence(parsing: "weekday", from: start)
        let end = start.adding(days: 7_000)
        #expect(
            recurrence.days(in: DayRange(start: .min, end: end), from: start)
                == Self.walked(from: start, to: end, every: 1) { $0.weekday.rawValue < 6 })
    }

    @Test("end with the calendar") func ends() throws {
        let near = Day.max.adding(days: -3)
        for phrase in ["day", "week on monday", "month on the 31st", "year on 01-01", "weekday"] {
            let recurrence = try Recurrence(parsing: phrase, from: near)
            #expect(recurrence.days(in: .all, from: near).count < 4)
            #expect(recurrence.next(onOrAfter: .max, from: .min) == nil)
        }
    }

    @Test(
        "phrases say all of it, whatever was left out",
        arguments: [
            ("every day", "day"), ("Daily", "day"), ("3 days", "3 days"),
            ("week", "week on saturday"),
            ("every other week", "2 weeks on saturday"), ("friday", "week on friday"),
            ("weekly on FRI", "week on friday"), ("2 w on monday", "2 weeks on monday"),
            ("month", "month on the 31st"), ("monthly on the 1st", "month on the 1st"),
            ("month on 15", "month on the 15th"),
            ("month on the second tue", "month on the 2nd tuesday"),
            ("month on the last", "month on the last day"), ("quarter", "3 months on the 31st"),
            ("2 quarters on the 3rd", "6 months on the 3rd"), ("year", "year on 01-31"),
            ("yearly on 03-01", "year on 03-01"), ("weekdays", "weekday"),
            ("month on the 22nd", "month on the 22nd"),
            ("month on the 11th day", "month on the 11th"),
        ])
    func phrases(_ typed: String, _ full: String) throws {
        let start = try Self.day("2026-01-31")  // a Saturday
        let recurrence = try Recurrence(parsing: typed, from: start)
        #expect(recurrence.description == full)
        #expect(try Recurrence(parsing: full, from: .max) == recurrence)
    }

    @Test(
        "what is not understood names its word, and a phrase that is",
        arguments: [
            ("", ""), ("every", "every"), ("moon", "moon"), ("0 days", "0"), ("1001 days", "1001"),
            ("400 quarters", "400"), ("2 weekdays", "2"), ("2 fridays", "fridays"),
            ("week on", "on"), ("week on 3", "3"), ("month on the", "the"), ("month 3", "3"),
            ("month on the 32nd", "32nd"), ("month on the 0th", "0th"),
            ("month on friday", "friday"),
            ("month on the 5th friday", "5th friday"), ("month on the last moon", "moon"),
            ("year on 02-30", "02-30"), ("year on march", "march"), ("day twice", "twice"),
        ])
    func refuses(_ text: String, _ word: String) {
        do {
            let found = try Recurrence(parsing: text, from: Day(daysSince1970: 0))
            Issue.record("\(text) is \(found)")
        } catch {
            switch error {
            case .notUnderstood(_, let named, let example), .noSuchDay(_, let named, let example):
                #expect(named == word)
                #expect((try? Recurrence(parsing: example, from: .min)) != nil)
            }
        }
    }
}
