/// The units of calendar arithmetic in words such as `3 weeks ago` and `last month`.
enum CalendarUnit {
    case day, week, month, quarter, year

    init?(word: String) {
        switch word {
        case "day", "days", "d": self = .day
        case "week", "weeks", "w", "wk", "wks": self = .week
        case "month", "months": self = .month
        case "quarter", "quarters", "qtr", "qtrs": self = .quarter
        case "year", "years", "y", "yr", "yrs": self = .year
        default: return nil
        }
    }

    /// The period of one unit.
    var period: Period {
        switch self {
        case .day: .daily
        case .week: .weekly
        case .month: .monthly
        case .quarter: .quarterly
        case .year: .yearly
        }
    }

    /// `day`, `count` units later (earlier if negative). `count` has at most six digits.
    func shift(_ day: Day, by count: Int) -> Day {
        switch self {
        case .day: day.adding(days: count)
        case .week: day.adding(days: count * 7)
        case .month: day.adding(months: count)
        case .quarter: day.adding(months: count * 3)
        case .year: day.adding(months: count * 12)
        }
    }
}
