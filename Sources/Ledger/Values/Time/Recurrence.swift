/// Which days come again: every third day, the last Friday of each month, 29 February.
///
/// Days are labels of the calendar and depend on no clock. What a month or a year does not have
/// falls on that month's last day: the 31st on 30 April, 29 February on the 28th.
public struct Recurrence: Hashable, Sendable {
    /// What a count counts, and which day of it is meant.
    enum Unit: Hashable, Sendable {
        /// Days from the first one on.
        case days
        /// Monday to Friday; never counted.
        case weekdays
        /// Weeks, on a day of each.
        case weeks(Weekday)
        /// Months, on a day of each.
        case months(MonthDay)
        /// Years, on a day of each; the day is at most the month's last in a leap year.
        case years(month: Int, day: Int)
    }

    /// A day of a month.
    enum MonthDay: Hashable, Sendable {
        /// 1 … 31, at most the month's last.
        case day(Int)
        /// The last day.
        case last
        /// The first (1) … fourth (4) of its weekdays.
        case weekday(Int, Weekday)
        /// The last of its weekdays.
        case lastWeekday(Weekday)
    }

    /// Of so many units each time one is taken: 1 … 1,000.
    let count: Int
    let unit: Unit

    init(_ count: Int = 1, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// The first of the days that is not before `day`; `nil` where the calendar ends before it.
    ///
    /// The first day that fits on or after `start` is the first of all, and from it every so many
    /// days, weeks, months or years are counted.
    ///
    /// - Complexity: O(1).
    public func next(onOrAfter day: Day, from start: Day) -> Day? {
        let wanted = max(day, start)
        let found: Day
        switch unit {
        case .days: found = every(count, from: start, wanted)
        case .weekdays:
            let late = wanted.weekday.rawValue - Weekday.friday.rawValue
            found = late > 0 ? wanted.adding(days: 3 - late) : wanted
        case .weeks(let weekday):
            let first = start.adding(days: 6).start(ofWeekOn: weekday)
            found = every(count * 7, from: first, wanted)
        case .months, .years: found = inMonths(wanted, from: start)
        }
        return found < .max ? found : nil
    }

    /// The days that lie in a range, ascending.
    ///
    /// - Parameter range: With an end.
    /// - Complexity: O(*n*) in the days that there are.
    public func days(in range: DayRange, from start: Day) -> [Day] {
        var days: [Day] = []
        var from = range.start
        while let day = next(onOrAfter: from, from: start), day < range.end {
            days.append(day)
            from = day.adding(days: 1)
        }
        return days
    }

    private func every(_ count: Int, from first: Day, _ wanted: Day) -> Day {
        let passed = max(0, first.days(until: wanted))
        return first.adding(days: (passed + count - 1) / count * count)
    }

    /// Every so many months one is taken, of years the same month of each.
    private func inMonths(_ wanted: Day, from start: Day) -> Day {
        var step = count
        var first = Recurrence.month(of: start)
        var turn = 1
        if case .years(let month, _) = unit {
            step = count * 12
            turn = 12
            first += month - start.month
        }
        if day(inMonth: first) < start { first += turn }
        let passed = max(0, Recurrence.month(of: wanted) - first)
        let month = first + passed / step * step
        let found = day(inMonth: month)
        return found < wanted ? day(inMonth: month + step) : found
    }

    /// Months since January of year 0.
    private static func month(of day: Day) -> Int { day.year * 12 + day.month - 1 }

    private func day(inMonth month: Int) -> Day {
        switch unit {
        case .years(_, let day), .months(.day(let day)): Day(month: month, dayOfMonth: day)
        case .months(.weekday(let number, let weekday)):
            Day(month: month, dayOfMonth: 7).start(ofWeekOn: weekday)
                .adding(days: (number - 1) * 7)
        case .months(.lastWeekday(let weekday)):
            Day(month: month, dayOfMonth: 31).start(ofWeekOn: weekday)
        default: Day(month: month, dayOfMonth: 31)
        }
    }
}
