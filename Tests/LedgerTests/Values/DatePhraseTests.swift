import Ledger
import Testing

/// Today is Thursday 2026-04-09; weeks begin on Monday unless a case says otherwise.
@Suite("Date phrases")
struct DatePhraseTests {
    static let thursday = Day(daysSince1970: 20_552)

    private func range(_ text: String, _ weekStart: Weekday = .monday) throws -> String {
        try DatePhrase.range(text, today: Self.thursday, weekStart: weekStart).description
    }

    @Test func todayIsAThursday() {
        #expect(Self.thursday.description == "2026-04-09")
        #expect(Self.thursday.weekday == .thursday)
    }

    @Test(arguments: [
        ("today", "2026-04-09"), ("TODAY", "2026-04-09"), (" now ", "2026-04-09"),
        ("yesterday", "2026-04-08"), ("tomorrow", "2026-04-10"),
        ("thursday", "2026-04-09"), ("fri", "2026-04-03"), ("on wed", "2026-04-08"),
        ("last thursday", "2026-04-02"), ("last wed", "2026-04-08"), ("this mon", "2026-04-06"),
        ("this sunday", "2026-04-12"), ("next thursday", "2026-04-16"), ("next fri", "2026-04-10"),
        ("3 days ago", "2026-04-06"), ("3days ago", "2026-04-06"), ("0 days ago", "2026-04-09"),
        ("1 day ago", "2026-04-08"), ("2 weeks ago", "2026-03-26"), ("2 months ago", "2026-02-09"),
        ("1 quarter ago", "2026-01-09"), ("2 years ago", "2024-04-09"),
        ("in 2 days", "2026-04-11"), ("in 1 month", "2026-05-09"),
        ("2026-04-09", "2026-04-09"), ("2026/04/09", "2026-04-09"), ("2026.4.9", "2026-04-09"),
        ("04-09", "2026-04-09"),
        ("21", "2026-04-21"), ("1", "2026-04-01"), ("9 apr", "2026-04-09"),
        ("apr 9 2025", "2025-04-09"), ("9 april 2025", "2025-04-09"), ("2025 apr 9", "2025-04-09"),
        ("sod", "2026-04-09"), ("sow", "2026-04-06"), ("eow", "2026-04-12"),
        ("som", "2026-04-01"), ("eom", "2026-04-30"), ("soq", "2026-04-01"),
        ("eoq", "2026-06-30"), ("soy", "2026-01-01"), ("eoy", "2026-12-31"),
        ("20260203", "2026-02-03"), ("3d ago", "2026-04-06"), ("in 2wks", "2026-04-23"),
        ("1y ago", "2025-04-09"), ("previous fri", "2026-04-03"),
        // Ranges give their first day.
        ("2026", "2026-01-01"), ("2026-04", "2026-04-01"), ("2026q2", "2026-04-01"),
        ("last month", "2026-03-01"), ("oct", "2026-10-01"), ("2026-W17", "2026-04-20"),
    ])
    func day(text: String, day: String) throws {
        let found = try DatePhrase.day(text, today: Self.thursday, weekStart: .monday)
        #expect(found.description == day)
    }

    @Test(arguments: [
        ("today", "2026-04-09..2026-04-10"), ("2026", "2026-01-01..2027-01-01"),
        ("2026-04", "2026-04-01..2026-05-01"), ("2026/4", "2026-04-01..2026-05-01"),
        ("2026q2", "2026-04-01..2026-07-01"), ("2026-Q4", "2026-10-01..2027-01-01"),
        ("q1", "2026-01-01..2026-04-01"), ("2026-W17", "2026-04-20..2026-04-27"),
        ("2026w01", "2025-12-29..2026-01-05"), ("2026-W53", "2026-12-28..2027-01-04"),
        ("oct", "2026-10-01..2026-11-01"), ("sept 2025", "2025-09-01..2025-10-01"),
        ("last day", "2026-04-08..2026-04-09"), ("this week", "2026-04-06..2026-04-13"),
        ("last week", "2026-03-30..2026-04-06"), ("next week", "2026-04-13..2026-04-20"),
        ("lastmonth", "2026-03-01..2026-04-01"), ("this month", "2026-04-01..2026-05-01"),
        ("next quarter", "2026-07-01..2026-10-01"), ("last quarter", "2026-01-01..2026-04-01"),
        ("last year", "2025-01-01..2026-01-01"), ("next year", "2027-01-01..2028-01-01"),
        ("last apr", "2025-04-01..2025-05-01"), ("last mar", "2026-03-01..2026-04-01"),
        ("easter", "2026-04-05..2026-04-06"), ("Easter 2027", "2027-03-28..2027-03-29"),
        ("good friday", "2026-04-03..2026-04-04"), ("eastermonday", "2026-04-06..2026-04-07"),
        ("ascension 2025", "2025-05-29..2025-05-30"), ("pentecost", "2026-05-24..2026-05-25"),
        ("since easter", "2026-04-05.."), ("P3D", "2026-04-12..2026-04-13"),
        ("last P3D", "2026-04-07..2026-04-10"), ("last 3 days", "2026-04-07..2026-04-10"),
        ("past p1m", "2026-03-10..2026-04-10"), ("next P2W", "2026-04-09..2026-04-23"),
        ("2026-03-01/P1M", "2026-03-01..2026-04-01"),
        ("2024-01-31/P1Y1M1W1D", "2024-01-31..2025-03-08"),
        ("P1M/2026-04-01", "2026-03-01..2026-04-01"),
        ("last oct", "2025-10-01..2025-11-01"), ("next apr", "2027-04-01..2027-05-01"),
        ("next oct", "2026-10-01..2026-11-01"), ("this apr", "2026-04-01..2026-05-01"),
        ("in 2026", "2026-01-01..2027-01-01"), ("in last month", "2026-03-01..2026-04-01"),
        ("in 2 days", "2026-04-11..2026-04-12"), ("of 2026-04", "2026-04-01..2026-05-01"),
        ("from 2026-01 to 2026-03", "2026-01-01..2026-03-01"),
        ("2026-01-15 to 2026-02-01", "2026-01-15..2026-02-01"),
        ("from last month until today", "2026-03-01..2026-04-09"),
        ("from 2026-01", "2026-01-01.."), ("since 2 weeks ago", "2026-03-26.."),
        ("until 2026-03", "..2026-03-01"), ("to feb", "..2026-02-01"),
        ("2026-01..2026-03", "2026-01-01..2026-03-01"), ("2026-01..", "2026-01-01.."),
        ("last 30 days", "2026-03-11..2026-04-10"), ("last 1 day", "2026-04-09..2026-04-10"),
        ("last 2 weeks", "2026-03-23..2026-04-06"), ("last 3 months", "2026-01-01..2026-04-01"),
        ("last 2 quarters", "2025-10-01..2026-04-01"), ("last 2 years", "2024-01-01..2026-01-01"),
        ("past day", "2026-04-09..2026-04-10"), ("past week", "2026-04-03..2026-04-10"),
        ("past 2 weeks", "2026-03-27..2026-04-10"), ("past month", "2026-03-10..2026-04-10"),
        ("past year", "2025-04-10..2026-04-10"), ("next 7 days", "2026-04-09..2026-04-16"),
        ("next 2 weeks", "2026-04-13..2026-04-27"), ("next 2 months", "2026-05-01..2026-07-01"),
        ("ytd", "2026-01-01..2026-04-10"), ("MTD", "2026-04-01..2026-04-10"),
        ("qtd", "2026-04-01..2026-04-10"), ("wtd", "2026-04-06..2026-04-10"),
        ("year to date", "2026-01-01..2026-04-10"), ("in last 30 days", "2026-03-11..2026-04-10"),
        ("20260203", "2026-02-03..2026-02-04"), ("202602", "2026-02-01..2026-03-01"),
        ("q1 2026", "2026-01-01..2026-04-01"), ("2025 q4", "2025-10-01..2026-01-01"),
        ("2026 H1", "2026-01-01..2026-07-01"), ("h2 2025", "2025-07-01..2026-01-01"),
        ("2026h2", "2026-07-01..2027-01-01"), ("2026-H1", "2026-01-01..2026-07-01"),
        ("previous month", "2026-03-01..2026-04-01"), ("current week", "2026-04-06..2026-04-13"),
        ("jan 2026", "2026-01-01..2026-02-01"), ("since march", "2026-03-01.."),
        ("20260101..20260301", "2026-01-01..2026-03-01"),
        ("2026-W03", "2026-01-12..2026-01-19"), ("2026w3", "2026-01-12..2026-01-19"),
        ("..today", "..2026-04-09"), ("last month .. today", "2026-03-01..2026-04-09"),
    ])
    func range(text: String, range: String) throws {
        #expect(try self.range(text) == range)
    }

    @Test func weeksBeginWhereTheLedgerSays() throws {
        #expect(try range("this week", .sunday) == "2026-04-05..2026-04-12")
        #expect(try range("this sunday", .sunday) == "2026-04-05..2026-04-06")
        #expect(try range("eow", .saturday) == "2026-04-10..2026-04-11")
        // ISO weeks begin on Monday whatever the setting.
        #expect(try range("2026-W17", .sunday) == "2026-04-20..2026-04-27")
    }

    @Test(
        arguments: [
            ("monthly", Period.monthly, nil),
            ("monthly in 2026", .monthly, "2026-01-01..2027-01-01"),
            ("weekly from 2026-01 to 2026-04", .weekly, "2026-01-01..2026-04-01"),
            ("every day", .daily, nil), ("every weekday", .weekdays, nil),
            ("every workday in 2026", .weekdays, "2026-01-01..2027-01-01"),
            ("every quarter of 2025", .quarterly, "2025-01-01..2026-01-01"),
            ("Yearly since 2020", .yearly, "2020-01-01.."),
            ("daily last week", .daily, "2026-03-30..2026-04-06"),
            (
                "every 25th day of month in 2026", .payCycle(dayOfMonth: 25),
                "2026-01-01..2027-01-01"
            ),
            ("every 1st day", .payCycle(dayOfMonth: 1), nil),
            ("every 2 weeks", .everyDays(14, anchor: Day(daysSince1970: 4)), nil),
            ("biweekly", .everyDays(14, anchor: Day(daysSince1970: 4)), nil),
            (
                "fortnightly last year", .everyDays(14, anchor: Day(daysSince1970: 20_087)),
                "2025-01-01..2026-01-01"
            ),
            ("daily last 30 days", .daily, "2026-03-11..2026-04-10"),
            ("every 10 days", .everyDays(10, anchor: Day(daysSince1970: 0)), nil),
            (
                "every 10 days since 1970-01-08", .everyDays(10, anchor: Day(daysSince1970: 7)),
                "1970-01-08.."
            ),
            ("every friday", .everyDays(7, anchor: Day(daysSince1970: 1)), nil),
            ("every 2 months", .everyMonths(2, anchor: Day(daysSince1970: 0)), nil),
            (
                "every 12 months from 2025-04",
                .everyMonths(12, anchor: Day(daysSince1970: 20_179)),
                "2025-04-01.."
            ),
            (
                "every 3 months from 2025-12-25",
                .everyMonths(3, anchor: Day(daysSince1970: 20_447)), "2025-12-25.."
            ),
            (
                "every 2 years in 2020..2026", .everyMonths(24, anchor: Day(daysSince1970: 18_262)),
                "2020-01-01..2026-01-01"
            ),
            ("every 1 month", .monthly, nil), ("last month", nil, "2026-03-01..2026-04-01"),
            ("2026-04", nil, "2026-04-01..2026-05-01"), ("until today", nil, "..2026-04-09"),
        ] as [(String, Period?, String?)])
    func periodExpression(text: String, period: Period?, range: String?) throws {
        let found = try DatePhrase.periodExpression(
            text, today: Self.thursday, weekStart: .monday)
        #expect(found.period == period)
        #expect(found.range?.description == range)
    }

    @Test(arguments: [
        "", " ", "soon", "last", "next", "ago", "days ago", "x days ago", "in days", "-3 days ago",
        "99999999999999999999 days ago", "mo", "2026-04-09-01", "2026-04/09", "20260", "2026q",
        "2026-4w", "w17", "from", "to", "from to", "..", "a..b", "from today to", "to today to",
        "last 2026", "apr apr", "apr 2026 2025", "1 2 apr", "today tomorrow", "monthly", "１",
        "2026-04-",
        "from to today", "last 0 days", "last x days", "past", "past monday", "last 30 eggs",
        "next -1 weeks", "date to date", "q1 26", "q5x 2026", "2026020", "last 9999999 days", "td",
    ])
    func refuses(text: String) {
        let error = DatePhraseError.notUnderstood(text: text, examples: DatePhrase.examples)
        #expect(throws: error) {
            try DatePhrase.range(text, today: Self.thursday, weekStart: .monday)
        }
    }

    @Test(arguments: [
        "2026-02-30", "20260230", "202613", "q5 2026", "02-30", "31", "2026-13", "2026-00",
        "2026-W54", "2025-W53", "2026q5",
        "feb 30", "99", "0",
    ])
    func refusesDaysThatAreNot(text: String) throws {
        if text == "31" || text == "99" || text == "0" {
            // April has 30 days.
            #expect(throws: DatePhraseError.noSuchDay(text: text)) {
                try DatePhrase.day(text, today: Self.thursday, weekStart: .monday)
            }
        }
        #expect(throws: DatePhraseError.noSuchDay(text: text)) {
            try DatePhrase.range(text, today: Self.thursday, weekStart: .monday)
        }
    }

    @Test func refusesRangesWithoutADay() throws {
        let error = DatePhraseError.emptyRange(
            text: "from 2026-04 to 2026-04", start: Day(daysSince1970: 20_544),
            end: Day(daysSince1970: 20_544))
        #expect(throws: error) { try range("from 2026-04 to 2026-04") }
    }

    @Test(arguments: [
        "every", "every 0 days", "every 0 months", "every 32nd day", "every fridya",
        "monthly monthly",
        "monthly every day", "every 2000 days", "every day day",
    ])
    func refusesIntervals(text: String) {
        let error = DatePhraseError.notUnderstood(text: text, examples: DatePhrase.examples)
        #expect(throws: error) {
            try DatePhrase.periodExpression(text, today: Self.thursday, weekStart: .monday)
        }
    }

    @Test func understandsItsExamples() throws {
        for text in DatePhrase.examples {
            _ = try DatePhrase.periodExpression(text, today: Self.thursday, weekStart: .monday)
        }
    }

    @Test(arguments: [Day.min, .max])
    func survivesTheLimits(today: Day) throws {
        for text in [
            "999999 years ago", "in 999999 years", "last week", "eoy", "next friday",
            "last 999999 years", "next 999999 months", "past 999999 days", "ytd",
        ] {
            _ = try DatePhrase.range(text, today: today, weekStart: .sunday)
        }
    }

    /// The table of the United States Census Bureau, 2000 to 2030, and the earliest and the latest
    /// days that there are, from J. Meeus, *Astronomical Algorithms*.
    @Test("Easter is when tables say") func easter() throws {
        let days = [
            "2000-04-23", "2001-04-15", "2002-03-31", "2003-04-20", "2004-04-11", "2005-03-27",
            "2006-04-16", "2007-04-08", "2008-03-23", "2009-04-12", "2010-04-04", "2011-04-24",
            "2012-04-08", "2013-03-31", "2014-04-20", "2015-04-05", "2016-03-27", "2017-04-16",
            "2018-04-01", "2019-04-21", "2020-04-12", "2021-04-04", "2022-04-17", "2023-04-09",
            "2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01",
            "2030-04-21", "1818-03-22", "1886-04-25", "1943-04-25", "1961-04-02", "2038-04-25",
            "2285-03-22",
        ]
        for text in days {
            let year = try #require(Int(text.prefix(4)))
            #expect(try range("easter \(year)").prefix(10) == text)
        }
        // Where the next is meant: that of 2026 is over on the ninth of April.
        let due = try DatePhrase.dueDay("easter", today: Self.thursday, weekStart: .monday)
        #expect(due.description == "2027-03-28")
    }

    @Test(
        "what is no duration is no phrase",
        arguments: ["P", "P0D", "PD", "P3", "P1D1M", "P1M1M", "P1234567D", "2026-03-01/P", "PT3H"])
    func noDuration(_ text: String) {
        #expect(throws: DatePhraseError.self) { try range(text) }
    }
}
