internal import Ledger

/// How a bucket is called in a table.
struct PeriodLabel {
    let period: Period?
    let weekStart: Weekday

    /// Weeks are named by their days.
    init(period: Period?) {
        self.period = period
        weekStart = .sunday
    }

    init(_ series: BalanceSeries) {
        period = Period(name: series.period)
        weekStart = Weekday(name: series.weekStart) ?? .monday
    }

    init(_ report: SpendingReport) {
        period = report.period.flatMap { Period(name: $0) }
        weekStart = Weekday(name: report.settings.weekStart) ?? .monday
    }

    /// What the buckets are called: the head of their column.
    var noun: String {
        switch period {
        case .daily: "Day"
        case .weekly: "Week"
        case .monthly: "Month"
        case .quarterly: "Quarter"
        case .halfyearly: "Half"
        case .yearly: "Year"
        default: "Period"
        }
    }

    /// Short enough for the head of a column.
    func short(_ start: Day, _ end: Day) -> String {
        switch period {
        case .monthly: "\(months[start.month - 1]) \(start.year)"
        case .quarterly: "\(start.year) Q\((start.month + 2) / 3)"
        case .halfyearly: "\(start.year) H\((start.month + 5) / 6)"
        case .yearly: "\(start.year)"
        case .weekly where weekStart == .monday: isoWeek(start)
        // Fridays last until Sunday.
        case .weekdays: span(start, end)
        default: start.description
        }
    }

    /// With the days, for a row.
    func long(_ start: Day, _ end: Day) -> String {
        switch period {
        case .daily: "\(start) \(weekdays[start.weekday.rawValue - 1])"
        case .weekly where weekStart == .monday: "\(isoWeek(start))  \(span(start, end))"
        case .monthly, .quarterly, .halfyearly, .yearly: short(start, end)
        default: span(start, end)
        }
    }

    private func isoWeek(_ day: Day) -> String {
        let week = day.isoWeek
        return "\(week.year)-W\(week.week < 10 ? "0" : "")\(week.week)"
    }

    private func span(_ start: Day, _ end: Day) -> String { PeriodLabel.days(start, end) }

    /// Days in words: `2026-04-01 to 2026-04-30`, the last one included.
    static func days(_ start: Day, _ end: Day) -> String {
        DayRange(start: start, end: end).words
    }

    private var months: [String] {
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    }

    private var weekdays: [String] { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] }
}
