extension Day {
    var civil: CivilDate { CivilDate(daysSince1970: Int(daysSince1970)) }

    /// The year; 0 is the year before 1, as in ISO 8601.
    public var year: Int { civil.year }

    /// The month, 1…12.
    public var month: Int { civil.month }

    /// The day of the month, 1…31.
    public var dayOfMonth: Int { civil.day }

    /// The day of the week.
    public var weekday: Weekday {
        let index = (Int(daysSince1970) + 3).flooredRemainder(by: 7)
        return Weekday(rawValue: index + 1) ?? .monday
    }

    /// The ISO 8601 week: weeks begin on Monday and belong to the year of their Thursday.
    public var isoWeek: (year: Int, week: Int) {
        let thursday = Int(daysSince1970) + 4 - weekday.rawValue
        let year = CivilDate(daysSince1970: thursday).year
        let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
        return (year, (thursday - newYear) / 7 + 1)
    }

    /// The Monday of an ISO 8601 week; nil where the year (-9999…9999) has no such week.
    public init?(isoYear: Int, week: Int) {
        guard (1...53).contains(week), let fourth = Day(year: isoYear, month: 1, day: 4) else {
            return nil
        }
        let monday = fourth.start(ofWeekOn: .monday).adding(days: (week - 1) * 7)
        guard monday.isoWeek == (isoYear, week) else { return nil }
        self = monday
    }

    /// The day `days` later (earlier if negative); ends at `min` or `max`.
    public func adding(days: Int) -> Day {
        let (sum, overflow) = Int(daysSince1970).addingReportingOverflow(days)
        return overflow ? (days < 0 ? .min : .max) : Day(saturating: sum)
    }

    /// The same day of the month `months` later (earlier if negative), or the last day of that
    /// month where it is shorter: 2026-01-31 and 1 month is 2026-02-28. Ends at `min` or `max`.
    public func adding(months: Int) -> Day {
        let limit = 200_000_000  // months: beyond every Int32 of days
        let date = civil
        let step = Swift.min(limit, Swift.max(-limit, months))
        return Day(month: date.year * 12 + date.month - 1 + step, dayOfMonth: date.day)
    }

    /// A day of the month that lies `month` months after January of year 0, or that month's last
    /// day where it is shorter.
    init(month: Int, dayOfMonth: Int) {
        let year = month.flooredDivision(by: 12)
        let month = month.flooredRemainder(by: 12) + 1
        let day = Swift.min(dayOfMonth, CivilDate.monthLength(year: year, month: month))
        self.init(saturating: CivilDate(year: year, month: month, day: day).daysSince1970)
    }

    /// How many days later `other` is; negative if it is earlier.
    public func days(until other: Day) -> Int {
        Int(other.daysSince1970) - Int(daysSince1970)
    }

    /// The latest day that is not after this one and is a `weekStart`.
    func start(ofWeekOn weekStart: Weekday) -> Day {
        adding(days: -(weekday.rawValue - weekStart.rawValue).flooredRemainder(by: 7))
    }
}
