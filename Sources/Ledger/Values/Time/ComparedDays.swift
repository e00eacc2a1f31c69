/// Some days, and the earlier ones that they are held against.
package struct ComparedDays: Hashable, Sendable {
    /// Which earlier days.
    package enum Base: String, CaseIterable, Codable, Sendable {
        /// Those just before: of whole months as many months, else as many days.
        case previous
        /// The same a year ago; of whole weeks those 52 weeks ago, so that weekdays agree.
        case year
    }

    /// The later days.
    package let now: DayRange
    /// The earlier ones.
    package let was: DayRange
    /// Whether both are cut, because the later ones are not over yet.
    package let isToDate: Bool

    /// What is not over yet is held against no more of the earlier days than has passed of it.
    ///
    /// - Parameters:
    ///   - range: The later days; `nil` comes of a range with an open end or without days.
    ///   - base: Which earlier ones.
    ///   - today: The last day that has begun.
    ///   - weekStart: The day on which weeks start.
    package init?(_ range: DayRange, against base: Base, today: Day, weekStart: Weekday) {
        guard range.hasStart, range.hasEnd, !range.isEmpty else { return nil }
        let step = Step(range, base, weekStart)
        var (now, was) = (range, step.before(range))
        isToDate = range.contains(today) && range.end > today.adding(days: 1)
        if isToDate {
            now = DayRange(start: range.start, end: today.adding(days: 1))
            let last = step.before(today).adding(days: 1)
            was = DayRange(start: was.start, end: min(last, was.end))
        }
        (self.now, self.was) = (now, was)
    }

    /// How far back a day lies.
    private enum Step {
        case months(Int)
        case days(Int)

        init(_ range: DayRange, _ base: Base, _ weekStart: Weekday) {
            let isWhole = range.start.dayOfMonth == 1 && range.end.dayOfMonth == 1
            let areWeeks = range.count % 7 == 0 && range.start.weekday == weekStart
            switch base {
            case .previous where isWhole:
                let years = range.end.year - range.start.year
                self = .months(years * 12 + range.end.month - range.start.month)
            case .previous: self = .days(range.count)
            case .year: self = areWeeks && !isWhole ? .days(364) : .months(12)
            }
        }

        func before(_ day: Day) -> Day {
            switch self {
            case .months(let count): day.adding(months: -count)
            case .days(let count): day.adding(days: -count)
            }
        }

        /// The days before, the last of a month where that is shorter.
        func before(_ range: DayRange) -> DayRange {
            let last = before(range.end.adding(days: -1)).adding(days: 1)
            let isWhole = range.end.dayOfMonth == 1 && range.start.dayOfMonth == 1
            return DayRange(start: before(range.start), end: isWhole ? before(range.end) : last)
        }
    }
}
